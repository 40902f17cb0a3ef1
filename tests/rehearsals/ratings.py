"""A rating list worked out beside the product: the same model, written anew in plain floating point.

A side is as strong as its members together; each is believed to be so strong, give or take a deviation. A day's results
are all judged by what was believed before it, so their order does not matter.
"""

from __future__ import annotations

import datetime as dt
import math
from collections import defaultdict
from dataclasses import dataclass


@dataclass(frozen=True)
class Result:
    """One table: the players of both sides, and the share of the win that the first side took."""

    day: dt.date
    first: tuple[int, ...]
    second: tuple[int, ...]
    share: float


@dataclass(frozen=True)
class Belief:
    """How strong a player is thought to be: the mean to 0.1 point, the deviation to 0.01."""

    mean: float
    deviation: float
    tables: int
    day: dt.date


POINTS_PER_LOGIT = 2 * 400 / math.log(10)
"""100 points between the averages of two pairs are 64 per cent, as in chess."""
NEWCOMER, UNSURE, SUREST, DRIFT = 1500.0, 94.0, 20.0, 2.8
"""What is believed of a newcomer, the least deviation, and its growth by the square root of a week."""


def rate(results: list[Result]) -> dict[int, Belief]:
    """Return what is believed of each player after the last day."""
    beliefs: dict[int, Belief] = {}
    for day in sorted({result.day for result in results}):
        beliefs |= _rate_day(beliefs, day, [result for result in results if result.day == day])
    return beliefs


def _rate_day(beliefs: dict[int, Belief], day: dt.date, results: list[Result]) -> dict[int, Belief]:
    mean: dict[int, float] = {}
    variance: dict[int, float] = {}
    tables: dict[int, int] = defaultdict(int)
    for player in {player for result in results for player in (*result.first, *result.second)}:
        belief = beliefs.get(player, Belief(NEWCOMER, UNSURE, 0, day))
        weeks = (day - belief.day).days / 7
        deviation = min(UNSURE, math.sqrt(belief.deviation**2 + DRIFT**2 * weeks))
        mean[player] = (belief.mean - NEWCOMER) / POINTS_PER_LOGIT
        variance[player] = (deviation / POINTS_PER_LOGIT) ** 2
        tables[player] = belief.tables
    information: dict[int, float] = defaultdict(float)
    push: dict[int, float] = defaultdict(float)
    for result in results:
        lead = sum(mean[player] for player in result.first) - sum(mean[player] for player in result.second)
        doubt = sum(variance[player] for player in (*result.first, *result.second))
        expected = 1 / (1 + math.exp(-lead / math.sqrt(1 + math.pi * doubt / 8)))
        spread = expected * (1 - expected)
        for side, sign in ((result.first, 1), (result.second, -1)):
            for player in side:
                gain = 1 / (doubt + 1 / spread - variance[player])
                information[player] += gain
                push[player] += sign * gain * (result.share - expected) / spread
                tables[player] += 1
    return {
        player: _rounded(mean[player], variance[player], information[player], push[player], tables[player], day)
        for player in mean
    }


def _rounded(mean: float, variance: float, information: float, push: float, tables: int, day: dt.date) -> Belief:
    after = 1 / (1 / variance + information)
    points = NEWCOMER + POINTS_PER_LOGIT * (mean + after * push)
    deviation = max(SUREST, POINTS_PER_LOGIT * math.sqrt(after))
    return Belief(math.floor(points * 10 + 0.5) / 10, math.floor(deviation * 100 + 0.5) / 100, tables, day)
