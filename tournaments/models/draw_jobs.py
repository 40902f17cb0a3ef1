"""Draws that the worker makes, since they take too long to wait for."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from tournaments.models.rounds import Draw, Round
from tournaments.models.tournaments import Tournament


class DrawJob(models.Model):
    """One draw that was asked for: of the next round, or another one of ``round``."""

    class State(models.TextChoices):
        """An open job waits or runs; the others have ended."""

        WAITING = "waiting", "waiting"
        RUNNING = "running", "running"
        DONE = "done", "done"
        FAILED = "failed", "failed"

    class Step(models.TextChoices):
        """What is being done at the moment, in this order."""

        READING = "reading", "reading what has been played"
        DRAWING = "drawing", "drawing"
        STORING = "storing", "storing the draft"

    OPEN = (State.WAITING, State.RUNNING)

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="draw_jobs")
    round_number = models.PositiveSmallIntegerField()
    round = models.ForeignKey(
        Round,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
        help_text="The round that is drawn again; none where the next one is drawn.",
    )
    seed = models.BigIntegerField(null=True, blank=True)
    together = models.JSONField(default=list, help_text="Entries that are to meet, two by two.")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    address = models.GenericIPAddressField(null=True, blank=True)
    state = models.CharField(max_length=16, choices=State.choices, default=State.WAITING)
    step = models.CharField(max_length=16, choices=Step.choices, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    draw = models.ForeignKey(Draw, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    problem = models.JSONField(default=dict, blank=True, help_text="Code, template and params of what was refused.")
    asked_at = models.DateTimeField()
    nudged_at = models.DateTimeField(help_text="When the worker was last told of it.")
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["tournament"], condition=Q(state__in=["waiting", "running"]), name="one_open_draw_job"
            ),
            models.CheckConstraint(
                condition=Q(state__in=["waiting", "running"], draw__isnull=True, problem={}, ended_at__isnull=True)
                | Q(state="done", draw__isnull=False, problem={}, ended_at__isnull=False)
                | (Q(state="failed", draw__isnull=True, ended_at__isnull=False) & ~Q(problem={})),
                name="draw_job_state_and_outcome_agree",
            ),
        ]

    def __str__(self) -> str:
        return f"draw job {self.pk} of tournament {self.tournament_id}"

    @property
    def is_open(self) -> bool:
        """Whether it is still to be done."""
        return self.state in self.OPEN
