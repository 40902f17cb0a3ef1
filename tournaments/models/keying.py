"""Score sheets that are keyed a second time, unseen: whose pile they lie in, and what was keyed from them."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from gameplay.models import HandRecord, HandSubmission
from tournaments.models.rounds import Round, Table


class KeyingPile(models.Model):
    """The sheets of a round that one person keys; ``at_table`` is the number of the one that lies on top."""

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="keying_piles")
    keyer = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at_table = models.PositiveSmallIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["round", "keyer"], name="one_pile_of_a_keyer"),
            models.CheckConstraint(condition=Q(at_table__gte=1), name="pile_at_table_from_1"),
        ]

    def __str__(self) -> str:
        return f"pile of user {self.keyer_id} in round {self.round_id}"


class KeyingSheet(models.Model):
    """The score sheet of one table in the hands of its second keyer, until it is handed in or given back.

    One that came from another installation has no keyer here and lies in no pile.
    """

    pile = models.ForeignKey(KeyingPile, null=True, blank=True, on_delete=models.PROTECT, related_name="sheets")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="keying_sheets")
    keyer = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    taken_at = models.DateTimeField()
    handed_in_at = models.DateTimeField(null=True, blank=True)
    given_back_at = models.DateTimeField(
        null=True, blank=True, help_text="What was keyed on it counts no more; somebody may key the table anew."
    )

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["table"], condition=Q(given_back_at__isnull=True), name="one_second_keyer_of_a_table"
            ),
        ]

    def __str__(self) -> str:
        return f"sheet of table {self.table_id} with user {self.keyer_id}"


class KeyedHand(models.Model):
    """A hand as the second keyer read it; ``is_current`` marks the one that counts for its number on the sheet.

    ``record`` is the hand in the books that it was compared with; of one that ``is_missing`` the sheet had none.
    """

    sheet = models.ForeignKey(KeyingSheet, on_delete=models.PROTECT, related_name="hands")
    leg = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    submission = models.OneToOneField(HandSubmission, on_delete=models.PROTECT, related_name="keyed")
    record = models.ForeignKey(HandRecord, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    is_missing = models.BooleanField(default=False)
    is_current = models.BooleanField(default=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["sheet", "leg", "number"], condition=Q(is_current=True), name="one_keyed_hand_of_a_number"
            ),
            models.CheckConstraint(condition=Q(leg__gte=1, number__gte=1), name="keyed_hand_from_1"),
        ]

    def __str__(self) -> str:
        return f"hand {self.number} of leg {self.leg} on sheet {self.sheet_id}"
