"""Tournaments, their settings, and how far they are."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from django.db.models import Max, QuerySet

from tournaments.errors import ThingNotFound
from tournaments.models import Round, Stage, Tournament
from tournaments.set_up import set_up_of


@dataclass(frozen=True, slots=True)
class TournamentView:
    """A tournament with its settings as ``tournaments.set_up.SetUp`` names them."""

    tournament: Tournament
    stage: Stage
    settings: dict[str, Any]
    rounds_drawn: int

    @property
    def rounds_planned(self) -> int:
        """The number of rounds, also where the field decides it."""
        return self.stage.rounds_planned


def tournaments(*, club: str = "", status: str = "", kind: str = "") -> QuerySet[Tournament]:
    """Return tournaments, the newest first: all, or of one club (by slug), status and kind."""
    rows = Tournament.objects.select_related("club").order_by("-created_at", "-id")
    wanted = {"club__slug": club, "status": status, "kind": kind}
    return rows.filter(**{name: value for name, value in wanted.items() if value})


def get_tournament(slug: str) -> Tournament:
    """Return a tournament with its club; raises ThingNotFound."""
    try:
        return Tournament.objects.select_related("club").get(slug=slug)
    except Tournament.DoesNotExist:
        raise ThingNotFound(thing="tournament") from None


def view_tournament(tournament: Tournament) -> TournamentView:
    """Return a tournament with its settings."""
    stage = first_stage(tournament.pk)
    return TournamentView(tournament, stage, asdict(set_up_of(tournament, stage)), rounds_drawn(tournament.pk))


def first_stage(tournament_id: int) -> Stage:
    """Return the only stage that a tournament has so far."""
    return Stage.objects.get(tournament_id=tournament_id, number=1)


def rounds_drawn(tournament_id: int) -> int:
    """Return the number of the latest round, drafts included."""
    rows = Round.objects.filter(tournament_id=tournament_id).exclude(status=Round.Status.TAKEN_BACK)
    return rows.aggregate(latest=Max("number"))["latest"] or 0


def rounds_published(tournament_id: int) -> int:
    """Return the number of the latest round that has been published; the next one is still to be drawn, or again."""
    rows = Round.objects.filter(tournament_id=tournament_id).exclude(status__in=Round.NOT_PLAYED)
    return rows.aggregate(latest=Max("number"))["latest"] or 0
