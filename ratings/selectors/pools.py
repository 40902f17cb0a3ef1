"""Pools, as lists to choose from."""

from django.db.models import Count, F, Q, QuerySet

from ratings.errors import PoolNotFound
from ratings.models import RatingPool


def pools(*, club: str = "", kind: str = "") -> QuerySet[RatingPool]:
    """Return the pools, of one club (by its slug) or game if named, with ``players``, the number of those rated."""
    rows = RatingPool.objects.select_related("club").annotate(
        players=Count("states__player", distinct=True, filter=Q(states__generation=F("live_generation")))
    )
    for field, value in (("club__slug", club), ("kind", kind)):
        if value:
            # The database takes no text with a zero byte in it, not even to find nothing.
            rows = rows.filter(**{field: value}) if value.isprintable() else rows.none()
    return rows.order_by("club__name", "name", "pk")


def get_pool(pool_id: int) -> RatingPool:
    """Return a pool; raises PoolNotFound."""
    pool = RatingPool.objects.select_related("club").filter(pk=pool_id).first()
    if pool is None:
        raise PoolNotFound
    return pool
