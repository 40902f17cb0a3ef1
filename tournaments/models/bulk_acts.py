"""Acts that make or change many rows at once, kept so that they can be undone."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from tournaments.models.clubs import Club
from tournaments.models.rounds import Table
from tournaments.models.tournaments import Tournament


class BulkAct(models.Model):
    """One act: which rows it made, and what it changed in others, with ids and never with names of people.

    ``made`` has ids by the name of the model; ``changed`` has rows of model, id, and the values before and after.
    """

    class Kind(models.TextChoices):
        """What was done."""

        PLAYERS_ADDED = "players_added", "players added"
        PAIRS_FORMED = "pairs_formed", "pairs formed"
        ENTRIES_ADMITTED = "entries_admitted", "entries admitted"
        GROUPS_SET = "groups_set", "who is kept apart"
        SEEDED = "seeded", "entries seeded by rating"
        HANDICAPPED = "handicapped", "handicaps by rating"
        WENT_BACK = "went_back", "rounds taken back"
        ARCHIVE_BROUGHT = "archive_brought", "past rounds brought in"
        FILE_BROUGHT = "file_brought", "a file brought in"
        HANDS_CONFIRMED = "hands_confirmed", "hands confirmed by the director"
        TIME_CALLED = "time_called", "time called at all tables"

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="bulk_acts")
    tournament = models.ForeignKey(Tournament, null=True, on_delete=models.PROTECT, related_name="bulk_acts")
    table = models.ForeignKey(
        Table, null=True, on_delete=models.PROTECT, related_name="bulk_acts", help_text="Where it was done at one."
    )
    kind = models.CharField(max_length=24, choices=Kind.choices)
    count = models.PositiveIntegerField(
        help_text="How many players, pairs, entries, rounds, files, hands or tables it was about."
    )
    made = models.JSONField(default=dict)
    changed = models.JSONField(default=list)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField()
    undone_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    undone_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(
                    kind__in=[
                        "players_added",
                        "pairs_formed",
                        "entries_admitted",
                        "groups_set",
                        "seeded",
                        "handicapped",
                        "went_back",
                        "archive_brought",
                        "file_brought",
                        "hands_confirmed",
                        "time_called",
                    ]
                ),
                name="bulk_act_is_known",
            ),
            models.CheckConstraint(condition=Q(count__gte=1), name="bulk_act_of_something"),
            models.CheckConstraint(
                condition=Q(undone_at__isnull=False) | Q(undone_by__isnull=True), name="bulk_act_undone_by_is_dated"
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["club", "-id"], name="bulk_acts_of_a_club"),
            models.Index(fields=["tournament", "-id"], name="bulk_acts_of_a_tournament"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} at club {self.club_id} (act {self.pk})"
