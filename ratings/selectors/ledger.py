"""Results as the replay reads them."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from django.db.models import QuerySet

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


def _sides(players: Sequence[int], sizes: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Cut players in a row into sides.

    >>> _sides([7, 8, 9], [2, 1])
    ((7, 8), (9,))
    """
    return tuple(tuple(players[start:end]) for start, end in pairwise(accumulate(sizes, initial=0)))
