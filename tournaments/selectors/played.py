"""What the standings are made from: the results of tables, decided ones among them, and what counts as a sit-out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import zip_longest

from django.db.models import Q

from tournaments.models import Round, RoundEntry, Seat, Table, TableRuling, Tournament
from tournaments.selectors.handicaps import games_with, handicaps_of, starts_of
from tournaments.selectors.progress import TableProgress, read_tables
from tournaments.selectors.rulings import Sides, forfeit_result, left_idle, rulings_of
from tournaments.standings.results import SitOut, SitOutKind, TableResult
from tournaments.standings.rules import TablePointScheme


@dataclass(frozen=True, slots=True)
class Played:
    """Everything that counts of some rounds."""

    tables: tuple[TableResult, ...]
    sit_outs: tuple[SitOut, ...]


def played_in(
    tournament: Tournament, rounds: list[Round], scheme: TablePointScheme, *, handicaps: Mapping[int, int] | None = None
) -> Played:
    """Return what counts of these rounds: complete and forfeited tables, sit-outs, and what is worth as much.

    That is a void table to whom it left idle, and one that time broke off before anything counted. ``handicaps`` are
    those that the entries have now, unless they were read before.
    """
    numbers = {round_.pk: round_.number for round_ in rounds}
    tables = list(Table.objects.filter(round_id__in=numbers).order_by("round_id", "number"))
    progress = read_tables(tournament, tables)
    sides = sides_of([table.pk for table in tables])
    rulings = rulings_of(tables)
    handicaps = handicaps_of(tournament) if handicaps is None else handicaps
    results: list[TableResult] = []
    sit_outs = list(_sit_outs(numbers))
    for table in tables:
        number, ruling = numbers[table.round_id], rulings.get(table.pk)
        if ruling is None:
            if progress[table.pk].winners:
                starts = starts_of(handicaps, sides[table.pk])
                results.append(_result(number, table, sides[table.pk], progress[table.pk], starts, scheme))
        elif ruling.kind == TableRuling.Kind.FORFEIT:
            results.append(forfeit_result(number, sides[table.pk], ruling, tournament, scheme))
    unplayed = {table.pk for table in tables if table.pk not in rulings and progress[table.pk].counts_for_nobody}
    sit_outs += [SitOut(numbers[round_id], entry) for round_id, entry in left_idle(tables, sides, rulings, unplayed)]
    return Played(tuple(results), tuple(sit_outs))


def _result(
    number: int,
    table: Table,
    sides: Sides,
    progress: TableProgress,
    starts: Sequence[int],
    scheme: TablePointScheme,
) -> TableResult:
    """Return what a complete table of round ``number`` gives to its sides, their starts counted."""
    games_won = progress.games_won
    given: tuple[int, ...] = ()
    if any(starts):
        games_won, given = games_with(starts, progress, broken_off=table.broken_off)
    return TableResult(
        round=number,
        sides=sides,
        games_won=games_won,
        points=tuple(Fraction(points + more) for points, more in zip_longest(progress.points, given, fillvalue=0)),
        table_points=scheme.award(games_won),
        starts=given,
    )


def sides_of(table_ids: list[int]) -> dict[int, Sides]:
    """Return the entries at each side of several tables, each entry once."""
    found: dict[int, dict[int, dict[int, None]]] = {table_id: {} for table_id in table_ids}
    rows = Seat.objects.filter(table_id__in=table_ids).order_by("table_id", "index")
    for table_id, side, entry_id in rows.values_list("table_id", "side", "entry_id"):
        found[table_id].setdefault(side, {})[entry_id] = None
    return {table_id: tuple(tuple(sides[side]) for side in sorted(sides)) for table_id, sides in found.items()}


def _sit_outs(numbers: dict[int, int]) -> Iterator[SitOut]:
    idle = Q(role=RoundEntry.Role.SIT_OUT) | Q(like_sit_out=True)
    rows = RoundEntry.objects.filter(idle, round_id__in=numbers).order_by("pk")
    kinds = {True: SitOutKind.REQUESTED, False: SitOutKind.ALLOCATED}
    return (
        SitOut(numbers[round_id], entry_id, kinds[requested])
        for round_id, entry_id, requested in rows.values_list("round_id", "entry_id", "like_sit_out")
    )
