"""Whole replays that are asked for."""

from typing import Any

from django.urls import reverse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from ratings.models import RatingRebuild
from ratings.selectors.rebuilds import fraction_done, step_words
from ratings.services.rebuild_jobs import ask_rebuild, look_at_rebuild
from tournaments.api.actors import actor_of


class RebuildOutput(serializers.Serializer[Any]):
    """A whole replay that was asked for, and how far it is."""

    id = serializers.IntegerField()
    pool_id = serializers.IntegerField()
    state = serializers.ChoiceField(choices=[state.value for state in RatingRebuild.State])
    step = serializers.CharField(help_text="What is being done, in words.")
    fraction = serializers.FloatField(help_text="How much of it is done, from 0 to 1.")
    states = serializers.IntegerField(allow_null=True, help_text="How many were made, once it is done.")
    fault = serializers.CharField(help_text="What went wrong.")
    asked_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True)


def rebuild_view(rebuild: RatingRebuild) -> dict[str, Any]:
    """Return a rebuild as JSON."""
    return {
        "id": rebuild.pk,
        "pool_id": rebuild.pool_id,
        "state": rebuild.state,
        "step": step_words(rebuild),
        "fraction": fraction_done(rebuild),
        "states": rebuild.states,
        "fault": rebuild.fault,
        "asked_at": rebuild.asked_at,
        "ended_at": rebuild.ended_at,
    }


class RebuildListView(APIView):
    """Whole replays of a pool."""

    @extend_schema(request=None, responses={202: RebuildOutput})
    def post(self, request: Request, pool_id: int) -> Response:
        """Ask for one, with the results of all tables read again; while one is open, that is the answer."""
        rebuild = ask_rebuild(actor=actor_of(request), pool_id=pool_id, now=timezone.now())
        where = reverse("rating-rebuild-detail", kwargs={"rebuild_id": rebuild.pk})
        return Response(rebuild_view(rebuild), status=status.HTTP_202_ACCEPTED, headers={"Location": where})


class RebuildView(APIView):
    """A whole replay that was asked for."""

    @extend_schema(responses=RebuildOutput)
    def get(self, request: Request, rebuild_id: int) -> Response:
        """Return how far it is; ask again in a second or two."""
        rebuild = look_at_rebuild(actor=actor_of(request), rebuild_id=rebuild_id, now=timezone.now())
        return Response(rebuild_view(rebuild))
