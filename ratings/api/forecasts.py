"""What would be expected of a table, over HTTP: open to everyone to read."""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from gameplay.api.inputs import Query
from gameplay.rows import LARGEST_ID
from ratings.api.outputs import bonus_field
from ratings.selectors.forecasts import expected_round, expected_table
from ratings.selectors.pools import get_pool


class ForecastQuery(Query):
    """Who would meet whom."""

    side = serializers.ListField(
        child=serializers.CharField(max_length=80),
        help_text="Ids of the players of a side, with commas: `side=1,2&side=3,4`; two to five sides of one to three.",
    )

    def validate_side(self, texts: list[str]) -> list[list[int]]:
        """Return the ids by side."""
        try:
            sides = [[int(word) for word in text.split(",")] for text in texts]
        except ValueError:
            raise serializers.ValidationError(_("Ids are whole numbers with commas between them.")) from None
        if any(not 1 <= player <= LARGEST_ID for side in sides for player in side):
            raise serializers.ValidationError(_("There is no such id."))
        return sides


class ContenderOutput(serializers.Serializer[Any]):
    """Somebody of a side."""

    player_id = serializers.IntegerField()
    name = serializers.CharField()
    rating = serializers.IntegerField()
    margin = serializers.IntegerField()
    is_new = serializers.BooleanField(help_text="Not rated: the rating is that of newcomers.")


class ExpectedSideOutput(serializers.Serializer[Any]):
    """A side, and the score expected of it on average against each of the others: a win is 1, a tie 1/2."""

    members = ContenderOutput(many=True)
    bonus = bonus_field()
    expected = serializers.FloatField()


class ExpectedMeetingOutput(serializers.Serializer[Any]):
    """Two sides by their numbers from 1, and the score that the first is expected to make against the second."""

    side = serializers.IntegerField()
    other = serializers.IntegerField()
    expected = serializers.FloatField()


class ExpectedTableOutput(serializers.Serializer[Any]):
    """What the ratings of a day expect of a table."""

    day = serializers.DateField()
    sides = ExpectedSideOutput(many=True)
    meetings = ExpectedMeetingOutput(many=True)


class ForecastView(APIView):
    """A table that nobody has played yet."""

    permission_classes = (AllowAny,)

    @extend_schema(parameters=[ForecastQuery], responses=ExpectedTableOutput)
    def get(self, request: Request, pool_id: int) -> Response:
        """Return what would be expected if these sides met today; everybody has to be on the list."""
        query = ForecastQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        table = expected_table(get_pool(pool_id), query.validated_data["side"], now=timezone.now())
        return Response(ExpectedTableOutput(table).data)


class ExpectedRoundTableOutput(serializers.Serializer[Any]):
    """A table of a round."""

    table_id = serializers.IntegerField()
    table = serializers.IntegerField()
    expected = ExpectedTableOutput()


class ExpectedRoundOutput(serializers.Serializer[Any]):
    """The tables of a round by number."""

    round_id = serializers.IntegerField()
    round = serializers.IntegerField()
    tables = ExpectedRoundTableOutput(many=True)


class RoundForecastView(APIView):
    """The tables of a round before they are played."""

    permission_classes = (AllowAny,)

    @extend_schema(responses=ExpectedRoundOutput)
    def get(self, request: Request, round_id: int) -> Response:  # noqa: ARG002
        """Return what is expected of each table of a published round, from the ratings before its day."""
        told = expected_round(round_id)
        tables = [
            {"table_id": table.pk, "table": table.number, "expected": expected} for table, expected in told.tables
        ]
        answer = {"round_id": round_id, "round": told.round.number, "tables": tables}
        return Response(ExpectedRoundOutput(answer).data)
