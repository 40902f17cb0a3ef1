"""Rounds in a row: exactly the target wins, the clock may end it (rules B8, B9)."""

import pytest

from gameplay.rules.chain import replay
from gameplay.rules.fives_threes.kind import FIVES_THREES
from gameplay.rules.kinds import GameState


def test_game_starts_at_nothing_for_each_side():
    assert FIVES_THREES.start(FIVES_THREES.resolve_rules({"players": 3})) == GameState((0, 0, 0))
    assert FIVES_THREES.start(FIVES_THREES.resolve_rules({})) == GameState((0, 0))


def test_replay_carries_scores_and_stops_at_the_exact_target():
    rules = FIVES_THREES.resolve_rules({"players": 2})
    rounds = [
        {"level": 1, "opener": 1, "points": [40, 30], "end": "blocked"},
        {"level": 1, "opener": 0, "points": [10, 31], "end": "won", "winner": 1, "scores_after": [50, 61]},
        {"level": 1, "opener": 1, "points": [1, 0], "end": "blocked"},
    ]

    judgements = replay(FIVES_THREES, rules, rounds, starters=(1, 0))

    assert [judgement.state for judgement in judgements] == [
        GameState((40, 30), 1),
        GameState((50, 61), 2, "exact_target", (1,)),
        GameState((50, 61), 2, "exact_target", (1,)),
    ]
    assert [fault.code for fault in judgements[2].answer.errors] == ["fives_threes.round_after_match"]


def test_replay_refuses_the_wrong_opener():
    rules = FIVES_THREES.resolve_rules({})

    (judgement,) = replay(
        FIVES_THREES, rules, [{"level": 1, "opener": 1, "points": [4, 0], "end": "blocked"}], starters=(0, 1, 2, 3)
    )

    assert [fault.code for fault in judgement.answer.errors] == ["fives_threes.opener_rotation"]
    assert judgement.state == GameState((0, 0))


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        pytest.param(GameState((40, 30), 3), GameState((40, 30), 3, "time", (0,)), id="the higher total"),
        pytest.param(GameState((40, 12, 40), 3), GameState((40, 12, 40), 3, "time", (0, 2)), id="shared"),
        pytest.param(
            GameState((61, 60), 3, "exact_target", (0,)), GameState((61, 60), 3, "exact_target", (0,)), id="over"
        ),
    ],
)
def test_call_time(state, expected):
    assert FIVES_THREES.call_time(FIVES_THREES.resolve_rules({}), state) == expected
