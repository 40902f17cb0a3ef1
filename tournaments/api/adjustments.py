"""Penalties and awards, and how ties were settled: read by everyone, written by those who run rounds."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.generics import GenericAPIView
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from gameplay.api.inputs import IdField
from tournaments.api.actors import actor_of
from tournaments.api.consequences import (
    ConsequencesOutput,
    DoneOrLookedAt,
    LookedAtInput,
    UndoInput,
    confirmation_of,
    consequences,
)
from tournaments.models import Adjustment, TieDecision
from tournaments.selectors.adjustments import (
    AdjustmentView,
    adjustments_of,
    decisions_of,
    get_adjustment,
    get_decision,
)
from tournaments.selectors.tournaments import get_tournament
from tournaments.services import adjustments
from tournaments.standings.rules import fraction_to_json


class AdjustmentInput(LookedAtInput):
    """A penalty (an amount below 0) or an award."""

    needs_reason = True

    entry_id = IdField()
    metric = serializers.CharField(max_length=16, help_text="table_points, wins, games_won, points or points_against")
    amount = serializers.JSONField(help_text="A whole number, or a fraction as text, such as -1/2.")
    round = serializers.IntegerField(required=False, allow_null=True, help_text="Left out: of the whole event.")


class DecisionInput(LookedAtInput):
    """A play-off or a cut of cards that was held."""

    kind = serializers.CharField(max_length=16, help_text="play_off or cut")
    order = serializers.ListField(child=IdField(), max_length=1000, help_text="Ids of the entries, best first.")


class AdjustmentOutput(serializers.Serializer[Any]):
    """A penalty or an award. ``taken_back`` says why it counts no more; null while it counts."""

    id = IdField()
    entry_id = IdField()
    round = serializers.IntegerField(source="round_number", allow_null=True)
    metric = serializers.CharField()
    amount = serializers.SerializerMethodField()
    reason = serializers.CharField()
    made_at = serializers.DateTimeField()
    taken_back = serializers.CharField(allow_null=True)

    def get_amount(self, view: AdjustmentView) -> int | str:
        """Return the exact amount."""
        return fraction_to_json(view.amount)


class DecisionOutput(serializers.Serializer[Any]):
    """How a tie was settled. ``taken_back`` is as of an adjustment."""

    id = IdField()
    kind = serializers.CharField()
    order = serializers.ListField(child=IdField())
    reason = serializers.CharField()
    made_at = serializers.DateTimeField()
    taken_back = serializers.CharField(allow_null=True)


class AdjustmentListView(GenericAPIView[Adjustment]):
    """The penalties and awards of a tournament."""

    queryset = Adjustment.objects.none()
    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(responses=AdjustmentOutput(many=True))
    def get(self, request: Request, slug: str) -> Response:  # noqa: ARG002
        """Return all of them, those that were taken back included, in the order in which they were made."""
        page = self.paginate_queryset(adjustments_of(get_tournament(slug).pk))
        return self.get_paginated_response(AdjustmentOutput(page or [], many=True).data)

    @extend_schema(request=AdjustmentInput, responses={200: ConsequencesOutput, 201: AdjustmentOutput})
    def post(self, request: Request, slug: str) -> Response:
        """Give an entry a penalty or an award; what was played stays as it is."""
        form = AdjustmentInput(data=request.data)
        form.is_valid(raise_exception=True)
        values = form.validated_data
        what: dict[str, Any] = {
            "actor": actor_of(request),
            "tournament_id": get_tournament(slug).pk,
            **{name: values[name] for name in ("entry_id", "metric", "amount")},
            "round_number": values.get("round"),
            "now": timezone.now(),
        }
        if values["preview"]:
            return Response(consequences(adjustments.preview_adjustment(**what)))
        row = adjustments.add_adjustment(**what, **confirmation_of(values))
        return Response(AdjustmentOutput(get_adjustment(row.pk)).data, status=status.HTTP_201_CREATED)


class AdjustmentTakingBackView(APIView):
    """A penalty or an award that counts no more."""

    @extend_schema(request=UndoInput, responses=DoneOrLookedAt(AdjustmentOutput))
    def post(self, request: Request, adjustment_id: int) -> Response:
        """Take it back, and say why."""
        form = UndoInput(data=request.data)
        form.is_valid(raise_exception=True)
        what: dict[str, Any] = {"actor": actor_of(request), "adjustment_id": adjustment_id, "now": timezone.now()}
        if form.validated_data["preview"]:
            return Response(consequences(adjustments.preview_taking_back(**what)))
        adjustments.take_back_adjustment(**what, **confirmation_of(form.validated_data))
        return Response(AdjustmentOutput(get_adjustment(adjustment_id)).data)


class DecisionListView(GenericAPIView[TieDecision]):
    """The play-offs and cuts of cards of a tournament."""

    queryset = TieDecision.objects.none()
    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(responses=DecisionOutput(many=True))
    def get(self, request: Request, slug: str) -> Response:  # noqa: ARG002
        """Return all of them, those that were taken back included, in the order in which they were held."""
        page = self.paginate_queryset(decisions_of(get_tournament(slug).pk))
        return self.get_paginated_response(DecisionOutput(page or [], many=True).data)

    @extend_schema(request=DecisionInput, responses={200: ConsequencesOutput, 201: DecisionOutput})
    def post(self, request: Request, slug: str) -> Response:
        """Keep how a play-off or a cut of cards ended."""
        form = DecisionInput(data=request.data)
        form.is_valid(raise_exception=True)
        values = form.validated_data
        what: dict[str, Any] = {
            "actor": actor_of(request),
            "tournament_id": get_tournament(slug).pk,
            "kind": values["kind"],
            "order": values["order"],
            "now": timezone.now(),
        }
        if values["preview"]:
            return Response(consequences(adjustments.preview_decision(**what)))
        row = adjustments.record_decision(**what, **confirmation_of(values))
        return Response(DecisionOutput(get_decision(row.pk)).data, status=status.HTTP_201_CREATED)


class DecisionTakingBackView(APIView):
    """A decision that counts no more."""

    @extend_schema(request=UndoInput, responses=DoneOrLookedAt(DecisionOutput))
    def post(self, request: Request, decision_id: int) -> Response:
        """Take it back, and say why."""
        form = UndoInput(data=request.data)
        form.is_valid(raise_exception=True)
        what: dict[str, Any] = {"actor": actor_of(request), "decision_id": decision_id, "now": timezone.now()}
        if form.validated_data["preview"]:
            return Response(consequences(adjustments.preview_undeciding(**what)))
        adjustments.take_back_decision(**what, **confirmation_of(form.validated_data))
        return Response(DecisionOutput(get_decision(decision_id)).data)
