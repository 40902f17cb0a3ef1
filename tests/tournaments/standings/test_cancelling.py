"""Who withdrew before half of its tables: as if it had never been entered."""

from __future__ import annotations

from fractions import Fraction

from tournaments.standings.criteria import Criterion
from tournaments.standings.ranking import compute_standings
from tournaments.standings.results import Circumstances, SitOut, SitOutKind, TableKind, TableResult
from tournaments.standings.rules import SitOutPolicy, SitOutWorth, StandingRules

ENTRIES = (1, 2, 3, 4, 5)


def make_table(number, sides, winner, kind=TableKind.PLAYED):
    games = tuple(Fraction(side == winner) for side in range(len(sides)))
    points = tuple(100 * won for won in games)
    return TableResult(number, sides, games, points, tuple(2 * won for won in games), kind)


def standings(tables, outs=(), *, cancel=True, planned=4, worth=SitOutWorth.WIN):
    rules = StandingRules(
        criteria=(Criterion("table_points"), Criterion("points")),
        sit_out=SitOutPolicy(worth),
        cancel_withdrawn=cancel,
    )
    known = Circumstances(withdrawn=frozenset({5}), planned_tables=None if planned is None else Fraction(planned))
    return {row.entry: row for row in compute_standings(ENTRIES, tables, outs, (), rules, known)}


# 5 beats 1 in the first round and leaves; in the others whoever was to meet it sits out.
PLAYED = [
    make_table(1, ((1,), (5,)), 1),
    make_table(1, ((2,), (3,)), 0),
    make_table(2, ((1,), (2,)), 0),
    make_table(3, ((1,), (3,)), 0),
]
OUTS = [SitOut(1, 4), SitOut(2, 3), SitOut(3, 2)]


def test_cancelled_table_is_worth_a_sit_out_to_who_met_the_withdrawn():
    rows = standings(PLAYED, OUTS)

    assert [(row.label, row.entry) for row in rows.values()] == [("1", 1), ("2", 2), ("3=", 3), ("3=", 4), ("-", 5)]
    assert rows[1].values["table_points"] == 2 + 2 + 2
    assert (rows[1].tables_played, rows[1].sit_outs) == (2, 1)
    assert rows[5].cancelled
    assert rows[5].separation is None
    assert rows[5].values["table_points"] == 0
    assert rows[4].separation is None


def test_nothing_is_cancelled_unless_the_tournament_says_so():
    rows = standings(PLAYED, OUTS, cancel=False)

    assert rows[5].values["table_points"] == 2
    assert rows[1].values["table_points"] == 4


def test_nothing_is_cancelled_where_nobody_can_say_how_many_tables_were_planned():
    assert not standings(PLAYED, OUTS, planned=None)[5].cancelled


def test_half_of_the_tables_is_enough_to_stay():
    two = [*PLAYED, make_table(2, ((3,), (5,)), 0)]

    assert not standings(two, OUTS, planned=4)[5].cancelled
    assert standings(two, OUTS, planned=5)[5].cancelled


def test_tables_that_were_awarded_are_not_played():
    two = [*PLAYED, make_table(2, ((3,), (5,)), 0, TableKind.FORFEIT)]

    assert standings(two, OUTS, planned=4)[5].cancelled


def test_table_of_more_than_two_stays():
    quartet = make_table(4, ((1, 5), (2, 3)), 0)

    rows = standings([*PLAYED, quartet], OUTS, planned=6)

    assert rows[5].cancelled
    assert rows[1].values["table_points"] == 8


def test_sit_outs_of_the_cancelled_are_gone_as_well():
    rows = standings(PLAYED, [*OUTS, SitOut(4, 5, SitOutKind.ABSENT)])

    assert (rows[5].sit_outs, rows[5].absences) == (0, 0)
