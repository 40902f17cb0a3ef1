from __future__ import annotations

import pytest

from gameplay.messages import CHAIN_MESSAGES, MESSAGES, detail_of
from gameplay.rules.kinds import Violation


def test_a_fault_is_said_in_a_sentence():
    violation = Violation("hand.score_before_mismatch", "score_before", {"expected": [120, 40]})

    assert detail_of(violation) == "The score before this hand is [120, 40], the record says otherwise."


@pytest.mark.parametrize("code", ["hand.game_mismatch", "hand.rules_mismatch", "hand.score_before_mismatch"])
def test_every_fault_of_the_chain_has_a_sentence(code):
    assert code in CHAIN_MESSAGES


def test_the_sentences_of_both_games_are_there():
    games = {code.partition(".")[0] for code in MESSAGES}

    assert games == {"hand", "five_hundred", "fives_threes"}
