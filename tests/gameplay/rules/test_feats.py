"""Slams and high hands, as single hands show them."""

from __future__ import annotations

import pytest

from gameplay.rules.feats import HIGHEST_HAND, SLAM, feats_of
from gameplay.rules.registry import get_kind


def five_hundred(*, bid="7S", tricks=(10, 0), seat=0, called=None, **options):
    kind = get_kind("five_hundred")
    rules = kind.resolve_rules(options)
    contract = {"seat": seat, "bid": bid, "sans_kitty": False}
    record = {"game": "five_hundred", "rules": options, "level": 1, "dealer": 0, "contract": contract}
    record |= {"tricks": list(tricks), **({} if called is None else {"called": called})}
    answer = kind.check(record, rules=rules)
    assert answer.valid, answer.errors
    return feats_of(kind, rules, record, answer)


@pytest.mark.parametrize(
    ("hand", "seats"),
    [
        pytest.param({}, (0, 2), id="all ten tricks"),
        pytest.param({"seat": 3, "tricks": (0, 10)}, (1, 3), id="of the other side"),
        pytest.param({"bid": "10NT"}, (0, 2), id="bid to the end"),
        pytest.param({"slam": None}, (0, 2), id="where it earns nothing more"),
        pytest.param({"players": 3, "tricks": (10, 0, 0)}, (0,), id="alone at a table of three"),
    ],
)
def test_feats_of_a_hand_have_a_slam_of_the_contractors(hand, seats):
    assert five_hundred(**hand) == [(SLAM, seats, 1)]


@pytest.mark.parametrize(
    "hand",
    [
        pytest.param({"tricks": (9, 1)}, id="nine tricks"),
        pytest.param({"tricks": (0, 10)}, id="all ten to the defenders"),
        pytest.param({"bid": "M", "tricks": (0, 10)}, id="a misere that is won"),
    ],
)
def test_feats_of_a_hand_have_no_slam_without_all_tricks_of_the_contractors(hand):
    assert five_hundred(**hand) == []


def test_feats_of_a_hand_have_a_slam_of_the_contractor_and_the_called_partner():
    five = {"players": 5, "tricks": (7, 0, 3, 0, 0), "seat": 0, "called": 2}
    assert five_hundred(**five) == [(SLAM, (0, 2), 1)]
    assert five_hundred(**{**five, "tricks": (7, 1, 2, 0, 0)}) == []


def test_feats_of_a_hand_that_was_passed_in_are_none():
    kind = get_kind("five_hundred")
    rules = kind.resolve_rules({})
    record = {"game": "five_hundred", "level": 1, "dealer": 0, "contract": None}
    answer = kind.check(record, rules=rules)
    assert answer.valid
    assert feats_of(kind, rules, record, answer) == []


def test_feats_of_a_hand_of_dominoes_are_the_points_of_each_side():
    kind = get_kind("fives_threes")
    rules = kind.resolve_rules({})
    record = {
        "game": "fives_threes",
        "level": 1,
        "opener": 0,
        "scores_before": [0, 0],
        "points": [12, 7],
        "end": "out",
        "out_side": 0,
    }
    answer = kind.check(record, rules=rules)
    assert answer.valid, answer.errors
    first, second = answer.values["points"]
    assert feats_of(kind, rules, record, answer) == [(HIGHEST_HAND, (0, 2), first), (HIGHEST_HAND, (1, 3), second)]
