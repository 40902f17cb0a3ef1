"""Cyclic plans found: by the closed form, by the search, and what is known not to be."""

from __future__ import annotations

from itertools import combinations, permutations

import pytest

from tournaments.movements.cyclic import CyclicPlan
from tournaments.movements.cyclic_search import closed_form, search

# (rounds, staying) of the reduced Howells that cannot be: one table of two movers in an odd number of rounds, and two.
IMPOSSIBLE = [(rounds, rounds - 2) for rounds in range(5, 22, 2)] + [(6, 2), (8, 2)]


@pytest.mark.parametrize("rounds", [7, 11, 19, 23, 31, 43, 47, 59])
def test_closed_form_is_legal_for_primes_that_are_3_mod_4(rounds):
    plan = closed_form(rounds)

    assert plan is not None
    assert plan.is_legal()
    assert (plan.rounds, len(plan.staying), plan.staying[0]) == (rounds, 1, (0, 0))


@pytest.mark.parametrize("rounds", [3, 5, 9, 13, 15, 27, 35, 37])
def test_closed_form_is_for_no_other_number(rounds):
    assert closed_form(rounds) is None


def test_search_finds_every_full_howell_from_8_to_40_pairs():
    for rounds in range(7, 40, 2):
        plan = search(rounds, 1)

        assert plan is not None
        assert plan.is_legal()
        assert (plan.rounds, len(plan.staying)) == (rounds, 1)


@pytest.mark.parametrize("pairs", [12, 18, 26, 34, 40, 52])
def test_search_finds_reduced_howells(pairs):
    for rounds in {pairs // 2 + 2, 3 * pairs // 4, pairs - 2}:
        plan = search(rounds, pairs - rounds)

        assert plan is not None
        assert plan.is_legal()
        assert plan.places == pairs


@pytest.mark.parametrize(("rounds", "staying"), [*IMPOSSIBLE, (3, 1), (5, 1), (8, 3), (4, 6), (7, 0)])
def test_search_finds_nothing_where_nothing_is(rounds, staying):
    assert search(rounds, staying) is None


@pytest.mark.parametrize(("rounds", "staying"), [(5, 1), (5, 3), (7, 5), (6, 2)])
def test_small_plans_that_are_not_found_do_not_exist(rounds, staying):
    assert not any(plan.is_legal() for plan in every_plan(rounds, staying))


def test_every_small_plan_that_exists_is_among_all():
    assert any(plan.is_legal() for plan in every_plan(4, 2))


def every_plan(rounds, staying):
    """Return every plan whose movers have one place each, sets counted so that those who stay have the lowest ones."""
    for single in combinations(range(rounds), staying):
        rest = [mover for mover in range(rounds) if mover not in single]
        for pairs in matchings(rest):
            tables = len(pairs) + staying
            for sets in permutations(range(rounds), tables):
                # Any plan can be counted so that one table has set 0.
                if sets[-1] == 0:
                    moving = tuple((*pair, boards) for pair, boards in zip(pairs, sets, strict=False))
                    yield CyclicPlan(rounds, moving, tuple(zip(single, sets[len(pairs) :], strict=True)))


def matchings(movers):
    if not movers:
        yield ()
        return
    first, *others = movers
    for other in others:
        for rest in matchings([mover for mover in others if mover != other]):
            yield ((first, other), *rest)


def test_search_gives_the_same_plan_for_the_same_seed():
    assert search(25, 1, seed=3) == search(25, 1, seed=3)
    assert search(25, 1, seed=3) != search(25, 1, seed=4)
