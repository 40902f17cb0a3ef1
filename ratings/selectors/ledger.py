"""Results as the replay reads them."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

import numpy as np
from django.db.models import QuerySet

from ratings.binary_copy import copy_out
from ratings.engine.columns import Tables
from ratings.engine.results import Result
from ratings.models import RatedResult, RatingPool
from tournaments.selectors.rated import RatedTable


@dataclass(frozen=True, slots=True)
class RatedOutcome:
    """What of a table is rated: the day, the players by side and each side's place (1 is best)."""

    period: dt.date
    sides: tuple[tuple[int, ...], ...]
    places: tuple[int, ...]


def outcome_of(table: RatedTable) -> RatedOutcome:
    """Read a table as it stands below: a side's place is one more than the number of sides that took a larger share."""
    places = tuple(1 + sum(other > share for other in table.results) for share in table.results)
    return RatedOutcome(table.date, table.sides, places)


def outcome_of_row(row: RatedResult) -> RatedOutcome:
    """Read a row of the ledger."""
    return RatedOutcome(row.period, _sides(row.players, row.side_sizes), tuple(row.places))


def counted_results(pool: RatingPool) -> QuerySet[RatedResult]:
    """Return the rows that count for a pool."""
    return RatedResult.objects.filter(kind=pool.kind, club_id=pool.club_id, is_current=True, is_void=False)


def results_since(pool: RatingPool, since: dt.date | None) -> list[Result]:
    """Return what counts for a pool from a day on, or ever; within a day the table's key gives the order."""
    rows = counted_results(pool)
    if since is not None:
        rows = rows.filter(period__gte=since)
    return [
        Result(period=period, key=(table_id,), sides=_sides(players, sizes), places=tuple(places))
        for period, table_id, players, sizes, places in rows.values_list(
            "period", "table_id", "players", "side_sizes", "places"
        )
    ]


def tables_since(pool: RatingPool, since: dt.date | None) -> list[Tables]:
    """Return the same as columns, one for each shape that a table can have."""
    rows = counted_results(pool)
    if since is not None:
        rows = rows.filter(period__gte=since)
    shapes = rows.order_by("side_sizes").values_list("side_sizes", flat=True).distinct()
    return [_tables_of_shape(rows, tuple(sizes)) for sizes in shapes]


def _tables_of_shape(rows: QuerySet[RatedResult], sizes: tuple[int, ...]) -> Tables:
    players = [f"players__{place}" for place in range(sum(sizes))]
    places = [f"places__{place}" for place in range(len(sizes))]
    types = {"period": "day", "table_id": "int8"} | dict.fromkeys(players, "int8") | dict.fromkeys(places, "int2")
    columns = copy_out(rows.filter(side_sizes=list(sizes)).order_by("period", "table_id"), types)
    return Tables(
        sizes=sizes,
        day=columns["period"],
        key=columns["table_id"],
        players=np.stack([columns[name] for name in players], axis=1),
        places=np.stack([columns[name] for name in places], axis=1),
    )


def _sides(players: Sequence[int], sizes: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Cut players in a row into sides.

    >>> _sides([7, 8, 9], [2, 1])
    ((7, 8), (9,))
    """
    return tuple(tuple(players[start:end]) for start, end in pairwise(accumulate(sizes, initial=0)))
