"""Addresses of the rating pages, under /ratings/."""

from django.urls import path

from ratings.web import calibration, days, forecasts, lists, pools, rebuilds, records, views

urlpatterns = [
    path("<int:pool_id>/rebuild/", rebuilds.rebuild_ask, name="rating-rebuild-ask"),
    path("rebuilds/<int:rebuild_id>/", rebuilds.rebuild_detail, name="rating-rebuild"),
    path("rounds/<int:round_id>/", forecasts.round_forecast, name="rating-round"),
    path("", views.pool_list, name="ratings"),
    path("open/", pools.pool_open, name="rating-open"),
    path("<int:pool_id>/settings/", pools.pool_settings_page, name="rating-settings"),
    path("<int:pool_id>/", views.player_list, name="rating-list"),
    path("<int:pool_id>/partnerships/", views.partnerships, name="rating-partnerships"),
    path("<int:pool_id>/partnerships/<int:one>/<int:other>/", records.pair_detail, name="rating-pair"),
    path("<int:pool_id>/players/<int:player_id>/company/", records.player_company, name="rating-company"),
    path("<int:pool_id>/players/<int:player_id>/", views.player_detail, name="rating-history"),
    path("<int:pool_id>/players/<int:player_id>/days/<str:day>/", days.day_detail, name="rating-day"),
    path("<int:pool_id>/players/<int:player_id>/days/<str:day>/text/", days.day_text, name="rating-day-text"),
    path("<int:pool_id>/calibration/", calibration.calibration_page, name="rating-calibration-page"),
    path("<int:pool_id>/what-if/", forecasts.what_if, name="rating-what-if"),
    path("<int:pool_id>/lists/", lists.list_index, name="rating-lists"),
    path("<int:pool_id>/lists/<int:number>/", lists.list_detail, name="published-rating-list"),
]
