"""The short text form, there and back."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gameplay.rules.fives_threes.notation import (
    UnreadableNotation,
    format_event,
    format_events,
    format_hands,
    format_play,
    format_plays,
    parse_event,
    parse_events,
    parse_hands,
    parse_play,
    parse_plays,
    parse_tile,
)
from gameplay.rules.fives_threes.tiles import TEXTS

ACCEPTED = {"accepted": st.booleans()}
PLACEMENTS = st.fixed_dictionaries(
    {"seat": st.integers(0, 3), "tile": st.sampled_from(TEXTS)},
    optional={"end": st.sampled_from("LR"), "points": st.integers(0, 9)} | ACCEPTED,
)
KNOCKS = st.fixed_dictionaries({"seat": st.integers(0, 3), "knock": st.just(True)})
EVENTS = st.fixed_dictionaries(
    {"seat": st.integers(0, 3), "points": st.integers(0, 9)},
    optional={"sum": st.integers(0, 22), "out": st.just(True)} | ACCEPTED,
)


@settings(deadline=None, max_examples=50)
@given(st.lists(PLACEMENTS | KNOCKS))
def test_plays_there_and_back(plays):
    assert parse_plays(format_plays(plays)) == plays


@settings(deadline=None, max_examples=50)
@given(st.lists(EVENTS))
def test_events_there_and_back(events):
    assert parse_events(format_events(events)) == events


@settings(deadline=None, max_examples=50)
@given(st.lists(st.lists(st.sampled_from(TEXTS), max_size=7), min_size=2, max_size=4))
def test_hands_there_and_back(hands):
    by_seat = {str(seat): hand for seat, hand in enumerate(hands)}

    assert parse_hands(format_hands(by_seat)) == by_seat


@pytest.mark.parametrize(
    ("play", "text"),
    [
        pytest.param({"seat": 3, "knock": True}, "3:knock", id="knock"),
        pytest.param({"seat": 0, "tile": "0-6"}, "0:0-6", id="tile alone"),
        pytest.param(
            {"seat": 2, "tile": "5-5", "end": "L", "points": 8, "accepted": False}, "2:5-5@L=8!", id="all there is"
        ),
    ],
)
def test_format_play(play, text):
    assert format_play(play) == text
    assert parse_play(text) == play


def test_format_event_leaves_out_a_false_out():
    assert format_event({"seat": 1, "points": 2, "out": False, "accepted": True}) == "1:2+"


@pytest.mark.parametrize(
    "word", ["", "1-4", "0:", "0:7-1", "0:1-4@X", "0:1-4=", "0:1-4?", "x:1-4", "00:1-4", "0:1-4=-1"]
)
def test_parse_play_refuses(word):
    with pytest.raises(UnreadableNotation) as refusal:
        parse_play(word)

    assert refusal.value.args == (word,)


@pytest.mark.parametrize("word", ["", "3", "0:1-4", "0:3*/6", "0:3!+", "0:-1", "0:3/"])
def test_parse_event_refuses(word):
    with pytest.raises(UnreadableNotation) as refusal:
        parse_event(word)

    assert refusal.value.args == (word,)


@pytest.mark.parametrize("word", ["", "7-7", "14", "1-4 "])
def test_parse_tile_refuses(word):
    with pytest.raises(UnreadableNotation):
        parse_tile(word)
