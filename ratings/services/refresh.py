"""Brings a dirty pool's states up to what its results say. Runs any number of times as once."""

import datetime as dt
import logging
from collections.abc import Callable
from dataclasses import dataclass

from django.db import connection, transaction

from ratings import locks
from ratings.engine.columns import compare_tables
from ratings.engine.params import Params
from ratings.engine.replay import ENGINE_VERSION, History, State, compare_histories, replay
from ratings.errors import FAULTS, PoolNotFound
from ratings.models import RatingPool, RatingState
from ratings.selectors.ledger import tables_since
from ratings.selectors.states import latest_states, stored_history

BATCH = 2_000
"""Rows per statement."""
_DELETE = """
    DELETE FROM ratings_ratingstate AS state
    USING unnest(%(players)s::bigint[], %(days)s::date[]) AS gone (player, day)
    WHERE state.pool_id = %(pool)s AND state.generation = %(generation)s
      AND state.player_id = gone.player AND state.period = gone.day
"""
logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Refreshed:
    """How many rows were written (new or changed) and deleted."""

    written: int = 0
    deleted: int = 0


def refresh_dirty_pools(*, now: dt.datetime) -> Refreshed:
    """Refresh all pools that are dirty; one that cannot be computed is logged and stays dirty."""
    written = deleted = 0
    for pool_id in RatingPool.objects.filter(dirty_from__isnull=False).order_by("pk").values_list("pk", flat=True):
        try:
            done = refresh_pool(pool_id=pool_id, now=now)
        except FAULTS:
            logger.exception("Rating pool %s cannot be refreshed", pool_id)
            continue
        written += done.written
        deleted += done.deleted
    return Refreshed(written, deleted)


@transaction.atomic(durable=True)
def refresh_pool(*, pool_id: int, now: dt.datetime) -> Refreshed:
    """Replay a pool from its first dirty day and write the rows that differ. Raises PoolNotFound.

    Whoever marks the pool meanwhile changes its version, and it stays dirty for the next refresh.
    """
    locks.lock_states(pool_id)
    return bring_up_to_date(pool_id, now=now)


def bring_up_to_date(pool_id: int, *, now: dt.datetime) -> Refreshed:
    """Do the work of ``refresh_pool`` in the caller's transaction, which holds the lock of the pool's states."""
    pool = RatingPool.objects.filter(pk=pool_id).first()
    if pool is None:
        raise PoolNotFound
    if pool.dirty_from is None:
        return Refreshed()
    since = pool.dirty_from if pool.engine_version == ENGINE_VERSION else None
    done = write_difference(pool, since)
    RatingPool.objects.filter(pk=pool_id, version=pool.version).update(
        dirty_from=None, dirty_at=None, engine_version=ENGINE_VERSION, refreshed_at=now
    )
    return done


def replayed(pool: RatingPool, since: dt.date | None, *, once_read: Callable[[], None] = lambda: None) -> History:
    """Compute a pool's states from a day on, starting from the stored ones before it; without a day, all of them.

    ``once_read`` is called between reading and computing.
    """
    comparisons = compare_tables(tables_since(pool, since))
    before: dict[int, State] = {}
    if since is not None:
        before = latest_states(pool, before=since, players=set(comparisons.player.tolist()))
    once_read()
    return replay(comparisons, params=Params.from_mapping(pool.params), before=before)


def write_difference(pool: RatingPool, since: dt.date | None) -> Refreshed:
    """Replay the pool's live generation from a day on, or whole, and write the rows that differ."""
    computed, stored = replayed(pool, since), stored_history(pool, since)
    difference = compare_histories(stored, computed)
    changed, vanished = computed.where(difference.changed), stored.where(difference.vanished)
    _upsert(pool, changed)
    _delete(pool, vanished)
    return Refreshed(written=len(changed), deleted=len(vanished))


def _upsert(pool: RatingPool, history: History) -> None:
    RatingState.objects.bulk_create(
        (
            RatingState(
                pool=pool,
                generation=pool.live_generation,
                player_id=state.player,
                period=state.period,
                mu=state.mu,
                sigma=state.sigma,
                tables=state.tables,
            )
            for state in history.states()
        ),
        batch_size=BATCH,
        update_conflicts=True,
        unique_fields=["pool", "generation", "player", "period"],
        update_fields=["mu", "sigma", "tables"],
    )


def _delete(pool: RatingPool, history: History) -> None:
    """Delete the rows of some players and days, in one statement however many there are."""
    if not len(history):
        return
    gone = {
        "pool": pool.pk,
        "generation": pool.live_generation,
        "players": history.player.tolist(),
        "days": [dt.date.fromordinal(day) for day in history.day.tolist()],
    }
    with connection.cursor() as cursor:
        cursor.execute(_DELETE, gone)
