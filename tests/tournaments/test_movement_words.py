"""Sentences about plans and about faults: one for each code, and each says what it is about."""

from __future__ import annotations

import pytest

from tournaments.movement_words import (
    CLAIM_WORDS,
    FAULT_SENTENCES,
    PLAN_SENTENCES,
    YES_NO,
    fault_words,
    plan_words,
    value_words,
)
from tournaments.movements.measures import MEASURES
from tournaments.movements.planned import PLAN_CODES
from tournaments.movements.schedule import Remark
from tournaments.movements.verify import FAULT_CODES


def test_no_code_and_no_promise_lacks_its_words():
    assert set(PLAN_SENTENCES) == set(PLAN_CODES)
    assert set(FAULT_SENTENCES) == set(FAULT_CODES)
    assert set(CLAIM_WORDS) == set(MEASURES)
    assert set(MEASURES) > YES_NO


@pytest.mark.parametrize(
    ("remark", "sentence"),
    [
        (Remark("movement.stay", {"entrants": [3, 7]}), "These keep their table: pair 3, pair 7."),
        (
            Remark("movement.relay", {"tables": [1, 6], "after": 3}),
            (
                "Tables 1, 6 play the same boards in each round and hand them to each other; "
                "after table 3 a set of boards rests in each round."
            ),
        ),
        (
            Remark("movement.no_cycle", {"entries": 8, "rounds": 6, "full": 7}),
            (
                "No reduced Howell for 8 pairs in 6 rounds is known. "
                "These are the first of the 7 rounds of the full one: not everybody plays all boards."
            ),
        ),
    ],
)
def test_plan_words_name_who_and_what(remark, sentence):
    assert plan_words(remark, lambda entrant: f"pair {entrant}") == sentence


@pytest.mark.parametrize(
    ("code", "params", "sentence"),
    [
        (
            "entrant_missing",
            {"round": 2, "entrant": 7},
            "Round 2: 7 neither sits at a table nor sits out, and is not away.",
        ),
        (
            "stationary_moved",
            {"round": 2, "entrant": 7, "table": 3, "expected": 1},
            "Round 2: 7 is to stay at table 1 and sits at table 3.",
        ),
        (
            "forbidden_meeting",
            {"round": 2, "table": 3, "entrants": [4, 1]},
            "Round 2, table 3: 4, 1 must not be at one table.",
        ),
        (
            "claim_broken",
            {"claim": "meet_max", "promised": 1, "measured": 2, "entrants": [1, 2]},
            "How often any two meet, at most: 1 promised, 2 found (1, 2).",
        ),
        (
            "claim_broken",
            {"claim": "board_apart", "promised": True, "measured": 0, "entrants": []},
            "No board is at two tables in a round: yes promised, no found.",
        ),
        ("claim_unknown", {"claim": "fun"}, "There is no promise called fun."),
    ],
)
def test_fault_words_name_who_and_what(code, params, sentence):
    assert fault_words(Remark(f"schedule.{code}", params)) == sentence


def test_value_words_say_yes_and_no_where_that_is_the_question():
    assert [value_words("board_all", value) for value in (0, 1, True)] == ["no", "yes", "yes"]
    assert value_words("meet_max", 1) == "1"
