"""Published standings: numbered snapshots that stay readable."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from tournaments.models.tournaments import Tournament


class Publication(models.Model):
    """Standings as they were announced. The snapshot keeps ids; names are resolved when it is shown."""

    class Kind(models.TextChoices):
        """Provisional until the director says it is final."""

        PROVISIONAL = "provisional", "provisional"
        FINAL = "final", "final"

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="publications")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=16, choices=Kind.choices)
    reason = models.CharField(max_length=500, blank=True)
    standings_version = models.PositiveIntegerField()
    snapshot = models.JSONField()
    published_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_publication_of_a_number"),
            models.CheckConstraint(condition=Q(kind__in=["provisional", "final"]), name="publication_kind_is_known"),
        ]

    def __str__(self) -> str:
        return f"publication {self.number} of tournament {self.tournament_id}"
