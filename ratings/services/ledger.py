"""The ledger of rated results follows what stands below: what differs gets a new revision, nothing else is written."""

import datetime as dt
from collections.abc import Iterable

from ratings.models import RatedResult, RatingPool
from ratings.selectors.ledger import RatedOutcome, outcome_of, outcome_of_row
from tournaments.selectors.rated import RatedTable


def record_results(
    pool: RatingPool, *, tables: Iterable[RatedTable], known: Iterable[RatedResult], now: dt.datetime
) -> dt.date | None:
    """Bring the ledger to the tables as they stand and return the earliest day that changed, None if none did.

    ``known`` are the current rows of the same stretch of play: those without a table any more become void. The pool's
    row is locked.
    """
    rows = {row.table_id: row for row in known}
    wanted = {table.table_id: outcome_of(table) for table in tables}
    fresh: list[RatedResult] = []
    days: list[dt.date] = []
    for table_id in sorted(rows.keys() | wanted.keys()):
        row, outcome = rows.get(table_id), wanted.get(table_id)
        before = outcome_of_row(row) if row is not None and not row.is_void else None
        if outcome == before:
            continue
        days.extend(one.period for one in (before, outcome) if one is not None)
        fresh.append(_revision(pool, table_id, row, outcome, now=now))
    RatedResult.objects.filter(pk__in=[rows[new.table_id].pk for new in fresh if new.table_id in rows]).update(
        is_current=False
    )
    RatedResult.objects.bulk_create(fresh)
    return min(days, default=None)


def _revision(
    pool: RatingPool, table_id: int, before: RatedResult | None, outcome: RatedOutcome | None, *, now: dt.datetime
) -> RatedResult:
    """Return the next revision of a table; without an outcome it is void and keeps the line-up it had."""
    if outcome is None:
        assert before is not None
        shown = outcome_of_row(before)
    else:
        shown = outcome
    return RatedResult(
        kind=pool.kind,
        club_id=pool.club_id,
        table_id=table_id,
        revision=before.revision + 1 if before is not None else 1,
        is_void=outcome is None,
        period=shown.period,
        players=[player for side in shown.sides for player in side],
        side_sizes=[len(side) for side in shown.sides],
        places=list(shown.places),
        recorded_at=now,
    )
