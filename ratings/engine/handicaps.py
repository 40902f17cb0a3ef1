"""Starts in points that make a game even, from what is believed of those who play it.

By the model of the margin (``update``) a side that leads by D logits is expected to win by ``unit * D`` points, and by
how much it really wins strays from that as often to one side as to the other. So a start of ``unit * D`` leaves each
side as likely to be ahead, however unsure the beliefs are: what is not known of a strength widens the spread and does
not move its middle.

A list that counts only who won has no unit; then the one that its game is rated by where margins count stands for it
(``defaults``). It says of a winner what win and loss say: a logit is 300 points, which stray by 475, at Five Hundred,
and 9 and 15 at Fives and Threes, so that a lead of one logit wins 73 % of all games by the margin (the normal
distribution at 300/475) as by win and loss (1 / (1 + 1/e)).

A race to exactly 61 holds up whoever is about to win it, so that very many games of dominoes end a few points apart:
the middle of their margins is nearer to none than the mean, and only part of the mean makes a game even
(``EVEN_PART``; ``python -m bench.starts`` plays it).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import TypeVar

from ratings.engine.defaults import default_params
from ratings.engine.expecting import Members, people_of
from ratings.engine.params import Params

Key = TypeVar("Key")

EVEN_PART = {"five_hundred": Fraction(1), "fives_threes": Fraction(2, 3)}
"""By game, how much of the mean margin is given, so that each side is as likely to be ahead."""


def points_per_logit(kind: str, params: Params) -> Fraction:
    """Return the points that make a game even of which one side is one logit better."""
    unit = (params if params.counts_margin else default_params(kind, by_margin=True)).margin_unit
    return EVEN_PART[kind] * unit


def even_start(stronger: Members, weaker: Members, *, unit: float | Fraction) -> int:
    """Return the start, in whole points, that brings the weaker side's expected result nearest to one half.

    Below 0 if it is the other one that needs it. Of two that are as near the smaller one, so that nobody is given more
    than it takes.
    """
    return _nearest(unit * (_strength(stronger) - _strength(weaker)))


def suggest_starts(
    sides: Mapping[Key, Members], *, unit: float | Fraction, percent: int = 100, most: int | None = None
) -> dict[Key, int]:
    """Return the start of each side against the strongest of them: so many per cent of an even one, ``most`` at most.

    They are never negative, and of two the difference is what makes them even, but for the rounding and the limit.
    """
    if not sides:
        return {}
    best = max(_strength(members) for members in sides.values())
    starts = {key: _nearest(unit * (best - _strength(members)) * percent / 100) for key, members in sides.items()}
    return starts if most is None else {key: min(start, most) for key, start in starts.items()}


def _strength(members: Members) -> float:
    """Return the mean strength of a side, in logits between two sides of partners (``scale``)."""
    return 2 / people_of(members) * math.fsum(belief.mean for belief in members)


def _nearest(points: float) -> int:
    """Return the nearest whole number, of two the one that is nearer to zero.

    >>> _nearest(12.5), _nearest(12.6), _nearest(-12.5)
    (12, 13, -12)
    """
    whole = math.ceil(abs(points) - 0.5)
    return whole if points >= 0 else -whole
