"""The cyclic plan for so many rounds and so many who stay: from the table, by a closed form, a climb or a search.

``cyclic_plans.txt`` holds those of up to 40 pairs, each the most even competition (``competition``) found among many:
with one who stays as long as that one keeps its side, which for 8, 12, 16, 20, 24, 32 and 36 pairs is perfect, and for
the other numbers that are not divisible by four as good as can be; with more who stay with the sides level. A line is
``rounds staying: north-east/boards ... mover/boards ...``.

With more pairs a full Howell is always found in a moment (``strong_starters``), a reduced one by the search, which
takes about a second for 128 pairs; for many more it would take so long that it is not begun.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from tournaments.movements.cyclic import CyclicPlan
from tournaments.movements.cyclic_search import closed_form, search
from tournaments.movements.strong_starters import MOST_ROUNDS, starter_plan

MOST_SEARCHED = 127
"""The most rounds for which a search is begun."""


@cache
def cyclic_plan(rounds: int, staying: int) -> CyclicPlan | None:
    """Return the plan, or None if there is none or none is found."""
    kept = _table().get((rounds, staying))
    if kept is not None:
        return kept
    if staying == 1 and rounds <= MOST_ROUNDS:
        return closed_form(rounds) or starter_plan(rounds)
    return search(rounds, staying) if rounds <= MOST_SEARCHED else None


@cache
def _table() -> dict[tuple[int, int], CyclicPlan]:
    lines = Path(__file__).with_name("cyclic_plans.txt").read_text(encoding="ascii").splitlines()
    plans = (read_plan(line) for line in lines if line and not line.startswith("#"))
    return {(plan.rounds, len(plan.staying)): plan for plan in plans}


def read_plan(line: str) -> CyclicPlan:
    """Read a line of the table.

    >>> read_plan("7 1: 1-3/6 2-6/4 4-5/3 0/0").staying
    ((0, 0),)
    """
    head, _, tables = line.partition(":")
    moving, staying = [], []
    for table in tables.split():
        movers, _, boards = table.partition("/")
        north, _, east = movers.partition("-")
        if east:
            moving.append((int(north), int(east), int(boards)))
        else:
            staying.append((int(north), int(boards)))
    return CyclicPlan(int(head.split()[0]), tuple(moving), tuple(staying))


def write_plan(plan: CyclicPlan) -> str:
    """Return a plan as a line of the table."""
    tables = [f"{north}-{east}/{boards}" for north, east, boards in plan.moving]
    tables += [f"{mover}/{boards}" for mover, boards in plan.staying]
    return f"{plan.rounds} {len(plan.staying)}: {' '.join(tables)}"
