"""The ratings in the admin: to be read only, since every number is computed from results."""

from django.contrib import admin

from gameplay.admin import ReadOnlyAdmin
from ratings.models import (
    PairState,
    PublishedList,
    PublishedRating,
    RatedResult,
    RatingCheck,
    RatingPool,
    RatingRebuild,
)


@admin.register(RatingPool)
class RatingPoolAdmin(ReadOnlyAdmin):
    list_display = ("id", "name", "kind", "club", "version", "dirty_from", "dirty_at", "refreshed_at")
    list_filter = ("kind",)
    list_select_related = ("club",)
    search_fields = ("name", "club__name")
    ordering = ("id",)


@admin.register(RatedResult)
class RatedResultAdmin(ReadOnlyAdmin):
    list_display = ("table_id", "revision", "is_current", "is_void", "period", "players", "side_sizes", "places")
    list_filter = ("kind", "is_current", "is_void")
    search_fields = ("=table__id", "=club__slug")
    date_hierarchy = "period"
    ordering = ("-id",)


@admin.register(PairState)
class PairStateAdmin(ReadOnlyAdmin):
    list_display = ("first_id", "second_id", "pool_id", "generation", "period", "mu", "sigma", "tables")
    search_fields = (
        "=first__id",
        "=second__id",
        "first__memberships__display_name",
        "second__memberships__display_name",
    )
    date_hierarchy = "period"
    ordering = ("-id",)


@admin.register(RatingRebuild)
class RatingRebuildAdmin(ReadOnlyAdmin):
    list_display = ("id", "pool_id", "state", "step", "attempts", "states", "asked_at", "ended_at")
    list_filter = ("state",)
    search_fields = ("pool__name", "pool__club__name")
    ordering = ("-id",)


@admin.register(RatingCheck)
class RatingCheckAdmin(ReadOnlyAdmin):
    list_display = ("pool_id", "checked_at", "results", "states", "results_differ", "states_differ", "lists_differ")
    search_fields = ("pool__name", "pool__club__name")
    ordering = ("pool_id",)


@admin.register(PublishedList)
class PublishedListAdmin(ReadOnlyAdmin):
    list_display = ("pool_id", "number", "month", "day", "size", "published_at", "checksum")
    search_fields = ("pool__name", "pool__club__name", "=number")
    date_hierarchy = "day"
    ordering = ("-id",)


@admin.register(PublishedRating)
class PublishedRatingAdmin(ReadOnlyAdmin):
    list_display = ("published_id", "rank", "player_id", "mu", "sigma", "tables", "by_play", "by_correction")
    search_fields = ("=published__number", "=player__id", "player__memberships__display_name")
    ordering = ("-published_id", "place")
