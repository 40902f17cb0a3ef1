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
from tournaments.api.actors import actor_of
from tournaments.api.outputs import TableOutput, table
from tournaments.selectors.tables import get_table
from tournaments.services import agreeing

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


def _values(form_of: type[Input], request: Request) -> dict[str, Any]:
    form = form_of(data=request.data)
    form.is_valid(raise_exception=True)
    return dict(form.validated_data)
