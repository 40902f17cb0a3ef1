"""Results as lines of JSON, with names."""

from __future__ import annotations

import datetime as dt
import json

import pytest

from ratings.engine.lines import LineRefused, read_results
from ratings.engine.results import Result

GOOD = {"period": "2026-03-01", "table": "1", "sides": [["Ona", "Bob"], ["Cid", "Žilvinas"]], "outcome": [1, 0]}


def line(**changes) -> str:
    return json.dumps({**GOOD, **changes})


def test_line_is_a_result_with_numbers_in_the_place_of_names():
    named = read_results([line(), "", "  \n"])

    assert named.players == ("Bob", "Cid", "Ona", "Žilvinas")
    assert named.tables == ("1",)
    assert named.results == (Result(dt.date(2026, 3, 1), (0,), ((2, 0), (1, 3)), (1, 2), points=(1, 0)),)


@pytest.mark.parametrize(
    ("outcome", "places"),
    [([1, 0], (1, 2)), ([0, 1], (2, 1)), ([0.5, 0.5], (1, 1)), ([-120, 500], (2, 1)), ([61, 61], (1, 1))],
)
def test_outcome_is_won_by_the_higher_number_whatever_it_is(outcome, places):
    assert read_results([line(outcome=outcome)]).results[0].places == places


def test_order_of_lines_does_not_matter():
    lines = [line(), line(table="2", outcome=[0, 1]), line(period="2026-02-01")]

    one, other = read_results(lines), read_results(lines[::-1])

    assert sorted(one.results, key=repr) == sorted(other.results, key=repr)


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        ("{", "no JSON"),
        ("[]", "needs exactly outcome, period, sides, table"),
        (line(more=1), "needs exactly"),
        (line(period="1 March"), "period '1 March' is no date such as 2026-03-01"),
        (line(period=20260301), "is no date"),
        (line(table=""), "table '' is no name"),
        (line(sides=[["a"]]), "sides are 2 to 5 lists of 1 to 3 players"),
        (line(sides=[["a"], []]), "sides are 2 to 5 lists"),
        (line(sides=[["a", "b", "c", "d"], ["e"]]), "sides are 2 to 5 lists"),
        (line(sides=[["a"], [5]]), "player 5 is no name"),
        (line(sides=[["a"], ["a"]]), "a player sits twice"),
        (line(outcome=[1, 0, 0]), "3 places for 2 sides"),
        (line(outcome=[True, False]), "outcome is a list of numbers"),
        (line().replace("[1, 0]", "[1e999, 0]"), "outcome goes beyond a thousand million"),
        (line(outcome=[1, -(10**400)]), "outcome goes beyond a thousand million"),
        (line().replace("[1, 0]", "[1, NaN]"), "no JSON: NaN is no number"),
        (line(table="first"), "table 'first' of 2026-03-01 stands in line 1 already"),
        ("[" * 100_000, "no JSON"),
    ],
)
def test_line_that_is_no_result_is_refused_by_its_number(bad, reason):
    with pytest.raises(LineRefused) as refusal:
        read_results([line(table="first"), bad])

    assert refusal.value.number == 2
    assert reason in refusal.value.reason
