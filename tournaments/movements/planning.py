"""The rest of an event as meetings and sit-outs, looked at as a whole before its next round is drawn.

The next round is always as good as an exact matching can make it: sit-outs by turn first, then as few rematches as
there can be. Among those rounds, and for all that follow, the plan with the fewest rematches in all is sought by
drawing its tail again and again with other tie-breaks. The number of tries is limited by a count, so the same input
gives the same plan.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tournaments.movements.position import Sketch

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournaments.movements.position import Position

TRIES = 64
PATIENCE = 24
"""After how many tries in a row that gain nothing the search ends."""
REACH = 5
"""How many rounds before the first rematch a try may begin."""


def plan_rest(start: Position, length: int, seed: int, candidate: Sequence[Sketch] = ()) -> tuple[Sketch, ...]:
    """Return the next ``length`` rounds. A fair ``candidate`` is kept unless something better is found."""
    least = least_rematches(start, length)
    best = _Plan(start, candidate)
    if not candidate or not best.is_fair or best.total > least or not start.is_best(best.sketches[0], seed):
        drawn = _Plan(start)
        drawn.extend(length, seed, 0)
        best = best if candidate and best.is_fair and best.rank() <= drawn.rank() else drawn
    salt = idle = 0
    while best.total > least and idle < PATIENCE and salt < TRIES:
        salt += 1
        other = best.retry(length, seed, salt)
        idle = 0 if other.total < best.total else idle + 1
        # A plan that is merely as good is taken on to search from, unless it was made without the rules of thumb.
        if (other.total, salt % 2) <= (best.total, 0):
            best = other
    return tuple(best.sketches)


class _Plan:
    """Rounds from a position on, with the position before each and the rematches in each."""

    def __init__(self, start: Position, sketches: Sequence[Sketch] = ()) -> None:
        self.positions = [start]
        self.sketches: list[Sketch] = []
        self.rematches: list[int] = []
        self.total = 0
        self.is_fair = True
        for sketch in sketches:
            self._add(sketch)

    def _add(self, sketch: Sketch) -> None:
        position = self.positions[-1]
        self.is_fair = self.is_fair and position.is_fair(sketch)
        self.rematches.append(position.rematches(sketch))
        self.total += self.rematches[-1]
        self.sketches.append(sketch)
        self.positions.append(position.after(sketch))

    def extend(self, length: int, seed: int, salt: int, limit: int | None = None) -> None:
        """Draw rounds until there are ``length``, or until there are more rematches than ``limit``."""
        while len(self.sketches) < length and (limit is None or self.total <= limit):
            self._add(self.positions[-1].draw(seed, salt))

    def rank(self) -> tuple[tuple[int, int], int]:
        """Return what is to be least: what the next round costs, then the rematches in all."""
        return self.positions[0].cost(self.sketches[0]), self.total

    def retry(self, length: int, seed: int, salt: int) -> _Plan:
        """Return a plan with the tail drawn anew from somewhat before the first rematch."""
        first = next(index for index, count in enumerate(self.rematches) if count)
        begin = max(0, first - salt % (REACH + 1))
        plan = _Plan(self.positions[0], self.sketches[:begin])
        plan.extend(length, seed, salt, self.total)
        return plan


def least_rematches(start: Position, length: int) -> int:
    """Return a number of rematches that no plan can be below: each entrant meets those it has met least."""
    count = len(start.entrants)
    highest = -(-(sum(start.turns) + length) // count)
    total = 0
    for here, row in enumerate(start.met):
        idle = count % 2 * max(0, highest - start.turns[here])
        times = Counter(row[:here] + row[here + 1 :])
        for _ in range(0 if start.conflicts else length - idle):
            least = min(times)
            total += least
            times[least] -= 1
            times[least + 1] += 1
            times += Counter()
    return -(-total // 2)
