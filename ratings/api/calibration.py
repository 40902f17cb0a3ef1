"""How honest the ratings of a pool are, over HTTP: open to everyone to read."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from ratings.selectors.calibration import calibration_of
from ratings.selectors.pools import get_pool


class BinOutput(serializers.Serializer[Any]):
    """Meetings of two sides of which the favourite was expected to score from ``low`` up to ``high``."""

    low = serializers.FloatField()
    high = serializers.FloatField()
    meetings = serializers.IntegerField()
    expected = serializers.FloatField(help_text="Mean of what was expected of the favourite; a table counts once.")
    actual = serializers.FloatField(help_text="Mean of what the favourite scored: a win is 1, a tie 1/2.")
    error = serializers.FloatField(help_text="Standard error that luck alone gives `actual`.")


class CalibrationOutput(serializers.Serializer[Any]):
    """What was foretold from the days before each table against what happened, of the later half of all tables."""

    tables = serializers.IntegerField()
    judged = serializers.IntegerField()
    loss = serializers.FloatField(allow_null=True, help_text="Mean logarithmic loss in nats; a coin has 0.6931.")
    gain = serializers.FloatField(allow_null=True, help_text="By how much it is lower than a coin's.")
    gain_error = serializers.FloatField(allow_null=True, help_text="Standard error of the gain.")
    slope = serializers.FloatField(
        allow_null=True, help_text="Of what happened on the logits foretold: 1 is honest, less promises too much."
    )
    slope_error = serializers.FloatField(allow_null=True)
    bins = BinOutput(many=True)


class CalibrationView(APIView):
    """How honest the ratings of a pool are."""

    permission_classes = (AllowAny,)

    @extend_schema(responses=CalibrationOutput)
    def get(self, request: Request, pool_id: int) -> Response:  # noqa: ARG002
        """Return what was foretold against what happened."""
        return Response(CalibrationOutput(calibration_of(get_pool(pool_id))).data)
