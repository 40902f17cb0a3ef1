"""Rating lists: which there are, opened and changed."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.generics import GenericAPIView
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from gameplay.api.inputs import IdField, Input
from ratings.api.outputs import MU, PoolOutput
from ratings.engine.params import RANGES, Params
from ratings.models import KINDS, RatingPool
from ratings.selectors.pools import get_pool, pools, view_pool
from ratings.selectors.previews import preview_params
from ratings.services import pool_settings
from tournaments.actors import Right
from tournaments.api.actors import actor_of
from tournaments.selectors import rights
from tournaments.selectors.clubs import get_club

FORMAT = "Which tables count: empty for all, partners, single, fixed_pairs or changing."


class ParamsInput(Input):
    """Parameters of the engine that are to differ; the others stay."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """Return a whole number for each, within what the engine takes."""
        return {
            name: serializers.IntegerField(required=False, min_value=least, max_value=most)
            for name, (least, most) in RANGES.items()
            if name != "version"
        }


class PoolInput(Input):
    """A new rating list."""

    kind = serializers.ChoiceField(choices=KINDS)
    club = serializers.SlugField(required=False, allow_null=True, default=None, help_text="Null: of all clubs.")
    format = serializers.ChoiceField(
        choices=RatingPool.Format.values, required=False, default="", allow_blank=True, help_text=FORMAT
    )
    name = serializers.CharField(max_length=500)
    params = ParamsInput(required=False, default=dict)


class PoolChangesInput(Input):
    """What is to change."""

    name = serializers.CharField(max_length=500, required=False)
    params = ParamsInput(required=False)


class PreviewInput(Input):
    """Parameters that are looked at before they are set."""

    params = ParamsInput()


class MovedOutput(serializers.Serializer[Any]):
    """A player whose rating would be another, in whole points."""

    player_id = IdField()
    name = serializers.CharField()
    before = serializers.IntegerField()
    after = serializers.IntegerField()
    change = serializers.IntegerField(help_text=f"Of mu. {MU}")


class PreviewOutput(serializers.Serializer[Any]):
    """What a list would say by other parameters."""

    tables = serializers.IntegerField()
    players = serializers.IntegerField()
    moved = MovedOutput(many=True, help_text="The farthest first.")
    loss_before = serializers.FloatField(
        allow_null=True,
        help_text="Mean logarithmic loss of what was foretold of the later half of the tables; a coin has 0.693.",
    )
    loss_after = serializers.FloatField(allow_null=True, help_text="Likewise, by the other parameters.")


class PoolListView(GenericAPIView[RatingPool]):
    """The rating lists."""

    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(
        parameters=[
            OpenApiParameter("club", str, description="Only those of the club with this slug."),
            OpenApiParameter("kind", str, description="Only those of this game."),
        ],
        responses=PoolOutput(many=True),
    )
    def get(self, request: Request) -> Response:
        """Return the rating lists by club and game."""
        rows = pools(club=request.query_params.get("club", ""), kind=request.query_params.get("kind", ""))
        page = self.paginate_queryset(rows)
        return self.get_paginated_response(PoolOutput(page, many=True).data)

    @extend_schema(request=PoolInput, responses={201: PoolOutput})
    def post(self, request: Request) -> Response:
        """Open a list beside the one of all tables, which opens by itself: for organisers, of all clubs for admins."""
        form = PoolInput(data=request.data)
        form.is_valid(raise_exception=True)
        values = form.validated_data
        pool = pool_settings.open_pool(
            actor=actor_of(request),
            kind=values["kind"],
            club_id=get_club(values["club"]).pk if values["club"] is not None else None,
            format_=values["format"],
            name=values["name"],
            params=values["params"],
            now=timezone.now(),
        )
        return Response(_shown(pool.pk), status=status.HTTP_201_CREATED)


class PoolView(APIView):
    """A rating list."""

    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(responses=PoolOutput)
    def get(self, request: Request, pool_id: int) -> Response:
        """Return what a list is made from and by."""
        del request
        return Response(_shown(pool_id))

    @extend_schema(request=PoolChangesInput, responses=PoolOutput)
    def patch(self, request: Request, pool_id: int) -> Response:
        """Rename a list, or have it computed by other parameters, from its first result on."""
        form = PoolChangesInput(data=request.data)
        form.is_valid(raise_exception=True)
        pool_settings.change_pool(actor=actor_of(request), pool_id=pool_id, now=timezone.now(), **form.validated_data)
        return Response(_shown(pool_id))


class PoolPreviewView(APIView):
    """What other parameters would do."""

    @extend_schema(request=PreviewInput, responses=PreviewOutput)
    def post(self, request: Request, pool_id: int) -> Response:
        """Return who would be rated otherwise, and whether the results would have been foretold better."""
        pool = get_pool(pool_id)
        rights.require(actor_of(request), Right.MANAGE_CLUB, club_id=pool.club_id)
        form = PreviewInput(data=request.data)
        form.is_valid(raise_exception=True)
        params = pool_settings.checked_params(Params.from_mapping(pool.params), form.validated_data["params"])
        return Response(PreviewOutput(preview_params(pool, params)).data)


def _shown(pool_id: int) -> Any:
    return PoolOutput(view_pool(pool_id)).data
