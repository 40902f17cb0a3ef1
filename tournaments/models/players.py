"""People, and the clubs that they play at."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.contrib.postgres.functions import RandomUUID
from django.db import models
from django.db.models import Q

from tournaments.models.clubs import Club


class Player(models.Model):
    """A person of the installation; clubs know them by their membership."""

    uid = models.UUIDField(
        unique=True,
        default=uuid.uuid4,
        db_default=RandomUUID(),
        editable=False,
        help_text="Whatever the installation, the same person.",
    )
    created_at = models.DateTimeField()
    merged_into = models.ForeignKey(
        "self",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="absorbed",
        help_text="Whose second record this is; always the one that stands in the end.",
    )
    anonymised_at = models.DateTimeField(null=True, blank=True, help_text="Since when nobody can know who it was.")

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(merged_into__isnull=True) | ~Q(merged_into=models.F("id")),
                name="player_is_not_merged_into_itself",
            ),
        ]

    def __str__(self) -> str:
        return f"player {self.pk}"


class Membership(models.Model):
    """A player at a club, under the name that the club shows."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="memberships")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="memberships")
    display_name = models.CharField(max_length=120)
    sort_key = models.CharField(max_length=240, help_text="Computed from the name; the database knows no alphabets.")
    name_key = models.CharField(max_length=240, help_text="The name without case and spacing, to find a namesake.")
    joined_date = models.DateField()
    left_date = models.DateField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "player"], name="one_membership_per_player_and_club"),
            models.CheckConstraint(condition=~Q(display_name=""), name="member_has_a_name"),
            models.CheckConstraint(
                condition=Q(left_date=None) | Q(left_date__gte=models.F("joined_date")),
                name="member_left_after_joining",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["club", "sort_key", "id"], name="members_in_order"),
            models.Index(fields=["club", "name_key"], name="members_by_name"),
        ]

    def __str__(self) -> str:
        return f"{self.display_name} (member {self.pk})"
