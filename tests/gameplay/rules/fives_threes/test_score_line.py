"""Level 1: every code, and the bounds on both sides of them (rules C6)."""

import pytest

from gameplay.rules.fives_threes.kind import FIVES_THREES


def line(**changes):
    """A blocked round of two pairs in the middle of a game; ``None`` as a change is JSON null, ``...`` removes."""
    record = {
        "game": "fives_threes",
        "level": 1,
        "opener": 0,
        "scores_before": [20, 30],
        "points": [7, 4],
        "end": "blocked",
        **changes,
    }
    return {name: value for name, value in record.items() if value is not ...}


def faults_of(record):
    return [(fault.code.removeprefix("fives_threes."), fault.path) for fault in FIVES_THREES.check(record).errors]


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        pytest.param(
            line(),
            {"points": [7, 4], "scores_after": [27, 34], "end": "blocked", "out_side": None, "winner": None},
            id="blocked",
        ),
        pytest.param(
            line(end="out", out_side=1),
            {"points": [7, 4], "scores_after": [27, 34], "end": "out", "out_side": 1, "winner": None},
            id="out",
        ),
        pytest.param(
            line(scores_before=[54, 30], end="won", winner=0, scores_after=[61, 34]),
            {"points": [7, 4], "scores_after": [61, 34], "end": "won", "out_side": None, "winner": 0},
            id="won in mid-round",
        ),
        pytest.param(
            line(scores_before=[54, 30], end="won", out_side=0),
            {"points": [7, 4], "scores_after": [61, 34], "end": "won", "out_side": 0, "winner": 0},
            id="won with the last tile",
        ),
        pytest.param(
            line(rules={"players": 3}, scores_before=[0, 0, 20], points=[40, 3, 41], end="won", winner=2),
            {"points": [40, 3, 41], "scores_after": [40, 3, 61], "end": "won", "out_side": None, "winner": 2},
            id="three players at the bound",
        ),
        pytest.param(
            line(rules={"target": 121}, scores_before=[40, 0], points=[81, 0], end="won"),
            {"points": [81, 0], "scores_after": [121, 0], "end": "won", "out_side": None, "winner": 0},
            id="a pair at the bound",
        ),
        pytest.param(
            line(rules={"out_bonus": 0}, scores_before=[0, 0], points=[0, 0], end="out", out_side=0),
            {"points": [0, 0], "scores_after": [0, 0], "end": "out", "out_side": 0, "winner": None},
            id="out for nothing where the last tile earns nothing",
        ),
        pytest.param(
            line(scores_before=[53, 0], points=[0, 0], end="out", out_side=0, opener=3, expected_opener=3),
            {"points": [0, 0], "scores_after": [53, 0], "end": "out", "out_side": 0, "winner": None},
            id="out with nine refused",
        ),
    ],
)
def test_line_that_stands(record, expected):
    answer = FIVES_THREES.check(record)

    assert answer.errors == ()
    assert answer.values == expected


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        pytest.param(line(opener=4), [("seat", "opener")], id="no fifth seat"),
        pytest.param(line(opener=True), [("seat", "opener")], id="true is no seat"),
        pytest.param(line(opener=-1), [("seat", "opener")], id="negative seat"),
        pytest.param(line(opener="0"), [("seat", "opener")], id="text is no seat"),
        pytest.param(
            line(scores_before=[-1, 62]),
            [("score_range", "scores_before[0]"), ("score_range", "scores_before[1]")],
            id="scores before",
        ),
        pytest.param(line(scores_before=[30, -1]), [("score_range", "scores_before[1]")], id="less than nothing"),
        pytest.param(line(scores_before=[61, 0]), [("round_after_match", "scores_before[0]")], id="decided"),
        pytest.param(
            line(scores_before=[62, 61], expected_opener=1),
            [
                ("score_range", "scores_before[0]"),
                ("round_after_match", "scores_before[1]"),
                ("opener_rotation", "opener"),
            ],
            id="all that is wrong before the first tile",
        ),
        pytest.param(line(expected_opener=2), [("opener_rotation", "opener")], id="opener"),
        pytest.param(
            line(points=[-1, 82]),
            [("points_range", "points[0]"), ("points_unreachable", "points[1]"), ("over_target", "points[1]")],
            id="points out of all bounds",
        ),
        pytest.param(line(rules={"target": 121}, points=[82, 0]), [("points_unreachable", "points[0]")], id="82"),
        pytest.param(
            line(scores_before=[54, 0], points=[7, 82], end="won"),
            [("points_unreachable", "points[1]"), ("over_target", "points[1]")],
            id="one side on the target and the other beyond it are not two winners",
        ),
        pytest.param(line(scores_before=[55, 0]), [("over_target", "points[0]")], id="62"),
        pytest.param(
            line(scores_before=[54, 57], end="won"), [("two_winners", "points")], id="both exactly on the target"
        ),
        pytest.param(
            line(rules={"players": 3}, scores_before=[54, 57, 60], points=[7, 4, 1], end="won"),
            [("two_winners", "points")],
            id="all three exactly on the target",
        ),
        pytest.param(
            line(rules={"target": 121}, points=[81, -1]),
            [("points_range", "points[1]")],
            id="81 beside less than nothing",
        ),
        pytest.param(
            line(scores_before=[52, 0], points=[0, 0], end="out", out_side=0),
            [("out_without_point", "points[0]")],
            id="nothing can be refused at 52",
        ),
        pytest.param(
            line(scores_before=[54, 0], points=[7, 0], end="out", out_side=1),
            [("out_without_point", "points[1]")],
            id="out without a point comes before the wrong end",
        ),
        pytest.param(line(end="won"), [("end_mismatch", "end")], id="won by nobody"),
        pytest.param(line(scores_before=[54, 0]), [("end_mismatch", "end")], id="a win called a block"),
        pytest.param(line(scores_before=[54, 0], end="out", out_side=0), [("end_mismatch", "end")], id="or out"),
        pytest.param(line(out_side=0), [("end_mismatch", "out_side")], id="blocked, yet somebody out"),
        pytest.param(line(points=[0, 4], out_side=0), [("end_mismatch", "out_side")], id="and without a point"),
        pytest.param(line(end="out", out_side=None), [("end_mismatch", "out_side")], id="out, yet nobody"),
        pytest.param(line(end="out", out_side=2), [("end_mismatch", "out_side")], id="a side not at the table"),
        pytest.param(line(end="out", out_side=3), [("end_mismatch", "out_side")], id="a side far from the table"),
        pytest.param(line(end="out", out_side=-1), [("end_mismatch", "out_side")], id="a negative side"),
        pytest.param(
            line(points=[7, 0], end="out", out_side=-1), [("end_mismatch", "out_side")], id="not the last side either"
        ),
        pytest.param(
            line(scores_before=[54, 0], end="won", out_side=1), [("end_mismatch", "out_side")], id="the loser out"
        ),
        pytest.param(
            line(scores_before=[54, 0], points=[7, 0], end="won", out_side=1),
            [("end_mismatch", "out_side")],
            id="the loser out without a point",
        ),
        pytest.param(
            line(scores_after=[27, 35], winner=1),
            [("scores_after_mismatch", "scores_after[1]"), ("winner_mismatch", "winner")],
            id="chain",
        ),
        pytest.param(line(scores_before=[54, 0], end="won", winner=None), [("winner_mismatch", "winner")], id="null"),
    ],
)
def test_line_that_falls(record, expected):
    assert faults_of(record) == expected


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        pytest.param([], [""], id="no object"),
        pytest.param(line(level=...), ["level"], id="no level"),
        pytest.param(line(level=True), ["level"], id="true is no level"),
        pytest.param(line(level=4), ["level"], id="no fourth level"),
        pytest.param(line(level=[1]), ["level"], id="a list for the level"),
        pytest.param(line(game="five_hundred"), ["game"], id="the other game"),
        pytest.param(
            line(points=..., end=..., opener=..., scores_before=..., game=...),
            ["end", "game", "opener", "points", "scores_before"],
            id="everything missing",
        ),
        pytest.param(line(rules=[]), ["rules"], id="rules"),
        pytest.param(line(points=[7, True]), ["points"], id="true among points"),
        pytest.param(line(points=[7, 4.0]), ["points"], id="a float"),
        pytest.param(line(points={"0": 7}), ["points"], id="an object for a list"),
        pytest.param(line(points=[7]), ["points"], id="one side only"),
        pytest.param(line(scores_before=[7, 1, 1], points=[]), ["scores_before", "points"], id="three sides"),
        pytest.param(line(scores_after=None), ["scores_after"], id="null scores"),
        pytest.param(line(end="passed"), ["end"], id="unknown end"),
        pytest.param(line(end=["out"]), ["end"], id="a list for the end"),
        pytest.param(line(end="out"), ["out_side"], id="who went out is required"),
        pytest.param(line(out_side="0"), ["out_side"], id="text for a side"),
        pytest.param(line(winner=False), ["winner"], id="false is no side"),
        pytest.param(line(expected_opener=None), ["expected_opener"], id="expected opener"),
        pytest.param(line(events=[], hands={}, note="x"), ["events", "hands", "note"], id="fields of higher levels"),
    ],
)
def test_line_of_the_wrong_form(record, expected):
    assert faults_of(record) == [("schema", path) for path in expected]


def test_faults_carry_safe_words_however_large_the_numbers():
    answer = FIVES_THREES.check(line(points=[10**5000, 0], **{"x" * 1000: 1}))

    assert [fault.path for fault in answer.errors] == ["x" * 37 + "..."]

    answer = FIVES_THREES.check(line(points=[10**5000, 0]))

    assert answer.errors[0].params == {"side": 0, "points": "...", "largest": 81}


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        pytest.param(line(end="won"), {"claimed": "won", "expected": "out or blocked"}, id="won by nobody"),
        pytest.param(line(scores_before=[54, 0]), {"claimed": "blocked", "expected": "won"}, id="a win called a block"),
        pytest.param(line(end="out", out_side=2), {"claimed": 2, "expected": [0, 1]}, id="a side not at the table"),
        pytest.param(
            line(scores_before=[54, 0], end="won", out_side=1), {"claimed": 1, "expected": 0}, id="the loser out"
        ),
        pytest.param(
            line(scores_before=[52, 0], points=[0, 0], end="out", out_side=0),
            {"side": 0, "score": 52, "floor": 52, "bonus": 1},
            id="out without a point",
        ),
    ],
)
def test_fault_of_a_line_says_what_would_be_right(record, expected):
    (fault,) = FIVES_THREES.check(record).errors

    assert fault.params == expected
