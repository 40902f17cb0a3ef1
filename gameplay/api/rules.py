"""The rules of the games, open to everyone: is this hand possible, what is it worth, and what is legal next?"""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import ScopedRateThrottle
from rest_framework.views import APIView

from gameplay.api.parsers import SmallJSONParser
from gameplay.errors import KindUnknown
from gameplay.messages import answered
from gameplay.rules.kinds import Kind
from gameplay.rules.registry import KINDS

_OBJECT = {"application/json": {"type": "object"}}

_HAND = OpenApiExample(
    "score line",
    request_only=True,
    value={
        "game": "five_hundred",
        "level": 1,
        "dealer": 0,
        "contract": {"seat": 1, "bid": "8H", "sans_kitty": False},
        "tricks": [1, 9],
    },
)
_AUCTION = OpenApiExample(
    "auction of Five Hundred",
    request_only=True,
    value={"dealer": 0, "auction": [{"seat": 1, "bid": "7S"}, {"seat": 2, "bid": "P"}]},
)
_LINE = OpenApiExample(
    "round of Fives and Threes",
    request_only=True,
    value={
        "game": "fives_threes",
        "level": 3,
        "rules": {"players": 2, "hand_size": 2},
        "opener": 0,
        "scores_before": [0, 0],
        "hands": {"0": ["1-4", "1-1"], "1": ["2-4", "6-6"]},
        "plays": [{"seat": 0, "tile": "1-4"}],
    },
)


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


class PlayOutput(serializers.Serializer[Any]):
    """A play of Fives and Threes as records write it; ``points`` and ``accepted`` say what it would earn."""

    seat = serializers.IntegerField()
    tile = serializers.CharField(required=False)
    end = serializers.ChoiceField(("L", "R"), required=False)
    points = serializers.IntegerField(required=False)
    accepted = serializers.BooleanField(required=False)
    knock = serializers.BooleanField(required=False)


class ContractOutput(serializers.Serializer[Any]):
    """Who plays what."""

    seat = serializers.IntegerField()
    bid = serializers.CharField()
    sans_kitty = serializers.BooleanField()


class LegalOutput(serializers.Serializer[Any]):
    """Whether a position can be, and what may come next in it.

    Five Hundred answers with ``phase`` (``auction``, ``passed_in``, ``contract``, ``exchange``, ``play``, ``scored``)
    and what belongs to it; Fives and Threes with ``turn``, ``plays``, ``end``, ``scores`` and ``line``.
    """

    valid = serializers.BooleanField()
    errors = ViolationOutput(many=True)  # type: ignore[assignment]
    phase = serializers.CharField(required=False)
    seat = serializers.IntegerField(required=False, help_text="whose turn it is")
    calls = serializers.ListField(child=serializers.CharField(), required=False)
    sans_kitty = serializers.BooleanField(required=False, help_text="whether a bid may be made without the kitty")
    contract = ContractOutput(required=False)
    caller = serializers.IntegerField(
        required=False, help_text="who may still call although the auction may rest: the lone bidder, or after 10NT"
    )
    cards = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="JK/C is the joker led and clubs named"
    )
    count = serializers.IntegerField(required=False, help_text="how many of the cards are discarded")
    trick = serializers.IntegerField(required=False, help_text="from 1")
    nominations = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="suits that may be named for the joker first"
    )
    may_stop = serializers.BooleanField(required=False, help_text="whether play may end here: a misere is lost")
    turn = serializers.IntegerField(required=False, allow_null=True, help_text="null when nothing may follow")
    plays = PlayOutput(many=True, required=False)
    end = serializers.CharField(required=False, allow_null=True, help_text="null while the round is on")
    scores = serializers.ListField(child=serializers.IntegerField(), required=False)
    line = serializers.ListField(
        child=serializers.IntegerField(), required=False, help_text="what each end counts; one number for a lone double"
    )


class RulesView(APIView):
    """Answers out of the rules alone, without storing anything."""

    authentication_classes = ()
    permission_classes = (AllowAny,)
    parser_classes = (SmallJSONParser,)
    throttle_classes = (ScopedRateThrottle,)
    throttle_scope = "rules_check"


class RulesCheckView(RulesView):
    """Judge one hand by itself, without storing it."""

    @extend_schema(request=_OBJECT, responses=JudgementOutput, examples=[_HAND])
    def post(self, request: Request, kind: str) -> Response:
        """Return what the hand is worth, or everything that is wrong with it."""
        return Response(answered(_kind_of(kind).check(request.data)))


class RulesLegalView(RulesView):
    """Say what is legal next in a hand that is under way."""

    @extend_schema(request=_OBJECT, responses=LegalOutput, examples=[_AUCTION, _LINE])
    def post(self, request: Request, kind: str) -> Response:
        """Return the calls, cards or plays that may come next, or why the hand cannot have come so far.

        The body is a record of level 3 as far as it has got; of Five Hundred only `dealer` must be there.
        """
        return Response(answered(_kind_of(kind).legal_next(request.data)))


def _kind_of(name: str) -> Kind:
    """Return a game by its name; raises KindUnknown."""
    if name not in KINDS:
        raise KindUnknown(kind=name, known=", ".join(KINDS))
    return KINDS[name]
