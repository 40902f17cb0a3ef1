"""Chairs and starters for a schedule that is known as a whole, so that everybody has all of them in turn.

A schedule is over places, numbered from 0; who takes which place is for later. Starters always come out so that over as
many games in a row as sit at a table everybody starts once (``turns``); so do the chairs where everybody sits alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.movements.chairs import Sides, clockwise, seat_table
from tournaments.movements.schedule import RoundPlan, TablePlan
from tournaments.movements.turns import take_turns

Rounds = Sequence[Sequence[Sides]]
"""Round by round the sides of each table."""


def with_starters(count: int, rounds: Rounds) -> tuple[RoundPlan, ...]:
    """Return the rounds of places 0 to ``count`` - 1, seated as given, with somebody to start at each table."""
    chairs = [[clockwise(sides) for sides in plan] for plan in rounds]
    plans = []
    for number, (plan, around, starters) in enumerate(zip(rounds, chairs, take_turns(chairs), strict=True), 1):
        tables = tuple(
            TablePlan(table, sides, first=seats.index(starter))
            for table, (sides, seats, starter) in enumerate(zip(plan, around, starters, strict=True), 1)
        )
        sitting = frozenset(place for seats in around for place in seats)
        plans.append(RoundPlan(number, tables, tuple(place for place in range(count) if place not in sitting)))
    return tuple(plans)


def share_chairs(rounds: Rounds) -> list[list[Sides]]:
    """Return the rounds, in which everybody sits alone, with each chair in turn, one chair after the other."""
    games = [[clockwise(sides) for sides in plan] for plan in rounds]
    left = [[list(members) for members in plan] for plan in games]
    chairs: list[list[list[int]]] = [[[] for _ in plan] for plan in games]
    for _ in games[0][0]:
        for plan, turns, taken in zip(left, take_turns(games, left), chairs, strict=True):
            for members, place, sitting in zip(plan, turns, taken, strict=True):
                members.remove(place)
                sitting.append(place)
    return [[tuple((place,) for place in sitting) for sitting in plan] for plan in chairs]


def seat_in_turn(rounds: Rounds) -> list[list[Sides]]:
    """Return the rounds with everybody in the chairs that they have sat in least, round after round."""
    sat: dict[tuple[int, int], int] = {}
    seated = []
    for number, plan in enumerate(rounds):
        seated.append([seat_table(sides, sat, number) for sides in plan])
        for sides in seated[-1]:
            for chair, place in enumerate(clockwise(sides)):
                sat[place, chair] = sat.get((place, chair), 0) + 1
    return seated
