"""A hand as a table of one's first project has it."""

from __future__ import annotations

from django.db import models


class Hand(models.Model):
    """One hand at a table."""

    submission_id = models.UUIDField(unique=True)
    table_id = models.BigIntegerField()
    number = models.PositiveIntegerField()
    payload = models.JSONField()

    class Meta:
        app_label = "tutorial"

    def __str__(self) -> str:
        return f"hand {self.number} at table {self.table_id}"
