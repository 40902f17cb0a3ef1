"""Who takes which place of a plan: by lot, or so that the rounds that were played are the first of the plan.

Rounds were not always drawn from the plan: people may have sat down as they liked, or a draw was made again from
another seed. What follows can be as good as planned all the same if the people can be named so that it fits.
"""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.movements.matching import mix
from tournaments.movements.schedule import RoundPlan

STEPS = 60_000
"""How many places are tried at most in the search for a naming."""
APART, SAME_TABLE, SAME_SIDE = range(3)


def fit_names(played: Sequence[RoundPlan], plan: Sequence[RoundPlan], count: int, luck: int) -> list[int] | None:
    """Return the place in ``plan`` of each of 0 to ``count`` - 1, so that its first rounds are ``played``.

    Tables, sides, chairs may be in any order. None if there is no such naming, or it is not found in a while.
    """
    search = _Search(_Company(played, count), _Company(plan[: len(played)], count), luck)
    return search.names if search.place_next(0) else None


class _Company:
    """What any two are to each other over some rounds, and in which of them each sits out, as numbers to compare."""

    def __init__(self, rounds: Sequence[RoundPlan], count: int) -> None:
        self.out = [0] * count
        self.bond = [[0] * count for _ in range(count)]
        self.mates: list[set[int]] = [set() for _ in range(count)]
        for number, plan in enumerate(rounds):
            for one in plan.out:
                self.out[one] |= 1 << number
            for table in plan.tables:
                side_of = {one: side for side, members in enumerate(table.sides) for one in members}
                for one, side in side_of.items():
                    self.mates[one].update(side_of)
                    for other, second in side_of.items():
                        kind = SAME_SIDE if side == second else SAME_TABLE
                        self.bond[one][other] += kind * 3**number


class _Search:
    """Names one after the other, beginning with those who hang together, and goes back where there is no place."""

    def __init__(self, played: _Company, plan: _Company, luck: int) -> None:
        self.played = played
        self.plan = plan
        self.names = [-1] * len(played.out)
        self.taken: list[int] = []
        self.order = _along_tables(played.mates)
        self.places = sorted(range(len(plan.out)), key=lambda place: mix(luck, place))
        self.rank = {place: number for number, place in enumerate(self.places)}
        self.steps = STEPS

    def place_next(self, number: int) -> bool:
        """Name all from ``number`` in the order on; False if that cannot be done with those who are named."""
        if number == len(self.order):
            return True
        one = self.order[number]
        for place in self._candidates(one):
            self.steps -= 1
            if self.steps < 0:
                return False
            if self._fits(one, place):
                self.names[one] = place
                self.taken.append(one)
                if self.place_next(number + 1):
                    return True
                self.taken.pop()
                self.names[one] = -1
        return False

    def _candidates(self, one: int) -> list[int]:
        mates = self.played.mates[one]
        near = [self.plan.mates[self.names[other]] for other in self.taken if other in mates]
        if not near:
            return self.places
        return sorted(set.intersection(*near), key=self.rank.__getitem__)

    def _fits(self, one: int, place: int) -> bool:
        if self.played.out[one] != self.plan.out[place]:
            return False
        bonds, planned = self.played.bond[one], self.plan.bond[place]
        return all(self.names[other] != place and bonds[other] == planned[self.names[other]] for other in self.taken)


def _along_tables(mates: Sequence[set[int]]) -> list[int]:
    """Return everybody so that each, as far as can be, comes after as many as possible who sat with them."""
    waiting = dict.fromkeys(range(len(mates)), 0)
    order = []
    while waiting:
        one = max(waiting, key=lambda candidate: (waiting[candidate], -candidate))
        del waiting[one]
        order.append(one)
        for other in mates[one]:
            if other in waiting:
                waiting[other] += 1
    return order
