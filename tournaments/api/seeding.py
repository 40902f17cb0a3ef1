"""Entries seeded by rating, for those who run the tournament."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from gameplay.api.inputs import IdField
from tournaments.actors import Right
from tournaments.api.actors import actor_of
from tournaments.selectors import rights
from tournaments.selectors.seeding import seeding_of
from tournaments.selectors.tournaments import get_tournament
from tournaments.services.seeding import seed_by_rating


class SeedOutput(serializers.Serializer[Any]):
    """An entry with the rating that draws take it by; null for one that comes behind the others."""

    entry_id = IdField()
    number = serializers.IntegerField()
    name = serializers.CharField()
    rating = serializers.IntegerField(allow_null=True)


class SeedingOutput(serializers.Serializer[Any]):
    """All entries, the highest rating first; open until the first round is drawn."""

    seeds = SeedOutput(many=True)
    is_open = serializers.BooleanField()


class SeedingView(APIView):
    """The ratings by which entries are drawn."""

    @extend_schema(responses=SeedingOutput)
    def get(self, request: Request, slug: str) -> Response:
        """Return the entries as draws by rating take them."""
        tournament = get_tournament(slug)
        rights.require(actor_of(request), Right.RUN_ROUNDS, club_id=tournament.club_id)
        return Response(SeedingOutput(asdict(seeding_of(tournament))).data)

    @extend_schema(request=None, responses=SeedingOutput)
    def post(self, request: Request, slug: str) -> Response:
        """Store the ratings of today with the entries; of a pair the mean, if both are rated. It can be undone."""
        tournament = get_tournament(slug)
        seed_by_rating(actor=actor_of(request), tournament_id=tournament.pk, now=timezone.now())
        return Response(SeedingOutput(asdict(seeding_of(tournament))).data)
