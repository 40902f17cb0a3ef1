"""What is believed of those who have not played yet, and what waiting does: of players and of partnerships' bonuses."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ratings.engine.params import Params
from ratings.engine.scale import Floats, Ints, widened


@dataclass(frozen=True, slots=True)
class Start:
    """By player or partnership: mean, deviation, and the least that the deviation may become; as they are stored."""

    mu: Ints
    sigma: Ints
    least_sigma: Ints

    def where(self, rows: Ints) -> Start:
        """Return some of the rows."""
        return Start(self.mu[rows], self.sigma[rows], self.least_sigma[rows])


def starts(keys: Ints, params: Params) -> Start:
    """Return what is believed at first; partnerships have keys below zero.

    A bonus is never surer than a player can be, unless it was believed to be so small from the start.
    """
    is_person = keys >= 0
    return Start(
        np.where(is_person, params.prior_mu, 0),
        np.where(is_person, params.prior_sigma, params.bonus_sigma),
        np.where(is_person, params.least_sigma, min(params.least_sigma, params.bonus_sigma)),
    )


def grown(sigma: Ints, days: Ints, *, is_person: npt.NDArray[np.bool_], params: Params) -> Floats:
    """Return the variances (in logits) after days without play."""
    variance = widened(sigma, days, drift=params.drift, prior_sigma=params.prior_sigma)
    if is_person.all():
        return variance
    of_bonuses = widened(sigma, days, drift=params.bonus_drift, prior_sigma=params.bonus_sigma)
    return np.where(is_person, variance, of_bonuses)
