"""The options of the game, strict, and what follows from them (rules B1, B2, B10)."""

import pytest

from gameplay.errors import RuleViolation
from gameplay.rules.fives_threes.variants import options_of, resolve_rules


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        pytest.param({}, {"players": 4, "hand_size": 5, "target": 61, "out_bonus": 1}, id="pairs by default"),
        pytest.param({"players": 3}, {"players": 3, "hand_size": 5, "target": 61, "out_bonus": 1}, id="three"),
        pytest.param({"players": 2}, {"players": 2, "hand_size": 7, "target": 61, "out_bonus": 1}, id="two"),
        pytest.param(
            {"players": 2, "hand_size": 14, "target": 121, "out_bonus": 0},
            {"players": 2, "hand_size": 14, "target": 121, "out_bonus": 0},
            id="every tile dealt",
        ),
        pytest.param({"hand_size": 7}, {"players": 4, "hand_size": 7, "target": 61, "out_bonus": 1}, id="28 by four"),
    ],
)
def test_resolve_rules_completes_the_options(options, expected):
    rules = resolve_rules(options)

    assert options_of(rules) == expected
    assert resolve_rules(expected) == rules


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        pytest.param(None, [("fives_threes.rules", "rules")], id="no object"),
        pytest.param({"spinner": True}, [("fives_threes.rules", "rules.spinner")], id="unknown option"),
        pytest.param({"target": 100}, [("fives_threes.rules", "rules.target")], id="unknown target"),
        pytest.param({"target": "61"}, [("fives_threes.rules", "rules.target")], id="text"),
        pytest.param({"out_bonus": True}, [("fives_threes.rules", "rules.out_bonus")], id="true is not 1"),
        pytest.param({"out_bonus": 2}, [("fives_threes.rules", "rules.out_bonus")], id="two for the last tile"),
        pytest.param({"hand_size": 0}, [("fives_threes.rules", "rules.hand_size")], id="no tiles"),
        pytest.param({"hand_size": 8}, [("fives_threes.rules", "rules.hand_size")], id="32 tiles of 28"),
        pytest.param({"players": 3, "hand_size": 10}, [("fives_threes.rules", "rules.hand_size")], id="30 of 28"),
        pytest.param({"hand_size": None}, [("fives_threes.rules", "rules.hand_size")], id="null"),
        pytest.param({"players": 5}, [("fives_threes.players", "rules.players")], id="five players"),
        pytest.param({"players": 1}, [("fives_threes.players", "rules.players")], id="one player"),
        pytest.param({"players": [4]}, [("fives_threes.players", "rules.players")], id="a list"),
        pytest.param(
            {"players": 0, "target": 60, "end": "race"},
            [
                ("fives_threes.rules", "rules.target"),
                ("fives_threes.rules", "rules.end"),
                ("fives_threes.players", "rules.players"),
            ],
            id="all that is wrong",
        ),
    ],
)
def test_resolve_rules_refuses_what_the_game_does_not_offer(options, expected):
    with pytest.raises(RuleViolation) as refusal:
        resolve_rules(options)

    assert [(fault.code, fault.path) for fault in refusal.value.violations] == expected


@pytest.mark.parametrize(
    ("options", "sides", "largest_round", "refusal_floor"),
    [
        pytest.param({"players": 2}, ((0,), (1,)), 57, 52, id="two"),
        pytest.param({"players": 3}, ((0,), (1,), (2,)), 41, 52, id="three"),
        pytest.param({}, ((0, 2), (1, 3)), 81, 52, id="pairs"),
        pytest.param({"hand_size": 6, "target": 121, "out_bonus": 0}, ((0, 2), (1, 3)), 96, 113, id="a league"),
    ],
)
def test_rules_know_sides_and_bounds(options, sides, largest_round, refusal_floor):
    rules = resolve_rules(options)

    assert rules.sides == sides
    assert rules.largest_round == largest_round
    assert rules.refusal_floor == refusal_floor
