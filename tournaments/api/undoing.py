"""Acts that can be undone, and the moments that a tournament can go back to."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from gameplay.api.inputs import IdField, Query
from tournaments.actors import Right
from tournaments.api.actors import actor_of
from tournaments.api.changes import LossesOutput, TakingBackInput
from tournaments.models import BulkAct, Tournament
from tournaments.selectors import rights
from tournaments.selectors.bulk_acts import acts_at, get_act, view_act
from tournaments.selectors.clubs import get_club
from tournaments.selectors.losses import restore_points
from tournaments.selectors.tournaments import get_tournament
from tournaments.services import taking_back, undoing


class ActQuery(Query):
    """Which acts are wanted."""

    tournament = serializers.SlugField(required=False, help_text="Only those of one tournament of the club.")


class ActOutput(serializers.Serializer[Any]):
    """Something that was done in one go, to ``count`` players, pairs, entries, rounds or hands."""

    id = IdField()
    kind = serializers.ChoiceField(choices=BulkAct.Kind.choices)
    count = serializers.IntegerField()
    tournament = serializers.CharField(source="tournament.slug", allow_null=True, default=None)
    table_id = IdField(allow_null=True, help_text="The table, where it was done at one.")
    who = serializers.CharField(source="user.username", allow_null=True, default=None)
    made_at = serializers.DateTimeField()
    undone_at = serializers.DateTimeField(allow_null=True)


class SinceOutput(serializers.Serializer[Any]):
    """Something that stands on an act."""

    code = serializers.CharField()
    detail = serializers.CharField()


class ActDetailOutput(serializers.Serializer[Any]):
    """What goes if an act is undone, by name, and what was built on it since, which stands in the way."""

    act = ActOutput()
    goes = serializers.ListField(child=serializers.CharField())
    since = SinceOutput(many=True)
    may_be_undone = serializers.BooleanField()


class ActListView(GenericAPIView[BulkAct]):
    """What was done in one go at a club."""

    queryset = BulkAct.objects.none()

    @extend_schema(parameters=[ActQuery], responses=ActOutput(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Return the acts, newest first, those that were undone included."""
        query = ActQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        club = get_club(slug)
        rights.require(actor_of(request), Right.MANAGE_ENTRIES, club_id=club.pk)
        wanted = query.validated_data.get("tournament")
        rows = acts_at(club, None if wanted is None else get_tournament(wanted))
        return self.get_paginated_response(ActOutput(self.paginate_queryset(rows) or [], many=True).data)


class ActDetailView(APIView):
    """One act."""

    @extend_schema(responses=ActDetailOutput)
    def get(self, request: Request, act_id: int) -> Response:
        """Return what goes if it is undone, and what stands in the way; nothing is changed."""
        act = get_act(act_id)
        rights.require(actor_of(request), Right.MANAGE_ENTRIES, club_id=act.club_id)
        return Response(ActDetailOutput(view_act(act)).data)


class UndoingView(APIView):
    """An act undone."""

    @extend_schema(request=None, responses=ActOutput)
    def post(self, request: Request, act_id: int) -> Response:
        """Undo the act, all of it or nothing; 409 with ``since`` where something was built on it."""
        undoing.undo_act(actor=actor_of(request), act_id=act_id, now=timezone.now())
        return Response(ActOutput(get_act(act_id)).data)


class RestorePointOutput(serializers.Serializer[Any]):
    """A moment to go back to: just before a round was drawn."""

    number = serializers.IntegerField()
    round_id = IdField()
    status = serializers.CharField()
    drawn_at = serializers.DateTimeField()
    hands = serializers.IntegerField(help_text="Hands that count in this round, and would count no more.")


class GoneBackOutput(serializers.Serializer[Any]):
    """The numbers of the rounds that were taken back."""

    rounds = serializers.ListField(child=serializers.IntegerField())


class RestorePointListView(APIView):
    """To where a tournament can go back."""

    @extend_schema(responses=RestorePointOutput(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Return the restore points, the latest first."""
        tournament = _directed(request, slug)
        return Response(RestorePointOutput(restore_points(tournament), many=True).data)


class RestorePointDetailView(APIView):
    """One restore point."""

    @extend_schema(responses=LossesOutput)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Return what would be lost if the tournament went back; nothing is changed."""
        found = taking_back.preview_going_back(
            actor=actor_of(request), tournament_id=get_tournament(slug).pk, number=number, now=timezone.now()
        )
        return Response(LossesOutput(found).data)

    @extend_schema(request=TakingBackInput, responses=GoneBackOutput)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Go back to before the round was drawn: it and all later ones count no more, and can be drawn again."""
        form = TakingBackInput(data=request.data)
        form.is_valid(raise_exception=True)
        gone = taking_back.go_back(
            actor=actor_of(request),
            tournament_id=get_tournament(slug).pk,
            number=number,
            now=timezone.now(),
            **form.validated_data,
        )
        return Response({"rounds": [round_.number for round_ in gone]})


def _directed(request: Request, slug: str) -> Tournament:
    tournament = get_tournament(slug)
    rights.require(actor_of(request), Right.RUN_ROUNDS, club_id=tournament.club_id)
    return tournament
