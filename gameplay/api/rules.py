"""The rules of the games, open to everyone: is this hand possible, and what is it worth?"""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import ScopedRateThrottle
from rest_framework.views import APIView

from gameplay.api.parsers import SmallJSONParser
from gameplay.errors import KindUnknown
from gameplay.messages import answered
from gameplay.rules.registry import KINDS, get_kind


class ViolationOutput(serializers.Serializer[Any]):
    """One thing that is wrong with a record: a permanent code, where it is, and the sentence for it."""

    code = serializers.CharField()
    path = serializers.CharField()
    detail = serializers.CharField()


class JudgementOutput(serializers.Serializer[Any]):
    """Whether a record stands. Beside these stands what the engine computed, under the names of the record format."""

    valid = serializers.BooleanField()
    errors = ViolationOutput(many=True)  # type: ignore[assignment]
    points = serializers.ListField(child=serializers.IntegerField(), required=False)


class RulesCheckView(APIView):
    """Judge one hand by itself, without storing it."""

    authentication_classes = ()
    permission_classes = (AllowAny,)
    parser_classes = (SmallJSONParser,)
    throttle_classes = (ScopedRateThrottle,)
    throttle_scope = "rules_check"

    @extend_schema(request={"application/json": {"type": "object"}}, responses=JudgementOutput)
    def post(self, request: Request, kind: str) -> Response:
        """Return what the hand is worth, or everything that is wrong with it."""
        if kind not in KINDS:
            raise KindUnknown(kind=kind, known=", ".join(KINDS))
        return Response(answered(get_kind(kind).check(request.data)))
