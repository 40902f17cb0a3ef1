"""Series: nights of a club whose results are added up."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.contrib.postgres.functions import RandomUUID
from django.db import models
from django.db.models import F, Q

from tournaments.models.clubs import Club

MOST_NIGHTS = 366
"""More than that nobody can be asked to play, or have count, of one series."""


class Series(models.Model):
    """Nights of a club, in one game, that are added up for people or for fixed pairs.

    From ``from_date`` to ``to_date`` every night of its kind belongs to it; without a first day only those in ``added``
    do. ``added`` and ``left_out`` are tournaments by their ``uid``, which mean the same in every installation.
    """

    class CountedBy(models.TextChoices):
        """For whom the nights are added up."""

        PLAYER = "player", "each player"
        PARTNERSHIP = "partnership", "each fixed pair"

    uid = models.UUIDField(
        unique=True,
        default=uuid.uuid4,
        db_default=RandomUUID(),
        editable=False,
        help_text="Whatever the installation, the same series.",
    )
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="series")
    name = models.CharField(max_length=120)
    slug = models.SlugField(max_length=80, unique=True)
    kind = models.CharField(max_length=16)
    counted_by = models.CharField(max_length=16, choices=CountedBy.choices, default=CountedBy.PLAYER)
    scheme = models.JSONField(help_text="What a night is worth.")
    best_nights = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="So many nights count of each, the best ones; null: all."
    )
    minimum_nights = models.PositiveSmallIntegerField(default=1, help_text="With fewer nights nobody has a rank.")
    from_date = models.DateField(
        null=True, blank=True, help_text="From this day on all nights belong to it; null: only those that are added."
    )
    to_date = models.DateField(null=True, blank=True, help_text="The last day; null: it goes on.")
    added = models.JSONField(default=list, help_text="Tournaments that belong to it whatever their day.")
    left_out = models.JSONField(
        default=list, help_text="Tournaments that do not belong to it, although their day does."
    )
    version = models.PositiveIntegerField(default=1, help_text="How often it was set up or changed.")
    created_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "series"
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(name=""), name="series_has_a_name"),
            models.CheckConstraint(condition=Q(kind__in=["five_hundred", "fives_threes"]), name="series_kind_is_known"),
            models.CheckConstraint(
                condition=Q(counted_by__in=["player", "partnership"]), name="series_counts_for_somebody_known"
            ),
            models.CheckConstraint(
                condition=Q(best_nights__isnull=True) | Q(best_nights__gte=1, best_nights__lte=MOST_NIGHTS),
                name="series_best_nights_from_1_to_366",
            ),
            models.CheckConstraint(
                condition=Q(minimum_nights__gte=1, minimum_nights__lte=MOST_NIGHTS),
                name="series_minimum_nights_from_1_to_366",
            ),
            models.CheckConstraint(
                condition=Q(to_date__isnull=True) | Q(from_date__isnull=False, to_date__gte=F("from_date")),
                name="series_ends_after_it_begins",
            ),
        ]
        indexes: ClassVar = [models.Index(fields=["club", "-created_at", "-id"], name="series_newest_first")]

    def __str__(self) -> str:
        return f"{self.name} ({self.slug})"
