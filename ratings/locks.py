"""The only place where the ratings lock.

Order: a pool's rebuild, the oldest pending event (which is the lock of the whole queue), a pool's states, which pools
of a game there are, pools' rows by key. All but the event's and the rows' are advisory; only those who write states
take those of rebuilds and states. Whoever has locked a row never asks for the states, so nobody waits in a circle.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection
from django.db.models import Q, QuerySet

from ratings.errors import PoolNotFound
from ratings.models import KINDS, RatingPool
from tournaments.models import OutboxEvent

STATES_NAMESPACE = 5003
REBUILD_NAMESPACE = 5006
"""First halves of the keys of the advisory locks; the pool's key is the other."""
POOLS_NAMESPACE = 5007
"""Likewise; the other half is the place of the game among ``KINDS``."""


def lock_oldest_event() -> OutboxEvent | None:
    """Lock the oldest event that is neither handled nor parked; None when there is none.

    A second drainer waits here. Once it gets the row it finds it handled and must look again: Postgres leaves a row out
    that has changed while it was waited for, without looking at the next one.
    """
    while (oldest := pending_events().order_by("pk").values_list("pk", flat=True).first()) is not None:
        event = pending_events().filter(pk=oldest).select_for_update(no_key=True).first()
        if event is not None:
            return event
    return None


def pending_events() -> QuerySet[OutboxEvent]:
    """Return the events that wait."""
    return OutboxEvent.objects.filter(handled_at__isnull=True, parked_at__isnull=True)


def lock_pool(pool_id: int) -> RatingPool:
    """Lock a pool's row: it is marked dirty, and its parameters change, under this lock only."""
    try:
        return RatingPool.objects.select_for_update(no_key=True).get(pk=pool_id)
    except RatingPool.DoesNotExist:
        raise PoolNotFound from None


def lock_ledger(kind: str, club_id: int | None) -> list[RatingPool]:
    """Lock all pools that the results of a game at a club, or at any club, may belong to; return them.

    Under this lock only the ledger of these results changes; it is the row of the club's own pool that keeps two apart,
    so it has to be there. No other pool is opened meanwhile.
    """
    keep_from_opening(kind)
    pools = RatingPool.objects.filter(kind=kind)
    if club_id is not None:
        pools = pools.filter(Q(club_id=club_id) | Q(club_id=None))
    return list(pools.order_by("pk").select_for_update(no_key=True))


def keep_from_opening(kind: str) -> None:
    """Let nobody open a pool of a game until the transaction ends; several can hold this."""
    _lock_which_pools(kind, "pg_advisory_xact_lock_shared")


def lock_opening(kind: str) -> None:
    """Wait until nobody changes the ledger of a game: who does so has to know all its pools, also the one to come."""
    _lock_which_pools(kind, "pg_advisory_xact_lock")


def _lock_which_pools(kind: str, function: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {function}(%s, %s)", [POOLS_NAMESPACE, KINDS.index(kind)])


def lock_states(pool_id: int) -> None:
    """Wait until nobody else writes the states of a pool; held until the transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [STATES_NAMESPACE, pool_id])


@contextmanager
def hold_rebuild(pool_id: int) -> Iterator[bool]:
    """Hold the rebuild of a pool over several transactions; yields whether it is ours, or somebody is at it already.

    The lock goes with its connection, so one who is killed leaves nothing behind.
    """
    key = [REBUILD_NAMESPACE, pool_id]
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s, %s)", key)
        is_ours = bool(cursor.fetchone()[0])
    try:
        yield is_ours
    finally:
        if is_ours:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s, %s)", key)
