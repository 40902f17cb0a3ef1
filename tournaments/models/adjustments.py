"""What the director added to the results: penalties and awards, and how ties were settled. Rows are only ever added."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from tournaments.models.rounds import Round
from tournaments.models.tournaments import Entry, Tournament


class Adjustment(models.Model):
    """A penalty or an award, beside what was played. One is taken back by a row of amount 0 that supersedes it."""

    class Metric(models.TextChoices):
        """What is added to."""

        TABLE_POINTS = "table_points", "table points"
        WINS = "wins", "tables won"
        GAMES_WON = "games_won", "games won"
        POINTS = "points", "points"
        POINTS_AGAINST = "points_against", "points against"

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="adjustments")
    round = models.ForeignKey(
        Round, null=True, blank=True, on_delete=models.PROTECT, related_name="+", help_text="None: of the whole event."
    )
    metric = models.CharField(max_length=16, choices=Metric.choices)
    amount = models.CharField(max_length=20, help_text="Exact: a whole number or a fraction, such as -1/2.")
    reason = models.CharField(max_length=500)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField()
    supersedes = models.OneToOneField("self", null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    is_current = models.BooleanField(default=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(metric__in=["table_points", "wins", "games_won", "points", "points_against"]),
                name="adjustment_metric_is_known",
            ),
            models.CheckConstraint(
                condition=Q(amount__regex=r"^-?[0-9]{1,6}(/[1-9][0-9]{0,3})?$"), name="adjustment_amount_is_exact"
            ),
            models.CheckConstraint(
                condition=Q(amount="0", supersedes__isnull=False) | (~Q(amount="0") & Q(supersedes__isnull=True)),
                name="adjustment_of_nothing_takes_one_back",
            ),
            models.CheckConstraint(condition=~Q(reason=""), name="adjustment_has_a_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.amount} {self.metric} for entry {self.entry_id} (adjustment {self.pk})"


class TieDecision(models.Model):
    """A play-off or a cut of cards: who was in it and how it ended. A row without entries takes one back."""

    class Kind(models.TextChoices):
        """How it was decided."""

        PLAY_OFF = "play_off", "play-off"
        CUT = "cut", "cut of cards"

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="tie_decisions")
    kind = models.CharField(max_length=16, choices=Kind.choices)
    order = models.JSONField(help_text="Ids of the entries, best first.")
    reason = models.CharField(max_length=500, blank=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField()
    supersedes = models.OneToOneField("self", null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    is_current = models.BooleanField(default=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(kind__in=["play_off", "cut"]), name="tie_decision_kind_is_known"),
            models.CheckConstraint(
                condition=Q(order=[], supersedes__isnull=False) | (~Q(order=[]) & Q(supersedes__isnull=True)),
                name="tie_decision_of_nobody_takes_one_back",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of tournament {self.tournament_id} (decision {self.pk})"
