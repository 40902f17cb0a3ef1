"""Tables that the director decided, and what they are worth."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.models import Entry, Round, Table, TableRuling, Tournament
from tournaments.selectors.names import entry_names
from tournaments.standings.results import TableKind, TableResult
from tournaments.standings.rules import TablePointScheme


@dataclass(frozen=True, slots=True)
class RulingView:
    """How the director decided a table; the name is empty if it was nobody's doing."""

    kind: str
    entry_id: int | None
    entry_name: str
    points: int
    reason: str


Sides = tuple[tuple[int, ...], ...]


def rulings_of(tables: Iterable[Table]) -> dict[int, TableRuling]:
    """Return the rulings that stand, by table: no query where no table was decided."""
    ruled = [table.pk for table in tables if table.status == Table.Status.RULED]
    rows = TableRuling.objects.filter(table_id__in=ruled, revoked_at=None) if ruled else ()
    return {ruling.table_id: ruling for ruling in rows}


def view_rulings(tables: Iterable[Table], tournament: Tournament) -> dict[int, RulingView]:
    """Return the rulings that stand, by table, with names; no query where no table was decided."""
    rulings = rulings_of(tables)
    names = entry_names(tournament.pk, tournament.club_id) if rulings else {}
    return {
        table_id: RulingView(
            kind=ruling.kind,
            entry_id=ruling.entry_id,
            entry_name="" if ruling.entry_id is None else names[ruling.entry_id],
            points=ruling.points,
            reason=ruling.reason,
        )
        for table_id, ruling in rulings.items()
    }


def open_table_of(entry: Entry) -> Table | None:
    """Return the unfinished table of the round in play that an entry sits at."""
    rows = Table.objects.filter(
        round__tournament_id=entry.tournament_id,
        round__status=Round.Status.PUBLISHED,
        status=Table.Status.IN_PLAY,
        seats__entry=entry,
    )
    return rows.distinct().first()


def forfeit_result(
    number: int, sides: Sides, ruling: TableRuling, tournament: Tournament, scheme: TablePointScheme
) -> TableResult:
    """Return what a forfeited table of round ``number`` gives: a win to all but the entry whose doing it is.

    The winners have as many games as it takes to win such a table, and the points of the ruling.
    """
    games = tournament.legs // 2 + 1 if tournament.legs_mode == Tournament.LegsMode.BEST_OF else tournament.legs
    others = tuple(entry for side in sides for entry in side if entry != ruling.entry_id)
    won = (Fraction(0), Fraction(games))
    return TableResult(
        round=number,
        sides=((_loser(ruling),), others),
        games_won=won,
        points=(Fraction(0), Fraction(ruling.points)),
        table_points=scheme.award(won),
        kind=TableKind.FORFEIT,
    )


def left_idle(
    tables: Sequence[Table],
    sides: Mapping[int, Sides],
    rulings: Mapping[int, TableRuling],
    unplayed: Collection[int] = (),
) -> Iterator[tuple[int, int]]:
    """Return, as (id of the round, entry), who is to have of a void table what a sit-out is worth.

    That is everybody there but the entry whose doing it is, and who found another table in the same round. ``unplayed``
    are the ids of tables that count for nobody without a ruling.
    """
    void = {table.pk for table in tables if table.pk in unplayed or _is_void(rulings.get(table.pk))}
    played = [table for table in tables if table.pk not in void]
    busy = {(table.round_id, entry) for table in played for side in sides[table.pk] for entry in side}
    for table in tables:
        if table.pk in void:
            doing = None if table.pk in unplayed else rulings[table.pk].entry_id
            others = (entry for side in sides[table.pk] for entry in side if entry != doing)
            yield from ((table.round_id, entry) for entry in others if (table.round_id, entry) not in busy)


def _is_void(ruling: TableRuling | None) -> bool:
    return ruling is not None and ruling.kind == TableRuling.Kind.VOID


def forfeit_winners(ruling: TableRuling, sides: Sides) -> tuple[int, ...]:
    """Return the indexes of the sides that a forfeit lets win: none of a void table."""
    if ruling.kind != TableRuling.Kind.FORFEIT:
        return ()
    return tuple(index for index, side in enumerate(sides) if ruling.entry_id not in side)


def _loser(ruling: TableRuling) -> int:
    assert ruling.entry_id is not None  # the database sees to it
    return ruling.entry_id
