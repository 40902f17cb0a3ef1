"""Games and hands in the admin, to be read: a hand is corrected by the director, with a reason, never here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.http import HttpRequest

from gameplay.models import Game, HandRecord, HandSubmission

if TYPE_CHECKING:
    Base = admin.ModelAdmin[Any]
else:
    Base = admin.ModelAdmin


class ReadOnlyAdmin(Base):
    """Shows and searches, and changes nothing."""

    show_full_result_count = False

    def has_add_permission(self, _request: HttpRequest, _obj: Any = None) -> bool:
        """Nobody may."""
        return False

    def has_change_permission(self, _request: HttpRequest, _obj: Any = None) -> bool:
        """Nobody may."""
        return False

    def has_delete_permission(self, _request: HttpRequest, _obj: Any = None) -> bool:
        """Nobody may."""
        return False


@admin.register(Game)
class GameAdmin(ReadOnlyAdmin):
    list_display = ("id", "kind", "starters")
    list_filter = ("kind",)
    search_fields = ("=id", "=leg__table__id", "leg__table__round__tournament__name")
    ordering = ("-id",)


@admin.register(HandSubmission)
class HandSubmissionAdmin(ReadOnlyAdmin):
    list_display = ("submission_id", "game_id", "number", "source", "actor", "outcome", "received_at")
    list_filter = ("outcome", "source")
    search_fields = ("=submission_id", "=game__id", "actor")
    date_hierarchy = "received_at"
    ordering = ("-id",)


@admin.register(HandRecord)
class HandRecordAdmin(ReadOnlyAdmin):
    list_display = ("id", "game_id", "number", "kind", "is_current", "reason", "created_at")
    list_filter = ("kind", "is_current")
    search_fields = ("=id", "=game__id", "reason")
    date_hierarchy = "created_at"
    ordering = ("-id",)
