"""Evenings with changing company, planned as a whole: nobody a partner twice and as few meetings again as possible.

The plans stand in ``evenings.json``, by how many sit at a table (four as two pairs, or three each for himself) and how
many people there are: one or more plans, each a string of rounds, each round its tables without a gap, everybody a
symbol of ``SYMBOLS`` that stands for a place; at tables of four N and S, then E and W. Whoever is not named sits out:
in turn, nobody twice before all once. The first rounds of a plan are a plan for fewer rounds; where a shorter evening
can be better than that there is a plan of its own. For four at a table partners never repeat where that can be, and
over nearly all plans no chair is sat in twice more than another.

They were found by annealing schedules with a symmetry: a rotation of the rounds goes with one of the people, so a few
rounds decide all. Longer evenings are whist cycles, one after the other, where there is one.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path

from tournaments.movements.chairs import Sides
from tournaments.movements.fair_seats import seat_in_turn, share_chairs, with_starters
from tournaments.movements.schedule import RoundPlan, Shape
from tournaments.movements.whist import cycle_length, whist_pattern

SYMBOLS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz*+-="
SHAPES = {4: Shape(2, 2), 3: Shape(3, 1)}
"""The tables that there are plans for, by how many sit at them."""
LONGEST = 10
"""The most rounds of a plan that is stored."""
KEPT = 256
"""How many plans stay at hand once they have been laid out."""


def plan_evening(count: int, shape: Shape, rounds: int) -> tuple[RoundPlan, ...]:
    """Return at most ``rounds`` rounds over places 0 to ``count`` - 1: all of them if they are known, else a beginning.

    Empty where nothing is known in advance: for such tables, or for so many people.
    """
    if shape not in SHAPES.values():
        return ()
    stored = _stored()[shape].get(count, ())
    lengths = [len(plan) for plan in stored]
    enough = [number for number, length in enumerate(lengths) if length >= rounds]
    if not enough and shape.side_size == 2 and cycle_length(count) is not None:
        return whist_cycles(count, rounds)
    if not stored:
        return ()
    return _laid_out(count, shape, enough[0] if enough else len(stored) - 1)[:rounds]


def whist_cycles(count: int, rounds: int) -> tuple[RoundPlan, ...]:
    """Return so many rounds of whist cycles, one after the other; empty if there is none for so many people."""
    cycle = cycle_length(count)
    return () if cycle is None else _cycles(count, -(-rounds // cycle))[:rounds]


@lru_cache(maxsize=KEPT)
def _laid_out(count: int, shape: Shape, number: int) -> tuple[RoundPlan, ...]:
    rounds = [[_sides(table, shape) for table in plan] for plan in _stored()[shape][count][number]]
    return with_starters(count, share_chairs(rounds) if shape.side_size == 1 else rounds)


@lru_cache(maxsize=KEPT)
def _cycles(count: int, cycles: int) -> tuple[RoundPlan, ...]:
    rounds = [[table.sides for table in plan.tables] for plan in whist_pattern(count)]
    return with_starters(count, seat_in_turn(rounds * cycles))


def _sides(table: Sequence[int], shape: Shape) -> Sides:
    return tuple(tuple(table[begin : begin + shape.side_size]) for begin in range(0, len(table), shape.side_size))


@cache
def _stored() -> dict[Shape, dict[int, tuple[tuple[tuple[tuple[int, ...], ...], ...], ...]]]:
    """Return the plans as places, by shape and number of people: plan, round, table."""
    place = {symbol: number for number, symbol in enumerate(SYMBOLS)}
    text = (Path(__file__).parent / "evenings.json").read_text(encoding="ascii")
    return {
        SHAPES[int(size)]: {
            int(people): tuple(
                tuple(
                    tuple(
                        tuple(place[symbol] for symbol in plan[begin : begin + int(size)])
                        for begin in range(0, len(plan), int(size))
                    )
                    for plan in rounds.split()
                )
                for rounds in plans
            )
            for people, plans in by_people.items()
        }
        for size, by_people in json.loads(text).items()
    }
