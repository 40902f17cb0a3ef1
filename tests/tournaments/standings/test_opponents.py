"""Values from whom one met: against npm's ``tiebreak``, FIDE's published exercise, and cases worked by hand."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from tournaments.standings.criteria import Criterion
from tournaments.standings.ranking import Book, compute_standings
from tournaments.standings.results import (
    Adjustment,
    SitOut,
    SitOutKind,
    TableKind,
    TableResult,
    TallyKey,
    share_game,
)
from tournaments.standings.rules import (
    SitOutPolicy,
    SitOutWorth,
    StandingRules,
    TablePointScheme,
    UnplayedRounds,
)

EVENTS = json.loads((Path(__file__).parents[2] / "data" / "tie_breaks.json").read_text())
HALF = Fraction(1, 2)
SHARED = ("buchholz", "buchholz_cut_1", "buchholz_median", "sonneborn_berger")
CHESS = TablePointScheme(Fraction(1), HALF, Fraction(0))


def chess_rules(mode, keys=SHARED):
    """Return the rules of the oracle: 1 for a win, half for a draw; a bye is a win and a requested one a draw."""
    return StandingRules(
        criteria=tuple(Criterion(key) for key in ("table_points", *keys)),
        table_points=CHESS,
        sit_out=SitOutPolicy(SitOutWorth.WIN),
        requested=SitOutPolicy(SitOutWorth.FIXED, {TallyKey.TABLE_POINTS: HALF}),
        unplayed_rounds=UnplayedRounds(mode),
    )


def chess_table(number, one, other, score, against, forfeited=False):
    scores = (Fraction(score), Fraction(against))
    kind = TableKind.FORFEIT if forfeited else TableKind.PLAYED
    return TableResult(number, ((one,), (other,)), scores, scores, scores, kind)


def read_event(event):
    tables, outs = [], []
    for number, plan in enumerate(event["rounds"], start=1):
        tables += [chess_table(number, *table) for table in plan["tables"]]
        outs += [SitOut(number, entry, SitOutKind(kind)) for kind in plan if kind != "tables" for entry in plan[kind]]
    return tables, outs


@pytest.mark.parametrize("mode", list(UnplayedRounds))
def test_values_are_those_of_the_oracle_on_every_event(mode):
    compared = 0
    for event in EVENTS:
        rows = compute_standings(event["players"], *read_event(event), rules=chess_rules(mode))
        values = {row.entry: row.values for row in rows}
        for key, expected in event["values"][mode.value].items():
            assert [values[entry][key] for entry in event["players"]] == [Fraction(value) for value in expected], key
            compared += len(expected)

    assert compared == sum(len(event["players"]) for event in EVENTS) * 5
    assert compared > 8000


# The exercise on tie-breaks that FIDE published in March 2024: "+9" beat number 9, "=13" drew with it, "f" by forfeit,
# "bye" the bye of the draw, "half" half a point asked for, "out" nothing.
FIDE_EXERCISE = {
    1: "+9 =13 =2 +15 =4",
    2: "+10 +7 =1 +16 =3",
    3: "=11 +6 +8 =4 =2",
    4: "+12 half +13 =3 =1",
    5: "-13 -15 +11 =7 +10",
    6: "-14 -3 bye +10 +8",
    7: "+15 -2 -16 =5 -11",
    8: "=16 +14 -3 +13 -6",
    9: "-1 -10 half f-11 bye",
    10: "-2 +9 -15 -6 -5",
    11: "=3 -16 -5 f+9 +7",
    12: "-4 bye f+14 out out",
    13: "+5 =1 -4 -8 -14",
    14: "+6 -8 f-12 out +13",
    15: "-7 +5 +10 -1 -16",
    16: "=8 +11 +7 -2 +15",
}
WORTH = {"+": (1, 0), "=": (HALF, HALF), "-": (0, 1)}
IDLE = {"bye": SitOutKind.ALLOCATED, "half": SitOutKind.REQUESTED, "out": SitOutKind.ABSENT}


def fide_rows():
    tables, outs = [], []
    for entry, line in FIDE_EXERCISE.items():
        for number, word in enumerate(line.split(), start=1):
            if word in IDLE:
                outs.append(SitOut(number, entry, IDLE[word]))
                continue
            played = word.removeprefix("f")
            opponent = int(played[1:])
            if entry < opponent:
                tables.append(chess_table(number, entry, opponent, *WORTH[played[0]], word != played))
    return {row.entry: row for row in compute_standings(FIDE_EXERCISE, tables, outs, rules=chess_rules("dummy"))}


@pytest.mark.parametrize(
    ("key", "answers"),
    [
        pytest.param(
            "buchholz", {2: 13, 1: "25/2", 3: "31/2", 5: "17/2", 8: "27/2", 11: "27/2", 16: "25/2", 4: 15}, id="BH"
        ),
        pytest.param(
            "buchholz_cut_1",
            {5: "15/2", 8: 12, 11: 12, 7: "25/2", 9: "15/2", 13: 12, 1: 11, 3: 13, 4: "23/2", 16: 11, 12: "19/2",
             14: 9, 15: 11},
            id="BH cut 1",
        ),
        pytest.param(
            "sonneborn_berger",
            {1: 8, 2: "19/2", 3: "21/2", 4: "39/4", 5: "17/4", 6: "13/2", 7: "13/4", 8: "21/4", 10: "3/2",
             11: "23/4", 12: 4, 13: "17/4", 14: "9/2", 15: "7/2", 16: "29/4"},
            id="SB",
        ),
    ],
)  # fmt: skip
def test_values_are_the_published_answers_of_fides_exercise(key, answers):
    rows = fide_rows()

    assert {entry: rows[entry].values[key] for entry in answers} == {
        entry: Fraction(value) for entry, value in answers.items()
    }


def make_table(number, one, other, score, kind=TableKind.PLAYED):
    games = share_game(2, [side for side in (0, 1) if score[side] == max(score)])
    points = tuple(Fraction(value) for value in score)
    return TableResult(number, ((one,), (other,)), games, points, TablePointScheme().award(games), kind)


def values_of(key, tables, outs=(), adjustments=(), entries=(1, 2, 3, 4), **options):
    rules = StandingRules(criteria=(Criterion(key, **options),))
    return {row.entry: row.values[key] for row in compute_standings(entries, tables, outs, adjustments, rules)}


# Round robin of four: 1 beats all, 2 beats 3 and draws with 4, 3 beats 4. Table points: 6, 3, 2, 1.
ROBIN = [
    make_table(1, 1, 4, (9, 1)),
    make_table(1, 2, 3, (9, 1)),
    make_table(2, 4, 2, (5, 5)),
    make_table(2, 3, 1, (1, 9)),
    make_table(3, 1, 2, (9, 1)),
    make_table(3, 3, 4, (9, 1)),
]


def test_koya_counts_what_was_won_from_those_with_half_of_what_could_be_had():
    # Half of three tables is 3: 1 and 2 have it.
    assert values_of("koya", ROBIN) == {1: 2, 2: 0, 3: 0, 4: 1}


def test_koya_counts_in_part_a_table_where_some_of_the_opponents_have_half():
    quartet = TableResult(
        1, ((1, 2), (3, 4)), (Fraction(1), Fraction(0)), (Fraction(9), Fraction(1)), (Fraction(2), Fraction(0))
    )
    back = make_table(2, 4, 1, (9, 1))

    assert values_of("koya", [quartet, back]) == {1: 1, 2: 1, 3: 0, 4: 2}


def test_progressive_adds_up_the_score_after_each_round():
    # 1: 2, 4, 6. 2: 2, 3, 3. 3: 0, 0, 2. 4: 0, 1, 1.
    assert values_of("progressive", ROBIN) == {1: 12, 2: 8, 3: 2, 4: 2}


def test_progressive_counts_a_penalty_from_its_round_on_and_one_of_the_event_at_the_end():
    late = Adjustment(1, TallyKey.TABLE_POINTS, Fraction(-1), "late", round=2)
    rude = Adjustment(2, TallyKey.TABLE_POINTS, Fraction(-1), "rude")
    other = Adjustment(1, TallyKey.POINTS, Fraction(50), "a prize")

    assert values_of("progressive", ROBIN, (), [late, rude, other]) == {1: 10, 2: 7, 3: 2, 4: 2}


def test_buchholz_of_people_counts_the_mean_of_the_opponents_at_a_table():
    quartet = TableResult(
        1, ((1, 2), (3, 4)), (Fraction(1), Fraction(0)), (Fraction(9), Fraction(1)), (Fraction(2), Fraction(0))
    )
    back = make_table(2, 4, 1, (9, 1))

    # Points of the table: 1 and 2 have 2, 4 has 2, 3 has 0.
    assert values_of("buchholz", [quartet, back]) == {1: 3, 2: 1, 3: 2, 4: 4}


def test_buchholz_may_go_by_points():
    assert values_of("buchholz", ROBIN, by=TallyKey.POINTS) == {1: 33, 2: 45, 3: 49, 4: 53}


def test_buchholz_counts_the_opponents_as_they_stand_with_their_penalties():
    late = Adjustment(1, TallyKey.TABLE_POINTS, Fraction(-1), "late")

    assert values_of("buchholz", ROBIN, (), [late]) == {1: 6, 2: 8, 3: 9, 4: 10}


def test_missed_rounds_at_the_end_count_as_drawn_for_the_opponents_but_not_while_a_round_is_played():
    tables = [make_table(1, 1, 2, (9, 1)), make_table(2, 3, 4, (9, 1))]
    gone = [SitOut(2, 2, SitOutKind.ABSENT)]

    over = values_of("buchholz", [*tables, make_table(3, 3, 1, (9, 1))], [*gone, SitOut(3, 2, SitOutKind.ABSENT)])
    going_on = values_of("buchholz", [*tables, make_table(3, 3, 1, (9, 1))], gone)

    assert over[1] == 0 + 1 + 1 + 4
    assert going_on[1] == 0 + 4


def test_sonneborn_berger_counts_a_sit_out_with_a_dummy_or_not_at_all():
    tables = [make_table(1, 1, 2, (9, 1)), make_table(2, 2, 3, (9, 1)), make_table(3, 3, 1, (9, 1))]
    outs = [SitOut(1, 3), SitOut(2, 1), SitOut(3, 2)]
    criteria = (Criterion("sonneborn_berger"),)

    def values(mode):
        rules = StandingRules(criteria=criteria, sit_out=SitOutPolicy(SitOutWorth.WIN), unplayed_rounds=mode)
        return [row.values["sonneborn_berger"] for row in compute_standings([1, 2, 3], tables, outs, rules=rules)]

    # Everybody has 4: 2 from the opponent who was beaten, and 2 from the sit-out.
    assert values(UnplayedRounds.DUMMY) == [16, 16, 16]
    assert values(UnplayedRounds.IGNORE) == [8, 8, 8]


def test_net_points_of_a_table_count_no_more_than_the_cap():
    tables = [make_table(1, 1, 2, (900, 100)), make_table(2, 1, 3, (200, 150)), make_table(3, 1, 4, (0, 1000))]

    assert values_of("net_points", tables, cap=Fraction(300)) == {1: 50, 2: -300, 3: -50, 4: 300}
    assert values_of("net_points", tables) == {1: -150, 2: -800, 3: -50, 4: 1000}


def test_capped_net_points_go_into_the_own_average_of_a_sit_out():
    tables = [make_table(1, 1, 2, (900, 100)), make_table(2, 1, 3, (200, 150))]

    assert values_of("net_points", tables, [SitOut(3, 1)], cap=Fraction(300))[1] == 350 + 175


def test_averages_compare_unequal_numbers_of_tables_and_leave_sit_outs_out():
    tables = [make_table(1, 1, 2, (90, 10)), make_table(2, 1, 3, (10, 90)), make_table(1, 3, 4, (50, 40))]
    late = Adjustment(3, TallyKey.POINTS, Fraction(-20), "late")
    rules = StandingRules(criteria=(Criterion("points", average=True),), sit_out=SitOutPolicy(SitOutWorth.NOTHING))

    rows = compute_standings([1, 2, 3, 4, 5], tables, [SitOut(2, 4), SitOut(3, 4)], [late], rules)

    assert [(row.label, row.entry, row.values["points_average"]) for row in rows] == [
        ("1", 3, 60),
        ("2", 1, 50),
        ("3", 4, 40),
        ("4", 2, 10),
        ("5", 5, 0),
    ]
    assert rows[0].values["points"] == 120


def test_first_side_counts_where_one_sat():
    assert values_of("first_side", ROBIN) == {1: 2, 2: 1, 3: 2, 4: 1}


def test_value_of_who_played_nothing_is_nothing():
    rules = StandingRules(criteria=tuple(Criterion(key) for key in (*SHARED, "koya", "progressive")))

    (row,) = Book([1], [], rules=rules).rows

    assert [row.values[criterion.key] for criterion in rules.criteria] == [0] * 6
