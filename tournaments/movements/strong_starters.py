"""Howells for many pairs, by strong starters found with a climb that never looks back.

A strong starter for an odd number R of rounds takes the numbers 1 to R - 1 two by two, so that every difference but 0
comes once in each direction and no sum comes twice, nor 0. Then the table (a, b) plays the boards a + b: boards - mover
is the other mover, so everybody plays every set once, and the pair that stays meets 0 on the boards 0 (see ``cyclic``).

The climb (after J. H. Dinitz and D. R. Stinson, "A fast algorithm for finding strong starters", 1981) puts together two
free numbers with a difference that is missing; if that breaks up one table it is no loss, and if it would break up two
another is tried. A thousand pairs take about half a second. There are strong starters for 7 rounds and from 11 on; for
5 and 9 there are none.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from tournaments.movements.cyclic import CyclicPlan

MOST_ROUNDS = 1001
"""For more nothing is sought: nobody plays a thousand rounds, and a plan of so many tables is long in the making."""
TRIES = 40


def starter_plan(rounds: int, seed: int = 1) -> CyclicPlan | None:
    """Return the Howell by a strong starter, the same each time; None if there is none or none is found."""
    if rounds % 2 == 0 or not 7 <= rounds <= MOST_ROUNDS:
        return None
    luck = random.Random(seed)  # noqa: S311 - any order will do, the same each time
    for _ in range(TRIES):
        tables = _Climb(rounds, luck).result()
        if tables:
            moving = tuple((one, other, (one + other) % rounds) for one, other in tables)
            return CyclicPlan(rounds, moving, ((0, 0),)).normal()
    return None


class _Bag:
    """Numbers to draw one from; putting in, taking out and drawing are equally quick for any number of them."""

    def __init__(self, numbers: range) -> None:
        self.numbers = list(numbers)
        self.places = {number: place for place, number in enumerate(self.numbers)}

    def put(self, number: int) -> None:
        self.places[number] = len(self.numbers)
        self.numbers.append(number)

    def take(self, number: int) -> None:
        place, last = self.places.pop(number), self.numbers.pop()
        if last != number:
            self.numbers[place] = last
            self.places[last] = place

    def draw(self, luck: random.Random) -> int:
        return luck.choice(self.numbers)


@dataclass(slots=True)
class _Climb:
    """Tables by each of their movers, by their difference and by their sum; what is missing; the steps left."""

    rounds: int
    luck: random.Random
    of_mover: dict[int, tuple[int, int]] = field(init=False, default_factory=dict)
    of_sum: dict[int, tuple[int, int]] = field(init=False, default_factory=dict)
    free: _Bag = field(init=False)
    missing: _Bag = field(init=False)
    steps: int = field(init=False)

    def __post_init__(self) -> None:
        self.free = _Bag(range(1, self.rounds))
        self.missing = _Bag(range(1, (self.rounds + 1) // 2))
        self.steps = 30 * self.rounds

    def result(self) -> list[tuple[int, int]]:
        """Return all tables; none if the steps did not suffice."""
        while self.missing.numbers and self.steps:
            self.steps -= 1
            one, step = self.free.draw(self.luck), self.missing.draw(self.luck)
            self._try(one, (one + self.luck.choice((step, -step))) % self.rounds)
        return [] if self.missing.numbers else list(self.of_sum.values())

    def _try(self, one: int, other: int) -> None:
        """Make a table of two, unless that breaks up more than one."""
        total = (one + other) % self.rounds
        if not other or not total:
            return
        broken = {table for table in (self.of_mover.get(other), self.of_sum.get(total)) if table}
        if len(broken) < 2:
            for table in broken:
                self._break_up(*table)
            self._make(one, other)

    def _make(self, one: int, other: int) -> None:
        self.missing.take(self._step(one, other))
        self.of_sum[(one + other) % self.rounds] = (one, other)
        for mover in (one, other):
            self.free.take(mover)
            self.of_mover[mover] = (one, other)

    def _break_up(self, one: int, other: int) -> None:
        self.missing.put(self._step(one, other))
        del self.of_sum[(one + other) % self.rounds]
        for mover in (one, other):
            self.free.put(mover)
            del self.of_mover[mover]

    def _step(self, one: int, other: int) -> int:
        """Return the difference of two, the same in both directions."""
        return min((one - other) % self.rounds, (other - one) % self.rounds)
