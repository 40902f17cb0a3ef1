"""Starts in points: who gets how many at a table, and who has won a game once they are counted.

Hands and games are played by the law, and nobody at the table but the standings counts the start.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence


def starts_at(handicaps: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Return the start of each side in every game, from the handicaps of the entries at it.

    A side has the mean of its entries, and only the difference counts: the lowest side gets nothing, each other one
    what it has more; half a point is not given.

    >>> starts_at([[40], [100]]), starts_at([[10, 25], [5, 8]]), starts_at([[30], [20], [50]])
    ((0, 60), (11, 0), (10, 0, 30))
    """
    means = [Fraction(sum(side), len(side)) for side in handicaps]
    lowest = min(means)
    return tuple(int(mean - lowest) for mean in means)


def won_with(scores: Sequence[int], winners: Collection[int], starts: Sequence[int]) -> tuple[int, ...]:
    """Return the sides that have won a game with their starts; those who are level share it.

    ``winners`` are those whom the law gives it. The most points with the start win. The law may give a game to a side
    that has fewer points (both past 500 at Five Hundred): such a side counts as no lower than the highest, so that a
    start never takes a game from the side that it is given to, and none changes nothing.

    >>> won_with((61, 50), (0,), (0, 8)), won_with((61, 50), (0,), (0, 11)), won_with((61, 50), (0,), (0, 12))
    ((0,), (0, 1), (1,))
    >>> won_with((500, 510), (0,), (0, 0)), won_with((500, 510), (0,), (5, 0)), won_with((500, 510), (0,), (0, 5))
    ((0,), (0,), (1,))
    """
    highest = max(scores)
    standing = [
        (highest if side in winners else score) + start
        for side, (score, start) in enumerate(zip(scores, starts, strict=True))
    ]
    best = [side for side, points in enumerate(standing) if points == max(standing)]
    # Of those who are level, the law's winner stays ahead of whoever was given no more than that.
    ahead = [starts[side] for side in best if side in winners]
    return tuple(side for side in best if side in winners or not ahead or starts[side] > max(ahead))
