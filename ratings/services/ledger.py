"""The ledger of rated results follows what stands below: what differs gets a new revision, nothing else is written."""

import datetime as dt
from collections.abc import Iterable

from ratings import locks
from ratings.models import RatedResult, RatingPool
from ratings.selectors.ledger import Change, RatedOutcome, outcome_of, outcome_of_row
from ratings.selectors.pools import clubs_of
from ratings.services.pools import mark_changed
from tournaments.selectors.rated import RatedTable, rated_tables


def reread(pool: RatingPool, *, now: dt.datetime) -> bool:
    """Bring the ledger of a pool's game at its clubs to the tables as they stand, and mark all pools that see of it.

    Returns whether anything changed.
    """
    pools = locks.lock_ledger(pool.kind, pool.club_id)
    changes: list[Change] = []
    for club_id in clubs_of(pool):
        known = RatedResult.objects.filter(kind=pool.kind, club_id=club_id, is_current=True)
        tables = rated_tables(kind=pool.kind, club_id=club_id)
        changes += record_results(kind=pool.kind, club_id=club_id, tables=tables, known=known, now=now)
    mark_changed(pools, changes, now=now)
    return bool(changes)


def take_in_round(*, kind: str, club_id: int, round_id: int, now: dt.datetime) -> None:
    """Bring the ledger to a round as it stands, and mark all pools that see of it; the club's own pool is there."""
    pools = locks.lock_ledger(kind, club_id)
    known = list(RatedResult.objects.filter(table__round=round_id, is_current=True))
    tables = rated_tables(kind=kind, club_id=club_id, round_id=round_id)
    mark_changed(pools, record_results(kind=kind, club_id=club_id, tables=tables, known=known, now=now), now=now)


def record_results(
    *, kind: str, club_id: int, tables: Iterable[RatedTable], known: Iterable[RatedResult], now: dt.datetime
) -> list[Change]:
    """Bring the ledger of a game at a club to the tables as they stand and return what changed.

    ``known`` are the current rows of the same stretch of play: those without a table any more become void. The pools
    that may see of it are locked.
    """
    rows = {row.table_id: row for row in known}
    wanted = {table.table_id: outcome_of(table) for table in tables}
    fresh: list[RatedResult] = []
    changes: list[Change] = []
    for table_id in sorted(rows.keys() | wanted.keys()):
        row, outcome = rows.get(table_id), wanted.get(table_id)
        before = outcome_of_row(row) if row is not None and not row.is_void else None
        if outcome == before:
            continue
        changes.append(Change(before, outcome))
        fresh.append(_revision(kind, club_id, table_id, row, outcome, now=now))
    RatedResult.objects.filter(pk__in=[rows[new.table_id].pk for new in fresh if new.table_id in rows]).update(
        is_current=False
    )
    RatedResult.objects.bulk_create(fresh)
    return changes


def _revision(
    kind: str,
    club_id: int,
    table_id: int,
    before: RatedResult | None,
    outcome: RatedOutcome | None,
    *,
    now: dt.datetime,
) -> RatedResult:
    """Return the next revision of a table; without an outcome it is void and keeps the line-up it had."""
    if outcome is None:
        assert before is not None
        shown = outcome_of_row(before)
    else:
        shown = outcome
    return RatedResult(
        kind=kind,
        club_id=club_id,
        table_id=table_id,
        revision=before.revision + 1 if before is not None else 1,
        is_void=outcome is None,
        period=shown.period,
        players=[player for side in shown.sides for player in side],
        side_sizes=[len(side) for side in shown.sides],
        places=list(shown.places),
        points=None if shown.points is None else list(shown.points),
        games=shown.games,
        entry_kind=shown.entry_kind,
        recorded_at=now,
    )
