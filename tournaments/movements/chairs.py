"""Which chair each at a table takes, and who deals or opens first, so that over the rounds everybody has all in turn.

Who comes late, or comes back, starts level with those who have started least, as with sit-outs.
"""

from __future__ import annotations

from collections import Counter
from itertools import chain, permutations, product
from typing import TYPE_CHECKING

from tournaments.movements.matching import mix

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tournaments.movements.schedule import RoundPlan, TablePlan

Sides = tuple[tuple[int, ...], ...]


def count_chairs(rounds: Iterable[RoundPlan]) -> Counter[tuple[int, int]]:
    """Return how often each entrant has sat in each seat (for a pair: on each side)."""
    return Counter(
        (entrant, place * len(table.sides) + side)
        for plan in rounds
        for table in plan.tables
        for side, members in enumerate(table.sides)
        for place, entrant in enumerate(members)
    )


def starter_of(table: TablePlan) -> int | None:
    """Return the entrant that deals or opens first, if that is planned; of a pair it may be either seat."""
    if table.first is None or table.first_side is None:
        return None
    side = table.sides[table.first_side]
    return side[table.first // len(table.sides) % len(side)]


def starters(plan: RoundPlan) -> list[int]:
    """Return those who start at the tables of a round, as far as that is planned."""
    return [starter for table in plan.tables if (starter := starter_of(table)) is not None]


def count_pair_starts(rounds: Iterable[RoundPlan]) -> Counter[tuple[int, int]]:
    """Return how often each pair has started from its first and from its second seat."""
    return Counter(
        (starter, table.first // len(table.sides))
        for plan in rounds
        for table in plan.tables
        if table.first is not None and (starter := starter_of(table)) is not None
    )


def seat_table(sides: Sides, sat: Mapping[tuple[int, int], int], tie: int) -> Sides:
    """Return the sides in the order, and with their members in the order, in which all have sat least so far.

    ``sat`` is what ``count_chairs`` gives. Of all ways to sit it is one with the least sum of squares, of what each has
    sat in its seat more often than in the one it knows least; ``tie`` decides between equal ones.
    """
    seats = range(len(sides) * len(sides[0]))
    wear: dict[int, list[int]] = {}
    for entrant in chain.from_iterable(sides):
        times = [sat.get((entrant, seat), 0) for seat in seats]
        wear[entrant] = [(count - min(times)) ** 2 for count in times]

    def cost(way: Sides) -> tuple[int, int]:
        chairs = clockwise(way)
        return sum(wear[entrant][seat] for seat, entrant in enumerate(chairs)), mix(tie, *chairs)

    ways = (
        members
        for turned in permutations(sides)
        for members in product(*(tuple(permutations(side)) for side in turned))
    )
    return min(ways, key=cost)


def clockwise(sides: Sides) -> tuple[int, ...]:
    """Return the entrants as they sit round the table."""
    return tuple(entrant for place in zip(*sides, strict=True) for entrant in place)


def choose_starters(
    tables: Sequence[Sides], levels: Mapping[int, int], company: Mapping[int, frozenset[int]], tie: int
) -> list[int]:
    """Return who starts at each table: one of those who have started least.

    ``levels`` are the turn counts of everybody who is there. Among equals it is whoever has met fewest of the others
    who still wait (``company``: everybody whom one has met, now or before): the others can then be at different tables
    soon, at no cost.
    """
    lowest = min(levels.values())
    waiting = {entrant for entrant, level in levels.items() if level == lowest}
    chosen = []
    for sides in tables:
        members = [entrant for side in sides for entrant in side]
        starter = min(members, key=lambda one: (levels[one], len(company[one] & waiting), mix(tie, one)))
        waiting.discard(starter)
        chosen.append(starter)
    return chosen
