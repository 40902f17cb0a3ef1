"""Level 3: every code of a round written down tile by tile, in small deals (rules B2 to B9)."""

import pytest

from gameplay.rules.fives_threes.kind import FIVES_THREES
from gameplay.rules.fives_threes.notation import parse_hands, parse_plays

TWO = {"players": 2, "hand_size": 2}
PAIRS = {"players": 4, "hand_size": 2}
OPEN_PAIRS = "1-2 2-3 | 0-0 1-1 | 3-4 4-5 | 5-5 6-6"
SHUT_PAIRS = "1-2 2-3 | 0-0 1-1 | 3-4 5-6 | 5-5 6-6"


def played(rules, hands, plays, /, **changes):
    """Return the record of a small round, opened by seat 0 at no score unless changed."""
    sides = 2 if rules["players"] == 4 else rules["players"]
    return {
        "game": "fives_threes",
        "level": 3,
        "rules": rules,
        "opener": 0,
        "scores_before": [0] * sides,
        "hands": parse_hands(hands),
        "plays": parse_plays(plays),
        **changes,
    }


def faults_of(record):
    return [(fault.code.removeprefix("fives_threes."), fault.path) for fault in FIVES_THREES.check(record).errors]


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        pytest.param(
            played(TWO, "1-4 1-1 | 0-0 2-2", "0:1-4=1+ 1:knock 0:1-1=3+"),
            ([4, 0], [4, 0], "out", 0, None),
            id="out with the last tile of one player",
        ),
        pytest.param(
            played({**TWO, "out_bonus": 0}, "1-4 1-1 | 0-0 2-2", "0:1-4=1+ 1:knock 0:1-1=2+"),
            ([3, 0], [3, 0], "out", 0, None),
            id="out where the last tile earns nothing",
        ),
        pytest.param(
            played(TWO, "1-4 1-1 | 0-0 2-2", "0:1-4 1:knock 0:1-1=3!", scores_before=[58, 0]),
            ([1, 0], [59, 0], "out", 0, None),
            id="going out refused: the tile stays and the round is over",
        ),
        pytest.param(
            played(TWO, "1-4 1-1 | 0-0 2-2", "0:1-4=1+", scores_before=[60, 0]),
            ([1, 0], [61, 0], "won", None, 0),
            id="won by the opening tile, the rest is not played",
        ),
        pytest.param(
            played(TWO, "1-4 1-1 | 0-0 2-2", "0:1-4 1:knock 0:1-1", scores_before=[57, 0], winner=0),
            ([4, 0], [61, 0], "won", 0, 0),
            id="won with the last tile",
        ),
        pytest.param(
            played(TWO, "6-6 0-0 | 6-5 1-1", "0:6-6@R 1:6-5"),
            ([4, 0], [4, 0], "blocked", None, None),
            id="blocked, no knock written",
        ),
        pytest.param(
            played(TWO, "6-6 0-0 | 6-5 1-1", "0:6-6@L 1:6-5 0:knock", end="blocked", out_side=None),
            ([4, 0], [4, 0], "blocked", None, None),
            id="blocked, one knock written",
        ),
        pytest.param(
            played(TWO, "6-6 0-0 | 6-5 1-1", "0:6-6 1:6-5 0:knock 1:knock", points=[4, 0], scores_after=[4, 0]),
            ([4, 0], [4, 0], "blocked", None, None),
            id="blocked, all knocks written, also that of whoever played last",
        ),
        pytest.param(
            played({"players": 3, "hand_size": 1}, "2-3 | 3-4 | 4-5", "2:4-5", opener=2),
            ([0, 0, 4], [0, 0, 4], "out", 2, None),
            id="three players: the first last tile ends it, nine and one more",
        ),
        pytest.param(
            played(
                PAIRS, OPEN_PAIRS, "0:1-2=1 1:1-1=0 2:knock 3:knock 0:2-3=1 1:knock 2:3-4=2 3:knock 1:knock 2:4-5=1"
            ),
            ([5, 0], [5, 0], "out", 0, None),
            id="pairs: the first partner out earns nothing more and is passed over",
        ),
        pytest.param(
            played(PAIRS, SHUT_PAIRS, "0:1-2 1:1-1 2:knock 3:knock 0:2-3 1:knock 2:3-4"),
            ([4, 0], [4, 0], "blocked", None, None),
            id="pairs: blocked with one partner out",
        ),
        pytest.param(
            played(PAIRS, SHUT_PAIRS, "0:1-2 1:1-1 2:knock 3:knock 0:2-3 1:knock 2:3-4 3:knock 1:knock 2:knock"),
            ([4, 0], [4, 0], "blocked", None, None),
            id="pairs: three closing knocks, since one partner is out",
        ),
        pytest.param(
            played(TWO, "2-2 0-0 | 2-5 1-1", "0:2-2 1:5-2"),
            ([0, 3], [0, 3], "blocked", None, None),
            id="no end is needed on a lone double",
        ),
    ],
)
def test_round_that_stands(record, expected):
    answer = FIVES_THREES.check(record)

    assert answer.errors == ()
    assert tuple(answer.values[name] for name in ("points", "scores_after", "end", "out_side", "winner")) == expected


@pytest.mark.parametrize("turn", range(4))
def test_the_partner_who_is_out_is_passed_over_in_every_seat(turn):
    record = played(
        PAIRS,
        OPEN_PAIRS,
        "0:1-2 1:1-1 2:knock 3:knock 0:2-3 1:knock 2:3-4 3:knock 1:knock 2:4-5",
        opener=turn,
    )
    record["hands"] = {str((int(seat) + turn) % 4): hand for seat, hand in record["hands"].items()}
    for play in record["plays"]:
        play["seat"] = (play["seat"] + turn) % 4

    answer = FIVES_THREES.check(record)

    assert answer.errors == ()
    assert answer.values["out_side"] == turn % 2


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        pytest.param(
            played(TWO, "1-4 1-1 | 0-0 1-2", "0:1-4 2:0-0", opener=5),
            [("seat", "opener"), ("seat", "plays[1].seat")],
            id="seats",
        ),
        pytest.param(
            played(TWO, "1-4 1-1 | 0-0 1-2", "0:1-4", hands={"0": ["1-7", 14], "1": ["0-0", "1-2"]}),
            [("tile", "hands.0[0]"), ("tile", "hands.0[1]")],
            id="unreadable in a hand",
        ),
        pytest.param(
            played(TWO, "1-4 1-1 | 0-0 1-2", "", plays=[{"seat": 0, "tile": "1-44"}, {"seat": True, "tile": None}]),
            [("seat", "plays[1].seat"), ("tile", "plays[0].tile"), ("tile", "plays[1].tile")],
            id="unreadable in the play",
        ),
        pytest.param(
            played(TWO, "1-4 1-1 | 4-1 1-1", "0:1-4"),
            [("deal_duplicate", "hands.1[0]"), ("deal_duplicate", "hands.1[1]")],
            id="dealt twice",
        ),
        pytest.param(
            played(TWO, "1-4 1-1 2-2 | 2-2", "0:1-4"),
            [("deal_duplicate", "hands.1[0]"), ("deal_size", "hands.0"), ("deal_size", "hands.1")],
            id="the wrong number of tiles as well",
        ),
        pytest.param(played(TWO, "1-4 1-1 | 1-2 | 0-0", "0:1-4"), [("schema", "hands")], id="a hand too many"),
        pytest.param(played(TWO, "1-4 1-1", "0:1-4"), [("schema", "hands")], id="a hand missing"),
        pytest.param(played(TWO, "1-4 1-1 | 1-2 2-2", "1:1-2"), [("turn", "plays[0].seat")], id="the opener begins"),
        pytest.param(played(TWO, "1-4 1-1 | 1-2 2-2", "0:1-4 0:1-1"), [("turn", "plays[1].seat")], id="twice in a row"),
        pytest.param(
            played(PAIRS, OPEN_PAIRS, "0:1-2 1:1-1 2:knock 3:knock 0:2-3 1:knock 2:3-4 3:knock 0:knock"),
            [("turn_empty", "plays[8].seat")],
            id="the seat that went out is passed over",
        ),
        pytest.param(
            played(PAIRS, OPEN_PAIRS, "0:1-2 1:1-1 2:knock 3:knock 0:2-3 1:knock 2:3-4 0:1-2"),
            [("turn_empty", "plays[7].seat")],
            id="even before its turn would come",
        ),
        pytest.param(played(TWO, "1-4 1-1 | 1-2 2-2", "0:knock"), [("knock_able", "plays[0].knock")], id="opener"),
        pytest.param(
            played(TWO, "1-4 1-1 | 1-2 2-2", "0:1-4 1:knock"), [("knock_able", "plays[1].knock")], id="able to play"
        ),
        pytest.param(played(TWO, "1-4 1-1 | 1-2 2-2", "0:1-2"), [("not_held", "plays[0].tile")], id="another's tile"),
        pytest.param(
            played(TWO, "1-4 1-1 | 1-2 2-2", "0:1-4 1:1-2 0:1-4"), [("not_held", "plays[2].tile")], id="played before"
        ),
        pytest.param(played(TWO, "1-4 1-1 | 1-2 3-3", "0:1-4 1:3-3"), [("no_fit", "plays[1].tile")], id="fits nowhere"),
        pytest.param(
            played(TWO, "1-4 1-1 | 1-2 3-3", "0:1-4 1:1-2@R"), [("no_fit", "plays[1].end")], id="fits the other end"
        ),
        pytest.param(
            played(TWO, "1-3 1-4 | 3-4 5-5", "0:1-3 1:3-4 0:1-4"),
            [("end_required", "plays[2]")],
            id="fits both ends with different results",
        ),
        pytest.param(played(TWO, "1-4 1-1 | 0-0 2-2", "0:1-4=2"), [("claim_mismatch", "plays[0].points")], id="claim"),
        pytest.param(
            played(TWO, "1-4 1-1 | 0-0 2-2", "0:1-4 1:knock 0:1-1=2"),
            [("claim_mismatch", "plays[2].points")],
            id="a claim without the point for going out",
        ),
        pytest.param(
            played(TWO, "1-4 1-1 | 0-0 2-2", "0:1-4 1:knock 0:1-1+", scores_before=[58, 0]),
            [("accept_over", "plays[2].accepted")],
            id="accepted over the target",
        ),
        pytest.param(
            played(TWO, "1-4 1-1 | 0-0 2-2", "0:1-4!", scores_before=[60, 0]),
            [("reject_under", "plays[0].accepted")],
            id="a win refused",
        ),
        pytest.param(
            played(TWO, "1-4 1-1 | 1-5 0-0", "0:1-4 1:1-5+", scores_before=[0, 59]),
            [("accept_over", "plays[1].accepted")],
            id="accepted over the target, where only the other side could have it",
        ),
        pytest.param(
            played(TWO, "1-4 1-1 | 1-5 0-0", "0:1-4 1:1-5!", scores_before=[59, 0]),
            [("reject_under", "plays[1].accepted")],
            id="refused, though only for the other side it would be too much",
        ),
        pytest.param(
            played(PAIRS, OPEN_PAIRS, "0:1-2 1:1-1 2:knock 3:knock 0:2-3 1:knock 2:3-4!", scores_before=[0, 60]),
            [("reject_under", "plays[6].accepted")],
            id="a partner's refused by the score of the other side",
        ),
        pytest.param(
            played(TWO, "1-4 1-1 | 0-0 2-2", "0:1-4 1:knock 0:1-1 1:knock"),
            [("play_after_end", "plays[3]")],
            id="a knock after going out",
        ),
        pytest.param(
            played(TWO, "1-4 1-1 | 0-0 1-2", "0:1-4 1:1-2", scores_before=[60, 0]),
            [("play_after_end", "plays[1]")],
            id="a tile after the win",
        ),
        pytest.param(
            played(TWO, "6-6 0-0 | 6-5 1-1", "0:6-6 1:6-5 0:0-0"),
            [("play_after_end", "plays[2]")],
            id="a tile after the block",
        ),
        pytest.param(
            played(TWO, "6-6 0-0 | 6-5 1-1", "0:6-6 1:6-5 0:knock 1:knock 0:knock"),
            [("play_after_end", "plays[4]")],
            id="a second round of closing knocks",
        ),
        pytest.param(
            played(TWO, "6-6 0-0 | 6-5 1-1", "0:6-6 1:6-5 1:knock"),
            [("turn", "plays[2].seat")],
            id="closing knocks go round in order",
        ),
        pytest.param(
            played(PAIRS, SHUT_PAIRS, "0:1-2 1:1-1 2:knock 3:knock 0:2-3 1:knock 2:3-4 3:knock 0:knock"),
            [("turn_empty", "plays[8].seat")],
            id="closing knocks pass over the seat that is out",
        ),
        pytest.param(
            played(
                PAIRS, SHUT_PAIRS, "0:1-2 1:1-1 2:knock 3:knock 0:2-3 1:knock 2:3-4 3:knock 1:knock 2:knock 3:knock"
            ),
            [("play_after_end", "plays[10]")],
            id="three closing knocks at most",
        ),
        pytest.param(played(TWO, "1-4 1-1 | 1-2 2-2", ""), [("round_unfinished", "plays")], id="nothing played"),
        pytest.param(
            played(PAIRS, OPEN_PAIRS, "0:1-2 1:1-1 2:knock 3:knock 0:2-3", end="out", out_side=0),
            [("round_unfinished", "plays")],
            id="one partner out ends nothing",
        ),
        pytest.param(
            played(TWO, "6-6 0-0 | 6-5 1-1", "0:6-6 1:6-5", end="out", out_side=0, points=[9, 9]),
            [("end_mismatch", "end")],
            id="a block called out",
        ),
        pytest.param(
            played(TWO, "1-4 1-1 | 0-0 2-2", "0:1-4 1:knock 0:1-1", out_side=1),
            [("end_mismatch", "out_side")],
            id="the other side",
        ),
        pytest.param(
            played(TWO, "1-4 1-1 | 0-0 2-2", "0:1-4 1:knock 0:1-1", points=[3, 0], scores_after=[3, 0]),
            [("points_mismatch", "points[0]")],
            id="points",
        ),
        pytest.param(
            played(TWO, "1-4 1-1 | 0-0 2-2", "0:1-4 1:knock 0:1-1", scores_after=[3, 1], winner=7),
            [
                ("scores_after_mismatch", "scores_after[0]"),
                ("scores_after_mismatch", "scores_after[1]"),
                ("winner_mismatch", "winner"),
            ],
            id="chain",
        ),
    ],
)
def test_round_that_falls(record, expected):
    assert faults_of(record) == expected


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        pytest.param({"end": "X"}, ["end"], id="an end that a line has not"),
        pytest.param({"end": ["L"]}, ["end"], id="a list for the end"),
        pytest.param({"points": True}, ["points"], id="true for one"),
        pytest.param({"points": 1.0}, ["points"], id="one with a fraction"),
        pytest.param({"accepted": 1}, ["accepted"], id="one for true"),
        pytest.param({"points": ..., "sum": 5}, ["sum"], id="another claim in place of one"),
        pytest.param({"tile": ..., "sum": 5}, ["tile", "sum"], id="another field in place of the tile"),
        pytest.param({"seat": ..., "sum": 5}, ["seat", "sum"], id="another field in place of the seat"),
        pytest.param({"end": ..., "knock": True}, ["tile", "points", "accepted"], id="a knock that says what it lays"),
    ],
)
def test_placement_that_claims_everything_in_the_wrong_form(change, expected):
    whole = {"seat": 0, "tile": "1-4", "end": "L", "points": 1, "accepted": True}
    wrong = {name: value for name, value in (whole | change).items() if value is not ...}
    plays = [{"seat": 0, "knock": True}, whole, wrong]

    record = played(TWO, "1-4 1-1 | 0-0 2-2", "", plays=plays)

    assert faults_of(record) == [("schema", f"plays[2].{name}") for name in expected]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        pytest.param({"hands": [[], []]}, ["hands"], id="a list for the hands"),
        pytest.param({"hands": {"0": "1-4", "1": []}}, ["hands"], id="a text for a hand"),
        pytest.param({"hands": {"0": [], "1": [], "x": []}}, ["hands"], id="no seat"),
        pytest.param({"hands": {"0": [], "01": []}}, ["hands"], id="a seat with a nought before it"),
        pytest.param({"plays": None}, ["plays"], id="null for the plays"),
        pytest.param({"plays": ["0:1-4"]}, ["plays[0]"], id="a text for a play"),
        pytest.param({"plays": [{"seat": 0}]}, ["plays[0].tile"], id="neither tile nor knock"),
        pytest.param({"plays": [{"seat": 0, "knock": False}]}, ["plays[0].knock"], id="no knock"),
        pytest.param({"plays": [{"seat": 0, "knock": 1}]}, ["plays[0].knock"], id="one for true"),
        pytest.param(
            {"plays": [{"knock": True, "tile": "1-4"}]}, ["plays[0].seat", "plays[0].tile"], id="a knock with a tile"
        ),
        pytest.param(
            {"plays": [{"seat": 0, "tile": "1-4", "end": "X", "points": True, "accepted": 1, "sum": 5}]},
            ["plays[0].end", "plays[0].points", "plays[0].accepted", "plays[0].sum"],
            id="all wrong in a placement",
        ),
        pytest.param({"plays": [{"seat": 0, "tile": "1-4", "end": None}]}, ["plays[0].end"], id="null for the end"),
        pytest.param({"plays": [{"seat": 0, "tile": "1-4", "end": ["L"]}]}, ["plays[0].end"], id="a list for it"),
        pytest.param({"events": []}, ["events"], id="a field of level 2"),
        pytest.param({"end": None}, ["end"], id="null for the end of the round"),
    ],
)
def test_round_of_the_wrong_form(changes, expected):
    record = played(TWO, "1-4 1-1 | 0-0 2-2", "0:1-4 1:knock 0:1-1", **changes)

    assert faults_of(record) == [("schema", path) for path in expected]
