"""Every night: what is stored beside what a whole replay gives. A single row that differs is an alarm."""

from __future__ import annotations

import datetime as dt
import logging
from dataclasses import asdict, dataclass

import numpy as np
from django.db import transaction

from ratings import locks
from ratings.engine.replay import compare_histories
from ratings.errors import FAULTS
from ratings.models import RatingCheck, RatingPool
from ratings.selectors.ledger import as_counted, current_results, outcome_of, outcome_of_row
from ratings.selectors.lists import lists_of
from ratings.selectors.next_list import is_intact
from ratings.selectors.pools import clubs_of, get_pool
from ratings.selectors.states import stored_history
from ratings.services.refresh import replayed
from tournaments.models import Table
from tournaments.selectors.rated import rated_tables

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Verified:
    """What was compared, and how many differ: rows of the ledger from the tables, and states from the replay.

    ``lists_differ``: published lists whose checksum is another one.
    """

    results: int
    states: int
    results_differ: int
    states_differ: int
    lists_differ: int = 0

    @property
    def is_clean(self) -> bool:
        """Whether nothing differs."""
        return not (self.results_differ or self.states_differ or self.lists_differ)


@transaction.atomic(durable=True)
def verify_pool(*, pool_id: int) -> Verified:
    """Compare a pool with the tables below and with the whole replay, and its published lists with their checksums.

    Writes nothing. Raises PoolNotFound.

    What is still waiting counts as no difference: rounds of pending events, and states from the dirty day on.
    """
    locks.lock_states(pool_id)
    read = get_pool(pool_id)
    [pool] = [one for one in locks.lock_ledger(read.kind, read.club_id) if one.pk == pool_id]
    results, results_differ = _compare_ledger(pool)
    # Also of a pool that rates no pairs, which then has no states of them.
    computed, stored = replayed(pool, None), stored_history(pool, None, with_pairs=True)
    if pool.dirty_from is not None:
        dirty = pool.dirty_from.toordinal()
        computed, stored = computed.where(computed.day < dirty), stored.where(stored.day < dirty)
    difference = compare_histories(stored, computed)
    vanished = int(np.count_nonzero(difference.vanished))
    differ = int(np.count_nonzero(difference.changed)) + vanished
    lists_differ = sum(not is_intact(published) for published in lists_of(pool))
    return Verified(results, len(computed) + vanished, results_differ, differ, lists_differ)


def check_pools(*, now: dt.datetime) -> list[int]:
    """Verify every pool and keep what was found; returns the pools in which anything differs, each also in the log."""
    wrong = []
    for pool_id in RatingPool.objects.order_by("pk").values_list("pk", flat=True):
        try:
            found = verify_pool(pool_id=pool_id)
        except FAULTS:
            logger.exception("Rating pool %s cannot be verified", pool_id)
            wrong.append(pool_id)
            continue
        RatingCheck.objects.update_or_create(pool_id=pool_id, defaults={"checked_at": now, **asdict(found)})
        if not found.is_clean:
            logger.critical("Rating pool %s is not what its results say: %s", pool_id, found)
            wrong.append(pool_id)
    return wrong


def _compare_ledger(pool: RatingPool) -> tuple[int, int]:
    # In this order: a round that is closed only now is read below with its event still pending.
    below = {
        table.table_id: as_counted(outcome_of(table), pool)
        for club_id in clubs_of(pool)
        for table in rated_tables(kind=pool.kind, club_id=club_id)
    }
    named = locks.pending_events().values_list("payload__round_id", flat=True)
    rounds = [round_id for round_id in named if isinstance(round_id, int)]
    waiting = set(Table.objects.filter(round_id__in=rounds).values_list("pk", flat=True))
    ledger = {
        row.table_id: as_counted(outcome_of_row(row), pool) for row in current_results(pool).filter(is_void=False)
    }
    tables = {table for table in below.keys() | ledger.keys() if below.get(table) or ledger.get(table)} - waiting
    return len(tables), sum(below.get(table) != ledger.get(table) for table in tables)
