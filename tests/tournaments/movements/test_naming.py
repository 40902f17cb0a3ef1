"""Naming people so that the rounds they have played are the first of a plan."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tournaments.movements.evenings import plan_evening
from tournaments.movements.naming import fit_names
from tournaments.movements.schedule import RoundPlan, Shape, TablePlan

FOURS, THREES = Shape(2, 2), Shape(3, 1)


def renamed(plan, names):
    tables = tuple(
        replace(table, sides=tuple(tuple(names[one] for one in side) for side in table.sides)) for table in plan.tables
    )
    return replace(plan, tables=tables, out=tuple(names[one] for one in plan.out))


def company(plan):
    return {frozenset(map(frozenset, table.sides)) for table in plan.tables}, set(plan.out)


@pytest.mark.parametrize("played", [1, 2, 5])
@pytest.mark.parametrize(
    ("count", "shape"), [(4, FOURS), (9, FOURS), (14, FOURS), (30, FOURS), (66, FOURS), (9, THREES), (31, THREES)]
)
def test_rounds_of_a_plan_are_recognised_whoever_has_which_place(count, shape, played):
    plan = plan_evening(count, shape, 7)
    names = random.Random(count).sample(range(count), count)
    rounds = [renamed(one, names) for one in plan[:played]]

    places = fit_names(rounds, plan, count, 11)

    assert sorted(places) == list(range(count))
    assert [company(renamed(one, places)) for one in rounds] == [company(one) for one in plan[:played]]


def test_rounds_that_are_no_beginning_of_the_plan_have_no_naming():
    plan = plan_evening(12, FOURS, 6)
    first, second = plan[:2]
    one, other, *rest = second.tables
    (a, b), (c, d) = one.sides
    (e, f), (g, h) = other.sides
    mixed = replace(second, tables=(TablePlan(1, ((e, b), (c, d))), TablePlan(2, ((a, f), (g, h))), *rest))

    assert fit_names([first, second], plan, 12, 1) is not None
    assert fit_names([first, first], plan, 12, 1) is None
    assert fit_names([first, mixed, *plan[2:5]], plan, 12, 1) is None


def test_who_sits_out_has_to_fit_too():
    plan = [RoundPlan(1, (TablePlan(1, ((0,), (1,))),), (2,)), RoundPlan(2, (TablePlan(1, ((0,), (2,))),), (1,))]
    again = [plan[0], replace(plan[0], number=2)]

    assert fit_names(plan, plan, 3, 0) == [0, 1, 2]
    assert fit_names(again, plan, 3, 0) is None
