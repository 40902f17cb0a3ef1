"""Addresses of the rules, under /api/v1/."""

from django.urls import path

from gameplay.api.rules import RulesCheckView, RulesLegalView, ScoreLinesView

urlpatterns = [
    path("rules/<slug:kind>/check/", RulesCheckView.as_view(), name="rules-check"),
    path("rules/<slug:kind>/legal/", RulesLegalView.as_view(), name="rules-legal"),
    path("rules/<slug:kind>/score-lines/", ScoreLinesView.as_view(), name="rules-score-lines"),
]
