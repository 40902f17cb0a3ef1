"""Draws that the worker makes."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.api.actors import actor_of
from tournaments.api.outputs import round_view
from tournaments.models import Draw, DrawJob
from tournaments.selectors.desk import get_round
from tournaments.selectors.draw_jobs import fraction_done, problem_of_job, stage_words
from tournaments.services import draw_jobs


class JobProblemOutput(serializers.Serializer[Any]):
    """Why there is no draft: the code that the draw was refused with, and its sentence."""

    code = serializers.CharField()
    detail = serializers.CharField()


class DrawJobOutput(serializers.Serializer[Any]):
    """A draw that was left to the worker: how far it is, and in the end its draft or what was refused."""

    id = serializers.IntegerField()
    tournament = serializers.CharField()
    round_number = serializers.IntegerField()
    state = serializers.ChoiceField(choices=[state.value for state in DrawJob.State])
    stage = serializers.CharField(help_text="What is being done, in words.")
    fraction = serializers.FloatField(help_text="How much of it is done, from 0 to 1.")
    asked_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True)
    round_id = serializers.IntegerField(allow_null=True, help_text="The round with its drafts, once it is drawn.")
    draw_id = serializers.IntegerField(allow_null=True)
    problem = JobProblemOutput(allow_null=True)


def job_view(job: DrawJob) -> dict[str, Any]:
    """Return a job as JSON."""
    return {
        "id": job.pk,
        "tournament": job.tournament.slug,
        "round_number": job.round_number,
        "state": job.state,
        "stage": stage_words(job),
        "fraction": fraction_done(job),
        "asked_at": job.asked_at,
        "ended_at": job.ended_at,
        "round_id": job.draw.round_id if job.draw else job.round_id,
        "draw_id": job.draw_id,
        "problem": problem_of_job(job),
    }


def answer_drawn(drawn: Draw | DrawJob) -> Response:
    """Answer with the round that was drawn (201), or with the job that is to draw it and its address (202)."""
    if isinstance(drawn, Draw):
        return Response(round_view(get_round(drawn.round_id)), status=status.HTTP_201_CREATED)
    where = reverse("draw-job-detail", kwargs={"job_id": drawn.pk})
    return Response(job_view(drawn), status=status.HTTP_202_ACCEPTED, headers={"Location": where})


class DrawJobView(APIView):
    """A draw that was left to the worker."""

    @extend_schema(responses=DrawJobOutput)
    def get(self, request: Request, job_id: int) -> Response:
        """Return how far it is; ask again in a second or two."""
        return Response(job_view(draw_jobs.look_at_job(actor=actor_of(request), job_id=job_id, now=timezone.now())))

    @extend_schema(request=None, responses={200: DrawJobOutput})
    def delete(self, request: Request, job_id: int) -> Response:
        """Call it off while it waits or runs; nothing is kept of it."""
        return Response(job_view(draw_jobs.call_off(actor=actor_of(request), job_id=job_id, now=timezone.now())))
