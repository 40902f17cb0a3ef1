"""Every code at every level where it exists, made to order, and a plain sentence for each."""

import random

import pytest

from gameplay.messages import detail_of
from gameplay.messages.fives_threes import MESSAGES
from gameplay.rules.fives_threes import codes
from gameplay.rules.fives_threes.faulty import FAULT_LEVELS, faulty_round
from gameplay.rules.fives_threes.kind import FIVES_THREES
from gameplay.rules.fives_threes.variants import resolve_rules
from gameplay.rules.kinds import FaultImpossible

FAULTS = [(code, level) for code, levels in FAULT_LEVELS.items() for level in levels]


def test_every_code_can_be_made():
    assert FAULT_LEVELS.keys() == set(codes.ALL)


def test_every_code_has_a_sentence():
    assert MESSAGES.keys() == set(codes.ALL)


@pytest.mark.parametrize("hand_size", [1, 5, 7])
@pytest.mark.parametrize(("code", "level"), FAULTS)
def test_faulty_round_has_the_fault_and_words_for_it(code, level, hand_size):
    rng = random.Random(f"{code} {level}")
    rules = resolve_rules({"hand_size": hand_size})

    for _ in range(6):
        record = faulty_round(rng, code, level=level, rules=rules, opener=1, scores_before=[40, 12])

        errors = FIVES_THREES.check(record).errors
        assert errors[0].code == code
        for fault in errors:
            sentence = detail_of(fault)
            assert sentence.endswith(".")
            assert "%(" not in sentence


def test_faulty_round_is_the_same_for_the_same_seed():
    first, second = (faulty_round(random.Random(5), codes.NO_FIT, level=3) for _ in range(2))

    assert first == second


@pytest.mark.parametrize(
    ("code", "level", "options"),
    [
        pytest.param(codes.OVER_TARGET, 2, {}, id="a code of another level"),
        pytest.param("fives_threes.spinner", 3, {}, id="no code"),
        pytest.param(codes.OUT_WITHOUT_POINT, 1, {"out_bonus": 0}, id="going out earns nothing"),
        pytest.param(codes.TURN_EMPTY, 3, {"players": 2}, id="nobody plays on without tiles"),
    ],
)
def test_faulty_round_says_what_cannot_be(code, level, options):
    with pytest.raises(FaultImpossible) as refusal:
        faulty_round(random.Random(1), code, level=level, rules=resolve_rules(options))

    assert refusal.value.args == (code, level)
