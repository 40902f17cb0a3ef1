"""Random legal rounds from a seed."""

import random

import pytest

from gameplay.rules.fives_threes.generate import random_round
from gameplay.rules.fives_threes.kind import FIVES_THREES
from gameplay.rules.fives_threes.variants import resolve_rules

LEVEL_FIELDS = {1: set(), 2: {"events"}, 3: {"hands", "plays"}}


@pytest.mark.parametrize("level", [1, 2, 3])
def test_random_round_is_the_same_for_the_same_seed(level):
    rules = resolve_rules({"players": 3})

    first, second = (
        random_round(random.Random(11), level=level, rules=rules, opener=2, scores_before=[1, 2, 3]) for _ in range(2)
    )

    assert first == second
    assert first["opener"] == 2
    assert first["scores_before"] == [1, 2, 3]
    assert first.keys() & {"events", "hands", "plays"} == LEVEL_FIELDS[level]


def test_random_rounds_end_in_every_way_and_write_some_closing_knocks():
    rng = random.Random(3)
    records = [random_round(rng, scores_before=[50, 50]) for _ in range(200)]

    assert all(FIVES_THREES.check(record).valid for record in records)
    assert {record["end"] for record in records} == {"out", "blocked", "won"}
    blocked = [record["plays"] for record in records if record["end"] == "blocked"]
    assert {"knock" in plays[-1] for plays in blocked} == {True, False}
    assert any(not play.get("accepted", True) for record in records for play in record["plays"])


def test_random_round_is_two_pairs_at_level_3_by_default():
    record = random_round(random.Random(0))

    assert record["level"] == 3
    assert record["rules"] == {"players": 4, "hand_size": 5, "target": 61, "out_bonus": 1}
    assert record["scores_before"] == [0, 0]
