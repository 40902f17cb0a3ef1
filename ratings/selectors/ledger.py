"""Results as the replay reads them."""

import datetime as dt
import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise

import numpy as np
from django.db.models import Count, F, Max, Q, QuerySet
from django.db.models.functions import Coalesce, Greatest, Least

from ratings.binary_copy import read_columns
from ratings.engine.columns import Tables
from ratings.engine.results import Result
from ratings.engine.scale import Floats, Ints
from ratings.models import RatedResult, RatingPool
from tournaments.models import Tournament
from tournaments.selectors.rated import RatedTable

_PARTNERS = Q(players__len__gt=F("side_sizes__len"))
_SINGLE = Q(players__len=F("side_sizes__len"))
_CHANGING = Q(entry_kind=Tournament.EntryKind.PLAYER)
_OF_FORMAT = {
    RatingPool.Format.ALL: Q(),
    RatingPool.Format.PARTNERS: _PARTNERS,
    RatingPool.Format.SINGLE: _SINGLE,
    RatingPool.Format.FIXED_PAIRS: _PARTNERS & ~_CHANGING,
    RatingPool.Format.CHANGING: _PARTNERS & _CHANGING,
}
"""The rows of each format; ``is_of_format`` says the same of one outcome."""
UNKNOWN = -(2**31)
"""What is read for points that nobody knows: columns that are copied hold no nulls."""


@dataclass(frozen=True, slots=True)
class RatedOutcome:
    """What of a table is rated: the day, the players by side, and each side's place (1 is best) and points.

    ``points`` are over all ``games``, None where a row is from before they were kept; ``entry_kind`` is of the
    tournament.
    """

    period: dt.date
    sides: tuple[tuple[int, ...], ...]
    places: tuple[int, ...]
    points: tuple[int, ...] | None
    games: int
    entry_kind: str


@dataclass(frozen=True, slots=True)
class Change:
    """A table of the ledger before and after; None where it did not or does not count."""

    before: RatedOutcome | None
    after: RatedOutcome | None


def outcome_of(table: RatedTable) -> RatedOutcome:
    """Read a table as it stands below: a side's place is one more than the number of sides that took a larger share."""
    places = tuple(1 + sum(other > share for other in table.results) for share in table.results)
    return RatedOutcome(table.date, table.sides, places, table.points, table.games, table.entry_kind)


def outcome_of_row(row: RatedResult) -> RatedOutcome:
    """Read a row of the ledger."""
    points = None if row.points is None else tuple(row.points)
    sides = _sides(row.players, row.side_sizes)
    return RatedOutcome(row.period, sides, tuple(row.places), points, row.games, row.entry_kind)


def as_counted(outcome: RatedOutcome | None, pool: RatingPool) -> RatedOutcome | None:
    """Return what of an outcome counts for a pool, None if nothing does; the game and the club are the pool's."""
    if outcome is None or not is_of_format(outcome, pool.format):
        return None
    if pool.counts_margin:
        return replace(outcome, entry_kind="")
    return replace(outcome, points=None, games=1, entry_kind="")


def is_of_format(outcome: RatedOutcome, format_: str) -> bool:
    """Whether an outcome is one of a pool's format."""
    has_partners = any(len(side) > 1 for side in outcome.sides)
    is_changing = outcome.entry_kind == Tournament.EntryKind.PLAYER
    return {
        RatingPool.Format.ALL.value: True,
        RatingPool.Format.PARTNERS.value: has_partners,
        RatingPool.Format.SINGLE.value: not has_partners,
        RatingPool.Format.FIXED_PAIRS.value: has_partners and not is_changing,
        RatingPool.Format.CHANGING.value: has_partners and is_changing,
    }[format_]


def changed_since(changes: Iterable[Change], pool: RatingPool) -> dt.date | None:
    """Return the earliest day of which a pool sees anything changed; None if it sees nothing of it."""
    days = []
    for change in changes:
        before, after = as_counted(change.before, pool), as_counted(change.after, pool)
        if before != after:
            days += [one.period for one in (before, after) if one is not None]
    return min(days, default=None)


def current_results(pool: RatingPool) -> QuerySet[RatedResult]:
    """Return the current rows of the game and the clubs that a pool is about, of whatever format and void ones too."""
    return _all_revisions(pool).filter(is_current=True)


def _all_revisions(pool: RatingPool) -> QuerySet[RatedResult]:
    rows = RatedResult.objects.filter(kind=pool.kind)
    return rows if pool.club_id is None else rows.filter(club_id=pool.club_id)


def counted_results(pool: RatingPool) -> QuerySet[RatedResult]:
    """Return the rows that count for a pool."""
    return current_results(pool).filter(_OF_FORMAT[RatingPool.Format(pool.format)], is_void=False)


def results_since(pool: RatingPool, since: dt.date | None) -> list[Result]:
    """Return what counts for a pool from a day on, or ever; within a day the table's key gives the order."""
    rows = counted_results(pool)
    return _results(rows if since is None else rows.filter(period__gte=since))


def results_on(pool: RatingPool, day: dt.date, player_id: int) -> list[Result]:
    """Return what counts of the tables where a player sat on a day."""
    return _results(counted_results(pool).filter(period=day, players__contains=[player_id]))


def results_with(pool: RatingPool, players: Collection[int]) -> list[Result]:
    """Return what counts of the tables where all of some players sat, on whichever sides."""
    return _results(counted_results(pool).filter(players__contains=list(players)))


def _results(rows: QuerySet[RatedResult]) -> list[Result]:
    columns = ("period", "table_id", "players", "side_sizes", "places", "points", "games")
    return [
        Result(
            period=period,
            key=(table_id,),
            sides=_sides(players, sizes),
            places=tuple(places),
            points=None if points is None else tuple(points),
            games=games,
        )
        for period, table_id, players, sizes, places, points, games in rows.values_list(*columns)
    ]


def sides_of(pool: RatingPool, *, until: dt.date | None = None) -> set[tuple[int, ...]]:
    """Return all sides that ever sat together in a pool, or up to a day; the players of each in the order of seats.

    Two queries.
    """
    rows = counted_results(pool).order_by()
    if until is not None:
        rows = rows.filter(period__lte=until)
    cuts = [
        (sizes, start, end)
        for sizes in rows.values_list("side_sizes", flat=True).distinct()
        for start, end in pairwise(accumulate(sizes, initial=0))
    ]
    parts = [
        rows.filter(side_sizes=sizes).values_list(f"players__{start}_{end}", flat=True).distinct()
        for sizes, start, end in cuts
    ]
    return {tuple(side) for side in parts[0].union(*parts[1:])} if parts else set()


def pairs_of(pool: RatingPool) -> list[tuple[tuple[int, int], int, dt.date]]:
    """Return all who ever sat as a side of two, the lower id first, with the number of tables and the last day.

    Two queries; the database adds up.
    """
    rows = counted_results(pool).order_by()
    parts = [
        _pairs_at(rows.filter(side_sizes=sizes), start)
        for sizes in rows.values_list("side_sizes", flat=True).distinct()
        for start, end in pairwise(accumulate(sizes, initial=0))
        if end - start == 2
    ]
    tables: dict[tuple[int, int], int] = {}
    last: dict[tuple[int, int], dt.date] = {}
    for low, high, count, day in parts[0].union(*parts[1:], all=True) if parts else ():
        tables[low, high] = tables.get((low, high), 0) + count
        last[low, high] = max(last.get((low, high), dt.date.min), day)
    return [(pair, tables[pair], last[pair]) for pair in sorted(tables)]


def _pairs_at(rows: QuerySet[RatedResult], start: int) -> QuerySet[RatedResult, tuple[int, int, int, dt.date]]:
    """Return the pairs that sat at some place of tables of one shape, with their tables and the last day."""
    one, other = F(f"players__{start}"), F(f"players__{start + 1}")
    pairs = rows.values(low=Least(one, other), high=Greatest(one, other))
    return pairs.annotate(tables=Count("pk"), last=Max("period")).values_list("low", "high", "tables", "last")


def tables_since(pool: RatingPool, since: dt.date | None) -> list[Tables]:
    """Return the same as columns, one for each shape that a table can have."""
    rows = counted_results(pool)
    if since is not None:
        rows = rows.filter(period__gte=since)
    shapes = rows.order_by("side_sizes").values_list("side_sizes", flat=True).distinct()
    return [_tables_of_shape(rows, tuple(sizes), with_points=pool.counts_margin) for sizes in shapes]


def _tables_of_shape(rows: QuerySet[RatedResult], sizes: tuple[int, ...], *, with_points: bool) -> Tables:
    players = [f"players__{place}" for place in range(sum(sizes))]
    places = [f"places__{place}" for place in range(len(sizes))]
    types = {"period": "day", "table_id": "int8"} | dict.fromkeys(players, "int8") | dict.fromkeys(places, "int2")
    points = [f"points_of_{place}" for place in range(len(sizes))] if with_points else []
    if with_points:
        known = {name: Coalesce(F(f"points__{place}"), UNKNOWN) for place, name in enumerate(points)}
        rows, types = rows.annotate(**known), types | dict.fromkeys(points, "int4") | {"games": "int2"}
    columns = read_columns(rows.filter(side_sizes=list(sizes)), types)
    return Tables(
        sizes=sizes,
        day=columns["period"],
        key=columns["table_id"],
        players=np.stack([columns[name] for name in players], axis=1),
        places=np.stack([columns[name] for name in places], axis=1),
        points=_known(np.stack([columns[name] for name in points], axis=1)) if with_points else None,
        games=columns["games"] if with_points else None,
    )


def _known(points: Ints) -> Floats:
    return np.where(points == UNKNOWN, math.nan, points)


def result_of(table_id: int, outcome: RatedOutcome) -> Result:
    """Return an outcome as the replay takes it."""
    return Result(
        outcome.period, (table_id,), outcome.sides, outcome.places, points=outcome.points, games=outcome.games
    )


def _sides(players: Sequence[int], sizes: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Cut players in a row into sides.

    >>> _sides([7, 8, 9], [2, 1])
    ((7, 8), (9,))
    """
    return tuple(tuple(players[start:end]) for start, end in pairwise(accumulate(sizes, initial=0)))


@dataclass(frozen=True, slots=True)
class LedgerChange:
    """A table whose result came, changed or went since some moment, as it counts for a pool; None where it did not.

    ``known_at`` is when the ledger had heard of what it knew then; None if it knew nothing of the table.
    """

    table_id: int
    before: RatedOutcome | None
    after: RatedOutcome | None
    known_at: dt.datetime | None


def ledger_mark(pool: RatingPool) -> int:
    """Return the newest row of a pool's ledger, 0 without any. What comes later is newer while the pool is locked."""
    return _all_revisions(pool).aggregate(newest=Max("pk"))["newest"] or 0


def changes_since(pool: RatingPool, mark: int, *, until: dt.date) -> list[LedgerChange]:
    """Return the tables that count otherwise on days up to ``until`` than a ledger with this mark said, by table.

    One that has a later day by now is among them; what was changed and changed back is not.
    """
    rows = _all_revisions(pool)
    touched = rows.filter(pk__gt=mark).values("table_id")
    revisions: dict[int, list[RatedResult]] = {}
    for row in rows.filter(table_id__in=touched).order_by("table_id", "revision"):
        revisions.setdefault(row.table_id, []).append(row)
    found = []
    for table_id, of_table in revisions.items():
        known = next((row for row in reversed(of_table) if row.pk <= mark), None)
        before, after = _counted(known, pool), _counted(of_table[-1], pool)
        days = [one.period for one in (before, after) if one is not None]
        if before != after and min(days) <= until:
            found.append(LedgerChange(table_id, before, after, None if known is None else known.recorded_at))
    return found


def _counted(row: RatedResult | None, pool: RatingPool) -> RatedOutcome | None:
    """Return what a revision counts for in a pool, None for a void one."""
    return None if row is None or row.is_void else as_counted(outcome_of_row(row), pool)


@dataclass(frozen=True, slots=True)
class RevisedTable:
    """A table that counts on a day, and otherwise than when the ledger first heard of it."""

    table_id: int
    day: dt.date
    first_known_at: dt.datetime
    corrected_at: dt.datetime


def corrected_tables(pool: RatingPool, player_id: int) -> list[RevisedTable]:
    """Return the tables of a player whose result was corrected after it had been rated: one query."""
    rows = _all_revisions(pool)
    revised = rows.filter(is_current=True, is_void=False, revision__gt=1, players__contains=[player_id])
    revisions: dict[int, list[RatedResult]] = {}
    for row in rows.filter(table_id__in=revised.values("table_id")).order_by("table_id", "revision"):
        revisions.setdefault(row.table_id, []).append(row)
    found = []
    for table_id, of_table in revisions.items():
        first, last = of_table[0], of_table[-1]
        if (now := _counted(last, pool)) is not None and now != _counted(first, pool):
            found.append(RevisedTable(table_id, now.period, first.recorded_at, last.recorded_at))
    return found
