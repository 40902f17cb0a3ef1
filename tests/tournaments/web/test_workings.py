"""Workings told in sentences: every code has one, and the figures add up before the reader's eyes."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tournaments.selectors.explanations import Explained, Explanations
from tournaments.standings import opponents, tie_breaks, workings
from tournaments.standings.criteria import MEASURES, Criterion
from tournaments.standings.ranking import Book
from tournaments.standings.results import (
    Adjustment,
    Circumstances,
    Decision,
    DecisionKind,
    SitOut,
    SitOutKind,
    TableKind,
    TableResult,
    TallyKey,
    share_game,
)
from tournaments.standings.rules import StandingRules, TablePointScheme
from tournaments.standings.workings import work_out
from tournaments.web.workings import LEFT_OUT, WHERE, WHY_NOT, told_standings

NAMES = {1: "Ann", 2: "Bob", 3: "Cy", 4: "Di"}


def test_no_code_lacks_a_sentence():
    assert set(WHERE) == {*TableKind, *SitOutKind}
    assert set(LEFT_OUT) == {
        opponents.LOWEST,
        opponents.HIGHEST,
        opponents.MISSED,
        opponents.BELOW_HALF,
        opponents.NO_OPPONENT,
        workings.NOT_A_TABLE,
    }
    assert set(WHY_NOT) == {tie_breaks.NOT_MET_EQUALLY, tie_breaks.NOBODY_IN_COMMON, tie_breaks.RATING_MISSING}


def make_table(number, sides, score, kind=TableKind.PLAYED):
    games = share_game(len(sides), [side for side, points in enumerate(score) if points == max(score)])
    points = tuple(Fraction(value) for value in score)
    return TableResult(number, sides, games, points, TablePointScheme().award(games), kind)


TABLES = [
    make_table(1, ((1,), (2,)), (140, 20)),
    make_table(1, ((3,), (4,)), (60, 60)),
    make_table(2, ((1,), (3,)), (0, 50), TableKind.FORFEIT),
    make_table(3, ((1, 2), (3, 4)), (90, 30)),
]
KNOWN = Circumstances(decisions=(Decision(DecisionKind.CUT, (2, 1, 4, 3)), Decision(DecisionKind.PLAY_OFF, (1, 2))))
OUTS = [SitOut(2, 2), SitOut(2, 4, SitOutKind.ABSENT)]


def figures(entry, *criteria, rulings=()):
    book = Book(NAMES, TABLES, OUTS, rulings, StandingRules(tuple(criteria)), KNOWN)
    told = [working for step in book.criteria for working in work_out(book, entry, step)]
    explained = {entry: Explained(book.row_of[entry], tuple(told))}
    [standing] = told_standings(Explanations(explained, NAMES))
    return standing


@pytest.mark.parametrize(
    ("criterion", "value", "lines"),
    [
        pytest.param(
            Criterion("table_points"),
            "4",
            ("Round 1, against Bob: 2", "Round 2, forfeit against Cy: 0", "Round 3, against Cy, Di: 2"),
            id="table points",
        ),
        pytest.param(
            Criterion("net_points", cap=Fraction(100)),
            "110",
            (
                "Round 1, against Bob: 140 − 20 = 120, counts as 100",
                "Round 2, forfeit against Cy: 0 − 50 = −50",
                "Round 3, against Cy, Di: 90 − 30 = 60",
            ),
            id="net points",
        ),
        pytest.param(
            Criterion("buchholz_cut_1"),
            "5",
            (
                "Round 1, against Bob: 3",
                "Round 2, forfeit against Cy: 4 (a missed round is left out first)",
                "Round 3, against Cy, Di: (3 + 1) / 2 = 2",
            ),
            id="Buchholz cut 1",
        ),
        pytest.param(
            Criterion("sonneborn_berger"),
            "10",
            (
                "Round 1, against Bob: 3 × 2 = 6",
                "Round 2, forfeit against Cy: 4 × 0 = 0",
                "Round 3, against Cy, Di: (3 + 1) / 2 × 2 = 4",
            ),
            id="Sonneborn-Berger",
        ),
        pytest.param(
            Criterion("progressive"),
            "8",
            (
                "Round 1, against Bob: 2 × 3 = 6",
                "Round 2, forfeit against Cy: 0 × 2 = 0",
                "Round 3, against Cy, Di: 2 × 1 = 2",
            ),
            id="progressive",
        ),
    ],
)
def test_lines_say_how_the_figure_came_about(criterion, value, lines):
    [figure] = figures(1, criterion).figures

    assert (figure.value, figure.lines) == (value, lines)


def test_sit_outs_absences_and_averages_are_told():
    average = Criterion("table_points", average=True)

    bob, *_decided = figures(2, average).figures
    di, *_decided = figures(4, Criterion("points")).figures

    assert (bob.title, bob.value, bob.note) == ("Table points a table", "1", "2 / 2")
    assert bob.lines[1] == "Round 2, sat out: 1 (not counted, because it was no table)"
    assert di.lines[1] == "Round 2, absent: 0"


def test_penalties_and_awards_are_told_with_their_reasons():
    rulings = [
        Adjustment(1, TallyKey.POINTS, Fraction(-20), "late", 2),
        Adjustment(1, TallyKey.POINTS, Fraction(1, 2), "for the cake"),
    ]

    [figure] = figures(1, Criterion("points"), rulings=rulings).figures

    assert figure.lines[3:] == ("Penalty in round 2 (late): −20", "Award (for the cake): 0.5")


def test_comparisons_of_a_tie_name_who_was_in_it():
    # 1 and 2 are level on tables; both met 3 and not each other.
    tables = [make_table(1, ((1,), (3,)), (40, 10)), make_table(2, ((2,), (3,)), (10, 40))]
    steps = (Criterion("tables_played"), Criterion("head_to_head"), Criterion("common_opponents"))
    book = Book((1, 2, 3), tables, rules=StandingRules(steps))
    told = tuple(working for step in steps for working in work_out(book, 1, step))

    [standing] = told_standings(Explanations({1: Explained(book.row_of[1], told)}, NAMES))

    _tables, head_to_head, common = standing.figures
    assert (head_to_head.among, head_to_head.value) == ("among Ann, Bob", "")
    assert head_to_head.note == "not compared, because they have not all met equally often"
    assert (common.among, common.value, common.lines) == ("among Ann, Bob", "2", ("Against Cy: 2",))
    assert standing.apart == "Above the next by Common opponents: 2 to 0."


def test_long_ties_are_counted_and_not_named():
    entries = {number: f"Pair {number}" for number in range(1, 12)}
    book = Book(entries, [], rules=StandingRules((Criterion("rating"),)))
    explained = {1: Explained(book.row_of[1], tuple(work_out(book, 1, Criterion("rating"))))}

    [standing] = told_standings(Explanations(explained, entries))

    assert standing.figures[0].among == "among 11 who were level"
    assert standing.apart == ""


@pytest.mark.parametrize("key", MEASURES)
def test_every_criterion_can_be_told(key):
    for entry in NAMES:
        assert figures(entry, Criterion("points"), Criterion(key) if key != "points" else Criterion("wins")).figures
