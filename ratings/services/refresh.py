"""Brings a dirty pool's states up to what its results say. Runs any number of times as once."""

import datetime as dt
import logging
from collections.abc import Callable
from dataclasses import dataclass

from django.db import connection, transaction

from ratings import locks
from ratings.binary_copy import EPOCH
from ratings.engine.columns import compare_tables
from ratings.engine.params import Params
from ratings.engine.partnerships import keys_met, partners_of_all
from ratings.engine.replay import ENGINE_VERSION, History, State, compare_histories, replay
from ratings.engine.scale import Ints
from ratings.errors import FAULTS, PoolNotFound
from ratings.models import RatingPool
from ratings.selectors.ledger import tables_since
from ratings.selectors.states import latest_pair_states, latest_states, stored_history

_UPSERT_PLAYERS = """
    INSERT INTO ratings_ratingstate (pool_id, generation, player_id, period, mu, sigma, tables)
    SELECT %(pool)s, %(generation)s, row.player, date '2000-01-01' + row.day, row.mu, row.sigma, row.tables
    FROM unnest(%(players)s::bigint[], %(days)s::int[], %(mu)s::int[], %(sigma)s::int[], %(tables)s::int[])
        AS row (player, day, mu, sigma, tables)
    ON CONFLICT (pool_id, generation, player_id, period)
        DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma, tables = excluded.tables
"""
_DELETE_PLAYERS = """
    DELETE FROM ratings_ratingstate AS state
    USING unnest(%(players)s::bigint[], %(days)s::int[]) AS gone (player, day)
    WHERE state.pool_id = %(pool)s AND state.generation = %(generation)s
      AND state.player_id = gone.player AND state.period = date '2000-01-01' + gone.day
"""
_UPSERT_PAIRS = """
    INSERT INTO ratings_pairstate (pool_id, generation, first_id, second_id, period, mu, sigma, tables)
    SELECT %(pool)s, %(generation)s, row.first, row.second, date '2000-01-01' + row.day, row.mu, row.sigma, row.tables
    FROM unnest(
        %(firsts)s::bigint[], %(seconds)s::bigint[], %(days)s::int[], %(mu)s::int[], %(sigma)s::int[], %(tables)s::int[]
    ) AS row (first, second, day, mu, sigma, tables)
    ON CONFLICT (pool_id, generation, first_id, second_id, period)
        DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma, tables = excluded.tables
"""
_DELETE_PAIRS = """
    DELETE FROM ratings_pairstate AS state
    USING unnest(%(firsts)s::bigint[], %(seconds)s::bigint[], %(days)s::int[]) AS gone (first, second, day)
    WHERE state.pool_id = %(pool)s AND state.generation = %(generation)s AND state.first_id = gone.first
      AND state.second_id = gone.second AND state.period = date '2000-01-01' + gone.day
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
        if pool.rates_pairs:
            before |= latest_pair_states(pool, before=since, keys=keys_met(comparisons).tolist())
    once_read()
    return replay(comparisons, params=Params.from_mapping(pool.params), before=before)


def write_difference(pool: RatingPool, since: dt.date | None) -> Refreshed:
    """Replay the pool's live generation from a day on, or whole, and write the rows that differ.

    States of pairs are looked at where the pool has some, or is to have some.
    """
    computed = replayed(pool, since)
    stored = stored_history(pool, since, with_pairs=pool.rates_pairs or pool.has_pair_states)
    difference = compare_histories(stored, computed)
    changed, vanished = computed.where(difference.changed), stored.where(difference.vanished)
    _upsert(pool, changed)
    _delete(pool, vanished)
    if pool.has_pair_states != pool.rates_pairs:
        RatingPool.objects.filter(pk=pool.pk).update(has_pair_states=pool.rates_pairs)
    return Refreshed(written=len(changed), deleted=len(vanished))


def _upsert(pool: RatingPool, history: History) -> None:
    """Write rows over those for the same players or pairs and days, in one statement for each of the two."""
    _run(_UPSERT_PLAYERS, _UPSERT_PAIRS, pool, history)


def _delete(pool: RatingPool, history: History) -> None:
    """Delete the rows for some players or pairs and days, in one statement for each of the two."""
    _run(_DELETE_PLAYERS, _DELETE_PAIRS, pool, history)


def _run(of_players: str, of_pairs: str, pool: RatingPool, history: History) -> None:
    is_pair = history.player < 0
    players, pairs = history.where(~is_pair), history.where(is_pair)
    firsts, seconds = partners_of_all(pairs.player)
    _execute(of_players, pool, players, players=players.player)
    _execute(of_pairs, pool, pairs, firsts=firsts, seconds=seconds)


def _execute(statement: str, pool: RatingPool, rows: History, **whose: Ints) -> None:
    if not len(rows):
        return
    columns = {
        **whose,
        # Days as PostgreSQL counts them: a number is read faster than a date.
        "days": rows.day - EPOCH,
        "mu": rows.mu,
        "sigma": rows.sigma,
        "tables": rows.tables,
    }
    arrays = {name: _array(numbers) for name, numbers in columns.items()}
    with connection.cursor() as cursor:
        cursor.execute(statement, {"pool": pool.pk, "generation": pool.live_generation, **arrays})


def _array(numbers: Ints) -> str:
    """Return an array as PostgreSQL writes it: of ten thousand numbers four times as fast as the driver would."""
    return f"{{{','.join(map(str, numbers.tolist()))}}}"
