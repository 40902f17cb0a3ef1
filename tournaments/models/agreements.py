"""Who agreed to what is in the books, and what was posted against it. Rows are added, and never edited or deleted."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from gameplay.models import HandRecord, HandSubmission


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


class HandDispute(models.Model):
    """What a side says against a hand: the post has its own version, ``record`` is what it was shown."""

    submission = models.OneToOneField(HandSubmission, on_delete=models.PROTECT, related_name="dispute")
    record = models.ForeignKey(HandRecord, on_delete=models.PROTECT, related_name="disputes")
    side = models.PositiveSmallIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(side__lte=5), name="disputing_side_from_0_to_5"),
        ]

    def __str__(self) -> str:
        return f"side {self.side} against hand record {self.record_id}"


class PostSettlement(models.Model):
    """What the director did with a post that is not in the books; the post itself stays as it came."""

    class Kind(models.TextChoices):
        """What came of it."""

        KEPT = "kept", "what is in the books stands"
        CORRECTED = "corrected", "the books were corrected"

    submission = models.OneToOneField(HandSubmission, on_delete=models.PROTECT, related_name="settlement")
    kind = models.CharField(max_length=16, choices=Kind.choices)
    reason = models.CharField(max_length=500)
    actor = models.CharField(max_length=200, help_text="Who settled it, as the submissions name them.")
    made_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(kind__in=["kept", "corrected"]), name="settlement_kind_is_known"),
            models.CheckConstraint(condition=~Q(reason=""), name="settlement_has_a_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} after submission {self.submission_id}"
