"""Two records tell of the same play, or not: by what a score sheet has of a hand."""

from __future__ import annotations

import random

import pytest

from gameplay.rules.chain import judge_next
from gameplay.rules.comparing import same_play
from gameplay.rules.registry import get_kind

KINDS = ("five_hundred", "fives_threes")
FULL = {"level": 1, "dealer": 0, "contract": {"seat": 0, "bid": "7S", "sans_kitty": False}, "tricks": [8, 2]}


def same(name, one, other):
    kind = get_kind(name)
    rules = kind.resolve_rules({})
    start = kind.start(rules)
    starters = [record[kind.starter_field] for record in (one, other)]
    answers = [
        judge_next(kind, rules, start, record, starter=starter).answer
        for record, starter in zip((one, other), starters, strict=True)
    ]
    assert [answer.errors for answer in answers] == [(), ()]
    return same_play(one, answers[0], other, answers[1])


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("level", [2, 3])
def test_score_line_of_a_record_of_a_higher_level_is_the_same_play(name, level):
    kind = get_kind(name)
    rules = kind.resolve_rules({})
    for seed in range(20):
        record = kind.random_record(random.Random(seed), level=level, rules=rules, starter=0)
        facts = {**record, **kind.check(record, rules=rules).values}
        kept = ("contract", "tricks", "points", "end", "out_side", kind.starter_field)
        line = {"level": 1, **{field: facts[field] for field in kept if field in facts}}
        assert same(name, record, line)
        assert same(name, line, record)


@pytest.mark.parametrize(
    "other",
    [
        {**FULL, "tricks": [7, 3]},
        {**FULL, "contract": {"seat": 2, "bid": "7S", "sans_kitty": False}},
        {**FULL, "contract": {"seat": 0, "bid": "7C", "sans_kitty": False}},
        {"level": 1, "dealer": 0, "contract": None},
    ],
)
def test_tricks_bid_and_who_bid_make_a_difference(other):
    assert not same("five_hundred", FULL, other)
    assert same("five_hundred", other, other)


def test_tricks_that_one_left_uncounted_contradict_nothing():
    misere = {"level": 1, "dealer": 0, "contract": {"seat": 0, "bid": "M", "sans_kitty": False}}
    played_out, broken_off = {**misere, "tricks": [3, 7]}, {**misere, "tricks": [3, None]}
    assert same("five_hundred", played_out, broken_off)
    assert not same("five_hundred", {**misere, "tricks": [2, None]}, played_out)


def test_who_dealt_makes_none():
    assert same("five_hundred", FULL, {**FULL, "dealer": 3})


def test_points_and_end_make_a_difference_in_dominoes():
    line = {"level": 1, "opener": 0, "points": [9, 2], "end": "out", "out_side": 0}
    assert not same("fives_threes", line, {**line, "points": [9, 3]})
    assert not same("fives_threes", line, {**line, "points": [8, 3]})
    assert not same("fives_threes", line, {**line, "end": "blocked", "out_side": None})
