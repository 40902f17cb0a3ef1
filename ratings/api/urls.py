"""Addresses of the ratings, under /api/v1/."""

from django.urls import path

from ratings.api.calibration import CalibrationView
from ratings.api.days import PlayerDayView
from ratings.api.forecasts import ForecastView, RoundForecastView
from ratings.api.lists import PublishedLineListView, PublishedListDetailView, PublishedListListView
from ratings.api.pools import PoolListView, PoolPreviewView, PoolView
from ratings.api.rebuilds import RebuildListView, RebuildView
from ratings.api.records import OpponentListView, PairRecordView, PartnerListView, PlayerRecordView
from ratings.api.views import PlayerHistoryView, RatedPartnershipListView, RatedPlayerListView

urlpatterns = [
    path("ratings/pools/<int:pool_id>/rebuilds/", RebuildListView.as_view(), name="rating-rebuild-list"),
    path("ratings/rebuilds/<int:rebuild_id>/", RebuildView.as_view(), name="rating-rebuild-detail"),
    path("ratings/pools/", PoolListView.as_view(), name="rating-pool-list"),
    path("ratings/pools/<int:pool_id>/", PoolView.as_view(), name="rating-pool"),
    path("ratings/pools/<int:pool_id>/preview/", PoolPreviewView.as_view(), name="rating-pool-preview"),
    path("ratings/pools/<int:pool_id>/players/", RatedPlayerListView.as_view(), name="rated-player-list"),
    path(
        "ratings/pools/<int:pool_id>/partnerships/", RatedPartnershipListView.as_view(), name="rated-partnership-list"
    ),
    path(
        "ratings/pools/<int:pool_id>/players/<int:player_id>/history/",
        PlayerHistoryView.as_view(),
        name="rated-player-history",
    ),
    path(
        "ratings/pools/<int:pool_id>/players/<int:player_id>/history/<str:day>/",
        PlayerDayView.as_view(),
        name="rated-player-day",
    ),
    path(
        "ratings/pools/<int:pool_id>/partnerships/<int:one>/<int:other>/",
        PairRecordView.as_view(),
        name="rated-partnership",
    ),
    path(
        "ratings/pools/<int:pool_id>/players/<int:player_id>/record/",
        PlayerRecordView.as_view(),
        name="rated-player-record",
    ),
    path(
        "ratings/pools/<int:pool_id>/players/<int:player_id>/partners/",
        PartnerListView.as_view(),
        name="rated-player-partners",
    ),
    path(
        "ratings/pools/<int:pool_id>/players/<int:player_id>/opponents/",
        OpponentListView.as_view(),
        name="rated-player-opponents",
    ),
    path("ratings/pools/<int:pool_id>/calibration/", CalibrationView.as_view(), name="rating-calibration"),
    path("ratings/rounds/<int:round_id>/forecast/", RoundForecastView.as_view(), name="rating-round-forecast"),
    path("ratings/pools/<int:pool_id>/forecast/", ForecastView.as_view(), name="rating-forecast"),
    path("ratings/pools/<int:pool_id>/lists/", PublishedListListView.as_view(), name="published-lists"),
    path("ratings/pools/<int:pool_id>/lists/<int:number>/", PublishedListDetailView.as_view(), name="published-list"),
    path(
        "ratings/pools/<int:pool_id>/lists/<int:number>/players/",
        PublishedLineListView.as_view(),
        name="published-lines",
    ),
]
