"""Clubs, people and tournaments in the admin, to be read: every write goes through a service, which keeps the log."""

from __future__ import annotations

from django.contrib import admin

from gameplay.admin import ReadOnlyAdmin
from tournaments.models import (
    Absence,
    Adjustment,
    AuditEntry,
    BulkAct,
    Club,
    ClubRole,
    Draw,
    DrawJob,
    Entry,
    Fixture,
    HandAgreement,
    HandDispute,
    Invitation,
    KeyedHand,
    KeyingPile,
    KeyingSheet,
    Leg,
    LineUp,
    Membership,
    Occupancy,
    OutboxEvent,
    Partnership,
    Player,
    PlayerMerge,
    PostSettlement,
    Publication,
    Round,
    RoundChange,
    RoundEntry,
    Seat,
    Series,
    Stage,
    Table,
    TableLink,
    TableRuling,
    Team,
    TeamMember,
    TieDecision,
    Tournament,
)


@admin.register(Club)
class ClubAdmin(ReadOnlyAdmin):
    list_display = ("name", "slug", "time_zone", "created_at")
    search_fields = ("name", "slug")
    ordering = ("name", "id")


@admin.register(Invitation)
class InvitationAdmin(ReadOnlyAdmin):
    list_display = (
        "id",
        "club",
        "role",
        "note",
        "made_by",
        "made_at",
        "expires_at",
        "used_by",
        "used_at",
        "withdrawn_at",
    )
    list_filter = ("role",)
    list_select_related = ("club", "made_by", "used_by")
    exclude = ("nonce",)
    search_fields = ("club__name", "note", "used_by__username")
    ordering = ("id",)


@admin.register(ClubRole)
class ClubRoleAdmin(ReadOnlyAdmin):
    list_display = ("id", "club", "user", "role")
    list_filter = ("role",)
    list_select_related = ("club", "user")
    search_fields = ("club__name", "user__username")
    ordering = ("id",)


@admin.register(Player)
class PlayerAdmin(ReadOnlyAdmin):
    list_display = ("id", "created_at")
    search_fields = ("=id", "memberships__display_name")
    ordering = ("-id",)


@admin.register(Membership)
class MembershipAdmin(ReadOnlyAdmin):
    list_display = ("display_name", "player_id", "club", "joined_date", "left_date")
    list_filter = ("club",)
    list_select_related = ("club",)
    search_fields = ("display_name", "=player__id")
    ordering = ("sort_key", "id")


@admin.register(Partnership)
class PartnershipAdmin(ReadOnlyAdmin):
    list_display = ("id", "first_id", "second_id", "created_at")
    search_fields = ("=id", "first__memberships__display_name", "second__memberships__display_name")
    ordering = ("-id",)


@admin.register(Team)
class TeamAdmin(ReadOnlyAdmin):
    list_display = ("name", "club", "created_at")
    list_select_related = ("club",)
    search_fields = ("name",)
    ordering = ("name", "id")


@admin.register(TeamMember)
class TeamMemberAdmin(ReadOnlyAdmin):
    list_display = ("id", "team", "player_id")
    list_select_related = ("team",)
    search_fields = ("team__name", "player__memberships__display_name")
    ordering = ("id",)


@admin.register(Tournament)
class TournamentAdmin(ReadOnlyAdmin):
    list_display = ("name", "slug", "club", "kind", "status", "created_at", "finished_at")
    list_filter = ("status", "kind", "club")
    list_select_related = ("club",)
    search_fields = ("name", "slug", "club__name")
    date_hierarchy = "created_at"
    ordering = ("-created_at", "-id")


@admin.register(Series)
class SeriesAdmin(ReadOnlyAdmin):
    list_display = ("name", "slug", "club", "kind", "from_date", "to_date", "version")
    list_filter = ("kind", "club")
    list_select_related = ("club",)
    search_fields = ("name", "slug", "club__name")
    ordering = ("-created_at", "-id")


@admin.register(Stage)
class StageAdmin(ReadOnlyAdmin):
    list_display = ("id", "tournament", "number", "movement", "rounds_planned")
    list_select_related = ("tournament",)
    search_fields = ("tournament__name", "tournament__slug")
    ordering = ("-id",)


@admin.register(Entry)
class EntryAdmin(ReadOnlyAdmin):
    list_display = ("id", "tournament", "number", "partnership_id", "status", "first_round", "withdrawn_at")
    list_filter = ("status",)
    list_select_related = ("tournament",)
    search_fields = ("=id", "tournament__name", "tournament__slug", "line_up__player__memberships__display_name")
    ordering = ("-id",)


@admin.register(LineUp)
class LineUpAdmin(ReadOnlyAdmin):
    list_display = ("id", "entry_id", "place", "player_id", "from_round", "is_current", "reason")
    list_filter = ("is_current",)
    search_fields = ("=entry__id", "player__memberships__display_name")
    ordering = ("-id",)


@admin.register(Round)
class RoundAdmin(ReadOnlyAdmin):
    list_display = ("id", "tournament", "number", "status", "session_date", "published_at", "closed_at")
    list_filter = ("status",)
    list_select_related = ("tournament",)
    search_fields = ("=id", "tournament__name", "tournament__slug")
    date_hierarchy = "session_date"
    ordering = ("-id",)


@admin.register(Draw)
class DrawAdmin(ReadOnlyAdmin):
    list_display = ("id", "round_id", "number", "status", "seed", "made_at")
    list_filter = ("status",)
    search_fields = ("=round__id", "round__tournament__name", "round__tournament__slug")
    ordering = ("-id",)


@admin.register(DrawJob)
class DrawJobAdmin(ReadOnlyAdmin):
    list_display = ("id", "tournament_id", "round_number", "state", "step", "attempts", "asked_at", "ended_at")
    list_filter = ("state",)
    search_fields = ("=tournament__id", "tournament__name", "tournament__slug")
    ordering = ("-id",)


@admin.register(RoundEntry)
class RoundEntryAdmin(ReadOnlyAdmin):
    list_display = ("id", "round_id", "entry_id", "role")
    list_filter = ("role",)
    search_fields = ("=round__id", "=entry__id")
    ordering = ("-id",)


@admin.register(Fixture)
class FixtureAdmin(ReadOnlyAdmin):
    list_display = ("id", "round_id", "home_id", "away_id")
    search_fields = ("=round__id",)
    ordering = ("-id",)


@admin.register(Table)
class TableAdmin(ReadOnlyAdmin):
    list_display = ("id", "round", "number", "status", "completed_at", "time_called_at")
    list_filter = ("status",)
    list_select_related = ("round",)
    search_fields = ("=id", "=number", "round__tournament__name", "round__tournament__slug")
    ordering = ("-id",)


@admin.register(Leg)
class LegAdmin(ReadOnlyAdmin):
    list_display = ("id", "table_id", "number", "game_id")
    search_fields = ("=table__id", "=game__id")
    ordering = ("-id",)


@admin.register(Seat)
class SeatAdmin(ReadOnlyAdmin):
    list_display = ("id", "round_id", "table_id", "index", "side", "entry_id")
    search_fields = ("=round__id", "=table__id", "=entry__id")
    ordering = ("-id",)


@admin.register(Occupancy)
class OccupancyAdmin(ReadOnlyAdmin):
    list_display = ("id", "round_id", "seat_id", "player_id", "from_leg", "from_hand", "is_current")
    list_filter = ("is_current",)
    search_fields = ("=round__id", "=seat__id", "player__memberships__display_name")
    ordering = ("-id",)


@admin.register(Absence)
class AbsenceAdmin(ReadOnlyAdmin):
    list_display = ("id", "entry_id", "round_number", "like_sit_out", "reason", "announced_at", "cancelled_at")
    list_filter = ("like_sit_out", ("cancelled_at", admin.EmptyFieldListFilter))
    search_fields = ("=entry__id", "reason")
    ordering = ("-id",)


@admin.register(Adjustment)
class AdjustmentAdmin(ReadOnlyAdmin):
    list_display = ("id", "entry_id", "round_id", "metric", "amount", "reason", "made_by", "made_at", "is_current")
    list_filter = ("metric", "is_current")
    list_select_related = ("made_by",)
    search_fields = ("=entry__id", "reason")
    ordering = ("-id",)


@admin.register(TieDecision)
class TieDecisionAdmin(ReadOnlyAdmin):
    list_display = ("id", "tournament", "kind", "order", "reason", "made_by", "made_at", "is_current")
    list_filter = ("kind", "is_current")
    list_select_related = ("tournament", "made_by")
    search_fields = ("tournament__name", "reason")
    ordering = ("-id",)


@admin.register(HandAgreement)
class HandAgreementAdmin(ReadOnlyAdmin):
    list_display = ("id", "record_id", "side", "actor", "made_at")
    list_filter = ("side",)
    search_fields = ("=record__id", "actor")
    date_hierarchy = "made_at"
    ordering = ("-id",)


@admin.register(HandDispute)
class HandDisputeAdmin(ReadOnlyAdmin):
    list_display = ("id", "submission_id", "record_id", "side")
    search_fields = ("=submission__id", "=record__id")
    ordering = ("-id",)


@admin.register(KeyingPile)
class KeyingPileAdmin(ReadOnlyAdmin):
    list_display = ("id", "round_id", "keyer_id", "at_table")
    search_fields = ("=round__id", "=keyer__id")
    ordering = ("-id",)


@admin.register(KeyingSheet)
class KeyingSheetAdmin(ReadOnlyAdmin):
    list_display = ("id", "table_id", "keyer_id", "taken_at", "handed_in_at", "given_back_at")
    search_fields = ("=table__id", "=keyer__id")
    date_hierarchy = "taken_at"
    ordering = ("-id",)


@admin.register(KeyedHand)
class KeyedHandAdmin(ReadOnlyAdmin):
    list_display = ("id", "sheet_id", "leg", "number", "submission_id", "record_id", "is_missing", "is_current")
    search_fields = ("=sheet__id", "=submission__id")
    ordering = ("-id",)


@admin.register(PostSettlement)
class PostSettlementAdmin(ReadOnlyAdmin):
    list_display = ("id", "submission_id", "kind", "actor", "reason", "made_at")
    list_filter = ("kind",)
    search_fields = ("=submission__id", "actor", "reason")
    date_hierarchy = "made_at"
    ordering = ("-id",)


@admin.register(TableRuling)
class TableRulingAdmin(ReadOnlyAdmin):
    list_display = ("id", "table_id", "kind", "entry_id", "points", "reason", "made_at", "revoked_at")
    list_filter = ("kind", ("revoked_at", admin.EmptyFieldListFilter))
    search_fields = ("=table__id", "=entry__id", "reason")
    ordering = ("-id",)


@admin.register(RoundChange)
class RoundChangeAdmin(ReadOnlyAdmin):
    list_display = ("id", "round_id", "table_id", "kind", "actor", "reason", "made_at")
    list_filter = ("kind",)
    search_fields = ("=round__id", "=table__id", "reason", "actor")
    date_hierarchy = "made_at"
    ordering = ("-id",)


@admin.register(TableLink)
class TableLinkAdmin(ReadOnlyAdmin):
    # Not the nonce: with the installation's key it makes the secret.
    list_display = ("id", "tournament", "table_number", "created_at", "expires_at", "revoked_at")
    fields = ("tournament", "table_number", "created_at", "expires_at", "revoked_at")
    list_select_related = ("tournament",)
    search_fields = ("tournament__name", "tournament__slug", "=table_number")
    ordering = ("-id",)


@admin.register(Publication)
class PublicationAdmin(ReadOnlyAdmin):
    list_display = ("id", "tournament", "number", "kind", "reason", "standings_version", "published_at")
    list_filter = ("kind",)
    list_select_related = ("tournament",)
    search_fields = ("tournament__name", "tournament__slug", "reason")
    date_hierarchy = "published_at"
    ordering = ("-id",)


@admin.register(OutboxEvent)
class OutboxEventAdmin(ReadOnlyAdmin):
    list_display = ("id", "topic", "created_at", "handled_at", "attempts", "parked_at")
    list_filter = ("topic", ("parked_at", admin.EmptyFieldListFilter), ("handled_at", admin.EmptyFieldListFilter))
    search_fields = ("=id", "topic", "last_error")
    date_hierarchy = "created_at"
    ordering = ("-id",)


@admin.register(AuditEntry)
class AuditEntryAdmin(ReadOnlyAdmin):
    list_display = ("id", "at", "action", "subject", "user", "link_id", "tournament_id", "club_id", "reason")
    list_filter = ("action",)
    list_select_related = ("user",)
    search_fields = ("action", "subject", "reason", "user__username", "tournament__slug", "club__slug")
    date_hierarchy = "at"
    ordering = ("-id",)


@admin.register(BulkAct)
class BulkActAdmin(ReadOnlyAdmin):
    list_display = ("id", "kind", "count", "club", "tournament", "user", "made_at", "undone_at")
    list_filter = ("kind",)
    list_select_related = ("club", "tournament", "user")
    search_fields = ("=id", "club__name", "tournament__name", "user__username")
    ordering = ("-id",)


@admin.register(PlayerMerge)
class PlayerMergeAdmin(ReadOnlyAdmin):
    list_display = ("id", "merged_id", "kept_id", "user", "made_at", "undone_at")
    list_select_related = ("user",)
    search_fields = ("=id", "=kept__id", "=merged__id", "user__username")
    ordering = ("-id",)
