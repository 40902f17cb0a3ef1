"""Points: what a placement earns, which numbers can come up at all, and booking towards the exact target.

The law is rules B5 to B9; what can be reached is worked out here from all pairs of ends, not listed.
"""

from __future__ import annotations

from itertools import chain, combinations, combinations_with_replacement, product

PIPS = range(7)


def placement_points(end_total: int) -> int:
    """Points for a placement that leaves the open ends counting ``end_total`` (rules B6).

    >>> [placement_points(total) for total in (0, 9, 10, 15, 16)]
    [0, 3, 2, 8, 0]
    """
    threes = end_total // 3 if end_total % 3 == 0 else 0
    fives = end_total // 5 if end_total % 5 == 0 else 0
    return threes + fives


def _reachable_end_totals() -> frozenset[int]:
    # Two open halves, a half and a double, or two doubles, of which there is one each: 24 (two double sixes) and the
    # like do not come up. A double that lies alone counts as much as two open halves with its pips.
    doubles = [2 * pip for pip in PIPS]
    pairs = chain(combinations_with_replacement(PIPS, 2), product(PIPS, doubles), combinations(doubles, 2))
    return frozenset(map(sum, pairs))


END_TOTALS = _reachable_end_totals()
"""Everything that the open ends can count: 0 to 18, 20 and 22."""

PLACEMENT_POINTS = frozenset(placement_points(total) for total in END_TOTALS)
"""Everything that a placement can earn: 0 to 4, 6 and 8."""

LARGEST_PLACEMENT = max(PLACEMENT_POINTS)


def event_points(bonus: int) -> frozenset[int]:
    """Everything that an event can be worth, ``bonus`` for going out included (rules B8).

    >>> sorted(event_points(1))
    [1, 2, 3, 4, 5, 7, 9]
    """
    return _WITH_BONUS[bonus]


_WITH_BONUS = tuple(frozenset(points + bonus for points in PLACEMENT_POINTS) for bonus in range(2))


def is_accepted(score: int, points: int, *, target: int) -> bool:
    """Whether an event counts: whole, or not at all when it would pass the target (rules B8).

    >>> is_accepted(59, 2, target=61), is_accepted(59, 3, target=61)
    (True, False)
    """
    return score + points <= target
