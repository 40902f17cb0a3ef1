"""Counts of sides and starters, and the tables that follow from them."""

from __future__ import annotations

from tournaments.movements.schedule import RoundPlan, TablePlan
from tournaments.movements.seating import count_firsts, count_sides, seat_rounds


def make_round(number, *tables):
    plans = [TablePlan(place, ((one,), (other,)), first) for place, (one, other, first) in enumerate(tables, start=1)]
    return RoundPlan(number, tuple(plans))


def test_count_sides_is_ns_less_ew():
    rounds = [make_round(1, (1, 2, 0), (3, 4, 0)), make_round(2, (1, 3, 0), (4, 2, 0))]

    assert count_sides(rounds) == {1: 2, 2: -2, 3: 0, 4: 0}


def test_count_firsts_goes_by_the_side_of_the_seat_and_leaves_out_what_is_not_known():
    rounds = [make_round(1, (1, 2, 3), (3, 4, 2)), make_round(2, (1, 3, None), (4, 2, 0))]

    assert count_firsts(rounds) == {1: -1, 2: 0, 3: 1, 4: 0}


def test_seat_rounds_numbers_on_and_lets_ns_start_from_its_seats_in_turn():
    plans = seat_rounds([[(1, 2)], [(1, 2)]], [(), (3,)], [make_round(1, (1, 2, 0))])

    assert plans == (make_round(2, (1, 2, 2)), RoundPlan(3, make_round(3, (1, 2, 0)).tables, out=(3,)))


def test_seat_rounds_levels_who_starts_where_a_table_has_cut_for_it():
    plans = seat_rounds([[(1, 2)], [(1, 2)]], [(), ()], [make_round(1, (1, 2, 1))])

    assert [plan.tables[0].first for plan in plans] == [0, 2]
