"""Whatever JSON is sent, the answer is a code with its sentence, and the record stays as it was."""

import json
from copy import deepcopy
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from gameplay.messages import detail_of
from gameplay.rules.five_hundred.codes import CODES
from gameplay.rules.five_hundred.generate import random_hand
from gameplay.rules.five_hundred.hand import check
from gameplay.rules.five_hundred.legal import legal_next

words = st.sampled_from(
    ["P", "6S", "M", "BM", "8H", "10NT", "AS", "10H", "JK", "13D", "S", "H", "X", "five_hundred", "off"]
)
leaves = st.none() | st.booleans() | st.integers(-3, 70) | st.floats(allow_nan=False) | st.text(max_size=3) | words
names = st.sampled_from(
    [
        *("game", "level", "rules", "dealer", "contract", "called", "tricks", "points", "score_before", "score_after"),
        *("expected_dealer", "auction", "trick_winners", "joker", "hands", "kitty", "deck", "discards", "nominated"),
        *("play", "exposed", "seat", "bid", "sans_kitty", "lead", "cards", "suit", "winner", "holder", "players", "0"),
    ]
)
values = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(names | st.text(max_size=2), inner),
    max_leaves=12,
)


def assert_answered(answer):
    for error in answer.errors:
        assert error.code in CODES
        assert detail_of(error)
    assert json.dumps(dict(answer.values))


@given(values)
def test_any_value_is_answered(value):
    assert_answered(check(value))
    assert_answered(legal_next(value))


@given(st.dictionaries(names, values), st.integers(1, 3))
def test_any_object_of_the_game_is_answered(fields, level):
    assert_answered(check({"dealer": 0, "contract": None, **fields, "game": "five_hundred", "level": level}))
    assert_answered(legal_next({"dealer": 0, **fields}))


def places(value, path=()):
    """Yield the path of every value within a record."""
    yield path
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, part in parts:
        yield from places(part, (*path, name))


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 3), st.floats(0, 1, exclude_max=True), st.booleans(), values)
def test_any_change_of_a_legal_record_is_answered(seed, level, place, is_removed, value):
    record = random_hand(Random(seed), level=level)
    *path, name = (paths := list(places(record))[1:])[int(place * len(paths))]
    part = record
    for step in path:
        part = part[step]
    if is_removed:
        del part[name]
    else:
        part[name] = value
    untouched = deepcopy(record)

    answer = check(record)

    assert_answered(answer)
    assert record == untouched
