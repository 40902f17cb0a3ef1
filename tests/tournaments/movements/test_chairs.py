"""Seats and starters go round among everybody."""

from __future__ import annotations

from collections import Counter

import pytest

from tournaments.movements.chairs import (
    choose_starters,
    clockwise,
    count_chairs,
    count_pair_starts,
    seat_table,
    starter_of,
    starters,
)
from tournaments.movements.schedule import RoundPlan, TablePlan


@pytest.mark.parametrize(
    ("sides", "first", "starter"),
    [
        pytest.param(((1, 3), (2, 4)), 2, 3, id="south"),
        pytest.param(((1, 3, 5), (2, 4, 6)), 5, 6, id="the last of the second team"),
        pytest.param(((1,), (2,), (3,)), 1, 2, id="one of three"),
        pytest.param(((1,), (2,), (3,)), 4, 2, id="the other seat of a pair"),
        pytest.param(((1,), (2,)), None, None, id="not planned"),
    ],
)
def test_starter_of_is_the_entrant_in_the_first_seat(sides, first, starter):
    table = TablePlan(1, sides, first)

    assert starter_of(table) == starter
    assert starters(RoundPlan(1, (table,))) == ([] if starter is None else [starter])


def test_count_chairs_counts_seats_clockwise():
    plan = RoundPlan(1, (TablePlan(1, ((1, 3), (2, 4))), TablePlan(2, ((5, 7), (6, 8)))))

    assert count_chairs([plan, plan]) == {
        (1, 0): 2, (2, 1): 2, (3, 2): 2, (4, 3): 2, (5, 0): 2, (6, 1): 2, (7, 2): 2, (8, 3): 2,
    }  # fmt: skip


def test_count_pair_starts_tells_the_two_seats_apart():
    sides = ((1,), (2,), (3,))
    rounds = [RoundPlan(1, (TablePlan(1, sides, 4), TablePlan(2, ((4,), (5,), (6,)), None)))]
    rounds.append(RoundPlan(2, (TablePlan(1, sides, 1),)))

    assert count_pair_starts(rounds) == {(2, 1): 1, (2, 0): 1}


@pytest.mark.parametrize(
    "sides", [((1, 2), (3, 4)), ((1, 2, 3), (4, 5, 6)), ((1,), (2,), (3,)), ((1, 2), (3, 4), (5, 6))]
)
def test_seat_table_takes_everybody_through_every_seat(sides):
    people = clockwise(sides)
    sat = Counter()

    for tie in range(len(people)):
        seated = seat_table(sides, sat, tie)
        assert sorted(map(sorted, seated)) == sorted(map(sorted, sides))
        sat.update((entrant, seat) for seat, entrant in enumerate(clockwise(seated)))

    spread = {max(sat[one, seat] for seat in range(len(people))) for one in people}
    assert spread <= {1, 2}


def test_seat_table_puts_each_where_it_has_not_sat():
    sat = {(entrant, seat): 1 for entrant in (1, 2, 3) for seat in range(3) if (entrant + seat) % 3}

    assert seat_table(((1,), (2,), (3,)), sat, 0) == ((3,), (2,), (1,))


def test_choose_starters_takes_those_who_have_started_least():
    tables = [((1, 3), (2, 4)), ((5, 7), (6, 8))]
    levels = {1: 1, 2: 1, 3: 0, 4: 1, 5: 2, 6: 1, 7: 2, 8: 2}

    assert choose_starters(tables, levels, dict.fromkeys(levels, frozenset()), 0) == [3, 6]


def test_choose_starters_leaves_those_waiting_who_have_met_each_other():
    company = {1: frozenset({2, 3, 4, 5, 6}), 2: frozenset({1}), 3: frozenset({1}), 4: frozenset({1})}

    assert choose_starters([((1, 2), (3, 4))], dict.fromkeys(range(1, 7), 0), company, 0) != [1]
