"""Handicaps of the entries, for those who run the tournament."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from gameplay.api.inputs import IdField, Input
from tournaments.actors import Right
from tournaments.api.actors import actor_of
from tournaments.api.consequences import DoneOrLookedAt, LookedAtInput, confirmation_of, consequences
from tournaments.models import Tournament
from tournaments.selectors import rights
from tournaments.selectors.handicaps import view_handicaps
from tournaments.selectors.tournaments import get_tournament
from tournaments.services import handicaps


class SuggestionOutput(serializers.Serializer[Any]):
    """What the ratings of a day suggest; uncertain where they know too little of a player."""

    points = serializers.IntegerField()
    is_uncertain = serializers.BooleanField()
    day = serializers.DateField()
    version = serializers.IntegerField()


class HandicapOutput(serializers.Serializer[Any]):
    """An entry with its handicap. ``day`` and ``version`` are of the ratings it was taken from, null if it was said."""

    entry_id = IdField()
    number = serializers.IntegerField()
    name = serializers.CharField()
    is_withdrawn = serializers.BooleanField()
    handicap = serializers.IntegerField()
    day = serializers.DateField(allow_null=True)
    version = serializers.IntegerField(allow_null=True)
    rating = serializers.IntegerField(allow_null=True)
    suggestion = SuggestionOutput(allow_null=True)


class HandicapsOutput(serializers.Serializer[Any]):
    """The entries by number. Suggestions are taken for all of them while it is open: until the first hand."""

    is_on = serializers.BooleanField()
    is_open = serializers.BooleanField()
    largest = serializers.IntegerField()
    entries = HandicapOutput(many=True, source="lines")


class EntryHandicapInput(Input):
    """What an entry is to be given."""

    entry_id = IdField()
    handicap = serializers.IntegerField()


class HandicapsInput(LookedAtInput):
    """What entries are to be given, by hand; the others keep what they have."""

    entries = serializers.ListField(child=EntryHandicapInput(), allow_empty=False, max_length=5000)


class TakeSuggestionsInput(Input):
    """Whether uncertain suggestions are taken too."""

    with_uncertain = serializers.BooleanField(required=False, default=False)


class HandicapsView(APIView):
    """The handicaps of a tournament."""

    @extend_schema(responses=HandicapsOutput)
    def get(self, request: Request, slug: str) -> Response:
        """Return the entries with their handicaps and what the ratings of today suggest."""
        tournament = get_tournament(slug)
        rights.require(actor_of(request), Right.RUN_ROUNDS, club_id=tournament.club_id)
        return _answer(tournament)

    @extend_schema(request=HandicapsInput, responses=DoneOrLookedAt(HandicapsOutput))
    def post(self, request: Request, slug: str) -> Response:
        """Give entries the handicaps that are named. Once a hand is entered it is a correction, with a reason."""
        form = HandicapsInput(data=request.data)
        form.is_valid(raise_exception=True)
        values = form.validated_data
        tournament = get_tournament(slug)
        what: dict[str, Any] = {
            "actor": actor_of(request),
            "tournament_id": tournament.pk,
            "handicaps": {one["entry_id"]: one["handicap"] for one in values["entries"]},
            "now": timezone.now(),
        }
        if values["preview"]:
            return Response(consequences(handicaps.preview_handicaps(**what)))
        handicaps.set_handicaps(**what, **confirmation_of(values))
        return _answer(tournament)


class HandicapSuggestionsView(APIView):
    """All handicaps from the ratings of today."""

    @extend_schema(request=TakeSuggestionsInput, responses=HandicapsOutput)
    def post(self, request: Request, slug: str) -> Response:
        """Give every entry what the ratings suggest, before the first hand. It can be undone."""
        form = TakeSuggestionsInput(data=request.data)
        form.is_valid(raise_exception=True)
        tournament = get_tournament(slug)
        handicaps.take_suggestions(
            actor=actor_of(request), tournament_id=tournament.pk, now=timezone.now(), **form.validated_data
        )
        return _answer(tournament)


def _answer(tournament: Tournament) -> Response:
    return Response(HandicapsOutput(asdict(view_handicaps(tournament, now=timezone.now()))).data)
