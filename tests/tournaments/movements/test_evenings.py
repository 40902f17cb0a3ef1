"""The evenings that are shipped: every one is judged, and compared with what is known to be possible."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from tournaments.movements.evenings import LONGEST, plan_evening
from tournaments.movements.schedule import Schedule, Shape
from tournaments.movements.verify import measure, verify

FOURS, THREES = Shape(2, 2), Shape(3, 1)
LENGTHS = range(4, LONGEST + 1)


def evening(count, shape, rounds, **claims):
    return Schedule("individual", tuple(range(count)), plan_evening(count, shape, rounds), claims, shape=shape)


def repeats(plans, members):
    """Return how often those put together have been together before, in all."""
    groups = [group for plan in plans for table in plan.tables for group in members(table)]
    times = Counter(frozenset(pair) for group in groups for pair in combinations(group, 2))
    return sum(count - 1 for count in times.values())


def partners(table):
    return table.sides


def company(table):
    return [table.entrants]


def fewest_partners_again(count, rounds):
    """Return how often partners come again at least: each two can be partners once, and each has so many others."""
    pairs = rounds * (count // 4 * 2)
    return max(0, pairs - count * (count - 1) // 2)


@pytest.mark.parametrize("count", range(4, 67))
def test_evenings_of_fours_are_fair_at_every_length(count):
    promises = {"out_max": count % 4, "out_spread": 1, "out_once_first": True, "first_spread": 1, "seat_balance": 3}
    for rounds in LENGTHS:
        schedule = evening(count, FOURS, rounds, **promises)
        assert len(schedule.rounds) == rounds
        assert verify(schedule) == ()
        assert repeats(schedule.rounds, partners) == fewest_partners_again(count, rounds)


@pytest.mark.parametrize("count", range(3, 67))
def test_evenings_of_threes_are_fair_at_every_length(count):
    promises = {"out_max": count % 3, "out_spread": 1, "out_once_first": True, "first_spread": 1, "seat_balance": 1}
    for rounds in LENGTHS:
        schedule = evening(count, THREES, rounds, **promises)
        assert len(schedule.rounds) == rounds
        assert verify(schedule) == ()


@pytest.mark.parametrize(
    ("count", "rounds", "most"),
    [
        (8, 4, 20), (12, 6, 42), (16, 5, 0), (16, 8, 72), (18, 8, 39), (20, 8, 50), (24, 7, 0), (24, 8, 26), (28, 9, 0),
        (32, 8, 0), (32, 9, 0), (33, 8, 0), (36, 10, 0), (48, 8, 0), (54, 10, 0), (60, 10, 0),
    ],
)  # fmt: skip
def test_meetings_of_fours_repeat_no_more_than_has_been_reached(count, rounds, most):
    assert repeats(plan_evening(count, FOURS, rounds), company) <= most


@pytest.mark.parametrize("count", range(34, 67))
def test_nobody_meets_anybody_again_in_ten_rounds_of_34_or_more(count):
    assert repeats(plan_evening(count, FOURS, 10), company) == 0


@pytest.mark.parametrize(
    ("count", "rounds", "most"),
    [(9, 4, 0), (12, 5, 3), (15, 7, 0), (18, 8, 0), (21, 8, 0), (21, 10, 0), (24, 8, 0), (66, 10, 0)],
)
def test_meetings_of_threes_repeat_no_more_than_has_been_reached(count, rounds, most):
    assert repeats(plan_evening(count, THREES, rounds), company) <= most


def test_an_evening_of_fifteen_at_threes_lets_all_meet():
    assert verify(evening(15, THREES, 7, meet_min=1, meet_max=1)) == ()


@pytest.mark.parametrize("count", [8, 13, 20])
def test_most_evenings_give_everybody_every_chair_in_turn(count):
    assert measure(evening(count, FOURS, 10))["seat_balance"] <= 1


@pytest.mark.parametrize(("count", "rounds"), [(12, 11), (13, 20), (33, 33)])
def test_longer_evenings_are_whist_cycles(count, rounds):
    schedule = evening(count, FOURS, rounds, partner_max=-(-rounds // (count - 1)))

    assert len(schedule.rounds) == rounds
    assert verify(schedule) == ()


def test_of_longer_evenings_without_a_cycle_the_beginning_is_known():
    assert len(plan_evening(14, FOURS, 12)) == LONGEST
    assert len(plan_evening(12, THREES, 20)) == LONGEST


@pytest.mark.parametrize(
    ("count", "shape"), [(3, FOURS), (2, THREES), (67, FOURS), (12, Shape(2, 3)), (12, Shape(5, 1))]
)
def test_nothing_is_known_for_other_tables_and_numbers(count, shape):
    assert plan_evening(count, shape, 6) == ()
