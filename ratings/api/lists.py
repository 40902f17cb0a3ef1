"""Published lists over HTTP: open to everyone to read; the organisers of the club publish."""

from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.generics import GenericAPIView
from rest_framework.permissions import AllowAny, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from ratings.api.list_outputs import ListOutput, ListSummaryOutput, PublishedLineOutput, list_detail
from ratings.models import PublishedList, PublishedRating
from ratings.selectors.lists import get_list, lines_of, lists_of, view_list
from ratings.selectors.pools import get_pool
from ratings.services.lists import publish_list
from tournaments.api.actors import actor_of


class PublishedListListView(GenericAPIView[PublishedList]):
    """The published lists of a pool."""

    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(responses=ListSummaryOutput(many=True))
    def get(self, request: Request, pool_id: int) -> Response:  # noqa: ARG002
        """Return the published lists, newest first."""
        page = self.paginate_queryset(lists_of(get_pool(pool_id)))
        return self.get_paginated_response(ListSummaryOutput(page, many=True).data)

    @extend_schema(
        request=None,
        responses={
            201: ListOutput,
            200: OpenApiResponse(ListOutput, description="Nothing is new since this one."),
        },
    )
    def post(self, request: Request, pool_id: int) -> Response:
        """Publish the ratings of today as the next number, for ever: 201, or 200 with the latest list."""
        now = timezone.now()
        published = publish_list(actor=actor_of(request), pool_id=pool_id, now=now)
        code = status.HTTP_201_CREATED if published.published_at == now else status.HTTP_200_OK
        return Response(list_detail(view_list(get_list(get_pool(pool_id), published.number))), status=code)


class PublishedListDetailView(APIView):
    """One published list, but for its lines."""

    permission_classes = (AllowAny,)

    @extend_schema(responses=ListOutput)
    def get(self, request: Request, pool_id: int, number: int) -> Response:  # noqa: ARG002
        """Return a list with the corrections of earlier days that moved ratings since the list before."""
        return Response(list_detail(view_list(get_list(get_pool(pool_id), number))))


class PublishedLineListView(GenericAPIView[PublishedRating]):
    """Everybody on a published list."""

    permission_classes = (AllowAny,)

    @extend_schema(responses=PublishedLineOutput(many=True))
    def get(self, request: Request, pool_id: int, number: int) -> Response:  # noqa: ARG002
        """Return the players, best first, with what moved each of them since the list before."""
        page = self.paginate_queryset(lines_of(view_list(get_list(get_pool(pool_id), number))))
        return self.get_paginated_response(PublishedLineOutput(page, many=True).data)
