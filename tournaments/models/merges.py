"""Two records of one person made one."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from tournaments.models.players import Player


class PlayerMerge(models.Model):
    """A merge and what it did, so that it can be undone: ``merged`` stays and points to ``kept``.

    ``made`` has ids of new rows by the name of the model; ``changed`` has rows of model, id, and the values before and
    after. Only ids stand in them.
    """

    kept = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    merged = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    reason = models.CharField(max_length=500, blank=True)
    made = models.JSONField(default=dict)
    changed = models.JSONField(default=list)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField()
    undone_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    undone_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["merged"], condition=Q(undone_at__isnull=True), name="player_is_merged_once"
            ),
            models.CheckConstraint(condition=~Q(kept=F("merged")), name="merge_is_of_two_players"),
            models.CheckConstraint(
                condition=Q(undone_at__isnull=False) | Q(undone_by__isnull=True), name="merge_undone_by_is_dated"
            ),
        ]

    def __str__(self) -> str:
        return f"player {self.merged_id} into {self.kept_id} (merge {self.pk})"
