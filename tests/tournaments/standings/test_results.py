"""Tables as results: who gets what from them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tournaments.standings.results import TableKind, TableResult, TallyKey, share_game

HALF = Fraction(1, 2)


@pytest.mark.parametrize(
    ("sides", "winners", "games"),
    [
        pytest.param(2, (1,), (0, 1), id="a winner"),
        pytest.param(2, (0, 1), (HALF, HALF), id="equal totals"),
        pytest.param(3, (0, 2), (HALF, 0, HALF), id="two of three share"),
        pytest.param(2, (), (0, 0), id="nobody"),
    ],
)
def test_share_game_gives_the_winners_equal_parts_of_one(sides, winners, games):
    assert share_game(sides, winners) == games


def test_tally_of_three_sides_counts_the_points_of_all_others_against():
    table = TableResult(
        round=1,
        sides=((1,), (2,), (3,)),
        games_won=(Fraction(1), Fraction(0), Fraction(0)),
        points=(Fraction(61), Fraction(40), Fraction(-5)),
        table_points=(Fraction(2), Fraction(0), Fraction(0)),
    )

    assert [key.value for key in TallyKey] == ["games_won", "points", "points_against", "table_points", "wins"]
    assert table.tallies() == [(1, 61, 35, 2, 1), (0, 40, 56, 0, 0), (0, -5, 101, 0, 0)]
    assert table.is_played
    assert not TableResult(
        1, table.sides, table.games_won, table.points, table.table_points, TableKind.FORFEIT
    ).is_played


def test_shared_table_is_nobodys_win():
    table = TableResult(1, ((1,), (2,)), (HALF, HALF), (Fraction(80), Fraction(80)), (Fraction(1), Fraction(1)))

    assert [wins for *_others, wins in table.tallies()] == [0, 0]


def test_tallies_of_a_fraction_stay_exact():
    third = Fraction(1, 3)
    table = TableResult(1, ((1,), (2,), (3,)), (third,) * 3, (third, Fraction(1), Fraction(0)), (third,) * 3)

    assert table.tallies()[1] == (third, 1, third, third, 0)
