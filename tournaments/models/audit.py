"""Who did what, when, from where and why. Append-only."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models

from tournaments.models.clubs import Club
from tournaments.models.rounds import Table, TableLink
from tournaments.models.tournaments import Tournament


class AuditEntry(models.Model):
    """One write, with what it found and what it left. Keeps ids, never names."""

    club = models.ForeignKey(Club, null=True, on_delete=models.PROTECT, related_name="+")
    tournament = models.ForeignKey(Tournament, null=True, on_delete=models.PROTECT, related_name="+")
    table = models.ForeignKey(Table, null=True, on_delete=models.PROTECT, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    link = models.ForeignKey(TableLink, null=True, on_delete=models.PROTECT, related_name="+")
    brought_from = models.CharField(
        max_length=200,
        blank=True,
        default="",
        db_default="",
        help_text="Who did it, if the row was brought here in a file: accounts do not come along.",
    )
    action = models.CharField(max_length=64)
    subject = models.CharField(max_length=64, help_text="What was written, such as 'hand 3 of leg 1'.")
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    reason = models.CharField(max_length=500, blank=True)
    address = models.GenericIPAddressField(null=True)
    at = models.DateTimeField()

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["tournament", "-id"], name="audit_of_a_tournament"),
            models.Index(fields=["club", "-id"], name="audit_of_a_club"),
            # Counted, without those of the club's tournaments, whenever somebody looks whether anything has changed.
            models.Index(fields=["club"], condition=models.Q(tournament=None), name="audit_of_a_club_alone"),
        ]

    def __str__(self) -> str:
        return f"{self.action} {self.subject} (audit {self.pk})"
