"""One view a verb; all of them only read."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.generics import GenericAPIView
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from ratings.api.outputs import HistoryPointOutput, RatedPartnershipOutput, RatedPlayerOutput
from ratings.api.queries import SearchQuery
from ratings.selectors.partnerships import partnership_list
from ratings.selectors.players import player_history, rating_list
from ratings.selectors.pools import get_pool
from ratings.selectors.searching import Search, found


class RatedPlayerListView(GenericAPIView[Any]):
    """Everybody on a rating list."""

    permission_classes = (AllowAny,)

    @extend_schema(parameters=[SearchQuery], responses=RatedPlayerOutput(many=True))
    def get(self, request: Request, pool_id: int) -> Response:
        """Return the players, best first, or those who are looked for, with their ranks on the whole list."""
        query = SearchQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        lines = rating_list(get_pool(pool_id), now=timezone.now())
        page = self.paginate_queryset(found(lines, Search(**query.validated_data)))
        return self.get_paginated_response(RatedPlayerOutput(page, many=True).data)


class RatedPartnershipListView(GenericAPIView[Any]):
    """All partnerships on a rating list."""

    permission_classes = (AllowAny,)

    @extend_schema(responses=RatedPartnershipOutput(many=True))
    def get(self, request: Request, pool_id: int) -> Response:  # noqa: ARG002
        """Return those who sat together, best mean first."""
        page = self.paginate_queryset(partnership_list(get_pool(pool_id), now=timezone.now()))
        return self.get_paginated_response(RatedPartnershipOutput(page, many=True).data)


class PlayerHistoryView(GenericAPIView[Any]):
    """How a player's rating came about."""

    permission_classes = (AllowAny,)

    @extend_schema(responses=HistoryPointOutput(many=True))
    def get(self, request: Request, pool_id: int, player_id: int) -> Response:  # noqa: ARG002
        """Return the player after each day of play, newest first."""
        history = player_history(get_pool(pool_id), player_id, now=timezone.now())
        page = self.paginate_queryset(history.points[::-1])
        return self.get_paginated_response(HistoryPointOutput(page, many=True).data)
