"""The ratings in the admin: to be read only, since every number is computed from results."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.http import HttpRequest

from ratings.models import RatedResult, RatingPool, RatingState

if TYPE_CHECKING:
    Base = admin.ModelAdmin[Any]
else:
    Base = admin.ModelAdmin


class ReadOnlyAdmin(Base):
    """Shows and searches, and changes nothing."""

    show_full_result_count = False

    def has_add_permission(self, _request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, _request: HttpRequest, _obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, _request: HttpRequest, _obj: Any = None) -> bool:
        return False


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


@admin.register(RatingState)
class RatingStateAdmin(ReadOnlyAdmin):
    list_display = ("player_id", "pool_id", "generation", "period", "mu", "sigma", "tables")
    search_fields = ("=player__id", "player__memberships__display_name")
    date_hierarchy = "period"
    ordering = ("-id",)
