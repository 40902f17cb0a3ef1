"""What may be played next (rules B3, B4)."""

import pytest

from gameplay.rules.fives_threes.legal import legal_next
from gameplay.rules.fives_threes.notation import format_plays, parse_hands, parse_plays


def so_far(hands, plays, **changes):
    return {
        "game": "fives_threes",
        "level": 3,
        "rules": {"players": 2, "hand_size": 2},
        "opener": 0,
        "scores_before": [58, 0],
        "hands": parse_hands(hands),
        "plays": parse_plays(plays),
        **changes,
    }


@pytest.mark.parametrize(
    ("record", "turn", "plays", "end", "scores", "line"),
    [
        pytest.param(so_far("1-4 1-1 | 1-2 2-2", ""), 0, "0:1-1@L=0+ 0:1-4@L=1+", None, [58, 0], [], id="opening"),
        pytest.param(
            so_far("1-4 1-1 | 1-2 5-5", "0:1-4"), 1, "1:1-2@L=2+", None, [59, 0], [1, 4], id="one tile, one end"
        ),
        pytest.param(
            so_far("2-2 1-1 | 2-5 5-5", "0:2-2"), 1, "1:2-5@L=3+ 1:2-5@R=3+", None, [58, 0], [4], id="a lone double"
        ),
        pytest.param(so_far("1-4 1-1 | 2-2 5-5", "0:1-4"), 1, "1:knock", None, [59, 0], [1, 4], id="knock"),
        pytest.param(
            so_far("1-4 1-1 | 2-2 5-5", "0:1-4 1:knock"), 0, "0:1-1@L=3!", None, [59, 0], [1, 4], id="to be refused"
        ),
        pytest.param(
            so_far("1-4 1-1 | 1-5 5-5", "0:1-4", scores_before=[0, 59]),
            1,
            "1:1-5@L=3!",
            None,
            [1, 59],
            [1, 4],
            id="by the score of the side whose turn it is",
        ),
        pytest.param(
            so_far(
                "1-4 1-1 | 2-2 5-5 | 1-5 0-0 | 3-3 6-6",
                "0:1-4 1:knock",
                rules={"players": 4, "hand_size": 2},
                scores_before=[59, 0],
            ),
            2,
            "2:1-5@L=3!",
            None,
            [60, 0],
            [1, 4],
            id="which is that of both partners",
        ),
        pytest.param(
            so_far("1-4 1-1 | 2-2 5-5", "0:1-4 1:knock 0:1-1"), None, "", "out", [59, 0], [2, 4], id="the round is over"
        ),
        pytest.param(
            so_far("6-6 0-0 | 6-5 1-1", "0:6-6 1:6-5"), 0, "0:knock", "blocked", [58, 0], [5, 12], id="a block to show"
        ),
        pytest.param(
            so_far("6-6 0-0 | 6-5 1-1", "0:6-6 1:6-5 0:knock 1:knock"),
            None,
            "",
            "blocked",
            [58, 0],
            [5, 12],
            id="a block shown",
        ),
    ],
)
def test_legal_next(record, turn, plays, end, scores, line):
    answer = legal_next(record)

    assert answer.errors == ()
    assert format_plays(answer.values["plays"]) == plays
    assert {name: value for name, value in answer.values.items() if name != "plays"} == {
        "turn": turn,
        "end": end,
        "scores": scores,
        "line": line,
    }


def test_legal_next_writes_plays_as_records_do():
    knock = legal_next(so_far("1-4 1-1 | 2-2 5-5", "0:1-4")).values["plays"]
    placement = legal_next(so_far("1-4 1-1 | 1-2 5-5", "0:1-4")).values["plays"]

    assert knock == [{"seat": 1, "knock": True}]
    assert placement == [{"seat": 1, "tile": "1-2", "end": "L", "points": 2, "accepted": True}]


@pytest.mark.parametrize(
    ("record", "code", "path"),
    [
        pytest.param(None, "schema", "", id="no record"),
        pytest.param(
            {
                "game": "fives_threes",
                "level": 2,
                "opener": 0,
                "scores_before": [0, 0],
                "events": [],
                "end": "blocked",
            },
            "schema",
            "level",
            id="no tiles to be seen",
        ),
        pytest.param(so_far("1-4 1-1 | 1-4 2-2", ""), "deal_duplicate", "hands.1[0]", id="deal"),
        pytest.param(so_far("1-4 1-1 | 1-2 2-2", "1:1-2"), "turn", "plays[0].seat", id="play"),
    ],
)
def test_legal_next_of_what_cannot_stand(record, code, path):
    answer = legal_next(record)

    assert [(fault.code, fault.path) for fault in answer.errors] == [(f"fives_threes.{code}", path)]
    assert answer.values == {}
