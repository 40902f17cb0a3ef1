"""Who agreed to what is in the books. Rows are added, and never edited or deleted."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from gameplay.models import HandRecord


class HandAgreement(models.Model):
    """A side that agrees to one hand as it stands, or the director who confirms it: then ``side`` is null.

    A corrected hand is another record, to which nobody has agreed yet.
    """

    record = models.ForeignKey(HandRecord, on_delete=models.PROTECT, related_name="agreements")
    side = models.PositiveSmallIntegerField(null=True, blank=True)
    actor = models.CharField(max_length=200, help_text="Who said so, as the submissions name them.")
    made_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["record", "side"], name="side_agrees_once"),
            models.UniqueConstraint(
                fields=["record"], condition=Q(side__isnull=True), name="director_confirms_a_hand_once"
            ),
            models.CheckConstraint(condition=Q(side__isnull=True) | Q(side__lte=5), name="agreeing_side_from_0_to_5"),
        ]

    def __str__(self) -> str:
        who = "the director" if self.side is None else f"side {self.side}"
        return f"{who} on hand record {self.record_id}"
