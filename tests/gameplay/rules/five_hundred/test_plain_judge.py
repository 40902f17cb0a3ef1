"""The judge beside one written with plain lists: the same points, and no to the same hands."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.peers import plain_rules
from gameplay.rules.five_hundred.faulty import FAULT_LEVELS, random_faulty_hand
from gameplay.rules.five_hundred.generate import random_hand
from gameplay.rules.five_hundred.hand import check

# What the plain judge stumbles over where it does not say no itself.
STUMBLES = (plain_rules.Illegal, IndexError, KeyError, TypeError, ValueError)
# What it does not look at: form, options, discards sans kitty, results that are claimed, who dealt.
UNSEEN = {
    "schema",
    "rules",
    "seat",
    "misere_off",
    "blind_misere_off",
    "sans_kitty_off",
    "called_partner",
    "raise_own",
    "deal_deck_mismatch",
    "discard_sans_kitty",
    "joker_lead_too_early",
    "passed_in_with_result",
    "suit",
    "joker_suit_unexpected",
    "open_not_exposed",
    "tricks_range",
    "tricks_sum",
    "tricks_mismatch",
    "score_before_missing",
    "points_mismatch",
    "score_after_mismatch",
    "dealer_rotation",
}
SEEN = sorted(code for code, levels in FAULT_LEVELS.items() if 3 in levels and code.partition(".")[2] not in UNSEEN)


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 2**32))
def test_a_judge_written_with_plain_lists_gives_the_same_points(seed):
    record = random_hand(Random(seed), level=3)

    assert plain_rules.five_hundred(record) == check(record).values["points"]


@pytest.mark.parametrize("code", SEEN)
def test_a_judge_written_with_plain_lists_refuses_the_same(code):
    rng = Random(code)
    for _ in range(10):
        record = random_faulty_hand(rng, code, level=3)

        assert check(record).errors[0].code == code
        with pytest.raises(STUMBLES):
            plain_rules.five_hundred(record)
