"""A whole event on paper."""

from __future__ import annotations

import pytest

from tests.factories import make_round, make_tournament
from tests.hands import play_round
from tournaments.selectors.chart import chart_of

pytestmark = pytest.mark.django_db

TWO_HANDS = {"end": "hands", "hands": 2}


def test_chart_before_the_first_round_is_the_whole_plan():
    chart = chart_of(make_tournament(pairs=5, rules=TWO_HANDS))

    assert [(round_.number, round_.is_planned, len(round_.tables)) for round_ in chart.rounds] == [
        (number, True, 2) for number in range(1, 6)
    ]
    assert chart.tables == (1, 2)
    assert [entry.number for entry in chart.entries] == [1, 2, 3, 4, 5]


def test_chart_tells_each_entry_where_it_goes_and_whom_it_meets():
    chart = chart_of(make_tournament(pairs=5, rules=TWO_HANDS))

    for entry in chart.entries:
        appointments = chart.appointments()[entry.entry_id]
        met = [other.number for at in appointments for other in at.opponents]
        assert [at.round for at in appointments] == [1, 2, 3, 4, 5]
        assert sorted(met) == [number for number in range(1, 6) if number != entry.number]
        assert [at.side for at in appointments if at.table is None] == [""]


def test_chart_after_a_round_keeps_what_was_published_and_plans_the_rest():
    tournament = make_tournament(pairs=4, rules=TWO_HANDS)
    before = chart_of(tournament)
    play_round(make_round(tournament))

    chart = chart_of(tournament)

    assert [round_.is_planned for round_ in chart.rounds] == [False, True, True]
    assert [round_.tables for round_ in chart.rounds] == [round_.tables for round_ in before.rounds]


def test_chart_says_who_sits_at_a_table_round_by_round():
    chart = chart_of(make_tournament(pairs=4, rules=TWO_HANDS))

    visits = chart.visits()[2]

    assert [round_.number for round_, _table in visits] == [1, 2, 3]
    assert all(table is not None and table.number == 2 for _round, table in visits)


def test_chart_says_who_follows_whom_if_that_shows_all_the_way():
    howell = chart_of(make_tournament(pairs=6, rules=TWO_HANDS, movement="howell"))
    skipping = chart_of(make_tournament(pairs=6, rules=TWO_HANDS, rounds=1))

    assert [(one.number, other.number) for one, other in howell.moves] == [(1, 5), (2, 1), (3, 2), (4, 3), (5, 4)]
    assert skipping.moves == ()


def test_chart_of_nobody_is_empty():
    chart = chart_of(make_tournament())

    assert (chart.entries, chart.rounds, chart.tables) == ((), (), ())
