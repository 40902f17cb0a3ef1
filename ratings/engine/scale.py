"""From stored whole numbers to logits and back.

A side's rating is the mean of its members, and 100 points between two sides mean what they mean in chess: the better
one wins with probability 1 / (1 + 10^(-100/400)) = 64 %. One logit between sides is therefore 400 / ln 10 = 173.7
points. The model adds up the strengths of two partners, so a player's own logit is worth twice that in points.

Means are stored in 0.1 point, deviations in 0.01 point. Rounding after every period makes the replay repeatable
whatever the last bits of the floating point do, and lets a correction of long ago die out.
"""

import math

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

POINTS_PER_LOGIT = 800 / math.log(10)
"""Points of one player per logit."""
MU_UNIT = 10 * POINTS_PER_LOGIT
"""Stored mean per logit."""
SIGMA_UNIT = 100 * POINTS_PER_LOGIT
"""Stored deviation per logit."""
DAYS_PER_WEEK = 7


def rounded(values: Floats) -> Ints:
    """Round to whole numbers, halves upwards."""
    return np.floor(values + 0.5).astype(np.int64)


def widened(sigma: Ints, days: Ints, *, drift: int, prior_sigma: int) -> Floats:
    """Return the variances (in logits) that deviations have grown to after days without play.

    ``sigma^2 + drift^2 * days / 7``, but never more than a newcomer's.
    """
    growth = (drift / SIGMA_UNIT) ** 2 * days / DAYS_PER_WEEK
    return np.minimum((sigma / SIGMA_UNIT) ** 2 + growth, (prior_sigma / SIGMA_UNIT) ** 2)
