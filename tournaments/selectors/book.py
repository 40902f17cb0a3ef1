"""The book of a tournament: all that its standings are worked out from, as it is stored now."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from tournaments.models import Entry, Round, RoundEntry, Stage, Tournament
from tournaments.selectors.adjustments import (
    AdjustmentView,
    DecisionView,
    adjustments_of,
    counted_adjustments,
    counted_decisions,
    decisions_of,
)
from tournaments.selectors.arrangements import arrangements_of
from tournaments.selectors.played import played_in
from tournaments.selectors.played_cache import played_so_far
from tournaments.selectors.versions import Versions
from tournaments.standings.ranking import Book
from tournaments.standings.results import Circumstances, SitOut, SitOutKind
from tournaments.standings.rules import StandingRules, rules_from_json


class Entrant(NamedTuple):
    """What the standings need of an entry; ``members`` are the players under whose names it was admitted."""

    pk: int
    number: int
    status: str
    seed_rating: int | None
    handicap: int
    members: tuple[int, ...]
    team: str

    @property
    def has_withdrawn(self) -> bool:
        """Whether it has withdrawn."""
        return self.status == Entry.Status.WITHDRAWN


@dataclass(frozen=True, slots=True)
class Additions:
    """What the director added to the results."""

    adjustments: tuple[AdjustmentView, ...]
    decisions: tuple[DecisionView, ...]


def rules_of(tournament: Tournament) -> StandingRules:
    """Return how a tournament counts and ranks."""
    sit_out = {"policy": tournament.sit_out_policy, "values": tournament.sit_out_values}
    return rules_from_json(
        {
            "criteria": tournament.criteria,
            "table_points": tournament.table_points,
            "sit_out": sit_out,
            # Of the rounds that somebody asked to miss, only those come here that are to be worth as much.
            "requested": sit_out,
            "unplayed_rounds": tournament.unplayed_rounds,
            "cancel_withdrawn": tournament.cancel_withdrawn,
        }
    )


def entrants_of(tournament_id: int) -> tuple[Entrant, ...]:
    """Return the entries of a tournament by number."""
    rows = Entry.objects.filter(tournament_id=tournament_id).order_by("number")
    people = ("player_id", "partnership__first_id", "partnership__second_id")
    return tuple(
        Entrant(
            pk, number, status, rating, handicap, tuple(member for member in members if member is not None), team or ""
        )
        for pk, number, status, rating, handicap, team, *members in rows.values_list(
            "pk", "number", "status", "seed_rating", "handicap", "team__name", *people
        )
    )


def additions_of(tournament: Tournament) -> Additions:
    """Return the penalties, awards and decisions of a tournament, those that were taken back included."""
    return Additions(tuple(adjustments_of(tournament.pk)), tuple(decisions_of(tournament.pk)))


def book_of(
    tournament: Tournament,
    rounds: list[Round],
    entrants: Iterable[Entrant],
    additions: Additions,
    versions: Versions | None,
) -> Book:
    """Return the book of the entries over these rounds; without their versions what is kept is not asked."""
    rules = rules_of(tournament)
    entries = list(entrants)
    if versions is None:
        played = played_in(tournament, rounds, rules.table_points)
    else:
        played = played_so_far(tournament, rounds, rules.table_points, versions)
    numbers = {round_.number for round_ in rounds}
    house = arrangements_of(tournament).house
    return Book(
        [entry.pk for entry in entries],
        played.tables,
        # Who is out of a knock-out is not away.
        (*played.sit_outs, *(() if rules.is_knockout else _absences(rounds, entries, house))),
        counted_adjustments(additions.adjustments, numbers),
        rules,
        Circumstances(
            ratings={entry.pk: entry.seed_rating for entry in entries if entry.seed_rating is not None},
            withdrawn=frozenset(entry.pk for entry in entries if entry.has_withdrawn),
            decisions=counted_decisions(additions.decisions),
            planned_tables=_planned_tables(tournament, rounds) if rules.cancel_withdrawn else None,
        ),
    )


def _absences(rounds: list[Round], entries: Sequence[Entrant], house: int | None) -> list[SitOut]:
    """Return who was away from which round: said to be so, or not there when it was played.

    The entry of the house is there only where one is missing, and never away. While a round is in play somebody may
    still be let in, unless it is one that has withdrawn.
    """
    rows = RoundEntry.objects.filter(round__in=rounds).exclude(role=RoundEntry.Role.ABSENT, like_sit_out=False)
    there = set(rows.values_list("round_id", "entry_id"))
    return [
        SitOut(round_.number, entry.pk, SitOutKind.ABSENT)
        for round_ in rounds
        for entry in entries
        if entry.pk != house
        and (round_.pk, entry.pk) not in there
        and (round_.status == Round.Status.CLOSED or entry.has_withdrawn)
    ]


def _planned_tables(tournament: Tournament, rounds: list[Round]) -> Fraction | None:
    """Return how many tables an entry of the first round was to have, sit-outs shared out."""
    first = next((round_ for round_ in rounds if round_.number == 1), None)
    if first is None:
        return None
    roles = list(RoundEntry.objects.filter(round=first).values_list("role", flat=True))
    planned = Stage.objects.get(tournament=tournament, number=1).rounds_planned
    seated = roles.count(RoundEntry.Role.SEATED)
    there = seated + roles.count(RoundEntry.Role.SIT_OUT)
    return Fraction(planned * seated, there) if there else None
