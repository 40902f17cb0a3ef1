"""Hands that the sides agree to, or that the director confirms."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from gameplay.api.inputs import IdField, Input
from gameplay.api.parsers import SmallJSONParser
from tournaments.api.actors import actor_of
from tournaments.api.consequences import DoneOrLookedAt, LookedAtInput, confirmation_of, consequences
from tournaments.api.hands import source_of
from tournaments.api.outputs import RecordedHandOutput, TableOutput, recorded_hand, table
from tournaments.selectors.tables import get_table
from tournaments.services import agreeing, corrections, disputing

MOST_HANDS = 4_500
"""As many as a table can have: 500 in each of nine legs."""


class HandsInput(Input):
    """The hands that are meant, as they were seen."""

    records = serializers.ListField(
        child=IdField(), min_length=1, max_length=MOST_HANDS, help_text="The record_id of each hand."
    )


class AgreementInput(HandsInput):
    """A side and the hands that it agrees to."""

    side = serializers.IntegerField(min_value=0, max_value=5)


class ConfirmationOfHandsInput(HandsInput):
    """The hands that the director confirms, and why if that is to be said."""

    reason = serializers.CharField(max_length=500, required=False, allow_blank=True, default="")


class DisputeInput(Input):
    """What a side says a hand was, and which it was shown."""

    submission_id = serializers.UUIDField(help_text="Made by the client; the same id again is the same post again.")
    side = serializers.IntegerField(min_value=0, max_value=5)
    record_id = IdField(help_text="The record_id of the hand that is disputed.")
    record = serializers.JSONField(help_text="The hand as this side has it.")


class SettlementInput(Input):
    """Why what is in the books stands."""

    reason = serializers.CharField(max_length=500)


class AgreementView(APIView):
    """What the sides of a table agree to."""

    permission_classes = (AllowAny,)  # the service asks for the right to this table

    @extend_schema(request=AgreementInput, responses={201: TableOutput})
    def post(self, request: Request, table_id: int) -> Response:
        """Let a side agree to hands; to agree again changes nothing. A hand that was changed meanwhile is refused."""
        values = _values(AgreementInput, request)
        agreeing.agree(
            actor=actor_of(request),
            table_id=table_id,
            side=values["side"],
            record_ids=values["records"],
            now=timezone.now(),
        )
        return Response(table(get_table(table_id)), status=status.HTTP_201_CREATED)


class ConfirmationView(APIView):
    """What the director confirms at a table."""

    @extend_schema(request=ConfirmationOfHandsInput, responses={201: TableOutput})
    def post(self, request: Request, table_id: int) -> Response:
        """Confirm hands in the place of all sides."""
        values = _values(ConfirmationOfHandsInput, request)
        agreeing.confirm_hands(
            actor=actor_of(request),
            table_id=table_id,
            record_ids=values["records"],
            reason=values["reason"],
            now=timezone.now(),
        )
        return Response(table(get_table(table_id)), status=status.HTTP_201_CREATED)


class DisputeView(APIView):
    """A hand that a side says was otherwise."""

    parser_classes = (SmallJSONParser,)
    permission_classes = (AllowAny,)  # the service asks for the right to this table

    @extend_schema(request=DisputeInput, responses={201: TableOutput})
    def post(self, request: Request, table_id: int, leg: int, number: int) -> Response:
        """Keep a side's own version for the director; what is in the books counts until it is corrected."""
        actor = actor_of(request)
        disputing.dispute_hand(
            actor=actor,
            table_id=table_id,
            leg=leg,
            number=number,
            source=source_of(actor),
            now=timezone.now(),
            **_values(DisputeInput, request),
        )
        return Response(table(get_table(table_id)), status=status.HTTP_201_CREATED)


class SettlementView(APIView):
    """A post that waits for the director, settled."""

    @extend_schema(request=SettlementInput, responses={201: TableOutput})
    def post(self, request: Request, post_id: int) -> Response:
        """Let what is in the books stand, and say why; a correction of the hand settles it by itself."""
        settled = disputing.keep_books(
            actor=actor_of(request), submission_key=post_id, now=timezone.now(), **_values(SettlementInput, request)
        )
        return Response(table(get_table(settled.pk)), status=status.HTTP_201_CREATED)


class AcceptanceInput(LookedAtInput):
    """Why a post is put into the books, and the version of what was looked at."""

    needs_reason = True


class AcceptanceView(APIView):
    """A post that waits for the director, put into the books."""

    @extend_schema(
        request=AcceptanceInput, responses={200: DoneOrLookedAt(RecordedHandOutput), 201: RecordedHandOutput}
    )
    def post(self, request: Request, post_id: int) -> Response:
        """Let a post stand in place of the hand that is in the books, or as the next hand where they lack it.

        With preview nothing is changed, and the answer says what would be.
        """
        values = _values(AcceptanceInput, request)
        what: dict[str, Any] = {"actor": actor_of(request), "submission_key": post_id, "now": timezone.now()}
        if values["preview"]:
            return Response(consequences(corrections.preview_taking_post(**what)))
        recorded = corrections.take_post(**what, **confirmation_of(values))
        return Response(recorded_hand(recorded), status=status.HTTP_201_CREATED)


def _values(form_of: type[Input], request: Request) -> dict[str, Any]:
    form = form_of(data=request.data)
    form.is_valid(raise_exception=True)
    return dict(form.validated_data)
