"""Standings: ranks with gaps, shared ones marked, nothing by chance, nothing by the order of input."""

from __future__ import annotations

import time
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.movements.round_robin import round_robin
from tournaments.standings.criteria import Criterion, Direction
from tournaments.standings.ranking import compute_standings
from tournaments.standings.results import Adjustment, SitOut, TableResult, TallyKey, share_game
from tournaments.standings.rules import (
    SitOutPolicy,
    SitOutWorth,
    StandingRules,
    TablePointScheme,
)
from tournaments.standings.tie_breaks import Separation


def make_table(number, one, other, score):
    games = share_game(2, [side for side in (0, 1) if score[side] == max(score)])
    points = tuple(Fraction(value) for value in score)
    return TableResult(number, ((one,), (other,)), games, points, TablePointScheme().award(games))


def labels(rows):
    return [(row.label, row.entry) for row in rows]


def test_compute_standings_shares_ranks_and_leaves_gaps():
    tables = [
        make_table(1, 1, 2, (100, 50)),
        make_table(1, 3, 4, (80, 50)),
        make_table(1, 5, 6, (80, 50)),
        make_table(1, 7, 8, (80, 40)),
    ]

    rows = compute_standings([8, 7, 6, 5, 4, 3, 2, 1], tables)

    assert labels(rows) == [
        ("1", 1),
        ("2=", 3),
        ("2=", 5),
        ("2=", 7),
        ("5=", 2),
        ("5=", 4),
        ("5=", 6),
        ("8", 8),
    ]


def test_compute_standings_says_what_separates_each_from_the_next():
    tables = [make_table(1, 1, 2, (100, 50)), make_table(1, 3, 4, (80, 50))]

    first, second, third, fourth = compute_standings([1, 2, 3, 4], tables)

    assert first.separation == Separation("points", Fraction(100), Fraction(80), (1, 3))
    assert second.separation == Separation("table_points", Fraction(2), Fraction(0), (1, 2, 3, 4))
    assert third.separation is None
    assert third.shared
    assert fourth.separation is None
    assert first.values["net_points"] == 50
    assert first.parts[TallyKey.POINTS].total == 100
    assert (first.tables_played, first.sit_outs) == (1, 0)


def test_compute_standings_of_nobody_and_of_one():
    assert compute_standings([], []) == ()
    (row,) = compute_standings([7], [])
    assert (row.label, row.separation) == ("1", None)


def test_compute_standings_follows_the_order_of_the_tournament():
    tables = [make_table(1, 1, 2, (50, 10)), make_table(1, 3, 4, (900, 800))]
    rules = StandingRules(criteria=(Criterion("points_against", Direction.FEWEST), Criterion("games_won")))

    rows = compute_standings([1, 2, 3, 4], tables, rules=rules)

    assert labels(rows) == [("1", 1), ("2", 2), ("3", 3), ("4", 4)]


def test_compute_standings_with_a_penalty_moves_the_entry_and_keeps_the_table():
    tables = [make_table(1, 1, 2, (100, 50)), make_table(1, 3, 4, (80, 50))]
    penalty = Adjustment(1, TallyKey.TABLE_POINTS, Fraction(-1, 2), "wrong seats")

    rows = compute_standings([1, 2, 3, 4], tables, adjustments=[penalty])

    assert [row.entry for row in rows] == [3, 1, 2, 4]
    assert rows[1].values["table_points"] == Fraction(3, 2)
    assert rows[1].parts[TallyKey.TABLE_POINTS].adjustments == Fraction(-1, 2)


def test_equal_averages_are_equal_exactly():
    # A third of 100 three times is 100 again, which sums of rounded numbers may miss.
    tables = [make_table(number, 1, 2, (score, 0)) for number, score in enumerate((33, 33, 34), start=1)]
    tables += [make_table(number, 3, 4, (score, 0)) for number, score in enumerate((34, 33, 33), start=1)]
    outs = [SitOut(number, entry) for number in (4, 5, 6) for entry in (1, 3)]

    rows = compute_standings([1, 2, 3, 4], tables, outs)

    assert labels(rows)[:2] == [("1=", 1), ("1=", 3)]
    assert rows[0].values["points"] == 200


entries_and_tables = st.lists(
    st.tuples(st.permutations(range(6)), st.lists(st.integers(-3, 3), min_size=6, max_size=6)), min_size=1, max_size=5
)
every_criterion = StandingRules(
    criteria=(
        Criterion("table_points"),
        Criterion("head_to_head"),
        Criterion("games_won"),
        Criterion("net_points"),
        Criterion("points_against", Direction.FEWEST),
    )
)


def played(rounds):
    """Return the tables of some rounds of six entries."""
    return [
        make_table(number, order[seat], order[seat + 1], (score[seat], score[seat + 1]))
        for number, (order, score) in enumerate(rounds, start=1)
        for seat in (0, 2, 4)
    ]


@settings(max_examples=40, deadline=None, derandomize=True)
@given(entries_and_tables, st.randoms(use_true_random=False))
def test_compute_standings_depends_on_no_order_of_input(rounds, chance):
    tables = played(rounds)
    outs = [SitOut(number, number % 6) for number in range(8)]
    shuffled = [chance.sample(items, len(items)) for items in (list(range(6)), tables, outs)]

    rows = compute_standings(range(6), tables, outs, rules=every_criterion)

    assert compute_standings(*shuffled, rules=every_criterion) == rows


@settings(max_examples=40, deadline=None, derandomize=True)
@given(entries_and_tables)
def test_ranks_have_gaps_and_values_never_rise(rounds):
    rows = compute_standings(range(6), played(rounds))

    keys = [tuple(row.values[key] for key in ("table_points", "games_won", "points")) for row in rows]
    assert keys == sorted(keys, reverse=True)
    for place, row in enumerate(rows):
        assert row.rank == 1 + sum(key > keys[place] for key in keys)
        assert row.shared == (keys.count(keys[place]) > 1)
    for (row, below), (key, key_below) in zip(pairwise(rows), pairwise(keys), strict=True):
        assert (row.separation is None) == (key == key_below)
        if row.separation:
            assert row.separation.value == row.values[row.separation.key]
            assert row.separation.next_value == below.values[row.separation.key]


@pytest.mark.parametrize("count", range(3, 21))
def test_table_points_add_up_to_two_a_table_and_a_win_for_each_sit_out(count):
    schedule = round_robin(range(1, count + 1))
    tables = [
        make_table(plan.number, *table.entrants, (sum(table.entrants) % 7, max(table.entrants) % 5))
        for plan in schedule.rounds
        for table in plan.tables
    ]
    outs = [SitOut(plan.number, entrant) for plan in schedule.rounds for entrant in plan.out]
    rules = StandingRules(sit_out=SitOutPolicy(SitOutWorth.WIN))

    rows = compute_standings(schedule.entrants, tables, outs, rules=rules)

    assert sum(row.values["table_points"] for row in rows) == 2 * len(tables) + 2 * len(outs)
    assert sum(row.values["games_won"] for row in rows) == len(tables) + len(outs)
    assert sum(row.values["net_points"] for row in rows) == 0
    assert {row.tables_played for row in rows} == {count - 1}


def test_compute_standings_of_a_thousand_entries_over_twelve_rounds_is_quick():
    tables = [
        make_table(number, 2 * table, 2 * table + 1, (table * number % 97, table % 89))
        for number in range(1, 13)
        for table in range(500)
    ]
    started = time.process_time()

    rows = compute_standings(range(1000), tables, rules=every_criterion)

    assert len(rows) == 1000
    assert time.process_time() - started < 3
