"""Addresses of tables and their hands, under /api/v1/tables/."""

from django.urls import path

from tournaments.api import agreements, changes, hands, tables

urlpatterns = [
    path("<int:table_id>/hands/", hands.HandCreateView.as_view(), name="hand-create"),
    path("<int:table_id>/", tables.TableDetailView.as_view(), name="table-detail"),
    path("<int:table_id>/check/", hands.HandCheckView.as_view(), name="hand-check"),
    path(
        "<int:table_id>/legs/<int:leg>/hands/<int:number>/ruling/", hands.HandRulingView.as_view(), name="hand-ruling"
    ),
    path(
        "<int:table_id>/legs/<int:leg>/hands/<int:number>/corrections/",
        hands.HandCorrectionView.as_view(),
        name="hand-correction",
    ),
    path("<int:table_id>/legs/<int:leg>/hands/<int:number>/redeals/", hands.RedealView.as_view(), name="hand-redeals"),
    path(
        "<int:table_id>/legs/<int:leg>/hands/<int:number>/second-thoughts/",
        hands.SecondThoughtView.as_view(),
        name="hand-second-thoughts",
    ),
    path(
        "<int:table_id>/legs/<int:leg>/hands/<int:number>/disputes/",
        agreements.DisputeView.as_view(),
        name="hand-disputes",
    ),
    path("<int:table_id>/agreements/", agreements.AgreementView.as_view(), name="table-agreements"),
    path("<int:table_id>/confirmation/", agreements.ConfirmationView.as_view(), name="table-confirmation"),
    path("<int:table_id>/first-starter/", tables.FirstStarterView.as_view(), name="table-first-starter"),
    path("<int:table_id>/time/", tables.TimeView.as_view(), name="table-time"),
    path("<int:table_id>/time/revocation/", tables.TimeRevocationView.as_view(), name="table-time-revocation"),
    path("<int:table_id>/substitutions/", changes.SubstitutionListView.as_view(), name="table-substitutions"),
    path(
        "<int:table_id>/substitutions/<int:substitution_id>/",
        changes.SubstitutionDetailView.as_view(),
        name="table-substitution",
    ),
    path(
        "<int:table_id>/substitutions/<int:substitution_id>/undoing/",
        changes.SubstitutionUndoingView.as_view(),
        name="table-substitution-undoing",
    ),
    path("<int:table_id>/ruling/", changes.RulingView.as_view(), name="table-ruling"),
    path("<int:table_id>/ruling/revocation/", changes.RulingRevocationView.as_view(), name="table-ruling-revocation"),
]
