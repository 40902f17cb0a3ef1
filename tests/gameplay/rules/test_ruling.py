"""What the director rules counts as a hand, as long as the score can be."""

from __future__ import annotations

import pytest

from gameplay.messages import detail_of
from gameplay.rules.kinds import GameState
from gameplay.rules.registry import get_kind
from gameplay.rules.ruling import judge_ruling

FIVE_HUNDRED, FIVES_THREES = get_kind("five_hundred"), get_kind("fives_threes")


def ruled(kind, points, *, before=(0, 0), hands=0, options=()):
    rules = kind.resolve_rules(dict(options))
    return judge_ruling(kind, rules, GameState(before, hands), {"points": points})


def test_ruling_adds_points_and_counts_as_a_hand():
    judged = ruled(FIVE_HUNDRED, [120, -40], before=(20, 30), hands=2)

    assert judged.answer.values == {"points": [120, -40]}
    assert judged.state == GameState((140, -10), 3)


def test_ruling_wins_and_loses_no_contract():
    assert ruled(FIVE_HUNDRED, [100, 0], before=(450, 0)).state == GameState((550, 0), 1)
    assert ruled(FIVE_HUNDRED, [-100, 0], before=(-450, 0)).state == GameState((-550, 0), 1)


def test_ruling_can_be_the_last_of_a_fixed_number_of_hands():
    judged = ruled(FIVE_HUNDRED, [0, 10], before=(5, 0), hands=3, options={"end": "hands", "hands": 4})

    assert judged.state == GameState((5, 10), 4, "hands", (1,))


def test_ruling_at_dominoes_wins_at_exactly_the_target():
    assert ruled(FIVES_THREES, [21, 3], before=(40, 50)).state == GameState((61, 53), 1, "exact_target", (0,))
    assert ruled(FIVES_THREES, [0, -10], before=(40, 50)).state == GameState((40, 40), 1)


@pytest.mark.parametrize(
    ("points", "before"),
    [
        pytest.param([22, 0], (40, 50), id="past the target"),
        pytest.param([-41, 0], (40, 50), id="below nothing"),
        pytest.param([21, 11], (40, 50), id="two at the target"),
    ],
)
def test_ruling_that_makes_a_score_that_cannot_be_is_refused(points, before):
    judged = ruled(FIVES_THREES, points, before=before)

    assert [fault.code for fault in judged.answer.errors] == ["ruling.score_impossible"]
    assert judged.state == GameState(before)
    assert "which this game cannot have" in detail_of(judged.answer.errors[0])


@pytest.mark.parametrize(
    "ruling",
    [
        pytest.param(None, id="nothing"),
        pytest.param({"points": [1, 2], "winner": 0}, id="another field"),
        pytest.param({"points": (1, 2)}, id="not a list"),
        pytest.param({"points": [1]}, id="a side without"),
        pytest.param({"points": [1, 2.0]}, id="not whole"),
        pytest.param({"points": [1, True]}, id="not a number"),
        pytest.param({"points": [1, -2001]}, id="too much"),
    ],
)
def test_ruling_of_another_form_is_refused(ruling):
    judged = judge_ruling(FIVE_HUNDRED, FIVE_HUNDRED.resolve_rules({}), GameState((0, 0)), ruling)

    [fault] = judged.answer.errors
    assert (fault.code, fault.path) == ("ruling.points_malformed", "points")
    assert detail_of(fault) == "A ruling gives points to each of the 2 sides, from -2000 to 2000."


def test_ruling_after_the_end_of_the_game_is_refused():
    over = GameState((500, 0), 9, "contract", (0,))

    judged = judge_ruling(FIVE_HUNDRED, FIVE_HUNDRED.resolve_rules({}), over, {"points": [0, 0]})

    assert [fault.code for fault in judged.answer.errors] == ["five_hundred.hand_after_game_end"]
    assert judged.state is over
