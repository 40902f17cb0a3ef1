"""Cyclic plans: what makes one good in its first round makes it good in all."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from tournaments.movements.cyclic import CyclicPlan
from tournaments.movements.laid_out import Row

EIGHT = CyclicPlan(7, ((2, 6, 1), (4, 5, 2), (1, 3, 4)), ((0, 0),))
SIX = CyclicPlan(4, ((3, 2, 1),), ((0, 0), (1, 2)))


@pytest.mark.parametrize("plan", [EIGHT, SIX])
def test_a_legal_plan_lets_movers_meet_once_and_play_every_set_once(plan):
    assert plan.is_legal()

    met, played = Counter(), Counter()
    for number in range(plan.rounds):
        rows = plan.rows(number)
        assert sorted(place for row in rows for place in (row.north, row.east)) == list(range(plan.places))
        assert len({row.sets for row in rows}) == len(rows)
        for row in rows:
            met[frozenset((row.north, row.east))] += 1
            played.update((place, row.sets) for place in (row.north, row.east))
    assert set(met.values()) == {1}
    assert set(played.values()) == {1}
    assert len(played) == plan.places * plan.rounds
    apart = set(combinations(range(plan.rounds, plan.places), 2))
    assert len(met) == plan.rounds * plan.places // 2
    assert all(frozenset(pair) not in met for pair in apart)


@pytest.mark.parametrize(
    "plan",
    [
        pytest.param(CyclicPlan(7, ((2, 6, 1), (4, 5, 2), (1, 1, 4)), ((0, 0),)), id="a mover in two places"),
        pytest.param(CyclicPlan(7, ((2, 6, 1), (4, 5, 2)), ((0, 0),)), id="movers left over"),
        pytest.param(CyclicPlan(7, ((2, 6, 1), (4, 5, 1), (1, 3, 4)), ((0, 0),)), id="a set at two tables"),
        pytest.param(CyclicPlan(7, ((2, 3, 1), (4, 5, 2), (1, 6, 4)), ((0, 0),)), id="two who meet again"),
        pytest.param(CyclicPlan(7, ((2, 6, 1), (4, 5, 3), (1, 3, 4)), ((0, 0),)), id="a mover who plays a set again"),
        pytest.param(CyclicPlan(4, ((0, 2, 3),), ((1, 0), (3, 2))), id="two who meet from both sides"),
        pytest.param(CyclicPlan(0, (), ()), id="nothing"),
    ],
)
def test_a_plan_that_is_not_legal_is_recognised(plan):
    assert not plan.is_legal()


def test_rows_move_all_who_move_and_all_sets_on_by_one():
    assert EIGHT.rows(0) == (Row(7, 0, (0,)), Row(2, 6, (1,)), Row(4, 5, (2,)), Row(1, 3, (4,)))
    assert EIGHT.rows(6) == (Row(7, 6, (6,)), Row(1, 5, (0,)), Row(3, 4, (1,)), Row(0, 2, (3,)))


def test_normal_counts_the_sets_from_the_first_who_stays():
    shifted = CyclicPlan(4, ((3, 2, 0),), ((0, 3), (1, 1)))

    assert shifted.is_legal()
    assert shifted.normal() == SIX
    assert SIX.normal() == SIX
