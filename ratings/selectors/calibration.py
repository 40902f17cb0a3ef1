"""How honest a pool's ratings are, kept until a result or a parameter changes."""

from __future__ import annotations

from dataclasses import asdict
from hashlib import sha256

import orjson
from django.core.cache import cache

from ratings.engine.calibration import Bin, Calibration, calibrate
from ratings.engine.columns import compare_tables
from ratings.engine.params import Params
from ratings.engine.replay import ENGINE_VERSION
from ratings.models import RatingPool
from ratings.selectors.ledger import tables_since

FORM = 1
"""To be raised with every change of what is kept."""
KEPT_SECONDS = 7 * 24 * 60 * 60


def calibration_of(pool: RatingPool) -> Calibration:
    """Return what the results of a pool say about its ratings.

    The key names all that it depends on: with the cache away it is worked out again, in seconds for a million results.
    """
    key = _key(pool)
    kept = cache.get(key)
    if kept is not None:
        return _read(kept)
    fresh = calibrate(compare_tables(tables_since(pool, None)), params=Params.from_mapping(pool.params))
    cache.set(key, orjson.dumps(asdict(fresh)), KEPT_SECONDS)
    return fresh


def _key(pool: RatingPool) -> str:
    params = sha256(orjson.dumps(pool.params, option=orjson.OPT_SORT_KEYS)).hexdigest()[:16]
    return f"calibration:{FORM}:{pool.pk}:{pool.version}:{ENGINE_VERSION}:{params}"


def _read(text: bytes) -> Calibration:
    values = orjson.loads(text)
    return Calibration(**{**values, "bins": tuple(Bin(**one) for one in values["bins"])})
