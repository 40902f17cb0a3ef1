"""The books of the rehearsal themselves: cases worked out by hand, so that an agreement means something."""

from __future__ import annotations

import datetime as dt
import random
from fractions import Fraction

import pytest

from tests.rehearsals import five_hundred, fives_threes, ratings
from tests.rehearsals.tables import DominoTable, FiveHundredTable


def line(bid, tricks, *, seat=0):
    return {"level": 1, "dealer": 0, "contract": {"seat": seat, "bid": bid, "sans_kitty": False}, "tricks": tricks}


@pytest.mark.parametrize(
    ("record", "points"),
    [
        pytest.param(line("8H", [9, 1]), (300, 10), id="an overtrick earns nothing"),
        pytest.param(line("8H", [7, 3]), (-300, 30), id="one short"),
        pytest.param(line("6S", [10, 0]), (250, 0), id="slam lifts a small bid"),
        pytest.param(line("10NT", [10, 0]), (520, 0), id="the highest bid"),
        pytest.param(line("7NT", [4, 6], seat=1), (40, -220), id="the other side plays"),
        pytest.param(line("M", [0, None]), (250, 0), id="misere made"),
        pytest.param(line("OM", [9, 1], seat=3), (0, -500), id="open misere lost"),
        pytest.param({"level": 1, "dealer": 2, "contract": None}, (0, 0), id="passed in"),
    ],
)
def test_points_of_a_hand(record, points):
    assert five_hundred.points_of(record) == points


def test_points_of_a_round_leave_out_what_would_pass_61():
    events = [{"seat": 2, "points": 3, "accepted": False}, {"seat": 0, "points": 2, "accepted": True}]

    assert fives_threes.points_of({"level": 2, "events": events}, (59, 40)) == (2, 0)


def test_five_hundred_table_shares_a_level_game():
    table = FiveHundredTable(1, 1, first=2)
    for hand in range(4):
        table.add(line("6S", [6, 4], seat=0) if hand % 2 else line("6S", [4, 6], seat=1))

    assert table.is_over
    assert table.points == (160, 160)
    assert table.games_won == (Fraction(1, 2), Fraction(1, 2))


def test_domino_table_opens_the_next_leg_with_the_next_seat():
    table = DominoTable(1, 1, first=3)
    table.add({"level": 1, "points": [61, 0], "end": "won"})

    assert (table.turn.leg, table.turn.number, table.turn.starter, table.turn.before) == (2, 1, 0, (0, 0))
    assert not table.is_over
    table.add({"level": 1, "points": [61, 0], "end": "won"})
    assert table.is_over
    assert table.games_won == (2, 0)


def test_random_games_of_dominoes_end_with_exactly_61():
    chance = random.Random(1)
    for _ in range(200):
        table = DominoTable(1, 1, first=0)
        while not table.is_over:
            table.add(table.random_hand(chance))
        assert {max(leg.score) for leg in table.legs} == {61}


def test_rate_moves_equal_newcomers_apart_by_what_the_model_says():
    day = dt.date(2026, 3, 14)

    rated = ratings.rate([ratings.Result(day, (1, 2), (3, 4), 1.0)])

    # v = (94 / 347.436)^2 = 0.0732; S - v = 4 v + 4 - v; v' = 1 / (1/v + 1/(S - v)); mean = v' * 2 / (S - v) logits.
    variance = (94 / 347.4355855) ** 2
    rest = 3 * variance + 4
    after = 1 / (1 / variance + 1 / rest)
    gain = round(347.4355855 * after * 2 / rest, 1)
    assert {player: belief.mean for player, belief in rated.items()} == {
        1: 1500 + gain,
        2: 1500 + gain,
        3: 1500 - gain,
        4: 1500 - gain,
    }
    assert rated[1].deviation == pytest.approx(347.4355855 * after**0.5, abs=0.01)


def test_rate_lets_doubt_grow_between_evenings_but_not_beyond_a_newcomers():
    first, later = dt.date(2026, 3, 14), dt.date(2036, 3, 14)
    once = ratings.rate([ratings.Result(first, (1, 2), (3, 4), 0.5)])

    again = ratings.rate([ratings.Result(first, (1, 2), (3, 4), 0.5), ratings.Result(later, (1, 2), (3, 4), 0.5)])

    assert (once[1].mean, again[1].mean) == (1500, 1500)
    assert again[1].deviation == once[1].deviation
    assert again[1].tables == 2
