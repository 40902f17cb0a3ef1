"""How players and partnerships did, over HTTP: open to everyone to read."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import GenericAPIView
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from gameplay.api.inputs import Query
from ratings.api.outputs import MU, bonus_field
from ratings.selectors.pairs import pair_record
from ratings.selectors.pools import get_pool
from ratings.selectors.records import player_record


class SeasonQuery(Query):
    """Which season is wanted."""

    since = serializers.DateField(required=False, help_text="Its first day; without one, New Year at the club.")


class TallyOutput(serializers.Serializer[Any]):
    """Tables and what came of them: won if the own side came first alone, tied if it shared the first place."""

    tables = serializers.IntegerField()
    won = serializers.IntegerField()
    tied = serializers.IntegerField()
    lost = serializers.IntegerField()
    expected = serializers.FloatField(
        help_text="Sum of the scores expected from the ratings before each day: a win is 1, a tie 1/2."
    )
    actual = serializers.FloatField(help_text="Sum of the scores made.")


class SeasonOutput(serializers.Serializer[Any]):
    """A player from a day on."""

    since = serializers.DateField()
    tally = TallyOutput()
    mu_before = serializers.IntegerField(help_text=MU)
    mu_after = serializers.IntegerField(help_text=MU)
    change = serializers.IntegerField(help_text=MU)


class PlayerRecordOutput(serializers.Serializer[Any]):
    """How a player did; ``latest`` is of the last twenty tables."""

    player_id = serializers.IntegerField()
    name = serializers.CharField()
    rating = serializers.IntegerField()
    margin = serializers.IntegerField()
    ever = TallyOutput()
    season = SeasonOutput()
    latest = TallyOutput()


class CompanyOutput(serializers.Serializer[Any]):
    """How a player did with or against somebody; against several sides each counts for itself."""

    player_id = serializers.IntegerField()
    name = serializers.CharField()
    tally = TallyOutput()


class PairMemberOutput(serializers.Serializer[Any]):
    """One of two partners, as the list has them."""

    player_id = serializers.IntegerField()
    name = serializers.CharField()
    rating = serializers.IntegerField()
    margin = serializers.IntegerField()
    tables = serializers.IntegerField()
    is_provisional = serializers.BooleanField()
    is_inactive = serializers.BooleanField()


class PairDayOutput(serializers.Serializer[Any]):
    """A day on which two sat together, and the mean of both after it, with their bonus."""

    day = serializers.DateField()
    tally = TallyOutput()
    rating = serializers.IntegerField()
    margin = serializers.IntegerField()
    bonus = bonus_field()
    change = serializers.IntegerField(help_text="Of the rating, by all tables of that day; in 0.1 point.")


class PairRecordOutput(serializers.Serializer[Any]):
    """How two players did together; ``days`` come oldest first."""

    members = PairMemberOutput(many=True)
    name = serializers.CharField()
    rating = serializers.IntegerField()
    margin = serializers.IntegerField()
    bonus = bonus_field()
    is_provisional = serializers.BooleanField()
    is_inactive = serializers.BooleanField()
    tally = TallyOutput()
    days = PairDayOutput(many=True)


class PlayerRecordView(APIView):
    """How a player did."""

    permission_classes = (AllowAny,)

    @extend_schema(parameters=[SeasonQuery], responses=PlayerRecordOutput)
    def get(self, request: Request, pool_id: int, player_id: int) -> Response:
        """Return the tables of a player: all, those of a season, and the latest."""
        query = SeasonQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        since = query.validated_data.get("since")
        record = player_record(get_pool(pool_id), player_id, since=since, now=timezone.now())
        return Response(PlayerRecordOutput(record).data)


class PartnerListView(GenericAPIView[Any]):
    """With whom a player sat."""

    permission_classes = (AllowAny,)

    @extend_schema(responses=CompanyOutput(many=True))
    def get(self, request: Request, pool_id: int, player_id: int) -> Response:  # noqa: ARG002
        """Return a player's partners, the most frequent first."""
        record = player_record(get_pool(pool_id), player_id, since=None, now=timezone.now())
        return self.get_paginated_response(CompanyOutput(self.paginate_queryset(record.partners), many=True).data)


class OpponentListView(GenericAPIView[Any]):
    """Against whom a player sat."""

    permission_classes = (AllowAny,)

    @extend_schema(responses=CompanyOutput(many=True))
    def get(self, request: Request, pool_id: int, player_id: int) -> Response:  # noqa: ARG002
        """Return a player's opponents, the most frequent first."""
        record = player_record(get_pool(pool_id), player_id, since=None, now=timezone.now())
        return self.get_paginated_response(CompanyOutput(self.paginate_queryset(record.opponents), many=True).data)


class PairRecordView(APIView):
    """How a partnership did."""

    permission_classes = (AllowAny,)

    @extend_schema(responses=PairRecordOutput)
    def get(self, request: Request, pool_id: int, one: int, other: int) -> Response:  # noqa: ARG002
        """Return how two players did as a side of two, in whichever order they are named."""
        return Response(PairRecordOutput(pair_record(get_pool(pool_id), one, other, now=timezone.now())).data)
