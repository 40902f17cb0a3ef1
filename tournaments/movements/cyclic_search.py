"""Cyclic plans (see ``cyclic``): a closed form where there is one, and a search with a count of steps as its limit.

The closed form, for a prime R = 3 mod 4 with one pair that stays: let g be a number that is no square mod R, and k one
for which 1 + k is a square exactly when g + k is none. Then for every square x there is a table ((1 + k) x, (g + k) x)
with the boards k x; the pair that stays meets 0 on the boards 0. The places on the boards of those who sit NS are a
difference set, so that shared boards compare all alike as long as the pair that stays keeps its side.

The search first pairs the movers so that all differences differ, then gives each table a set. It takes a fraction of a
second up to 40 pairs. Which plans cannot be is known for some: with R odd and only one table of two movers the sets do
not add up (the sum of all boards - mover, and so of the sets, would leave out the very set of that table).
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from math import isqrt

from tournaments.movements.cyclic import CyclicPlan

STEPS = 2000
"""So many steps a try may take; then the next begins elsewhere."""
TRIES = 40


def closed_form(rounds: int) -> CyclicPlan | None:
    """Return the Howell for a prime number of rounds that is 3 mod 4, from 7 on; None for another."""
    if rounds < 7 or rounds % 4 != 3 or not all(rounds % divisor for divisor in range(2, isqrt(rounds) + 1)):
        return None
    squares = sorted({number * number % rounds for number in range(1, rounds)})
    other = next(number for number in range(2, rounds) if number not in squares)
    shift = next(
        number
        for number in range(1, rounds)
        if (1 + number) % rounds
        and (other + number) % rounds
        and ((1 + number) % rounds in squares) != ((other + number) % rounds in squares)
    )
    tables = [((1 + shift) * x % rounds, (other + shift) * x % rounds, shift * x % rounds) for x in squares]
    return CyclicPlan(rounds, tuple(tables), ((0, 0),)).normal()


def search(rounds: int, staying: int, seed: int = 1) -> CyclicPlan | None:
    """Return a plan, or None if there is none or it was not found within the limit of steps."""
    tables, is_even = divmod(rounds - staying, 2)
    if staying < 1 or tables < 0 or is_even or (tables == 1 and rounds % 2):
        return None
    luck = random.Random(seed)  # noqa: S311 - any order will do, the same each time
    for _ in range(TRIES):
        paired = _Pairing(rounds, tables, luck).result()
        plan = paired and _Sets(rounds, *paired, luck).result()
        if plan:
            return plan.normal()
    return None


@dataclass(slots=True)
class _Pairing:
    """Movers taken two by two, no difference twice; as many as there are to stay opposite are left over."""

    rounds: int
    tables: int
    luck: random.Random
    free: list[int] = field(init=False)
    used: set[int] = field(init=False, default_factory=set)
    pairs: list[tuple[int, int]] = field(init=False, default_factory=list)
    single: list[int] = field(init=False, default_factory=list)
    steps: int = field(init=False, default=STEPS)

    def __post_init__(self) -> None:
        self.free = list(range(self.rounds))
        self.luck.shuffle(self.free)

    def result(self) -> tuple[list[tuple[int, int]], list[int]] | None:
        return (self.pairs, self.single) if self._go_on() else None

    def _go_on(self) -> bool:
        """Give the first who is free everybody who is left in turn, or nobody."""
        if not self.free:
            return True
        self.steps -= 1
        mover = self.free.pop(0)
        choices = self._choices(mover)
        while choices and self.steps > 0:
            if self._take(mover, choices.pop()):
                return True
        self.free.insert(0, mover)
        return False

    def _choices(self, mover: int) -> list[int | None]:
        choices: list[int | None] = []
        if len(self.pairs) < self.tables:
            # Half of the way round is the same difference in both directions.
            choices += [
                other
                for other in self.free
                if self._step(mover, other) not in self.used and 2 * (mover - other) % self.rounds
            ]
        if len(self.single) < self.rounds - 2 * self.tables:
            choices.append(None)
        self.luck.shuffle(choices)
        return choices

    def _step(self, one: int, other: int) -> int:
        """Return the difference of two, the same in both directions."""
        return min((one - other) % self.rounds, (other - one) % self.rounds)

    def _take(self, mover: int, other: int | None) -> bool:
        if other is None:
            self.single.append(mover)
            if self._go_on():
                return True
            self.single.pop()
            return False
        place = self.free.index(other)
        del self.free[place]
        self.used.add(self._step(mover, other))
        self.pairs.append((mover, other))
        if self._go_on():
            return True
        self.pairs.pop()
        self.used.discard(self._step(mover, other))
        self.free.insert(place, other)
        return False


class _Sets:
    """A set of boards for each table: all differ, and so do all boards - mover."""

    def __init__(self, rounds: int, pairs: list[tuple[int, int]], single: list[int], luck: random.Random) -> None:
        self.rounds = rounds
        self.luck = luck
        self.pairs = pairs
        self.single = single
        self.tables: list[tuple[int, ...]] = [*pairs, *((mover,) for mover in single)]
        self.given: dict[int, int] = {}
        self.ways: set[int] = set()
        self.steps = STEPS

    def result(self) -> CyclicPlan | None:
        if not self._go_on():
            return None
        moving = [(north, east, self.given[table]) for table, (north, east) in enumerate(self.pairs)]
        staying = [(mover, self.given[len(moving) + table]) for table, mover in enumerate(self.single)]
        return CyclicPlan(self.rounds, tuple(moving), tuple(staying))

    def _go_on(self) -> bool:
        """Give the table with the fewest sets to choose from each of them in turn."""
        if len(self.given) == len(self.tables):
            return True
        self.steps -= 1
        taken = set(self.given.values())
        choices = {
            table: [
                boards
                for boards in range(self.rounds)
                if boards not in taken and not self.ways & self._ways(table, boards)
            ]
            for table in range(len(self.tables))
            if table not in self.given
        }
        table = min(choices, key=lambda table: len(choices[table]))
        self.luck.shuffle(choices[table])
        for boards in choices[table]:
            if self.steps <= 0:
                return False
            self.given[table] = boards
            self.ways |= self._ways(table, boards)
            if self._go_on():
                return True
            del self.given[table]
            self.ways -= self._ways(table, boards)
        return False

    def _ways(self, table: int, boards: int) -> set[int]:
        return {(boards - mover) % self.rounds for mover in self.tables[table]}
