"""What was foretold against what happened: whether 60 of 100 are won where 60 were expected.

Every table is foretold from the days before its own, and only the later half of them is judged, as in ``tuning``.
Everything is seen from the side of the favourite, so that nothing hangs on which side stands first; where neither is,
half of each view counts.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ratings.engine.columns import Comparisons
from ratings.engine.params import Params
from ratings.engine.replay import foresee
from ratings.engine.scale import Floats
from ratings.engine.tuning import losses_of

COIN = math.log(2)
"""Nats that whoever tosses a coin loses at each table."""
BINS = 10
"""From a half to one."""
_MOST_SLOPE = 50.0
_STEPS = 50
_LEAST_STEP = 1e-12
_LEAST_CHANCE = 1e-9


@dataclass(frozen=True, slots=True)
class Bin:
    """Meetings of two sides of which the favourite was expected to score from ``low`` up to ``high``.

    ``expected`` and ``actual`` are means, by the weights of the tables; ``error`` is the standard error that luck alone
    gives ``actual`` where the expectations are right.
    """

    low: float
    high: float
    meetings: int
    expected: float
    actual: float
    error: float


@dataclass(frozen=True, slots=True)
class Calibration:
    """``judged`` of ``tables`` tables.

    ``loss`` is the mean logarithmic loss in nats, ``gain`` by how much it is lower than a coin's, and ``gain_error``
    the standard error of that. ``slope`` is what the logits foretold would have to be multiplied by to fit what
    happened: 1 is honest, below it the ratings promise too much; None where nothing tells it. Of no table everything is
    None.
    """

    tables: int
    judged: int
    loss: float | None
    gain: float | None
    gain_error: float | None
    slope: float | None
    slope_error: float | None
    bins: tuple[Bin, ...]


def calibrate(comparisons: Comparisons, *, params: Params) -> Calibration:
    """Foretell all tables in turn and compare the later half with what happened."""
    tables = int(comparisons.table[-1]) + 1 if len(comparisons.table) else 0
    judged = (tables + 1) // 2
    if not judged:
        return Calibration(0, 0, None, None, None, None, None, ())
    expected = foresee(comparisons, params=params)
    loss = losses_of(comparisons, expected)[-judged:]
    # Each table counts once, however many sides it has.
    weight = (1 / np.bincount(comparisons.table))[comparisons.table]
    late = comparisons.table >= tables - judged
    chance, score, weight = expected[late], comparisons.score[late], weight[late]
    slope, slope_error = _slope(chance, score, weight)
    return Calibration(
        tables=tables,
        judged=judged,
        loss=float(loss.mean()),
        gain=COIN - float(loss.mean()),
        gain_error=float(loss.std(ddof=1)) / math.sqrt(judged) if judged > 1 else None,
        slope=slope,
        slope_error=slope_error,
        bins=_bins(chance, score, weight),
    )


def _bins(chance: Floats, score: Floats, weight: Floats) -> tuple[Bin, ...]:
    favourite = np.maximum(chance, 1 - chance)
    made = np.where(chance > 0.5, score, np.where(chance < 0.5, 1 - score, 0.5))
    place = np.minimum(((favourite - 0.5) * 2 * BINS).astype(np.int64), BINS - 1)
    count = np.bincount(place, minlength=BINS)
    total, expected, actual, luck = (
        np.bincount(place, values, minlength=BINS)
        for values in (weight, weight * favourite, weight * made, weight**2 * favourite * (1 - favourite))
    )
    return tuple(
        Bin(
            low=(BINS + number) / (2 * BINS),
            high=(BINS + number + 1) / (2 * BINS),
            meetings=int(count[number]),
            expected=float(expected[number] / total[number]),
            actual=float(actual[number] / total[number]),
            error=float(math.sqrt(luck[number]) / total[number]),
        )
        for number in np.flatnonzero(count).tolist()
    )


def _slope(chance: Floats, score: Floats, weight: Floats) -> tuple[float | None, float | None]:
    """Return the slope of a logistic regression of scores on foretold logits, through the origin, and its error.

    Newton's method on a concave likelihood; None where it has no highest point, or all was foretold as even.
    """
    safe = np.clip(chance, _LEAST_CHANCE, 1 - _LEAST_CHANCE)
    logit = np.log(safe) - np.log1p(-safe)
    slope = 1.0
    for _ in range(_STEPS):
        fitted = 1 / (1 + np.exp(-np.clip(slope * logit, -500, 500)))
        curve = float(np.sum(weight * logit**2 * fitted * (1 - fitted)))
        if curve < _LEAST_STEP:
            return None, None
        step = float(np.sum(weight * logit * (score - fitted))) / curve
        slope += step
        if abs(slope) > _MOST_SLOPE:
            return None, None
        if abs(step) < _LEAST_STEP * max(1.0, abs(slope)):
            return slope, 1 / math.sqrt(curve)
    return None, None
