"""Who sat together in a pool, kept until a result that it counts comes or changes: a list reads as much as it shows.

The key names all that the values depend on, since whatever changes the ledger of a pool counts its version up; with the
cache away they are worked out again by the database.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import orjson
from django.core.cache import cache

from ratings.engine.marks import partner_locked
from ratings.models import RatingPool
from ratings.selectors.ledger import pairs_of, sides_of

FORM = 1
"""To be raised with every change of what is kept."""
KEPT_SECONDS = 24 * 60 * 60


@dataclass(frozen=True, slots=True)
class Together:
    """Two who sat as a side, the lower id first: at how many tables, and on which day the last time."""

    player_ids: tuple[int, int]
    tables: int
    last: dt.date


def locked_players(pool: RatingPool) -> frozenset[int]:
    """Return the players who cannot be told from their partners."""
    return frozenset(_kept("locked", pool, lambda: sorted(partner_locked(sides_of(pool)))))


def pairs_together(pool: RatingPool) -> list[Together]:
    """Return all who sat together as two."""
    rows = _kept("pairs", pool, lambda: [[*pair, tables, last.isoformat()] for pair, tables, last in pairs_of(pool)])
    return [Together((low, high), tables, dt.date.fromisoformat(last)) for low, high, tables, last in rows]


def _kept(what: str, pool: RatingPool, make: Callable[[], list[Any]]) -> list[Any]:
    # A version that came once before an installation was restored, and once after, came at different moments.
    key = f"together:{FORM}:{what}:{pool.pk}:{pool.version}:{pool.refreshed_at and pool.refreshed_at.timestamp()}"
    kept = cache.get(key)
    if kept is not None:
        return list(orjson.loads(kept))
    fresh = make()
    cache.set(key, orjson.dumps(fresh), KEPT_SECONDS)
    return fresh
