"""Pools are opened when their first result comes in."""

import datetime as dt
from collections.abc import Collection, Iterable

from django.db.models import F, Value
from django.db.models.functions import Coalesce, Least
from django.utils import translation

from gameplay.models import Game
from ratings import locks
from ratings.engine.defaults import default_params
from ratings.engine.replay import ENGINE_VERSION
from ratings.models import RatingPool
from ratings.selectors.ledger import Change, changed_since


def find_or_open_pool(*, kind: str, club_id: int, now: dt.datetime) -> RatingPool:
    """Return the pool of all of a game's tables at a club; two who open it at once get the same one."""
    locks.keep_from_opening(kind)
    pool, _ = RatingPool.objects.get_or_create(
        kind=kind,
        club_id=club_id,
        format=RatingPool.Format.ALL,
        defaults={
            "name": _name_of(kind),
            "params": default_params(kind).as_mapping(),
            "engine_version": ENGINE_VERSION,
            "created_at": now,
        },
    )
    return pool


def _name_of(kind: str) -> str:
    # What is stored is in English, whoever closes the round.
    with translation.override("en"):
        return str(Game.Kind(kind).label)


def mark_changed(pools: Iterable[RatingPool], changes: Collection[Change], *, now: dt.datetime) -> None:
    """Mark those pools dirty that see anything of what changed in the ledger."""
    for pool in pools:
        since = changed_since(changes, pool)
        if since is not None:
            mark_dirty(pool, since=since, now=now)


def mark_dirty(pool: RatingPool, *, since: dt.date, now: dt.datetime) -> None:
    """Say that the states from a day on are out of date; the earliest such day of several stands."""
    RatingPool.objects.filter(pk=pool.pk).update(
        dirty_from=Least(Coalesce(F("dirty_from"), Value(since)), Value(since)),
        missed_from=Least(Coalesce(F("missed_from"), Value(since)), Value(since)),
        dirty_at=Coalesce(F("dirty_at"), Value(now)),
        version=F("version") + 1,
    )
