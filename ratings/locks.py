"""The only place where the ratings lock.

Order: the oldest pending event (which is the lock of the whole queue), a pool's row, a pool's states. The states' lock
is advisory: only those who write states take it. Whoever holds it may update the pool's row, and whoever has locked the
row never asks for the states, so nobody waits in a circle.
"""

from django.db import connection
from django.db.models import QuerySet

from ratings.errors import PoolNotFound
from ratings.models import RatingPool
from tournaments.models import OutboxEvent

STATES_NAMESPACE = 5003
"""First half of the key of the advisory locks; the pool's key is the other."""


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
    """Lock a pool's row: the ledger of its results changes, and it is marked dirty, under this lock only."""
    try:
        return RatingPool.objects.select_for_update(no_key=True).get(pk=pool_id)
    except RatingPool.DoesNotExist:
        raise PoolNotFound from None


def lock_states(pool_id: int) -> None:
    """Wait until nobody else writes the states of a pool; held until the transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [STATES_NAMESPACE, pool_id])
