"""How far the ratings are behind, for the readiness page."""

import datetime as dt
from dataclasses import dataclass

from django.db.models import Count, Min, Q
from django.utils import timezone

from ratings import locks
from ratings.models import RatingPool
from tournaments.models import OutboxEvent, Round


@dataclass(frozen=True, slots=True)
class OutboxHealth:
    """Events that wait and the age of the oldest, events given up, and pools that wait for their replay."""

    pending: int
    oldest_age: dt.timedelta | None
    parked: int
    dirty_pools: int
    oldest_dirty_age: dt.timedelta | None


def outbox_health(*, now: dt.datetime | None = None) -> OutboxHealth:
    """Return the state of the outbox."""
    now = now or timezone.now()
    unhandled = OutboxEvent.objects.filter(handled_at__isnull=True).aggregate(
        pending=Count("pk", filter=Q(parked_at__isnull=True)),
        oldest=Min("created_at", filter=Q(parked_at__isnull=True)),
        parked=Count("pk", filter=Q(parked_at__isnull=False)),
    )
    dirty = RatingPool.objects.filter(dirty_at__isnull=False).aggregate(pools=Count("pk"), oldest=Min("dirty_at"))
    return OutboxHealth(
        pending=unhandled["pending"],
        oldest_age=now - unhandled["oldest"] if unhandled["oldest"] else None,
        parked=unhandled["parked"],
        dirty_pools=dirty["pools"],
        oldest_dirty_age=now - dirty["oldest"] if dirty["oldest"] else None,
    )


def rounds_pending(pool: RatingPool) -> list[tuple[int, int]]:
    """Return the rounds that pending events tell of and a pool may see something of: club and round."""
    named = locks.pending_events().values_list("payload__round_id", flat=True)
    ids = {round_id for round_id in named if isinstance(round_id, int)}
    rows = Round.objects.filter(pk__in=ids, tournament__kind=pool.kind)
    if pool.club_id is not None:
        rows = rows.filter(tournament__club=pool.club_id)
    return list(rows.order_by("pk").values_list("tournament__club_id", "pk"))
