"""How many devices have a table's page open: to warn of, never to lock out. Nobody is named: a device is a number.

It is kept in the cache and forgotten by itself. Two that look at the same instant may miss each other, until one of
them looks again a few seconds later; with the cache away nobody is warned.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection
from uuid import UUID

from django.core.cache import cache

OPEN_SECONDS = 600
"""So long after it looked at the table for the last time does a device count as open."""
MOST_DEVICES = 8
"""So many are remembered of one table, the latest ones."""


def note_device(table_id: int, device: UUID, *, now: dt.datetime) -> int:
    """Note that a device looks at a table; return how many do, this one among them."""
    seen = {**_open(cache.get(_key(table_id)), now), str(device): now.timestamp()}
    latest = dict(sorted(seen.items(), key=lambda one: one[1])[-MOST_DEVICES:])
    cache.set(_key(table_id), latest, OPEN_SECONDS)
    return len(latest)


def devices_at(table_ids: Collection[int], *, now: dt.datetime) -> dict[int, int]:
    """Return how many devices look at each of these tables."""
    kept = cache.get_many([_key(table_id) for table_id in table_ids])
    return {table_id: len(_open(kept.get(_key(table_id)), now)) for table_id in table_ids}


def _open(seen: dict[str, float] | None, now: dt.datetime) -> dict[str, float]:
    since = now.timestamp() - OPEN_SECONDS
    return {device: at for device, at in (seen or {}).items() if at > since}


def _key(table_id: int) -> str:
    return f"devices:{table_id}"
