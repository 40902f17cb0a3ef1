"""What the ratings read: the tables of closed rounds, with those who really sat there."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from tournaments.models import Round, Table, Tournament
from tournaments.selectors.progress import TableProgress, read_tables
from tournaments.selectors.sitting import sat_most, spells_of
from tournaments.standings.results import share_game


@dataclass(frozen=True, slots=True)
class RatedTable:
    """One table's result: the player ids of each side, and its share of the win (1, 0, or equal parts).

    ``points`` are the sides' scores, summed over the table's ``games``; ``entry_kind`` says what took part: pairs that
    entered together, or players whose partners change. Where a substitute sat in, the table is rated for whoever sat in
    that seat for the most of its hands.
    """

    table_id: int
    round_id: int
    tournament_id: int
    date: dt.date
    kind: str
    sides: tuple[tuple[int, ...], ...]
    results: tuple[Fraction, ...]
    points: tuple[int, ...]
    games: int
    entry_kind: str


def rated_tables(
    *, kind: str, club_id: int, since: dt.date | None = None, round_id: int | None = None
) -> list[RatedTable]:
    """Return all tables of closed rounds of a club's rated tournaments in one game; from a day on, or of one round.

    In canonical order: date, tournament, round, table number, id. A table that a correction has opened again is left
    out until it is complete, and one that the director decided was not played out; nor is one that time broke off and
    that counts for nobody.
    """
    tables = Table.objects.filter(
        round__status=Round.Status.CLOSED,
        round__tournament__kind=kind,
        round__tournament__club_id=club_id,
        round__tournament__is_rated=True,
        round__tournament__taken_out_at=None,
    ).exclude(status=Table.Status.RULED)
    if since is not None:
        tables = tables.filter(round__session_date__gte=since)
    if round_id is not None:
        tables = tables.filter(round_id=round_id)
    rows = list(
        tables.select_related("round__tournament").order_by(
            "round__session_date", "round__tournament_id", "round__number", "number", "pk"
        )
    )
    progress: dict[int, TableProgress] = {}
    for tournament, of_one in _by_tournament(rows).items():
        progress.update(read_tables(tournament, of_one))
    people = _people_by_side(progress)
    return [
        RatedTable(
            table_id=table.pk,
            round_id=table.round_id,
            tournament_id=table.round.tournament_id,
            date=table.round.session_date,
            kind=kind,
            sides=people[table.pk],
            results=share_game(len(people[table.pk]), progress[table.pk].winners),
            points=progress[table.pk].points,
            games=progress[table.pk].games_counted,
            entry_kind=table.round.tournament.entry_kind,
        )
        for table in rows
        if progress[table.pk].winners
    ]


def _by_tournament(tables: list[Table]) -> dict[Tournament, list[Table]]:
    grouped: dict[Tournament, list[Table]] = {}
    for table in tables:
        grouped.setdefault(table.round.tournament, []).append(table)
    return grouped


def _people_by_side(progress: Mapping[int, TableProgress]) -> dict[int, tuple[tuple[int, ...], ...]]:
    """Return by side, for each table that people sat at, those who sat there for the most of its hands."""
    people = {}
    for table_id, spells in spells_of(progress).items():
        hands = [(leg.number, hand.number) for leg in progress[table_id].legs for hand in leg.game.hands]
        by_side: dict[int, list[int]] = {}
        for seat in spells.values():
            by_side.setdefault(seat[0].side, []).append(sat_most(seat, hands))
        if by_side:
            people[table_id] = tuple(tuple(by_side[side]) for side in sorted(by_side))
    return people
