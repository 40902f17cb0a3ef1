"""A hand as the next one of its game: what it states of the game has to agree with it."""

import pytest

from gameplay.rules.chain import judge_next
from gameplay.rules.fives_threes.kind import FIVES_THREES
from gameplay.rules.kinds import GameState

RULES = FIVES_THREES.resolve_rules({"players": 2})
STATE = GameState((40, 30), 1)
ROUND = {"level": 1, "opener": 0, "points": [3, 0], "end": "blocked"}
AFTER = GameState((43, 30), 2)


@pytest.mark.parametrize(
    "stated",
    [
        pytest.param({}, id="nothing"),
        pytest.param({"game": "fives_threes", "scores_before": [40, 30]}, id="game and scores"),
        pytest.param({"scores_before": None}, id="scores left open"),
        pytest.param({"rules": {}}, id="no option"),
        pytest.param({"rules": {"players": 2, "target": 61}}, id="some options"),
    ],
)
def test_judge_next_takes_a_record_that_agrees_with_its_game(stated):
    judgement = judge_next(FIVES_THREES, RULES, STATE, {**ROUND, **stated}, starter=0)

    assert judgement.answer.errors == ()
    assert judgement.state == AFTER


@pytest.mark.parametrize(
    ("stated", "faults"),
    [
        pytest.param({"game": "five_hundred"}, [("hand.game_mismatch", "game")], id="another game"),
        pytest.param({"rules": {"target": 121}}, [("hand.rules_mismatch", "rules")], id="another target"),
        pytest.param({"rules": {"spinner": 1}}, [("hand.rules_mismatch", "rules")], id="an option there is not"),
        pytest.param({"rules": [61]}, [("hand.rules_mismatch", "rules")], id="no options"),
        pytest.param({"scores_before": [0, 0]}, [("hand.score_before_mismatch", "scores_before")], id="other scores"),
        pytest.param(
            {"game": None, "rules": None, "scores_before": []},
            [
                ("hand.game_mismatch", "game"),
                ("hand.rules_mismatch", "rules"),
                ("hand.score_before_mismatch", "scores_before"),
            ],
            id="everything at once",
        ),
    ],
)
def test_judge_next_refuses_a_record_of_another_game(stated, faults):
    judgement = judge_next(FIVES_THREES, RULES, STATE, {**ROUND, **stated}, starter=0)

    assert [(fault.code, fault.path) for fault in judgement.answer.errors] == faults
    assert judgement.state == STATE


def test_judge_next_refuses_a_hand_after_the_end():
    over = GameState((61, 30), 2, "exact_target", (0,))

    judgement = judge_next(FIVES_THREES, RULES, over, ROUND, starter=0)

    (fault,) = judgement.answer.errors
    assert (fault.code, fault.path, fault.params) == (
        "fives_threes.round_after_match",
        "",
        {"ending": "exact_target"},
    )
    assert judgement.state == over


@pytest.mark.parametrize("value", [None, [], "blocked", 61])
def test_judge_next_refuses_what_is_no_record(value):
    judgement = judge_next(FIVES_THREES, RULES, STATE, value, starter=0)

    assert [(fault.code, fault.path) for fault in judgement.answer.errors] == [("fives_threes.schema", "")]
    assert judgement.state == STATE
