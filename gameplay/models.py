"""A game, what was posted to it, and the hands that count.

Nothing here is edited or deleted: a correction is a new record that supersedes the old one, and scores are replayed
from the current records.
"""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy


class Game(models.Model):
    """One race to the target, or the fixed number of hands that stands in its place."""

    class Kind(models.TextChoices):
        """The two games, by the names of the rules registry."""

        FIVE_HUNDRED = "five_hundred", gettext_lazy("Five Hundred")
        FIVES_THREES = "fives_threes", gettext_lazy("Fives and Threes")

    kind = models.CharField(max_length=16, choices=Kind.choices)
    rules = models.JSONField(help_text="Every option with its value; frozen at the first hand.")
    starters = models.JSONField(help_text="The plan: seats that deal or open hand 1, 2, ..., repeated in a cycle.")

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(kind__in=["five_hundred", "fives_threes"]), name="game_kind_is_known"),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} game {self.pk}"


class HandSubmission(models.Model):
    """A readable post to a game, kept as it came, whatever became of it."""

    class Source(models.TextChoices):
        """Where a post came from."""

        TABLE_LINK = "table_link", "table link"
        SCORER = "scorer", "scorer"
        DIRECTOR = "director", "director"
        SECOND_KEYING = "second_keying", "second keying"
        IMPORT = "import", "import"

    class Outcome(models.TextChoices):
        """What became of a post."""

        KEPT = "kept", "kept"
        REPEATED = "repeated", "repeated"
        CONFLICT = "conflict", "conflict"
        DISPUTED = "disputed", "disputed"
        KEYED = "keyed", "keyed a second time, not compared yet"

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="submissions")
    number = models.PositiveSmallIntegerField()
    submission_id = models.UUIDField()
    source = models.CharField(max_length=16, choices=Source.choices)
    actor = models.CharField(max_length=200, help_text="Who posted, as the audit log names them.")
    payload = models.JSONField()
    outcome = models.CharField(max_length=16, choices=Outcome.choices)
    received_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "submission_id"], name="submission_kept_once"),
            models.CheckConstraint(
                condition=Q(source__in=["table_link", "scorer", "director", "second_keying", "import"]),
                name="submission_source_is_known",
            ),
            models.CheckConstraint(
                condition=Q(outcome__in=["kept", "repeated", "conflict", "disputed", "keyed"]),
                name="submission_outcome_is_known",
            ),
        ]
        indexes: ClassVar = [
            # They are few, and counted whenever somebody looks whether anything has changed.
            models.Index(fields=["game"], condition=Q(outcome="conflict"), name="posts_in_conflict"),
        ]

    def __str__(self) -> str:
        return f"submission {self.submission_id} to game {self.game_id}"


class HandRecord(models.Model):
    """One hand that was kept; ``is_current`` marks the one that counts for its number."""

    class Kind(models.TextChoices):
        """How a hand came to its result: the engine judges the played ones, the director what ruled ones are worth."""

        PLAYED = "played", "played"
        VOID = "void", "void"
        RULED = "ruled", "ruled"

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="hands")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=16, choices=Kind.choices, default=Kind.PLAYED)
    submission = models.ForeignKey(HandSubmission, on_delete=models.PROTECT, related_name="records")
    supersedes = models.OneToOneField("self", null=True, blank=True, on_delete=models.PROTECT, related_name="successor")
    is_current = models.BooleanField(default=True)
    reason = models.CharField(max_length=500, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["game", "number"], condition=Q(is_current=True), name="one_current_record_per_hand"
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="hand_number_from_1"),
            models.CheckConstraint(condition=Q(kind__in=["played", "void", "ruled"]), name="hand_kind_is_known"),
            models.CheckConstraint(condition=Q(kind="played") | ~Q(reason=""), name="hand_not_played_has_a_reason"),
        ]

    def __str__(self) -> str:
        return f"hand {self.number} of game {self.game_id} (record {self.pk})"
