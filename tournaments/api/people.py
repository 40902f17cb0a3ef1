"""One person: two records merged and taken apart, the name forgotten, everything handed over."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from gameplay.api.inputs import IdField, Input, Query
from tournaments.actors import Right
from tournaments.api.actors import actor_of
from tournaments.models import Player, PlayerMerge
from tournaments.selectors import rights
from tournaments.selectors.clubs import get_club
from tournaments.selectors.people import get_player, look_at_merge, merges_at, require_all_clubs, view_merges
from tournaments.services import anonymising, data_files, merging


class OtherQuery(Query):
    """The record that would be merged into the one that stands."""

    merged_id = IdField()


class MergeInput(Input):
    """The record that is the same person, and how that is known."""

    merged_id = IdField()
    reason = serializers.CharField(max_length=500, required=False, allow_blank=True, default="")


class AnonymisingInput(Input):
    """The player's own id as a second thought: this cannot be undone."""

    typed = serializers.CharField(max_length=20)


class ClubNameOutput(serializers.Serializer[Any]):
    """A club and the name that it shows."""

    club = serializers.CharField()
    name = serializers.CharField()
    joined_date = serializers.DateField()


class EveningOutput(serializers.Serializer[Any]):
    """A tournament, as whom somebody was entered, and in how many rounds they sat."""

    tournament_id = IdField()
    name = serializers.CharField()
    club = serializers.CharField()
    date = serializers.DateField()
    entry = serializers.CharField()
    rounds = serializers.IntegerField()


class PersonOutput(serializers.Serializer[Any]):
    """One record of a person."""

    player_id = IdField()
    clubs = ClubNameOutput(many=True)
    evenings = EveningOutput(many=True)
    partners = serializers.ListField(child=serializers.CharField())


class ObstacleOutput(serializers.Serializer[Any]):
    """Where two records were two people at once."""

    code = serializers.CharField()
    detail = serializers.CharField()


class MergeViewOutput(serializers.Serializer[Any]):
    """Two records side by side, what would move, and what stands in the way."""

    kept = PersonOutput()
    merged = PersonOutput()
    obstacles = ObstacleOutput(many=True)
    entries = serializers.IntegerField()
    seats = serializers.IntegerField()
    rated_rounds = serializers.IntegerField()
    drafts = serializers.ListField(child=serializers.CharField())


class MergeOutput(serializers.Serializer[Any]):
    """A merge: ``merged`` went into ``kept``."""

    id = IdField()
    kept_id = IdField()
    merged_id = IdField()
    reason = serializers.CharField()
    made_at = serializers.DateTimeField()
    undone_at = serializers.DateTimeField(allow_null=True)


class MergeLineOutput(MergeOutput):
    """A merge with the names of both records."""

    kept_name = serializers.CharField()
    merged_name = serializers.CharField()
    who = serializers.CharField()


class AnonymousOutput(serializers.Serializer[Any]):
    """What stands in the place of a name."""

    player_id = IdField()
    name = serializers.CharField()


class DataFileOutput(serializers.Serializer[Any]):
    """Everything held about a person: what can be read first, then all rows that name them, by table."""

    what = serializers.CharField()
    written_at = serializers.DateTimeField()
    player_id = IdField()
    records = serializers.ListField(child=IdField())
    clubs = serializers.ListField(child=serializers.DictField())
    evenings = serializers.ListField(child=serializers.DictField())
    partners = serializers.ListField(child=serializers.CharField())
    seats = serializers.ListField(child=serializers.DictField())
    rows = serializers.DictField(child=serializers.ListField(child=serializers.DictField()))


class MergingView(APIView):
    """Two records of one person; only for those who manage every club that holds one of them."""

    @extend_schema(parameters=[OtherQuery], responses=MergeViewOutput)
    def get(self, request: Request, player_id: int) -> Response:
        """Return both records side by side; nothing is changed."""
        require_all_clubs(actor_of(request), [get_player(player_id).pk])
        query = OtherQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        players = [player_id, get_player(query.validated_data["merged_id"]).pk]
        require_all_clubs(actor_of(request), players)
        return Response(MergeViewOutput(look_at_merge(*players)).data)

    @extend_schema(request=MergeInput, responses={201: MergeOutput})
    def post(self, request: Request, player_id: int) -> Response:
        """Let the other record be this person; 409 with ``reasons`` where both were seen at once."""
        form = MergeInput(data=request.data)
        form.is_valid(raise_exception=True)
        merge = merging.merge_players(
            actor=actor_of(request),
            kept_id=player_id,
            now=timezone.now(),
            **form.validated_data,
        )
        return Response(MergeOutput(merge).data, status=status.HTTP_201_CREATED)


class MergeListView(GenericAPIView[PlayerMerge]):
    """The merges at a club."""

    queryset = PlayerMerge.objects.none()

    @extend_schema(responses=MergeLineOutput(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Return the merges, newest first, those that were undone included."""
        club = get_club(slug)
        rights.require(actor_of(request), Right.MANAGE_CLUB, club_id=club.pk)
        shown = view_merges(self.paginate_queryset(merges_at(club)) or [], club)
        return self.get_paginated_response(MergeLineOutput(shown, many=True).data)


class MergeUndoingView(APIView):
    """A merge undone."""

    @extend_schema(request=None, responses=MergeOutput)
    def post(self, request: Request, merge_id: int) -> Response:
        """Take the two records apart again; what came after the merge stays with the one that stood."""
        merge = merging.undo_merge(actor=actor_of(request), merge_id=merge_id, now=timezone.now())
        return Response(MergeOutput(merge).data)


class AnonymisationView(APIView):
    """A person forgotten."""

    @extend_schema(request=AnonymisingInput, responses=AnonymousOutput)
    def post(self, request: Request, player_id: int) -> Response:
        """Replace the name by a number for ever; results stay."""
        form = AnonymisingInput(data=request.data)
        form.is_valid(raise_exception=True)
        player: Player = anonymising.anonymise_player(
            actor=actor_of(request), player_id=player_id, now=timezone.now(), **form.validated_data
        )
        shown = {"player_id": player.pk, "name": anonymising.anonymous_name(player.pk)}
        return Response(AnonymousOutput(shown).data)


class DataFileView(APIView):
    """Everything held about a person."""

    @extend_schema(responses=DataFileOutput)
    def get(self, request: Request, player_id: int) -> Response:
        """Return it, to be handed over to that person; the log says that it was."""
        found = data_files.hand_out_data(actor=actor_of(request), player_id=player_id, now=timezone.now())
        return Response(found, headers={"Cache-Control": "no-store"})
