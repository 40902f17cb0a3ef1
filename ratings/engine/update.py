"""One period: all its tables rated at once, from what was believed before it.

Strengths are normal beliefs (mean, variance) in logits. For one comparison with difference D of the sides' means and V
the sum of the variances in it (each times its squared coefficient):

    c = sqrt(1 + pi V / 8)         beliefs being uncertain, a lead counts for less
    p = 1 / (1 + exp(-D / c))      expected score of the first side
    q = p (1 - p)
    S = V + 1/q                    the score seen as an observation of D with variance 1/q
    r = (y - p) / q                the surprise, y being the score

Where the margin counts, the first side's lead in points is an observation of D itself, once it is divided by the points
that one logit is worth. Its variance does not hang on D, and all the rest is as before:

    S = V + noise^2                noise being the deviation of a lead, in logits
    r = y - D                      the surprise, y being the lead in logits

Each member with coefficient a and variance v gains the information a^2 / (S - a^2 v), and its mean is pushed by
a r / (S - a^2 v); both times the comparison's weight. Gains of a period add up, whatever their order:

    v' = 1 / (1/v + sum of information)        mean' = mean + v' * (sum of pushes)

A partnership with a bonus of its own (``partnerships``) is one more member, with a = 1 or -1, and nothing else changes.

With one comparison this is the Kalman step of an extended filter; with a fixed opponent it is Glicko's.
"""

import math
from dataclasses import dataclass

import numpy as np

from ratings.engine.evidence import Evidence
from ratings.engine.scale import Floats

LARGEST_LEAD = 30.0
"""Logits; beyond it exp() tells nothing more."""
LEAST_SPREAD = 1e-9
"""Floor of p (1 - p); it also keeps 1/q - and with it S - a^2 v, since 1/q is at least 4 - finite and positive."""


@dataclass(frozen=True, slots=True)
class Gains:
    """What the comparisons of a period tell.

    By comparison: ``expected`` score; D as ``difference``; ``noise``, the variance of what was observed; by member the
    rest.
    """

    expected: Floats
    difference: Floats
    noise: Floats
    gain: Floats
    information: Floats
    push: Floats


def gains(mean: Floats, variance: Floats, evidence: Evidence) -> Gains:
    """Return what each member of each comparison gains; ``mean`` and ``variance`` are by player, in logits."""
    coefficient, comparison = evidence.coefficient, evidence.comparison
    uncertainty = coefficient**2 * variance[evidence.player]
    leads = np.bincount(comparison, coefficient * mean[evidence.player], minlength=len(evidence.score))
    difference = np.asarray(leads, dtype=np.float64)
    total = np.bincount(comparison, uncertainty, minlength=len(evidence.score))
    logit = np.clip(difference / np.sqrt(1 + math.pi / 8 * total), -LARGEST_LEAD, LARGEST_LEAD)
    expected = 1 / (1 + np.exp(-logit))
    spread = np.maximum(expected * (1 - expected), LEAST_SPREAD)
    surprise, noise = (evidence.score - expected) / spread, 1 / spread
    if evidence.margin is not None:
        is_known = ~np.isnan(evidence.margin)
        surprise = np.where(is_known, evidence.margin - difference, surprise)
        noise = np.where(is_known, evidence.noise, noise)
    gain = evidence.weight[comparison] / ((total + noise)[comparison] - uncertainty)
    if evidence.is_held is not None:
        gain = np.where(evidence.is_held, 0.0, gain)
    return Gains(
        expected=expected,
        difference=difference,
        noise=noise,
        gain=gain,
        information=coefficient**2 * gain,
        push=coefficient * gain * surprise[comparison],
    )


def update(mean: Floats, variance: Floats, evidence: Evidence) -> tuple[Floats, Floats, Floats]:
    """Return means and variances (by player, in logits) after a period, and the scores that were expected before it.

    ``bincount`` adds in the order given, so equal input gives equal output to the last bit.
    """
    told = gains(mean, variance, evidence)
    information = np.bincount(evidence.player, told.information, minlength=len(mean))
    push = np.bincount(evidence.player, told.push, minlength=len(mean))
    narrowed = 1 / (1 / variance + information)
    return mean + narrowed * push, narrowed, told.expected
