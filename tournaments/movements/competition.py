"""How evenly the scores on shared boards compare everybody with everybody.

Two who play the same board compete for it: as opponents at one table, on the same side at two tables, or, in the other
direction, on different sides at two tables. For a board played at k tables that is worth k - 1, 1 and -1. The sum over
all boards is what two entrants have to do with each other; the more alike all these sums are, the more a result owes to
play and the less to the movement. That no schedule in which every one of n pairs is within one of level on sides can
have them all equal, if all play all n - 1 boards, is shown in docs/movements.md.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import combinations
from math import isqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tournaments.movements.schedule import Schedule


def competition(schedule: Schedule) -> dict[tuple[int, int], int]:
    """Return for each two pairs (lower id first) what they compete for; nothing unless pairs sit two to a table."""
    if schedule.kind != "pairs" or any(len(table.sides) != 2 for plan in schedule.rounds for table in plan.tables):
        return {}
    played: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for plan in schedule.rounds:
        for table in plan.tables:
            for board in table.boards:
                played[board].append((table.sides[0][0], table.sides[1][0]))
    sums: Counter[tuple[int, int]] = Counter()
    for meetings in played.values():
        for one, other in meetings:
            sums[one, other] += len(meetings) - 1
        for (north, east), (other_north, other_east) in combinations(meetings, 2):
            sums[north, other_north] += 1
            sums[east, other_east] += 1
            sums[north, other_east] -= 1
            sums[east, other_north] -= 1
    pairs = combinations(sorted(schedule.entrants), 2)
    return {(one, other): sums[one, other] + sums[other, one] for one, other in pairs}


def competition_permille(schedule: Schedule) -> int:
    """Return how far apart the sums are: standard deviation by mean in thousandths, rounded up; 0 is perfect."""
    sums = competition(schedule).values()
    # A board played k times adds k (k - 1) in all, so the mean is never below 0, and 0 only if all sums are.
    if not any(sums):
        return 0
    mean = Fraction(sum(sums), len(sums))
    variance = sum(((value - mean) * (value - mean) for value in sums), Fraction(0)) / len(sums)
    square = 10**6 * variance / (mean * mean)
    root = isqrt(square.numerator // square.denominator)
    return root if root**2 == square else root + 1
