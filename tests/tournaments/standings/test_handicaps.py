"""Starts in points, against sums that are written out."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from tournaments.standings.documents import ResultsInvalid, ranked
from tournaments.standings.handicaps import starts_at, won_with


@pytest.mark.parametrize(
    ("handicaps", "starts"),
    [
        pytest.param([[0], [0]], (0, 0), id="nobody has one"),
        pytest.param([[70], [70]], (0, 0), id="equal ones are none"),
        pytest.param([[40], [100]], (0, 60), id="the difference"),
        pytest.param([[30, 40], [10, 50]], (5, 0), id="partners who change have their mean"),
        pytest.param([[10, 25], [5, 8]], (11, 0), id="exactly eleven"),
        pytest.param([[11, 25], [5, 8]], (11, 0), id="half a point is dropped"),
        pytest.param([[30], [20], [50]], (10, 0, 30), id="three sides"),
        pytest.param([[0], [9], [4], [4], [1]], (0, 9, 4, 4, 1), id="five sides"),
    ],
)
def test_only_what_a_side_has_more_than_the_lowest_is_given(handicaps, starts):
    assert starts_at(handicaps) == starts


@pytest.mark.parametrize(
    ("scores", "by_law", "starts", "winners"),
    [
        pytest.param((61, 50), (0,), (0, 10), (0,), id="not enough"),
        pytest.param((61, 50), (0,), (0, 11), (0, 1), id="level is shared"),
        pytest.param((61, 50), (0,), (0, 12), (1,), id="enough"),
        pytest.param((61, 50), (0,), (12, 0), (0,), id="who would not have needed it"),
        pytest.param((80, 80), (0, 1), (0, 1), (1,), id="equal totals are none with a start"),
        pytest.param((80, 80), (0, 1), (0, 0), (0, 1), id="and without one they are"),
        pytest.param((500, 520), (0,), (0, 0), (0,), id="both past 500, without a start"),
        pytest.param((500, 520), (0,), (1, 0), (0,), id="a start takes nothing from who has it"),
        pytest.param((500, 520), (0,), (0, 1), (1,), id="as little as a point will do against fewer points"),
        pytest.param((-510, -530), (1,), (0, 10), (1,), id="out backwards"),
        pytest.param((-510, 120), (1,), (640, 0), (0,), id="out backwards with a very large start"),
        pytest.param((61, 40, 55), (0,), (0, 30, 5), (1,), id="the third wins"),
        pytest.param((61, 40, 55), (0,), (0, 21, 6), (0, 1, 2), id="three are level"),
        pytest.param((500, 500, 90), (0,), (0, 0, 10), (0,), id="the law still tells the others apart"),
    ],
)
def test_most_points_with_the_start_win_a_game(scores, by_law, starts, winners):
    assert won_with(scores, by_law, starts) == winners


def test_start_that_grows_never_makes_a_result_worse():
    chance = random.Random(7)
    for _ in range(300):
        scores = [10 * chance.randrange(-60, 70) for _ in range(2)]
        by_law = (chance.randrange(2),)
        shares = []
        for start in range(0, 1500, 5):
            winners = won_with(scores, by_law, (start, 0))
            shares.append(Fraction(0 in winners, len(winners)))
        assert shares == sorted(shares)
        assert shares[0] == (0 in by_law)
        assert shares[-1] == 1


DOCUMENT = {
    "entries": ["Ann", "Bob", "Cy"],
    "rules": {"criteria": ["table_points", "net_points"]},
    "tables": [
        {"round": 1, "sides": ["Ann", "Bob"], "points": [61, 50], "starts": [0, 12]},
        {"round": 2, "sides": ["Bob", "Cy"], "points": [61, 40], "starts": [0, 20]},
        {"round": 3, "sides": ["Cy", "Ann"], "points": [10, 0], "kind": "forfeit"},
    ],
}


def test_document_adds_the_starts_and_says_in_the_workings_what_they_were():
    rows = {row["entry"]: row for row in ranked(DOCUMENT)["rows"]}

    assert {entry: row["values"]["table_points"] for entry, row in rows.items()} == {"Ann": 0, "Bob": 4, "Cy": 2}
    assert {entry: row["values"]["net_points"] for entry, row in rows.items()} == {"Ann": -11, "Bob": 2, "Cy": 9}
    [table_points, net_points] = [
        [(line["amount"], line.get("start")) for line in working["lines"]] for working in rows["Bob"]["workings"]
    ]
    assert table_points == [(2, None), (2, None)]
    assert net_points == [(1, 12), (1, -20)]


def test_document_without_starts_answers_as_ever():
    plain = {
        **DOCUMENT,
        "tables": [{key: table[key] for key in table if key != "starts"} for table in DOCUMENT["tables"]],
    }
    none = {**plain, "tables": [{**table, "starts": [0, 0]} for table in plain["tables"]]}

    assert ranked(none) == ranked(plain)
    assert "start" not in str(ranked(plain))


@pytest.mark.parametrize(
    ("starts", "path", "fault"),
    [
        ([3], "tables[0].starts", "must have a number for each side"),
        ([0, -1], "tables[0].starts[1]", "must be a whole number from 0"),
        ("3", "tables[0].starts", "must be a list"),
    ],
)
def test_starts_that_make_no_sense_are_refused(starts, path, fault):
    document = {**DOCUMENT, "tables": [{**DOCUMENT["tables"][0], "starts": starts}]}

    with pytest.raises(ResultsInvalid) as refused:
        ranked(document)

    assert refused.value.params == {"path": path, "fault": fault}
