"""The rules of the games, open to everyone: is this hand possible, what is it worth, and what is legal next?"""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
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

_OPTION_WORDS: dict[str, object] = {"true": True, "false": False, "null": None}
_NUMBER = re.compile("[0-9]{1,4}")
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
    winners = serializers.ListField(
        child=serializers.IntegerField(), required=False, help_text="the seat that won each trick so far"
    )
    may_hold = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField()),
        required=False,
        help_text="by seat, where play may end and no deal was told: the cards or tiles that it can still hold",
    )
    left = serializers.ListField(
        child=serializers.IntegerField(), required=False, help_text="by seat, where no hands were told: its tiles"
    )
    out_side = serializers.IntegerField(
        required=False, allow_null=True, help_text="who went out, where no hands were told"
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


class ScoreLinesOutput(serializers.Serializer[Any]):
    """What score lines are worth under some rules; which of the fields are there depends on the game.

    Five Hundred: `bids` (the contractors' `points` by the tricks that they won together, whether the contract was
    `made`, whether the others score for tricks), `defenders` (by the tricks of a side, points as `[from, points]` by
    the score before) and `ends`. Fives and Threes: `target`, `largest` and `least_out`, again by the score before.
    """

    game = serializers.CharField()
    bids = serializers.DictField(child=serializers.JSONField(), required=False)
    defenders = serializers.JSONField(required=False)
    ends = serializers.JSONField(required=False)
    target = serializers.IntegerField(required=False)
    largest = serializers.IntegerField(required=False)
    least_out = serializers.JSONField(required=False)


class ScoreLinesView(APIView):
    """What every score line is worth, for a phone that shows a score without asking."""

    authentication_classes = ()
    permission_classes = (AllowAny,)

    @extend_schema(
        responses=ScoreLinesOutput,
        parameters=[
            OpenApiParameter(
                "options",
                {"type": "object", "additionalProperties": {"type": "string"}},
                description="The options that differ from the default, each by its name, such as `defender_cap=490`.",
            )
        ],
    )
    def get(self, request: Request, kind: str) -> HttpResponse:
        """Return what score lines are worth under the options named; 304 for whoever has it already."""
        game = _kind_of(kind)
        options = {name: _option(str(value)) for name, value in request.query_params.items()}
        body = json.dumps(game.score_table(game.resolve_rules(options)), separators=(",", ":")).encode()
        etag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
        return _cached_by(request._request, HttpResponse(body, content_type="application/json"), etag)  # noqa: SLF001


class RulesLegalView(RulesView):
    """Say what is legal next in a hand that is under way."""

    throttle_scope = "rules_legal"

    @extend_schema(request=_OBJECT, responses=LegalOutput, examples=[_AUCTION, _LINE])
    def post(self, request: Request, kind: str) -> Response:
        """Return the calls, cards or plays that may come next, or why the hand cannot have come so far.

        The body is a record of level 3 as far as it has got; of Five Hundred only `dealer` must be there.
        """
        return Response(answered(_kind_of(kind).legal_next(request.data)))


def _cached_by(request: HttpRequest, response: HttpResponse, etag: str) -> HttpResponse:
    """Return an answer that anybody may keep for a day, or 304 to whoever has it by its ``etag``."""
    response["ETag"] = etag
    patch_cache_control(response, public=True, max_age=86400)
    conditional = get_conditional_response(request, etag=etag, response=response)
    assert isinstance(conditional, HttpResponse)
    return conditional


def _option(text: str) -> object:
    """Return the value of an option as JSON has it, or the word itself.

    >>> [_option(text) for text in ("490", "false", "null", "race")]
    [490, False, None, 'race']
    """
    return _OPTION_WORDS.get(text, int(text) if _NUMBER.fullmatch(text) else text)


def _kind_of(name: str) -> Kind:
    """Return a game by its name; raises KindUnknown."""
    if name not in KINDS:
        raise KindUnknown(kind=name, known=", ".join(KINDS))
    return KINDS[name]
