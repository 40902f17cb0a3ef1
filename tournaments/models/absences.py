"""Entries that miss a round and stay in the tournament."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from tournaments.models.tournaments import Entry


class Absence(models.Model):
    """An entry that has said, before the draw, that it will not be there in a round."""

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="absences")
    round_number = models.PositiveSmallIntegerField()
    like_sit_out = models.BooleanField(default=False, help_text="Whether it is worth what a sit-out is worth.")
    reason = models.CharField(max_length=500, blank=True)
    announced_at = models.DateTimeField()
    cancelled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["entry", "round_number"], condition=Q(cancelled_at__isnull=True), name="absence_announced_once"
            ),
            models.CheckConstraint(condition=Q(round_number__gte=1), name="absence_in_round_from_1"),
        ]

    def __str__(self) -> str:
        return f"entry {self.entry_id} away in round {self.round_number} (absence {self.pk})"
