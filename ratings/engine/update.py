"""One period: all its tables rated at once, from what was believed before it.

Strengths are normal beliefs (mean, variance) in logits. For one comparison with difference D of the sides' means and V
the sum of the variances in it (each times its squared coefficient):

    c = sqrt(1 + pi V / 8)         beliefs being uncertain, a lead counts for less
    p = 1 / (1 + exp(-D / c))      expected score of the first side
    q = p (1 - p)
    S = V + 1/q                    the score seen as an observation of D with variance 1/q
    r = (y - p) / q                the surprise, y being the score

Each member with coefficient a and variance v gains the information a^2 / (S - a^2 v), and its mean is pushed by
a r / (S - a^2 v); both times the comparison's weight. Gains of a period add up, whatever their order:

    v' = 1 / (1/v + sum of information)        mean' = mean + v' * (sum of pushes)

With one comparison this is the Kalman step of an extended filter; with a fixed opponent it is Glicko's.
"""

import math
from dataclasses import dataclass

import numpy as np

from ratings.engine.scale import Floats, Ints

LARGEST_LEAD = 30.0
"""Logits; beyond it exp() tells nothing more."""
LEAST_SPREAD = 1e-9
"""Floor of p (1 - p); it also keeps 1/q - and with it S - a^2 v, since 1/q is at least 4 - finite and positive."""


@dataclass(frozen=True, slots=True)
class Gains:
    """What the comparisons of a period tell: ``expected`` and ``spread`` q by comparison; the rest by member."""

    expected: Floats
    spread: Floats
    gain: Floats
    information: Floats
    push: Floats


def gains(
    mean: Floats,
    variance: Floats,
    *,
    player: Ints,
    coefficient: Floats,
    comparison: Ints,
    score: Floats,
    weight: Floats,
) -> Gains:
    """Return what each member of each comparison gains; the arguments are those of ``update``."""
    uncertainty = coefficient**2 * variance[player]
    lead = np.bincount(comparison, coefficient * mean[player], minlength=len(score))
    total = np.bincount(comparison, uncertainty, minlength=len(score))
    logit = np.clip(lead / np.sqrt(1 + math.pi / 8 * total), -LARGEST_LEAD, LARGEST_LEAD)
    expected = 1 / (1 + np.exp(-logit))
    spread = np.maximum(expected * (1 - expected), LEAST_SPREAD)
    surprise = (score - expected) / spread
    gain = weight[comparison] / ((total + 1 / spread)[comparison] - uncertainty)
    return Gains(
        expected=expected,
        spread=spread,
        gain=gain,
        information=coefficient**2 * gain,
        push=coefficient * gain * surprise[comparison],
    )


def update(
    mean: Floats,
    variance: Floats,
    *,
    player: Ints,
    coefficient: Floats,
    comparison: Ints,
    score: Floats,
    weight: Floats,
) -> tuple[Floats, Floats]:
    """Return means and variances after a period.

    ``mean`` and ``variance`` are by player; ``player`` (an index into them), ``coefficient`` and ``comparison`` (an
    index into ``score`` and ``weight``) are by member. ``bincount`` adds in the order given, so equal input gives equal
    output to the last bit.
    """
    told = gains(
        mean,
        variance,
        player=player,
        coefficient=coefficient,
        comparison=comparison,
        score=score,
        weight=weight,
    )
    information = np.bincount(player, told.information, minlength=len(mean))
    push = np.bincount(player, told.push, minlength=len(mean))
    narrowed = 1 / (1 / variance + information)
    return mean + narrowed * push, narrowed
