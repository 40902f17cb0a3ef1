"""Tournaments and their settings."""

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

from gameplay.api.inputs import IdField, Input, Query
from tournaments.api.actors import actor_of
from tournaments.models import Tournament
from tournaments.movements.advice import LONGEST_EVENING
from tournaments.selectors import tournaments as selectors
from tournaments.selectors.advice import advice_for
from tournaments.selectors.clubs import get_club
from tournaments.services import sealing, tournaments
from tournaments.set_up import LONGEST_ROUND, SetUp


class SettingsInput(Input):
    """The settings of a tournament; what is left out has its default, or stays as it is."""

    rules = serializers.DictField(
        child=serializers.JSONField(), required=False, help_text="Options of the game that differ from its default."
    )
    time_zone = serializers.CharField(max_length=64, required=False, help_text="Left out: the club's.")
    entry_kind = serializers.CharField(max_length=16, required=False)
    table_size = serializers.IntegerField(required=False, help_text="How many play at a table.")
    teams = serializers.CharField(
        max_length=16, required=False, help_text="Of six: by_players (two teams of three) or three_pairs."
    )
    movement = serializers.CharField(
        max_length=32, required=False, help_text="By its name, such as round_robin; left out: what suits the table."
    )
    movement_options = serializers.DictField(
        child=serializers.JSONField(), required=False, help_text="The movement's own options, by name."
    )
    rounds = serializers.IntegerField(
        required=False, allow_null=True, help_text="null: as many as the movement plays with such a field."
    )
    legs = serializers.IntegerField(required=False, help_text="Games at each table.")
    legs_mode = serializers.CharField(max_length=16, required=False, help_text="all or best_of")
    leg_starter = serializers.CharField(max_length=16, required=False, help_text="rotate, drawn or loser")
    sit_out_policy = serializers.CharField(max_length=24, required=False)
    sit_out_values = serializers.DictField(child=serializers.JSONField(), required=False)
    table_points = serializers.DictField(child=serializers.JSONField(), required=False)
    criteria = serializers.ListField(
        child=serializers.JSONField(),
        required=False,
        max_length=20,
        help_text="Left out: the order that suits the movement; GET standings-presets/ lists the usual ones.",
    )
    unplayed_rounds = serializers.CharField(max_length=16, required=False, help_text="dummy or ignore")
    cancel_withdrawn = serializers.BooleanField(
        required=False, help_text="Whether nothing counts of who withdraws before half of its tables."
    )
    round_minutes = serializers.IntegerField(required=False, allow_null=True)
    seed = serializers.IntegerField(required=False)
    is_rated = serializers.BooleanField(required=False)
    correction_window = serializers.CharField(
        max_length=20,
        required=False,
        allow_blank=True,
        help_text="How long results may be corrected after the final standings: hours:24, working_days:2; empty: until "
        "they are sealed.",
    )
    table_correction_minutes = serializers.IntegerField(
        required=False, help_text="How long a table may correct a hand itself after it was entered; 0: not at all."
    )
    agreement = serializers.CharField(
        max_length=16,
        required=False,
        help_text="Who has to agree to a table before its round closes: none, hand, table (its sides) or director.",
    )
    second_keying = serializers.CharField(
        max_length=16,
        required=False,
        help_text="When score sheets have to be keyed a second time: optional, closing (of a round) or final.",
    )
    when_time_is_up = serializers.CharField(
        max_length=16,
        required=False,
        help_text="What counts of a game that time breaks off: director (whose ruling it is), leader (won by the side "
        "ahead), shared (by all sides) or unplayed (it counts for nobody).",
    )
    handicap = serializers.CharField(
        max_length=16, required=False, help_text="none, or points: the weaker side has a start in every game."
    )
    handicap_percent = serializers.IntegerField(
        required=False, help_text="How much of the start that makes a game even is suggested, from 1 to 100."
    )
    handicap_most = serializers.IntegerField(
        required=False, allow_null=True, help_text="No entry is suggested more than that."
    )


class TournamentInput(SettingsInput):
    """A new tournament."""

    club = serializers.SlugField(max_length=60)
    name = serializers.CharField(max_length=500)
    kind = serializers.CharField(max_length=16, help_text="five_hundred or fives_threes")


class TournamentChangesInput(SettingsInput):
    """What is to change."""

    name = serializers.CharField(max_length=500, required=False)
    kind = serializers.CharField(max_length=16, required=False)


class TournamentQuery(Query):
    """Which tournaments are wanted."""

    club = serializers.SlugField(required=False)
    status = serializers.ChoiceField(choices=Tournament.Status.values, required=False)
    kind = serializers.CharField(max_length=16, required=False)


class TournamentSummaryOutput(serializers.Serializer[Any]):
    """A tournament in a list."""

    id = IdField()
    slug = serializers.SlugField()
    club = serializers.SlugField(source="club.slug")
    name = serializers.CharField()
    kind = serializers.CharField()
    status = serializers.CharField()
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)


class SettingsOutput(serializers.Serializer[Any]):
    """Every setting with its value."""

    rules = serializers.DictField(child=serializers.JSONField())
    time_zone = serializers.CharField()
    entry_kind = serializers.CharField()
    table_size = serializers.IntegerField()
    teams = serializers.CharField()
    movement = serializers.CharField()
    movement_options = serializers.JSONField()
    rounds = serializers.IntegerField(allow_null=True)
    legs = serializers.IntegerField()
    legs_mode = serializers.CharField()
    leg_starter = serializers.CharField()
    sit_out_policy = serializers.CharField()
    sit_out_values = serializers.DictField(child=serializers.JSONField())
    table_points = serializers.DictField(child=serializers.JSONField())
    criteria = serializers.ListField(child=serializers.JSONField())
    unplayed_rounds = serializers.CharField()
    cancel_withdrawn = serializers.BooleanField()
    round_minutes = serializers.IntegerField(allow_null=True)
    seed = serializers.IntegerField()
    is_rated = serializers.BooleanField()
    correction_window = serializers.CharField()
    table_correction_minutes = serializers.IntegerField()
    agreement = serializers.CharField()
    second_keying = serializers.CharField()
    when_time_is_up = serializers.CharField()
    handicap = serializers.CharField()
    handicap_percent = serializers.IntegerField()
    handicap_most = serializers.IntegerField(allow_null=True)


class TournamentOutput(serializers.Serializer[Any]):
    """A tournament with its settings; ``rounds_planned`` is a number also where the field decides it."""

    id = IdField(source="tournament.pk")
    slug = serializers.SlugField(source="tournament.slug")
    club = serializers.SlugField(source="tournament.club.slug")
    name = serializers.CharField(source="tournament.name")
    kind = serializers.CharField(source="tournament.kind")
    status = serializers.CharField(source="tournament.status")
    created_at = serializers.DateTimeField(source="tournament.created_at")
    finished_at = serializers.DateTimeField(source="tournament.finished_at", allow_null=True)
    seals_at = serializers.DateTimeField(source="tournament.seals_at", allow_null=True)
    rounds_planned = serializers.IntegerField()
    rounds_drawn = serializers.IntegerField()
    settings = SettingsOutput()


class MovementAdviceQuery(Query):
    """Who comes and how long there is."""

    entries = serializers.IntegerField(min_value=1, max_value=2000, required=False, help_text="Left out: those here.")
    minutes = serializers.IntegerField(min_value=1, max_value=LONGEST_EVENING, required=False)
    round_minutes = serializers.IntegerField(min_value=1, max_value=LONGEST_ROUND, required=False)


class MovementAdviceOutput(serializers.Serializer[Any]):
    """A movement that suits, and what it would mean."""

    movement = serializers.CharField()
    code = serializers.CharField()
    rounds = serializers.IntegerField()
    tables = serializers.IntegerField()
    out_each_round = serializers.IntegerField()
    sits_out = serializers.ListField(child=serializers.IntegerField(), help_text="How often at least and at most.")
    minutes = serializers.IntegerField(allow_null=True)
    options = serializers.DictField(child=serializers.JSONField())


class ReopeningInput(Input):
    """Why."""

    reason = serializers.CharField(max_length=500, required=False, allow_blank=True, default="")


class TournamentListView(GenericAPIView[Tournament]):
    """All tournaments."""

    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(parameters=[TournamentQuery], responses=TournamentSummaryOutput(many=True))
    def get(self, request: Request) -> Response:
        """Return the tournaments, the newest first."""
        query = TournamentQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        page = self.paginate_queryset(selectors.tournaments(**query.validated_data)) or []
        return self.get_paginated_response(TournamentSummaryOutput(page, many=True).data)

    @extend_schema(request=TournamentInput, responses={201: TournamentOutput})
    def post(self, request: Request) -> Response:
        """Set up a tournament of a club."""
        form = TournamentInput(data=request.data)
        form.is_valid(raise_exception=True)
        settings = {name: value for name, value in form.validated_data.items() if name != "club"}
        tournament = tournaments.create_tournament(
            actor=actor_of(request),
            club_id=get_club(form.validated_data["club"]).pk,
            set_up=SetUp(**settings),
            now=timezone.now(),
        )
        return Response(_shown(tournament), status=status.HTTP_201_CREATED)


class TournamentDetailView(APIView):
    """One tournament."""

    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(responses=TournamentOutput)
    def get(self, request: Request, slug: str) -> Response:
        """Return the tournament with its settings."""
        del request
        return Response(_shown(selectors.get_tournament(slug)))

    @extend_schema(request=TournamentChangesInput, responses=TournamentOutput)
    def patch(self, request: Request, slug: str) -> Response:
        """Change settings, as long as they are not fixed by what was played."""
        form = TournamentChangesInput(data=request.data)
        form.is_valid(raise_exception=True)
        tournament_id = selectors.get_tournament(slug).pk
        tournaments.update_tournament(
            actor=actor_of(request), tournament_id=tournament_id, changes=form.validated_data, now=timezone.now()
        )
        return Response(_shown(selectors.get_tournament(slug)))


class MovementAdviceView(APIView):
    """Two or three movements to choose from."""

    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(parameters=[MovementAdviceQuery], responses=MovementAdviceOutput(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Return the movements to offer, the best first."""
        query = MovementAdviceQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        offers = advice_for(selectors.get_tournament(slug), **query.validated_data)
        return Response(MovementAdviceOutput(offers, many=True).data)


class ReopeningView(APIView):
    """A finished tournament that goes on."""

    @extend_schema(request=ReopeningInput, responses=TournamentOutput)
    def post(self, request: Request, slug: str) -> Response:
        """Open the tournament again; what was published stays."""
        form = ReopeningInput(data=request.data)
        form.is_valid(raise_exception=True)
        tournament_id = selectors.get_tournament(slug).pk
        tournaments.reopen_tournament(
            actor=actor_of(request), tournament_id=tournament_id, now=timezone.now(), **form.validated_data
        )
        return Response(_shown(selectors.get_tournament(slug)))


class SealingView(APIView):
    """The end of the time for corrections."""

    @extend_schema(request=None, responses=TournamentOutput)
    def post(self, request: Request, slug: str) -> Response:
        """Seal the results of a finished tournament: nothing can be corrected any more."""
        tournament_id = selectors.get_tournament(slug).pk
        sealing.seal(actor=actor_of(request), tournament_id=tournament_id, now=timezone.now())
        return Response(_shown(selectors.get_tournament(slug)))

    @extend_schema(request=ReopeningInput, responses={200: TournamentOutput})
    def delete(self, request: Request, slug: str) -> Response:
        """Unseal the results, with a reason: they can be corrected until somebody seals them."""
        form = ReopeningInput(data=request.data)
        form.is_valid(raise_exception=True)
        tournament_id = selectors.get_tournament(slug).pk
        sealing.unseal(actor=actor_of(request), tournament_id=tournament_id, now=timezone.now(), **form.validated_data)
        return Response(_shown(selectors.get_tournament(slug)))


def _shown(tournament: Tournament) -> dict[str, Any]:
    return dict(TournamentOutput(selectors.view_tournament(tournament)).data)
