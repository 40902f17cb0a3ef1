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

    assert [table.tally(0, key) for key in TallyKey] == [1, 61, 35, 2]
    assert table.tally(2, TallyKey.POINTS_AGAINST) == 101
    assert table.is_played
    assert not TableResult(
        1, table.sides, table.games_won, table.points, table.table_points, TableKind.FORFEIT
    ).is_played
