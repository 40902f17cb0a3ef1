"""Pools, as lists to choose from."""

from django.db.models import Count, F, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from ratings.errors import PoolNotFound
from ratings.models import RatingPool, RatingState


def pools(*, club: str = "", kind: str = "") -> QuerySet[RatingPool]:
    """Return the pools, of one club (by its slug) or game if named, with ``players``, the number of those rated."""
    rows = _with_players()
    for field, value in (("club__slug", club), ("kind", kind)):
        if value:
            # The database takes no text with a zero byte in it, not even to find nothing.
            rows = rows.filter(**{field: value}) if value.isprintable() else rows.none()
    return rows.order_by(F("club__name").asc(nulls_first=True), "name", "pk")


def club_pool(kind: str, club_id: int) -> RatingPool | None:
    """Return the pool of all tables of a game at a club, if it has been opened."""
    return RatingPool.objects.filter(kind=kind, club_id=club_id, format=RatingPool.Format.ALL).first()


def clubs_of(pool: RatingPool) -> list[int]:
    """Return the clubs whose results may belong to a pool; of all clubs those that have had a result rated."""
    if pool.club_id is not None:
        return [pool.club_id]
    own = RatingPool.objects.filter(kind=pool.kind, club_id__isnull=False, format=RatingPool.Format.ALL)
    return [club_id for club_id in own.order_by("pk").values_list("club_id", flat=True) if club_id is not None]


def get_pool(pool_id: int) -> RatingPool:
    """Return a pool; raises PoolNotFound."""
    pool = RatingPool.objects.select_related("club").filter(pk=pool_id).first()
    if pool is None:
        raise PoolNotFound
    return pool


def view_pool(pool_id: int) -> RatingPool:
    """Return a pool with ``players``, the number of those rated; raises PoolNotFound."""
    pool = _with_players().filter(pk=pool_id).first()
    if pool is None:
        raise PoolNotFound
    return pool


def _with_players() -> QuerySet[RatingPool]:
    # Pool by pool and by index; a join would read the states of all pools and generations.
    live = RatingState.objects.filter(pool=OuterRef("pk"), generation=OuterRef("live_generation")).order_by()
    counted = live.values("pool").annotate(count=Count("player", distinct=True)).values("count")
    return RatingPool.objects.select_related("club").annotate(players=Coalesce(Subquery(counted), 0))
