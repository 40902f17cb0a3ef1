"""Addresses of rounds, table links and standings, under /api/v1/."""

from django.urls import path

from tournaments.api import adjustments, agreements, changes, corrections, draw_jobs, log, rounds, standings, tables

urlpatterns = [
    path("tournaments/<slug:slug>/rounds/", rounds.RoundListView.as_view(), name="round-list"),
    path("tournaments/<slug:slug>/chart/", rounds.ChartView.as_view(), name="chart"),
    path("rounds/<int:round_id>/", rounds.RoundDetailView.as_view(), name="round-detail"),
    path("rounds/<int:round_id>/draws/", rounds.DrawCreateView.as_view(), name="draw-create"),
    path("draw-jobs/<int:job_id>/", draw_jobs.DrawJobView.as_view(), name="draw-job-detail"),
    path("draws/<int:draw_id>/changes/", rounds.DraftChangeView.as_view(), name="draft-changes"),
    path("tournaments/<slug:slug>/forbidden-meetings/", rounds.ForbiddenListView.as_view(), name="forbidden-meetings"),
    path(
        "tournaments/<slug:slug>/forbidden-meetings/<int:one>/<int:other>/",
        rounds.ForbiddenDetailView.as_view(),
        name="forbidden-meeting",
    ),
    path("draws/<int:draw_id>/publication/", rounds.DrawPublicationView.as_view(), name="draw-publication"),
    path("rounds/<int:round_id>/clock/", rounds.ClockView.as_view(), name="round-clock"),
    path("rounds/<int:round_id>/closing/", rounds.ClosingView.as_view(), name="round-closing"),
    path("rounds/<int:round_id>/taking-back/", changes.TakingBackView.as_view(), name="round-taking-back"),
    path("rounds/<int:round_id>/reseating/", changes.ReseatingView.as_view(), name="round-reseating"),
    path("rounds/<int:round_id>/tables/", changes.AddedTableView.as_view(), name="round-tables"),
    path("rounds/<int:round_id>/seating/", rounds.SeatingView.as_view(), name="round-seating"),
    path("posts/<int:post_id>/settlement/", agreements.SettlementView.as_view(), name="post-settlement"),
    path("table-link/", tables.LinkedTableView.as_view(), name="linked-table"),
    path("tournaments/<slug:slug>/table-links/", tables.TableLinkListView.as_view(), name="table-link-list"),
    path(
        "tournaments/<slug:slug>/table-links/<int:number>/renewal/",
        tables.TableLinkRenewalView.as_view(),
        name="table-link-renewal",
    ),
    path("tournaments/<slug:slug>/log/", log.LogView.as_view(), name="tournament-log"),
    path("tournaments/<slug:slug>/corrections/", corrections.CorrectionListView.as_view(), name="correction-list"),
    path("tournaments/<slug:slug>/standings/", standings.StandingsView.as_view(), name="standings"),
    path("standings-presets/", standings.PresetListView.as_view(), name="standings-presets"),
    path("tournaments/<slug:slug>/adjustments/", adjustments.AdjustmentListView.as_view(), name="adjustment-list"),
    path(
        "adjustments/<int:adjustment_id>/taking-back/",
        adjustments.AdjustmentTakingBackView.as_view(),
        name="adjustment-taking-back",
    ),
    path("tournaments/<slug:slug>/decisions/", adjustments.DecisionListView.as_view(), name="decision-list"),
    path(
        "decisions/<int:decision_id>/taking-back/",
        adjustments.DecisionTakingBackView.as_view(),
        name="decision-taking-back",
    ),
    path("tournaments/<slug:slug>/publications/", standings.PublicationListView.as_view(), name="publication-list"),
    path(
        "tournaments/<slug:slug>/publications/<int:number>/",
        standings.PublicationDetailView.as_view(),
        name="publication-detail",
    ),
    path("entries/<int:entry_id>/standing/", standings.EntryStandingView.as_view(), name="entry-standing"),
    path("entries/<int:entry_id>/", standings.EntryResultsView.as_view(), name="entry-results"),
]
