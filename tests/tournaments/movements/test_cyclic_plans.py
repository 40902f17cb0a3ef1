"""The table of cyclic plans: complete up to 40 pairs, legal, and readable."""

from __future__ import annotations

import pytest

from tournaments.movements.cyclic_plans import cyclic_plan, read_plan, write_plan

CELLS = [(rounds, pairs - rounds) for pairs in range(6, 41, 2) for rounds in range(pairs // 2 + 1, pairs)]
WITHOUT = {(rounds, rounds - 2) for rounds in range(5, 22, 2)} | {(6, 2), (8, 2), (5, 1)}


def test_cyclic_plan_has_every_number_of_pairs_and_rounds_that_can_be():
    assert {cell for cell in CELLS if cyclic_plan(*cell) is None} == WITHOUT
    assert len(CELLS) - len(WITHOUT) == 160 + 17


@pytest.mark.parametrize("pairs", range(6, 41, 2))
def test_cyclic_plan_is_legal_and_in_order(pairs):
    for rounds in range(pairs // 2 + 1, pairs):
        plan = cyclic_plan(rounds, pairs - rounds)
        if plan is not None:
            assert plan.is_legal()
            assert (plan.rounds, plan.places) == (rounds, pairs)
            assert plan == plan.normal()


@pytest.mark.parametrize(("rounds", "staying"), [(41, 1), (43, 1), (45, 1), (31, 13)])
def test_cyclic_plan_is_made_where_none_is_in_the_table(rounds, staying):
    plan = cyclic_plan(rounds, staying)

    assert plan is not None
    assert plan.is_legal()
    assert (plan.rounds, len(plan.staying)) == (rounds, staying)


@pytest.mark.parametrize("cell", [(7, 1), (9, 3), (38, 2)])
def test_write_plan_writes_what_read_plan_reads(cell):
    plan = cyclic_plan(*cell)

    assert read_plan(write_plan(plan)) == plan
