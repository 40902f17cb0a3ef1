"""The cyclic plan for so many rounds and so many who stay: from the table, by the closed form, or by a search.

``cyclic_plans.txt`` holds those of up to 40 pairs, each the most even competition (``competition``) found among many:
with one who stays as long as that one keeps its side, which for 8, 12, 16, 20, 24, 32 and 36 pairs is perfect, and for
the other numbers that are not divisible by four as good as can be; with more who stay with the sides level. A line is
``rounds staying: north-east/boards ... mover/boards ...``.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from tournaments.movements.cyclic import CyclicPlan
from tournaments.movements.cyclic_search import closed_form, search


@cache
def cyclic_plan(rounds: int, staying: int) -> CyclicPlan | None:
    """Return the plan, or None if there is none or none is found."""
    kept = _table().get((rounds, staying))
    if kept is not None:
        return kept
    closed = closed_form(rounds) if staying == 1 else None
    return closed or search(rounds, staying)


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
