"""What was changed in a round after it was put into play. Rows are added, and never edited but to be revoked."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from gameplay.errors import gettext_noop
from tournaments.models.rounds import Round, Table
from tournaments.models.tournaments import Entry


class TableRuling(models.Model):
    """A table that the director decided because it will not be played out; its hands stay and count for nothing."""

    class Kind(models.TextChoices):
        """``entry`` loses a forfeited table and all others win it; a void one counts for nobody."""

        FORFEIT = "forfeit", "forfeited"
        VOID = "void", "void"

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="rulings")
    kind = models.CharField(max_length=16, choices=Kind.choices)
    entry = models.ForeignKey(
        Entry, null=True, on_delete=models.PROTECT, related_name="+", help_text="Whose doing it is, if anybody's."
    )
    points = models.PositiveIntegerField(default=0, help_text="What each of the others scores at a forfeited table.")
    reason = models.CharField(max_length=500)
    made_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["table"], condition=Q(revoked_at__isnull=True), name="one_ruling_of_a_table"
            ),
            models.CheckConstraint(condition=Q(kind__in=["forfeit", "void"]), name="ruling_kind_is_known"),
            models.CheckConstraint(
                condition=~Q(kind="forfeit") | Q(entry__isnull=False), name="forfeit_is_of_an_entry"
            ),
            models.CheckConstraint(condition=Q(kind="forfeit") | Q(points=0), name="only_a_forfeit_scores"),
            models.CheckConstraint(condition=~Q(reason=""), name="ruling_has_a_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of table {self.table_id} (ruling {self.pk})"


class RoundChange(models.Model):
    """One change of a round in play or closed, with ids in ``before`` and ``after``; their number is in the version."""

    class Kind(models.TextChoices):
        """What was changed."""

        RULED = "ruled", gettext_noop("a table decided by the director")
        RULING_REVOKED = "ruling_revoked", gettext_noop("the director's decision taken back")
        SUBSTITUTED = "substituted", gettext_noop("a substitute sits in")
        SUBSTITUTION_UNDONE = "substitution_undone", gettext_noop("a wrong substitution undone")
        TABLE_ADDED = "table_added", gettext_noop("a table added")
        RESEATED = "reseated", gettext_noop("wrong seats mended")
        SIT_OUT_MENDED = "sit_out_mended", gettext_noop("a sit-out or an absence mended")
        ENTRY_CORRECTED = "entry_corrected", gettext_noop("the wrong person had been entered")
        TAKEN_BACK = "taken_back", gettext_noop("the round taken back")
        PUT_BACK = "put_back", gettext_noop("the round put back into play")
        DRAW_KEPT = "draw_kept", gettext_noop("the draw kept after a correction")
        TIME_TAKEN_BACK = "time_taken_back", gettext_noop("the call of time taken back")

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="changes")
    table = models.ForeignKey(Table, null=True, on_delete=models.PROTECT, related_name="changes")
    kind = models.CharField(max_length=24, choices=Kind.choices)
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    reason = models.CharField(max_length=500, blank=True)
    actor = models.CharField(max_length=200, help_text="Who changed it, as the submissions name them.")
    made_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(
                    kind__in=[
                        "ruled",
                        "ruling_revoked",
                        "substituted",
                        "substitution_undone",
                        "table_added",
                        "reseated",
                        "sit_out_mended",
                        "entry_corrected",
                        "taken_back",
                        "put_back",
                        "draw_kept",
                        "time_taken_back",
                    ]
                ),
                name="round_change_is_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} in round {self.round_id} (change {self.pk})"
