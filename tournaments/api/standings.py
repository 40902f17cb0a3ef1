"""Standings, publications, and an entry's results: open to everyone."""

from __future__ import annotations

from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers, status
from rest_framework.generics import GenericAPIView
from rest_framework.permissions import AllowAny, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from gameplay.api.inputs import Input
from tournaments.api.actors import actor_of
from tournaments.api.standings_outputs import (
    EntryPageOutput,
    EntryStandingOutput,
    PresetOutput,
    PublicationOutput,
    PublicationSummaryOutput,
    StandingsOutput,
    entry_page,
    entry_standing,
    presets,
    publication,
    standings,
)
from tournaments.models import Publication
from tournaments.selectors.entries import get_entry as get_entry_of
from tournaments.selectors.entry_page import get_entry
from tournaments.selectors.explanations import explain
from tournaments.selectors.publications import get_publication
from tournaments.selectors.standings import field_of, standings_of
from tournaments.selectors.tournaments import get_tournament
from tournaments.services import publishing


class PublicationInput(Input):
    """Whether the standings are final, and why they are published (again)."""

    kind = serializers.ChoiceField(choices=["provisional", "final"])
    reason = serializers.CharField(max_length=500, required=False, allow_blank=True, default="")
    without_keying = serializers.BooleanField(
        required=False, default=False, help_text="Final ones although sheets are not keyed twice, for that reason."
    )


class StandingsView(APIView):
    """The standings as they are now."""

    permission_classes = (AllowAny,)

    @extend_schema(responses=StandingsOutput)
    def get(self, request: Request, slug: str) -> Response:  # noqa: ARG002
        """Return the standings from all complete tables."""
        return Response(standings(standings_of(get_tournament(slug))))


class PresetListView(APIView):
    """The orders of standings that clubs use."""

    permission_classes = (AllowAny,)

    @extend_schema(responses=PresetOutput(many=True))
    def get(self, request: Request) -> Response:  # noqa: ARG002
        """Return them all, with the movements that they suit."""
        return Response(presets())


class EntryStandingView(APIView):
    """The rank of one entry, and how it came about."""

    permission_classes = (AllowAny,)

    @extend_schema(responses=EntryStandingOutput)
    def get(self, request: Request, entry_id: int) -> Response:  # noqa: ARG002
        """Return the working of every figure."""
        entry = get_entry_of(entry_id)
        explanations = explain(entry.tournament, field_of(entry.tournament), [entry.pk])
        return Response(entry_standing(explanations.entries[entry.pk]))


class PublicationListView(GenericAPIView[Publication]):
    """The published snapshots of a tournament."""

    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(responses=PublicationSummaryOutput(many=True))
    def get(self, request: Request, slug: str) -> Response:  # noqa: ARG002
        """Return the publications, newest first."""
        rows = Publication.objects.filter(tournament=get_tournament(slug)).order_by("-number")
        page = self.paginate_queryset(rows)
        return self.get_paginated_response([PublicationSummaryOutput(row).data for row in page or ()])

    @extend_schema(
        request=PublicationInput,
        responses={
            201: PublicationOutput,
            200: OpenApiResponse(PublicationOutput, description="Nothing is new since this one."),
        },
    )
    def post(self, request: Request, slug: str) -> Response:
        """Publish the standings of the closed rounds as the next number: 201, or 200 with the latest one."""
        form = PublicationInput(data=request.data)
        form.is_valid(raise_exception=True)
        tournament = get_tournament(slug)
        now = timezone.now()
        row = publishing.publish_standings(
            actor=actor_of(request), tournament_id=tournament.pk, now=now, **form.validated_data
        )
        code = status.HTTP_201_CREATED if row.published_at == now else status.HTTP_200_OK
        return Response(publication(get_publication(tournament, row.number)), status=code)


class PublicationDetailView(APIView):
    """One published snapshot."""

    permission_classes = (AllowAny,)

    @extend_schema(responses=PublicationOutput)
    def get(self, request: Request, slug: str, number: int) -> Response:  # noqa: ARG002
        """Return the standings as they were published."""
        return Response(publication(get_publication(get_tournament(slug), number)))


class EntryResultsView(APIView):
    """An entry with its tables and hands."""

    permission_classes = (AllowAny,)

    @extend_schema(responses=EntryPageOutput)
    def get(self, request: Request, entry_id: int) -> Response:  # noqa: ARG002
        """Return what the entry did, round by round."""
        return Response(entry_page(get_entry(entry_id)))
