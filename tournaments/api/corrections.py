"""What was corrected in a tournament, for everybody to read."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import GenericAPIView
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.models import RoundChange
from tournaments.selectors.corrections import DIRECTOR, SCORER, TABLE, corrections_of
from tournaments.selectors.tournaments import get_tournament


class CorrectionOutput(serializers.Serializer[Any]):
    """One correction; ``before`` and ``after`` are records of hands, or what the kind has, with ids.

    ``kind`` is ``hand_corrected`` (``after`` is null for a hand that fell away), or that of a change of the round.
    ``by`` is the part that somebody played who made it, never a name.
    """

    kind = serializers.CharField()
    round = serializers.IntegerField(source="round_number")
    table = serializers.IntegerField(allow_null=True)
    leg = serializers.IntegerField(allow_null=True)
    number = serializers.IntegerField(allow_null=True)
    before = serializers.JSONField(allow_null=True)
    after = serializers.JSONField(allow_null=True)
    reason = serializers.CharField()
    by = serializers.ChoiceField([TABLE, SCORER, DIRECTOR])
    made_at = serializers.DateTimeField()


class CorrectionListView(GenericAPIView[RoundChange]):
    """The corrections of a tournament."""

    queryset = RoundChange.objects.none()
    permission_classes = (AllowAny,)

    @extend_schema(responses=CorrectionOutput(many=True))
    def get(self, request: Request, slug: str) -> Response:  # noqa: ARG002
        """Return what was corrected, newest first, with the reasons."""
        page = self.paginate_queryset(corrections_of(get_tournament(slug)))
        return self.get_paginated_response(CorrectionOutput(page or [], many=True).data)
