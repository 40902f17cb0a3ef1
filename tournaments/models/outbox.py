"""Facts that other parts must hear of, written in the transaction of the fact."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q


class OutboxEvent(models.Model):
    """One fact for the ratings; handled once, or parked after too many tries."""

    topic = models.CharField(max_length=64)
    payload = models.JSONField()
    created_at = models.DateTimeField()
    handled_at = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    parked_at = models.DateTimeField(null=True, blank=True)
    last_error = models.TextField(blank=True)

    class Meta:
        indexes: ClassVar = [
            models.Index(
                fields=["id"], condition=Q(handled_at__isnull=True, parked_at__isnull=True), name="outbox_pending"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.topic} (event {self.pk})"
