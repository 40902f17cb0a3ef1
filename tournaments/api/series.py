"""Series of a club: how they count, their nights, and the table with the side prizes."""

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

from gameplay.api.inputs import IdField, Input
from tournaments.api.actors import actor_of
from tournaments.errors import ThingNotFound
from tournaments.models import Series, Tournament
from tournaments.selectors import series as selectors
from tournaments.selectors.clubs import get_club
from tournaments.selectors.series_prizes import prizes_of
from tournaments.selectors.series_table import LABELS, RowView, table_of
from tournaments.services import series as services
from tournaments.services.series import SeriesSettings

MOST_NIGHTS_AT_ONCE = 2000


class SeriesInput(Input):
    """How a series is set up. ``scheme`` is as docs/standings.md says; left out, 10-8-6-5-4-3-2-1 for the places."""

    name = serializers.CharField(max_length=500)
    kind = serializers.CharField(max_length=16, help_text="five_hundred or fives_threes")
    counted_by = serializers.CharField(max_length=16, required=False, help_text="player or partnership")
    scheme = serializers.DictField(child=serializers.JSONField(), required=False, allow_null=True)
    best_nights = serializers.IntegerField(required=False, allow_null=True)
    minimum_nights = serializers.IntegerField(required=False)
    from_date = serializers.DateField(required=False, allow_null=True)
    to_date = serializers.DateField(required=False, allow_null=True)


class SeriesOutput(serializers.Serializer[Any]):
    """A series; ``version`` is how often it was set up or changed."""

    slug = serializers.SlugField()
    name = serializers.CharField()
    club = serializers.SlugField(source="club.slug")
    kind = serializers.CharField()
    counted_by = serializers.CharField()
    scheme = serializers.DictField(child=serializers.JSONField())
    best_nights = serializers.IntegerField(allow_null=True)
    minimum_nights = serializers.IntegerField()
    from_date = serializers.DateField(allow_null=True)
    to_date = serializers.DateField(allow_null=True)
    version = serializers.IntegerField()


class NightsInput(Input):
    """Which tournaments are the nights, of those that there are now; those to come go by their day."""

    tournaments = serializers.ListField(
        child=serializers.SlugField(max_length=80), max_length=MOST_NIGHTS_AT_ONCE, help_text="Slugs."
    )


class CandidateOutput(serializers.Serializer[Any]):
    """A tournament that can be a night: whether it is one, and whether it would be by its day alone."""

    tournament = serializers.SlugField(source="tournament.slug")
    name = serializers.CharField(source="tournament.name")
    date = serializers.DateField(allow_null=True)
    belongs = serializers.BooleanField()
    by_day = serializers.BooleanField()


class NightOutput(serializers.Serializer[Any]):
    """A night with the version of its results."""

    number = serializers.IntegerField()
    tournament = serializers.SlugField(source="tournament.slug")
    name = serializers.CharField(source="tournament.name")
    date = serializers.DateField()
    version = serializers.IntegerField()
    is_final = serializers.BooleanField()


class SeriesLineOutput(serializers.Serializer[Any]):
    """What a night gave: the place that so many share in a field, and the points, exact in hundredths."""

    night = serializers.IntegerField(source="night.number")
    place = serializers.IntegerField(source="line.place")
    sharing = serializers.IntegerField(source="line.sharing")
    field = serializers.IntegerField(source="line.field")
    points = serializers.CharField(source="shown")
    counts = serializers.BooleanField(source="line.counts")


class SeriesValuesOutput(serializers.Serializer[Any]):
    """What ranks, first to last."""

    total = serializers.CharField()
    best_night = serializers.CharField()
    nights = serializers.CharField()
    first_places = serializers.CharField()


class SeriesSeparationOutput(serializers.Serializer[Any]):
    """What puts a row above the next one."""

    criterion = serializers.ChoiceField(choices=list(LABELS))
    value = serializers.CharField()
    next = serializers.CharField()


class SeriesRowOutput(serializers.Serializer[Any]):
    """A row; the rank is a dash below the least number of nights."""

    rank = serializers.CharField()
    name = serializers.CharField()
    players = serializers.ListField(child=IdField(), source="members")
    values = SeriesValuesOutput(source="figures")
    nights = SeriesLineOutput(many=True, source="lines")
    separation = serializers.SerializerMethodField()

    @extend_schema(responses=SeriesSeparationOutput)
    def get_separation(self, row: RowView) -> dict[str, str] | None:
        """Return what separates it from the next row; null inside a tie, in the last row and without a rank."""
        found = row.separated_by
        if found is None:
            return None
        _label, value, following = found
        assert row.row.separation is not None
        return {"criterion": row.row.separation.criterion, "value": value, "next": following}


class FeatOutput(serializers.Serializer[Any]):
    """A hand."""

    round = serializers.IntegerField()
    table = serializers.IntegerField()
    table_id = IdField()
    leg = serializers.IntegerField()
    number = serializers.IntegerField(source="hand")


class EvidenceOutput(serializers.Serializer[Any]):
    """What a prize was counted from: a night, and the hand in it unless the night itself counts."""

    night = serializers.IntegerField(source="night.number")
    hand = FeatOutput(allow_null=True)


class ClaimOutput(serializers.Serializer[Any]):
    """Somebody who may have a prize; with rank 1 it is theirs."""

    rank = serializers.IntegerField()
    name = serializers.CharField()
    players = serializers.ListField(child=IdField(), source="members")
    amount = serializers.IntegerField()
    evidence = EvidenceOutput(many=True)


class PrizeOutput(serializers.Serializer[Any]):
    """A side prize: ``most_slams``, ``highest_hand``, ``most_nights`` or ``best_newcomer``."""

    what = serializers.CharField()
    nobody_known = serializers.BooleanField()
    claims = ClaimOutput(many=True)


class SeriesStandingsOutput(serializers.Serializer[Any]):
    """The table as the nights stand now."""

    version = serializers.CharField()
    is_provisional = serializers.BooleanField()
    nights = NightOutput(many=True)
    rows = SeriesRowOutput(many=True)
    prizes = PrizeOutput(many=True)


class SeriesListView(GenericAPIView[Series]):
    """The series of a club."""

    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(responses=SeriesOutput(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Return them, the newest first."""
        del request
        page = self.paginate_queryset(selectors.series_of(get_club(slug).pk)) or []
        return self.get_paginated_response(SeriesOutput(page, many=True).data)

    @extend_schema(request=SeriesInput, responses={201: SeriesOutput})
    def post(self, request: Request, slug: str) -> Response:
        """Set one up. From its first day on, every night of its kind belongs to it."""
        made = services.create_series(
            actor=actor_of(request), club_id=get_club(slug).pk, settings=_settings(request), now=timezone.now()
        )
        return Response(SeriesOutput(made).data, status=status.HTTP_201_CREATED)


class SeriesDetailView(APIView):
    """One series."""

    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(responses=SeriesOutput)
    def get(self, request: Request, slug: str) -> Response:
        """Return how it is set up."""
        del request
        return Response(SeriesOutput(selectors.get_series(slug)).data)

    @extend_schema(request=SeriesInput, responses=SeriesOutput)
    def put(self, request: Request, slug: str) -> Response:
        """Set it up anew: what is left out is as in a new series. Its address and its chosen nights stay."""
        found = selectors.get_series(slug)
        changed = services.change_series(
            actor=actor_of(request), series_id=found.pk, settings=_settings(request), now=timezone.now()
        )
        return Response(SeriesOutput(changed).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str) -> Response:
        """Remove it; its nights stay as they are."""
        services.remove_series(actor=actor_of(request), series_id=selectors.get_series(slug).pk, now=timezone.now())
        return Response(status=status.HTTP_204_NO_CONTENT)


class SeriesNightsView(APIView):
    """Which tournaments can be nights of a series, and which are."""

    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(responses=CandidateOutput(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Return the tournaments of its club and game in the order in which they were held."""
        del request
        return Response(_candidates(selectors.get_series(slug)))

    @extend_schema(request=NightsInput, responses=CandidateOutput(many=True))
    def put(self, request: Request, slug: str) -> Response:
        """Say which are the nights."""
        form = NightsInput(data=request.data)
        form.is_valid(raise_exception=True)
        found = selectors.get_series(slug)
        slugs = set(form.validated_data["tournaments"])
        chosen = dict(Tournament.objects.filter(club=found.club_id, slug__in=slugs).values_list("slug", "pk"))
        if chosen.keys() != slugs:
            raise ThingNotFound(thing="tournament for this series")
        changed = services.choose_nights(
            actor=actor_of(request), series_id=found.pk, tournament_ids=chosen.values(), now=timezone.now()
        )
        return Response(_candidates(changed))


class SeriesStandingsView(APIView):
    """The table of a series with its side prizes."""

    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(responses=SeriesStandingsOutput)
    def get(self, request: Request, slug: str) -> Response:
        """Return them as the nights stand now."""
        del request
        table = table_of(selectors.get_series(slug))
        told = {
            "version": table.version,
            "is_provisional": table.is_provisional,
            "nights": table.nights,
            "rows": table.rows,
            "prizes": prizes_of(table),
        }
        return Response(SeriesStandingsOutput(told).data)


def _settings(request: Request) -> SeriesSettings:
    form = SeriesInput(data=request.data)
    form.is_valid(raise_exception=True)
    return SeriesSettings(**form.validated_data)


def _candidates(series: Series) -> Any:
    return CandidateOutput(selectors.candidates_for(series), many=True).data
