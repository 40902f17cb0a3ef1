"""What is expected of a table before it is played, by the same formula as the ratings are moved by."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from ratings.engine.evidence import Evidence
from ratings.engine.params import Params
from ratings.engine.partnerships import partnership_key
from ratings.engine.replay import State
from ratings.engine.scale import MU_UNIT
from ratings.engine.start import grown, starts
from ratings.engine.update import gains


@dataclass(frozen=True, slots=True)
class Belief:
    """What is believed of somebody on a day: ``mean`` above a newcomer's, and ``variance``, both in logits.

    With ``is_bonus`` it is of what a partnership adds to its two.
    """

    mean: float
    variance: float
    is_bonus: bool = False


Members = Sequence[Belief]
"""Those of a side and, where partnerships have one, the bonus of its two."""


def believed(state: State | None, day: dt.date, params: Params) -> Belief:
    """Return what is believed on a day of somebody whose last state before it this is; None: of a newcomer."""
    return _believed(0, state, day, params)


def believed_side(
    players: Sequence[int], known: Callable[[int], State | None], day: dt.date, params: Params
) -> list[Belief]:
    """Return what is believed on a day of a side; ``known`` gives the last state before it by the engine's key."""
    keys = [*players]
    if params.rates_partnerships and len(players) == 2:
        keys.append(partnership_key(*players))
    return [_believed(key, known(key), day, params) for key in keys]


def people_of(side: Members) -> int:
    """Return how many people are on a side, which counts as twice their mean, with the bonus added to their sum."""
    return sum(not belief.is_bonus for belief in side)


def _believed(key: int, state: State | None, day: dt.date, params: Params) -> Belief:
    keys = np.array([key])
    start = starts(keys, params)
    mu, sigma, days = (
        (start.mu[0], start.sigma[0], 0) if state is None else (state.mu, state.sigma, (day - state.period).days)
    )
    variance = grown(np.array([sigma]), np.array([days]), is_person=keys >= 0, params=params)
    return Belief(float((mu - start.mu[0]) / MU_UNIT), float(variance[0]), is_bonus=key < 0)


def expected_scores(meetings: Sequence[tuple[Members, Members]]) -> list[float]:
    """Return the score that the first side of each meeting is expected to make against the second, from 0 to 1.

    A win is 1 and a tie a half, so where there are hardly any ties it is the chance to win.
    """
    if not meetings:
        return []
    members = [
        (belief, sign * 2 / people_of(side), number)
        for number, sides in enumerate(meetings)
        for sign, side in zip((1, -1), sides, strict=True)
        for belief in side
    ]
    evidence = Evidence(
        player=np.arange(len(members)),
        coefficient=np.array([coefficient for _, coefficient, _ in members]),
        comparison=np.array([number for _, _, number in members]),
        score=np.full(len(meetings), 0.5),
        weight=np.ones(len(meetings)),
        margin=None,
        noise=0.0,
        is_held=None,
    )
    mean = np.array([belief.mean for belief, _, _ in members])
    variance = np.array([belief.variance for belief, _, _ in members])
    return [float(score) for score in gains(mean, variance, evidence).expected]


@dataclass(frozen=True, slots=True)
class Forecast:
    """What is expected at a table of two sides or more: of each against each, and of each on average.

    ``meetings`` has for every pair of sides, by their numbers from 0, the expected score of the first.
    """

    meetings: tuple[tuple[int, int, float], ...]
    scores: tuple[float, ...]


def forecast(sides: Sequence[Members]) -> Forecast:
    """Foretell a table; as in the ratings, several sides count as each against each."""
    pairs = list(combinations(range(len(sides)), 2))
    scores = expected_scores([(sides[one], sides[other]) for one, other in pairs])
    sums = [0.0] * len(sides)
    for (one, other), score in zip(pairs, scores, strict=True):
        sums[one] += score
        sums[other] += 1 - score
    return Forecast(
        tuple((one, other, score) for (one, other), score in zip(pairs, scores, strict=True)),
        tuple(total / (len(sides) - 1) for total in sums),
    )
