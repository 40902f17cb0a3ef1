"""Brings a dirty pool's states up to what its results say. Runs any number of times as once."""

import datetime as dt
import logging
from collections.abc import Iterable
from dataclasses import dataclass

from django.db import transaction

from ratings import locks
from ratings.engine.params import Params
from ratings.engine.replay import ENGINE_VERSION, State, replay
from ratings.engine.results import compare
from ratings.errors import FAULTS, PoolNotFound
from ratings.models import RatingPool, RatingState
from ratings.selectors.ledger import results_since
from ratings.selectors.states import latest_states, states_since

BATCH = 2_000
"""Rows per statement."""
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
    pool = RatingPool.objects.filter(pk=pool_id).first()
    if pool is None:
        raise PoolNotFound
    if pool.dirty_from is None:
        return Refreshed()
    since = pool.dirty_from if pool.engine_version == ENGINE_VERSION else None
    done = _write_difference(pool, since, replayed_states(pool, since))
    RatingPool.objects.filter(pk=pool_id, version=pool.version).update(
        dirty_from=None, dirty_at=None, engine_version=ENGINE_VERSION, refreshed_at=now
    )
    return done


def replayed_states(pool: RatingPool, since: dt.date | None) -> list[State]:
    """Compute a pool's states from a day on, starting from the stored ones before it; without a day, all of them."""
    comparisons = compare(results_since(pool, since))
    before: dict[int, State] = {}
    if since is not None:
        before = latest_states(pool, before=since, players=set(comparisons.player.tolist()))
    return list(replay(comparisons, params=Params.from_mapping(pool.params), before=before).states())


def insert_states(pool: RatingPool, states: Iterable[State], *, generation: int) -> None:
    """Store states; a row that stands for the same player and day is overwritten."""
    RatingState.objects.bulk_create(
        (
            RatingState(
                pool=pool,
                generation=generation,
                player_id=state.player,
                period=state.period,
                mu=state.mu,
                sigma=state.sigma,
                tables=state.tables,
            )
            for state in states
        ),
        batch_size=BATCH,
        update_conflicts=True,
        unique_fields=["pool", "generation", "player", "period"],
        update_fields=["mu", "sigma", "tables"],
    )


def _write_difference(pool: RatingPool, since: dt.date | None, computed: list[State]) -> Refreshed:
    stored = states_since(pool, since)
    changed = [state for state in computed if stored.pop((state.player, state.period), (0, None))[1] != state]
    insert_states(pool, changed, generation=pool.live_generation)
    # What is left in ``stored`` was not computed again: no result stands behind it any more.
    vanished = [key for key, _ in stored.values()]
    if vanished:
        RatingState.objects.filter(pk__in=vanished).delete()
    return Refreshed(written=len(changed), deleted=len(vanished))
