from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gameplay.errors import RuleViolation
from gameplay.rules.five_hundred.generate import random_hand
from gameplay.rules.five_hundred.notation import (
    format_call,
    format_cards,
    format_trick,
    parse_call,
    parse_cards,
    parse_trick,
)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32))
def test_a_hand_is_written_and_read_back(seed):
    record = random_hand(Random(seed), level=3, bid="7NT")

    for cards in (*record["hands"].values(), record["kitty"]):
        assert parse_cards(format_cards(cards)) == cards
    for call in (*record["auction"], record["contract"]):
        assert parse_call(format_call(call)) == {"sans_kitty": False, **call}
    for trick in record["play"]:
        assert {**parse_trick(format_trick(trick)), "winner": trick["winner"]} == trick


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("1:P", {"seat": 1, "bid": "P", "sans_kitty": False}),
        (" 0 : 10NT ", {"seat": 0, "bid": "10NT", "sans_kitty": False}),
        ("5:OM*", {"seat": 5, "bid": "OM", "sans_kitty": True}),
    ],
)
def test_a_call_is_read(text, call):
    assert parse_call(text) == call


def test_a_trick_is_read():
    assert parse_trick("2:QS TS") == {"lead": 2, "cards": ["QS", "10S"]}
    assert parse_trick("2: JK") == {"lead": 2, "cards": ["JK"]}
    assert parse_trick("2: JK/D AD") == {"lead": 2, "cards": ["JK", "AD"], "suit": "D"}
    assert parse_trick("2:") == {"lead": 2, "cards": []}


@pytest.mark.parametrize(
    ("parse", "text", "code"),
    [
        (parse_cards, "AS 1S", "card"),
        (parse_call, "8H", "bid_unknown"),
        (parse_call, "1:5H", "bid_unknown"),
        (parse_call, "1:P*", "bid_unknown"),
        (parse_call, "1:8H**", "bid_unknown"),
        (parse_call, "6:8H", "seat"),
        (parse_call, ":8H", "seat"),
        (parse_call, "12:8H", "seat"),
        (parse_trick, "QS", "seat"),
        (parse_trick, "1: AS ??", "card"),
        (parse_trick, "1: JK/X", "suit"),
        (parse_trick, "1: JK/", "suit"),
        (parse_trick, "1: AS/S", "suit"),
    ],
)
def test_what_cannot_be_read_is_refused_by_its_code(parse, text, code):
    with pytest.raises(RuleViolation) as caught:
        parse(text)

    assert [violation.code for violation in caught.value.violations] == [f"five_hundred.{code}"]
