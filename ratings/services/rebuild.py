"""The whole replay: into a new generation of states, or only to compare it with what is stored."""

import datetime as dt
from dataclasses import dataclass

from django.db import transaction
from django.db.models import F

from ratings import locks
from ratings.engine.replay import ENGINE_VERSION
from ratings.models import RatedResult, RatingPool, RatingState
from ratings.selectors.ledger import outcome_of, outcome_of_row
from ratings.selectors.states import states_since
from ratings.services.ledger import record_results
from ratings.services.pools import mark_dirty
from ratings.services.refresh import insert_states, replayed_states
from tournaments.models import Table
from tournaments.selectors.rated import rated_tables


@dataclass(frozen=True, slots=True)
class Verified:
    """What was compared, and how many differ: rows of the ledger from the tables, and states from the replay."""

    results: int
    states: int
    results_differ: int
    states_differ: int

    @property
    def is_clean(self) -> bool:
        """Whether nothing differs."""
        return not (self.results_differ or self.states_differ)


@transaction.atomic(durable=True)
def reread_results(*, pool_id: int, now: dt.datetime) -> bool:
    """Bring a pool's whole ledger to the tables as they stand; True if anything changed. Raises PoolNotFound."""
    pool = locks.lock_pool(pool_id)
    known = RatedResult.objects.filter(kind=pool.kind, club_id=pool.club_id, is_current=True)
    changed = record_results(pool, tables=rated_tables(kind=pool.kind, club_id=pool.club_id), known=known, now=now)
    if changed is not None:
        mark_dirty(pool, since=changed, now=now)
    return changed is not None


@transaction.atomic(durable=True)
def rebuild_pool(*, pool_id: int, now: dt.datetime) -> int:
    """Replay all results into a new generation, make it the live one and return its number of states.

    Raises PoolNotFound. What is marked while this runs stays marked.
    """
    locks.lock_states(pool_id)
    pool = locks.lock_pool(pool_id)
    states = replayed_states(pool, None)
    insert_states(pool, states, generation=pool.live_generation + 1)
    RatingPool.objects.filter(pk=pool_id).update(
        live_generation=F("live_generation") + 1,
        engine_version=ENGINE_VERSION,
        dirty_from=None,
        dirty_at=None,
        refreshed_at=now,
    )
    RatingState.objects.filter(pool_id=pool_id, generation__lte=pool.live_generation).delete()
    return len(states)


@transaction.atomic(durable=True)
def verify_pool(*, pool_id: int) -> Verified:
    """Compare a pool with the tables below and with the whole replay; writes nothing. Raises PoolNotFound.

    What is still waiting counts as no difference: rounds of pending events, and states from the dirty day on.
    """
    locks.lock_states(pool_id)
    pool = locks.lock_pool(pool_id)
    results, results_differ = _compare_ledger(pool)
    computed = {(state.player, state.period): state for state in replayed_states(pool, None)}
    stored = {key: state for key, (_, state) in states_since(pool, None).items()}
    keys = [key for key in computed.keys() | stored.keys() if pool.dirty_from is None or key[1] < pool.dirty_from]
    differ = sum(computed.get(key) != stored.get(key) for key in keys)
    return Verified(results, len(keys), results_differ, differ)


def _compare_ledger(pool: RatingPool) -> tuple[int, int]:
    # In this order: a round that is closed only now is read below with its event still pending.
    below = {table.table_id: outcome_of(table) for table in rated_tables(kind=pool.kind, club_id=pool.club_id)}
    named = locks.pending_events().values_list("payload__round_id", flat=True)
    rounds = [round_id for round_id in named if isinstance(round_id, int)]
    waiting = set(Table.objects.filter(round_id__in=rounds).values_list("pk", flat=True))
    rows = RatedResult.objects.filter(kind=pool.kind, club_id=pool.club_id, is_current=True, is_void=False)
    ledger = {row.table_id: outcome_of_row(row) for row in rows}
    tables = (below.keys() | ledger.keys()) - waiting
    return len(tables), sum(below.get(table) != ledger.get(table) for table in tables)
