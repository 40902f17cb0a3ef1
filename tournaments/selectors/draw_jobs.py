"""Draws that the worker makes, and how far they are."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from tournaments.errors import ThingNotFound
from tournaments.models import DrawJob, Entry, Stage

# How much of a draw is behind it when a step begins: nearly all of its time goes into the drawing.
_FRACTIONS = {"": 0.0, DrawJob.Step.READING: 0.1, DrawJob.Step.DRAWING: 0.3, DrawJob.Step.STORING: 0.9}


def find_job(job_id: int) -> DrawJob:
    """Return a job with its tournament and draft; raises ThingNotFound."""
    try:
        return DrawJob.objects.select_related("tournament__club", "draw").get(pk=job_id)
    except DrawJob.DoesNotExist:
        raise ThingNotFound(thing="draw") from None


def open_job_of(tournament_id: int) -> DrawJob | None:
    """Return the job of a tournament that waits or runs; there is never more than one."""
    rows = DrawJob.objects.select_related("tournament__club", "draw")
    return rows.filter(tournament_id=tournament_id, state__in=DrawJob.OPEN).first()


def field_of(tournament_id: int) -> tuple[str, int]:
    """Return by which movement a tournament is drawn, and how many entries play; raises ThingNotFound."""
    movement = Stage.objects.filter(tournament_id=tournament_id, number=1).values_list("movement", flat=True).first()
    if movement is None:
        raise ThingNotFound(thing="tournament")
    return movement, Entry.objects.filter(tournament_id=tournament_id, status=Entry.Status.ACTIVE).count()


def stage_words(job: DrawJob) -> str:
    """Return what is being done, in words."""
    if job.state == DrawJob.State.WAITING:
        return _("It waits for the worker.")
    if job.state == DrawJob.State.RUNNING:
        return {
            DrawJob.Step.READING: _("What has been played so far is being read."),
            DrawJob.Step.DRAWING: _("The round is being drawn."),
            DrawJob.Step.STORING: _("The draft is being stored."),
        }[DrawJob.Step(job.step)]
    return _("The draft is there.") if job.state == DrawJob.State.DONE else _("There is no draft.")


def fraction_done(job: DrawJob) -> float:
    """Return how much of it is done, from 0 to 1."""
    return _FRACTIONS[job.step] if job.is_open else 1.0


def problem_of_job(job: DrawJob) -> dict[str, Any] | None:
    """Return the code of what was refused and its sentence in the reader's language."""
    if not job.problem:
        return None
    return {"code": job.problem["code"], "detail": _(job.problem["template"]) % job.problem["params"]}
