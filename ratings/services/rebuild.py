"""The whole replay into a new generation of states, beside the live one, and then the change from one to the other."""

from __future__ import annotations

import datetime as dt
import logging
from collections.abc import Callable, Mapping

import numpy as np
from django.db import OperationalError, connection, transaction

from ratings import locks
from ratings.binary_copy import copy_in
from ratings.engine.partnerships import partners_of_all
from ratings.engine.replay import ENGINE_VERSION, History
from ratings.engine.scale import Ints
from ratings.errors import RebuildRunning
from ratings.models import PairState, RatingPool, RatingRebuild, RatingState
from ratings.selectors.pools import get_pool
from ratings.selectors.states import PAIR_TYPES, STATE_TYPES
from ratings.services import large_generations
from ratings.services.large_generations import LARGE
from ratings.services.ledger import reread
from ratings.services.refresh import replayed, write_difference

logger = logging.getLogger(__name__)
Tell = Callable[[RatingRebuild.Step], None]


def tell_nobody(step: RatingRebuild.Step) -> None:
    """Say nothing of how far it is."""
    del step


@transaction.atomic(durable=True)
def reread_results(*, pool_id: int, now: dt.datetime) -> bool:
    """Bring the ledger of a pool's game at its clubs to the tables as they stand; True if anything changed.

    All pools that see of it are marked. Raises PoolNotFound.
    """
    return reread(get_pool(pool_id), now=now)


def rebuild_pool(*, pool_id: int, tell: Tell = tell_nobody, large: int = LARGE, now: dt.datetime) -> int:
    """Replay all results into a new generation, make it the live one and return its number of states.

    From ``large`` states of players on, a generation gets a table of its own.

    Several transactions: what is entered, and refreshed, meanwhile does not wait, and is caught up with in the last of
    them. Whoever dies in between leaves rows of no live generation, which the next rebuild clears away. Raises
    PoolNotFound, RebuildRunning.
    """
    get_pool(pool_id)
    with locks.hold_rebuild(pool_id) as is_ours:
        if not is_ours:
            raise RebuildRunning
        _clear_away(pool_id, but=get_pool(pool_id).live_generation)
        generation = _begin(pool_id)
        tell(RatingRebuild.Step.READING)
        history = _replay_whole(pool_id, tell)
        tell(RatingRebuild.Step.WRITING)
        _write(pool_id, generation, history, large=large)
        tell(RatingRebuild.Step.SWITCHING)
        states = _switch(pool_id, generation, now=now)
        try:
            _clear_away(pool_id, but=generation)
        except OperationalError as error:
            # The new generation counts already; what is over goes with the next rebuild.
            logger.warning("Old states of rating pool %s are being read and stay for now: %s", pool_id, error)
        with connection.cursor() as cursor:
            # Until the next sweep of PostgreSQL's own the planner would know nothing of the new generation.
            cursor.execute("ANALYZE ratings_ratingstate, ratings_pairstate")
    return states


@transaction.atomic(durable=True)
def _begin(pool_id: int) -> int:
    """Begin to watch what will be missed, and return the number of the new generation."""
    pool = locks.lock_pool(pool_id)
    RatingPool.objects.filter(pk=pool_id).update(missed_from=None)
    return pool.live_generation + 1


@transaction.atomic(durable=True)
def _replay_whole(pool_id: int, tell: Tell) -> History:
    pool = get_pool(pool_id)
    return replayed(pool, None, once_read=lambda: tell(RatingRebuild.Step.REPLAYING))


@transaction.atomic(durable=True)
def _write(pool_id: int, generation: int, history: History, *, large: int) -> None:
    is_pair = history.player < 0
    # Millions of rows are not copied for nothing.
    players = history.where(~is_pair) if is_pair.any() else history
    pairs = history.where(is_pair)

    def copy_players(table: str, *, is_new: bool = True) -> None:
        _copy(pool_id, generation, players, table, STATE_TYPES, [players.player], is_new=is_new)

    if len(pairs):
        _copy(pool_id, generation, pairs, "ratings_pairstate", PAIR_TYPES, [*partners_of_all(pairs.player)])
    # Last: once a table of its own is made known nobody reads any states until the transaction ends.
    if len(players) >= large:
        large_generations.fill_own_table(pool_id, generation, copy_players)
    else:
        copy_players(large_generations.STATES, is_new=False)


def _copy(
    pool_id: int,
    generation: int,
    history: History,
    table: str,
    types: Mapping[str, str],
    keys: list[Ints],
    *,
    is_new: bool = False,
) -> None:
    # In the order of the larger index, which then grows at its end only.
    order = np.lexsort((history.day, *reversed(keys)))
    columns = {
        "pool_id": np.broadcast_to(np.int64(pool_id), len(history)),
        "generation": np.broadcast_to(np.int64(generation), len(history)),
        **dict(zip(types, (*keys, *history.columns()[1:]), strict=True)),
    }
    copy_in(table, columns, {"pool_id": "int8", "generation": "int4", **types}, order=order, is_new=is_new)


@transaction.atomic(durable=True)
def _switch(pool_id: int, generation: int, *, now: dt.datetime) -> int:
    """Catch up with what was marked since the beginning and let the new generation count."""
    locks.lock_states(pool_id)
    pool = locks.lock_pool(pool_id)
    RatingPool.objects.filter(pk=pool_id).update(
        live_generation=generation, engine_version=ENGINE_VERSION, dirty_from=None, dirty_at=None, refreshed_at=now
    )
    pool.live_generation = generation
    # Whatever a refresh made of the generation before, in this one there may be states of pairs.
    pool.has_pair_states = True
    if pool.missed_from is not None:
        write_difference(pool, pool.missed_from)
    players, pairs = (
        states.objects.filter(pool_id=pool_id, generation=generation).count() for states in (RatingState, PairState)
    )
    RatingPool.objects.filter(pk=pool_id).update(has_pair_states=pairs > 0)
    return players + pairs


def _clear_away(pool_id: int, *, but: int) -> None:
    """Take out all states of a pool but for one generation's; tables by themselves, since that keeps readers out."""
    with transaction.atomic(durable=True):
        large_generations.drop_tables_over(pool_id, but)
    with transaction.atomic(durable=True):
        for states in (RatingState, PairState):
            states.objects.filter(pool_id=pool_id).exclude(generation=but).delete()
