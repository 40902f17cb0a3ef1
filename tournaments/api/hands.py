"""Hands at a table: entered, judged without storing, replaced."""

from __future__ import annotations

import json
import re
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers, status
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from gameplay.api.inputs import Input, values_of
from gameplay.api.parsers import SmallJSONParser
from gameplay.models import HandSubmission
from gameplay.rules.ruling import MOST_POINTS
from tournaments.actors import Actor
from tournaments.api.actors import actor_of
from tournaments.api.consequences import (
    MOST_DRAWS,
    ConfirmedInput,
    DoneOrLookedAt,
    DrawDecisionInput,
    LookedAtInput,
    confirmation_of,
    consequences,
    looked_at,
)
from tournaments.api.outputs import JudgedHandOutput, RecordedHandOutput, judged_hand, recorded_hand
from tournaments.selectors.judging import judge_hand
from tournaments.services import corrections, results

HIGHEST_HAND = 500
HIGHEST_LEG = 9
HIGHEST_SIDE = 5


class HandInput(Input):
    """The shape of a post; what the record says is for the rules engine."""

    submission_id = serializers.UUIDField(help_text="Made by the client; the same id again is the same post again.")
    leg = serializers.IntegerField(min_value=1, max_value=HIGHEST_LEG, default=1)
    number = serializers.IntegerField(min_value=1, max_value=HIGHEST_HAND)
    record = serializers.JSONField(help_text="The hand, as the rules reference describes it.")
    side = serializers.IntegerField(
        min_value=0,
        max_value=HIGHEST_SIDE,
        required=False,
        help_text="The side that enters it, and agrees to it thereby where sides agree to each hand.",
    )
    version = serializers.CharField(
        max_length=64,
        required=False,
        help_text="Only for a hand that comes late: the version of the preview that its refusal carried.",
    )
    draws = serializers.ListField(child=DrawDecisionInput(), required=False, max_length=MOST_DRAWS)


_JSON = json.JSONEncoder(ensure_ascii=False)
_HAND_FIELDS = {"submission_id", "leg", "number", "record", "side"}
_UUID = re.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")


class CheckInput(Input):
    """A hand to be judged as the next of its table."""

    leg = serializers.IntegerField(min_value=1, max_value=HIGHEST_LEG, default=1)
    record = serializers.JSONField()


class CorrectionInput(ConfirmedInput):
    """A hand in place of one that is wrong; to look at first, then by the version seen."""

    submission_id = serializers.UUIDField(required=False, help_text="Needed unless it is only looked at.")
    record = serializers.JSONField()

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """What is to be stored carries its id."""
        _require_id(attrs)
        return super().validate(attrs)


class HandCreateView(APIView):
    """Enter the next hand of a table."""

    parser_classes = (SmallJSONParser,)
    permission_classes = (AllowAny,)  # the service asks for the right to this table

    @extend_schema(
        request=HandInput,
        responses={
            201: RecordedHandOutput,
            200: OpenApiResponse(RecordedHandOutput, description="The same submission came before."),
        },
    )
    def post(self, request: Request, table_id: int) -> HttpResponse:
        """Enter a hand: 201 when it is kept, 200 when the same submission was kept before."""
        values = read_hand(SmallJSONParser.data_of(request))
        actor = actor_of(request)
        recorded = results.record_hand(
            actor=actor, table_id=table_id, source=source_of(actor), now=timezone.now(), **values
        )
        code = status.HTTP_200_OK if recorded.is_repeat else status.HTTP_201_CREATED
        # Nothing is left to negotiate or to render: Django's own answer does.
        body = _JSON.encode(recorded_hand(recorded)).encode()
        return HttpResponse(body, status=code, content_type="application/json")


class HandCheckView(APIView):
    """Judge a hand as the next of a table, without storing it."""

    parser_classes = (SmallJSONParser,)
    permission_classes = (AllowAny,)

    @extend_schema(request=CheckInput, responses=JudgedHandOutput)
    def post(self, request: Request, table_id: int) -> Response:
        """Return what the hand would be worth, or all that is wrong with it."""
        values = values_of(CheckInput, request.data)
        judged = judge_hand(actor=actor_of(request), table_id=table_id, now=timezone.now(), **values)
        return Response(judged_hand(judged))


class HandCorrectionView(APIView):
    """Replace a hand, with a reason."""

    parser_classes = (SmallJSONParser,)

    @extend_schema(
        request=CorrectionInput,
        responses={
            200: DoneOrLookedAt(RecordedHandOutput),
            201: RecordedHandOutput,
        },
    )
    def post(self, request: Request, table_id: int, leg: int, number: int) -> Response:
        """Supersede the hand that counts for this number.

        With preview nothing is changed, and the answer says what would be. Later hands that it says fall away become
        void. A correction that is not what was looked at is refused, with a preview of now.
        """
        form = CorrectionInput(data=request.data)
        form.is_valid(raise_exception=True)
        values = form.validated_data
        what: dict[str, Any] = {
            "actor": actor_of(request),
            "table_id": table_id,
            "leg": leg,
            "number": number,
            "record": values["record"],
            "now": timezone.now(),
        }
        if values["preview"]:
            return Response(consequences(corrections.preview_hand_correction(**what)))
        recorded = corrections.correct_hand(submission_id=values["submission_id"], **what, **confirmation_of(values))
        code = status.HTTP_200_OK if recorded.is_repeat else status.HTTP_201_CREATED
        return Response(recorded_hand(recorded), status=code)


class RedealInput(Input):
    """Why a hand was dealt again."""

    reason = serializers.CharField(max_length=500)


class RedealView(APIView):
    """A hand that was dealt again."""

    permission_classes = (AllowAny,)  # the service asks for the right to this table

    @extend_schema(request=RedealInput, responses={204: None})
    def post(self, request: Request, table_id: int, leg: int, number: int) -> Response:
        """Note that the next hand was dealt again, and why; nothing counts of the first deal."""
        values = values_of(RedealInput, request.data)
        results.note_redeal(
            actor=actor_of(request), table_id=table_id, leg=leg, number=number, now=timezone.now(), **values
        )
        return Response(status=status.HTTP_204_NO_CONTENT)


class SecondThoughtInput(Input):
    """A hand in place of one that the table has just entered wrong."""

    submission_id = serializers.UUIDField()
    record = serializers.JSONField()


class SecondThoughtView(APIView):
    """Replace a hand at the table, a short while after it was entered."""

    parser_classes = (SmallJSONParser,)
    permission_classes = (AllowAny,)  # the service asks for the right to this table

    @extend_schema(request=SecondThoughtInput, responses={200: RecordedHandOutput, 201: RecordedHandOutput})
    def post(self, request: Request, table_id: int, leg: int, number: int) -> Response:
        """Supersede the hand, where the tournament lets tables do so and nothing follows from it yet."""
        values = values_of(SecondThoughtInput, request.data)
        recorded = corrections.correct_at_table(
            actor=actor_of(request), table_id=table_id, leg=leg, number=number, now=timezone.now(), **values
        )
        code = status.HTTP_200_OK if recorded.is_repeat else status.HTTP_201_CREATED
        return Response(recorded_hand(recorded), status=code)


def read_hand(data: Any) -> dict[str, Any]:
    """Return the values of a post as HandInput does; raises ValidationError, which names every fault.

    What is plainly right passes at a glance; the form is asked about everything else, and says what is wrong.
    """
    if type(data) is dict and data.keys() <= _HAND_FIELDS:
        leg, number, record = data.get("leg", 1), data.get("number"), data.get("record")
        if type(leg) is type(number) is int and type(record) is dict:
            in_range = 1 <= leg <= HIGHEST_LEG and 1 <= number <= HIGHEST_HAND
            key = data.get("submission_id")
            if in_range and type(key) is str and _UUID.fullmatch(key):
                values: dict[str, Any] = {"submission_id": UUID(key), "leg": leg, "number": number, "record": record}
                if "side" not in data:
                    return values
                side = data["side"]
                if type(side) is int and 0 <= side <= HIGHEST_SIDE:
                    return {**values, "side": side}
    values = values_of(HandInput, data)
    version, draws = values.pop("version", None), values.pop("draws", None)
    if version is not None or draws is not None:
        values["confirmation"] = looked_at(version, draws or ())
    return values


class HandRulingInput(LookedAtInput):
    """What the director rules a hand to be worth."""

    needs_reason = True

    submission_id = serializers.UUIDField(required=False, help_text="Needed unless it is only looked at.")
    points = serializers.ListField(
        child=serializers.IntegerField(min_value=-MOST_POINTS, max_value=MOST_POINTS), max_length=6
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """What is to be stored carries its id."""
        _require_id(attrs)
        return super().validate(attrs)


class HandRulingView(APIView):
    """A hand whose worth the director says."""

    parser_classes = (SmallJSONParser,)

    @extend_schema(
        request=HandRulingInput,
        responses={200: DoneOrLookedAt(RecordedHandOutput), 201: RecordedHandOutput},
    )
    def post(self, request: Request, table_id: int, leg: int, number: int) -> Response:
        """Rule the next hand, or one that is entered, to be worth these points by side; it stays marked as ruled.

        With preview nothing is changed, and the answer says what would be.
        """
        form = HandRulingInput(data=request.data)
        form.is_valid(raise_exception=True)
        values = form.validated_data
        what: dict[str, Any] = {
            "actor": actor_of(request),
            "table_id": table_id,
            "leg": leg,
            "number": number,
            "points": values["points"],
            "now": timezone.now(),
        }
        if values["preview"]:
            return Response(consequences(corrections.preview_hand_ruling(**what)))
        recorded = corrections.rule_hand(submission_id=values["submission_id"], **what, **confirmation_of(values))
        code = status.HTTP_200_OK if recorded.is_repeat else status.HTTP_201_CREATED
        return Response(recorded_hand(recorded), status=code)


def _require_id(attrs: dict[str, Any]) -> None:
    if not attrs["preview"] and "submission_id" not in attrs:
        raise serializers.ValidationError({"submission_id": [_("Send an id of this correction.")]})


def source_of(actor: Actor) -> str:
    """Return where a post came from, as submissions name it."""
    return HandSubmission.Source.TABLE_LINK if actor.link_id is not None else HandSubmission.Source.SCORER
