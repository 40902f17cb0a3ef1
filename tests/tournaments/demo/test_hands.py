from __future__ import annotations

import random

import pytest

from gameplay.rules.registry import get_kind
from gameplay.selectors import Progress
from tournaments.services.demo.hands import next_hand


def play(kind_name: str, options: dict[str, object], *, seed: int) -> list[dict[str, object]]:
    """Play one game to its end and return its records."""
    kind = get_kind(kind_name)
    rules = kind.resolve_rules(options)
    chance = random.Random(seed)
    state = kind.start(rules)
    records: list[dict[str, object]] = []
    while not state.is_over:
        starter = len(records) % 4
        game = Progress(kind, rules, tuple((starter + turn) % 4 for turn in range(4)), state, ())
        record = next_hand(game, chance)
        complete = {**record, "game": kind.name, "rules": options, kind.before_field: list(state.scores)}
        answer = kind.check(complete)
        assert answer.errors == ()
        assert record[kind.starter_field] == starter
        state = kind.advance(rules, state, complete, answer)
        records.append(record)
    return records


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        pytest.param("five_hundred", {}, id="race to 500"),
        pytest.param("five_hundred", {"end": "hands", "hands": 4}, id="four hands"),
        pytest.param("five_hundred", {"misere": "off", "sans_kitty": False}, id="switches off"),
        pytest.param("fives_threes", {}, id="to 61"),
    ],
)
def test_next_hand_plays_games_to_the_end_by_the_rules(kind, options):
    games = [play(kind, options, seed=seed) for seed in range(40)]

    assert max(len(game) for game in games) <= 60
    assert len({str(game) for game in games}) == 40


def test_next_hand_of_equal_seeds_is_equal():
    assert play("five_hundred", {}, seed=3) == play("five_hundred", {}, seed=3)
