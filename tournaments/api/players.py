"""Players and partnerships of a club, for those who have a role in it."""

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
from gameplay.api.parsers import BoundedJSONParser, BoundedMultiPartParser
from tournaments.actors import Right
from tournaments.api.actors import actor_of
from tournaments.api.lists import DecisionField, NameListInput, PairListInput, names_in
from tournaments.imports import NameLine, pair_lines
from tournaments.models import Club, Membership, Partnership
from tournaments.selectors import clubs, rights
from tournaments.services import partnerships, players


class PlayerInput(Input):
    """A new player; ``decision`` if somebody of that name is at the club: ``"new"``, or the id of the one meant."""

    name = serializers.CharField(max_length=500)
    decision = DecisionField(required=False)


class RenameInput(Input):
    """Another name; ``is_new`` says that a namesake at the club is somebody else."""

    name = serializers.CharField(max_length=500)
    is_new = serializers.BooleanField(default=False)


class PlayerQuery(Query):
    """Which players are wanted."""

    name = serializers.CharField(max_length=120, required=False, help_text="Letters that stand in the name.")


class PlayerOutput(serializers.Serializer[Any]):
    """A player as the club shows them."""

    player_id = IdField()
    name = serializers.CharField(source="display_name")
    joined_date = serializers.DateField()


class AddedPlayersOutput(serializers.Serializer[Any]):
    """What became of a list."""

    added = PlayerOutput(many=True)
    known = PlayerOutput(many=True)


class PartnershipInput(Input):
    """Two players of the club."""

    player_ids = serializers.ListField(child=IdField(), min_length=2, max_length=2)


class PartnerOutput(serializers.Serializer[Any]):
    """One of two partners."""

    player_id = IdField()
    name = serializers.CharField()


class PartnershipOutput(serializers.Serializer[Any]):
    """Two partners, under the names that the club shows."""

    id = IdField()
    name = serializers.CharField()
    players = PartnerOutput(many=True)


class PlayerListView(GenericAPIView[Membership]):
    """The players of a club."""

    @extend_schema(parameters=[PlayerQuery], responses=PlayerOutput(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Return the players in the order of their names."""
        query = PlayerQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        club = _open_to_staff(request, slug)
        rows = clubs.members_of(club.pk, name=query.validated_data.get("name", ""))
        return self.get_paginated_response(PlayerOutput(self.paginate_queryset(rows) or [], many=True).data)

    @extend_schema(request=PlayerInput, responses={201: PlayerOutput, 200: PlayerOutput})
    def post(self, request: Request, slug: str) -> Response:
        """Add a player: 201, or 200 if the decision names one who is there."""
        form = PlayerInput(data=request.data)
        form.is_valid(raise_exception=True)
        values = form.validated_data
        outcome = players.add_players(
            actor=actor_of(request),
            club_id=clubs.get_club(slug).pk,
            lines=[NameLine(1, values["name"])],
            decisions={"1": values["decision"]} if "decision" in values else {},
            now=timezone.now(),
        )
        code = status.HTTP_201_CREATED if outcome.added else status.HTTP_200_OK
        return Response(PlayerOutput([*outcome.added, *outcome.known][0]).data, status=code)


class PlayerImportView(APIView):
    """Players as a list."""

    parser_classes = (BoundedJSONParser, BoundedMultiPartParser)

    @extend_schema(request=NameListInput, responses={201: AddedPlayersOutput})
    def post(self, request: Request, slug: str) -> Response:
        """Add all people of a list or none; names that could mean several people are asked about (409)."""
        form = NameListInput(data=request.data)
        form.is_valid(raise_exception=True)
        outcome = players.add_players(
            actor=actor_of(request),
            club_id=clubs.get_club(slug).pk,
            lines=names_in(form.validated_data),
            decisions=form.validated_data.get("decisions"),
            now=timezone.now(),
        )
        return Response(AddedPlayersOutput(outcome).data, status=status.HTTP_201_CREATED)


class PlayerDetailView(APIView):
    """One player of a club."""

    @extend_schema(responses=PlayerOutput)
    def get(self, request: Request, slug: str, player_id: int) -> Response:
        """Return the player."""
        return Response(PlayerOutput(clubs.get_member(_open_to_staff(request, slug).pk, player_id)).data)

    @extend_schema(request=RenameInput, responses=PlayerOutput)
    def patch(self, request: Request, slug: str, player_id: int) -> Response:
        """Change the name that the club shows."""
        form = RenameInput(data=request.data)
        form.is_valid(raise_exception=True)
        member = players.rename_player(
            actor=actor_of(request),
            club_id=clubs.get_club(slug).pk,
            player_id=player_id,
            now=timezone.now(),
            **form.validated_data,
        )
        return Response(PlayerOutput(member).data)


class PartnershipListView(GenericAPIView[Partnership]):
    """The partnerships of a club."""

    @extend_schema(responses=PartnershipOutput(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Return the partnerships, the newest first."""
        club = _open_to_staff(request, slug)
        page = self.paginate_queryset(clubs.partnerships_at(club.pk)) or []
        views = clubs.partnership_views(page, club.pk)
        return self.get_paginated_response(PartnershipOutput(views, many=True).data)

    @extend_schema(request=PartnershipInput, responses={201: PartnershipOutput})
    def post(self, request: Request, slug: str) -> Response:
        """Return the partnership of two players, formed unless there is one."""
        form = PartnershipInput(data=request.data)
        form.is_valid(raise_exception=True)
        first, second = form.validated_data["player_ids"]
        club = clubs.get_club(slug)
        partnership = partnerships.form_partnership(
            actor=actor_of(request), club_id=club.pk, player_ids=(first, second), now=timezone.now()
        )
        [view] = clubs.partnership_views([partnership], club.pk)
        return Response(PartnershipOutput(view).data, status=status.HTTP_201_CREATED)


class PartnershipImportView(APIView):
    """Partnerships as a list."""

    @extend_schema(request=PairListInput, responses={201: PartnershipOutput(many=True)})
    def post(self, request: Request, slug: str) -> Response:
        """Form the partnerships of all lines or of none, and return one for each line."""
        form = PairListInput(data=request.data)
        form.is_valid(raise_exception=True)
        values = form.validated_data
        club = clubs.get_club(slug)
        formed = partnerships.import_partnerships(
            actor=actor_of(request),
            club_id=club.pk,
            lines=pair_lines(values["text"]),
            add_unknown=values["add_unknown"],
            decisions=values.get("decisions"),
            now=timezone.now(),
        )
        views = clubs.partnership_views(formed, club.pk)
        return Response(PartnershipOutput(views, many=True).data, status=status.HTTP_201_CREATED)


def _open_to_staff(request: Request, slug: str) -> Club:
    """Return a club whose people the caller may look through."""
    club = clubs.get_club(slug)
    rights.require(actor_of(request), Right.ENTER_HANDS, club_id=club.pk)
    return club
