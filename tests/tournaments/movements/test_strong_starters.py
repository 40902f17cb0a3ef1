"""Howells for many pairs: found for every number, legal, in a moment, and never an exception instead."""

from __future__ import annotations

import pytest

from tournaments.movements.howell import howell, reduced_howell, usual_length
from tournaments.movements.planned import CycleTooLong
from tournaments.movements.strong_starters import MOST_ROUNDS, starter_plan
from tournaments.movements.verify import verify


@pytest.mark.parametrize("rounds", [7, 11, 13, 15, 25, 37, 49, 51, 63, 125, 149, 255, 257, 999])
def test_starter_plan_is_a_legal_howell(rounds):
    plan = starter_plan(rounds)

    assert plan is not None
    assert plan.is_legal()
    assert (plan.rounds, plan.staying) == (rounds, ((0, 0),))
    assert plan == starter_plan(rounds)


@pytest.mark.parametrize("rounds", [1, 3, 5, 8, 9, 126, MOST_ROUNDS + 2])
def test_starter_plan_has_none_where_there_is_none_or_it_would_be_too_long(rounds):
    assert starter_plan(rounds) is None


def test_howell_is_played_by_every_even_number_of_pairs():
    for count in range(4, 301, 2):
        schedule = howell(range(1, count + 1), 1, boards=0).schedule

        assert verify(schedule) == ()
        assert len(schedule.rounds) == 1
        assert all(len(plan.tables) == count // 2 for plan in schedule.rounds)


@pytest.mark.parametrize("count", [126, 128])
def test_a_whole_howell_of_more_than_a_hundred_pairs_keeps_its_promises(count):
    schedule = howell(range(1, count + 1)).schedule

    assert verify(schedule) == ()
    assert len(schedule.rounds) == count - 1
    assert (schedule.claims["meet_min"], schedule.claims["board_all"]) == (1, True)


@pytest.mark.parametrize("count", [125, 172])
def test_reduced_howell_of_many_pairs_is_found_or_says_what_it_is_instead(count):
    length = usual_length(count + count % 2)

    planned = reduced_howell(range(1, count + 1), length, boards=0)

    assert abs(length - 3 * count / 4) <= 2
    assert verify(planned.schedule) == ()
    assert len(planned.schedule.rounds) == length
    assert (planned.remarks[0].code == "movement.no_cycle") == (count > 170)


@pytest.mark.parametrize(("count", "rounds", "nearest"), [(1003, 7, ("mitchell", 7)), (1003, 900, ("mitchell", 502))])
def test_howell_for_more_than_a_thousand_pairs_is_refused_with_what_comes_nearest(count, rounds, nearest):
    with pytest.raises(CycleTooLong) as refusal:
        howell(range(1, count + 1), rounds, boards=0)

    assert refusal.value.nearest == nearest
    assert refusal.value.params == {"entries": 1004, "largest": 1002, "nearest": "mitchell", "number": nearest[1]}
    assert "for up to 1002 pairs. What comes nearest: mitchell" in refusal.value.detail
