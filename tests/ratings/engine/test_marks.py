"""Marks; who cannot be told from their partners is also asked of linear algebra."""

import datetime as dt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ratings.engine.marks import is_inactive, is_provisional, partner_locked

DAY = dt.date(2026, 3, 14)


@pytest.mark.parametrize(
    ("sigma", "tables", "provisional"), [(8_000, 20, False), (8_001, 20, True), (8_000, 19, True), (2_000, 500, False)]
)
def test_rating_is_provisional_below_20_tables_or_above_80_points(sigma, tables, provisional):
    assert is_provisional(sigma=sigma, tables=tables) is provisional


@pytest.mark.parametrize(("days", "inactive"), [(0, False), (182, False), (183, True), (-1, False)])
def test_player_is_inactive_after_26_weeks(days, inactive):
    assert is_inactive(last=DAY, today=DAY + dt.timedelta(days=days)) is inactive


@pytest.mark.parametrize(
    ("sides", "locked"),
    [
        pytest.param([], set(), id="nobody"),
        pytest.param([(1, 2)], {1, 2}, id="a pair that never played apart"),
        pytest.param([(1, 2), (2, 1), (1, 2)], {1, 2}, id="however often"),
        pytest.param([(1, 2), (3, 4)], {1, 2, 3, 4}, id="two pairs"),
        pytest.param([(1, 2), (2, 3)], {1, 2, 3}, id="a second partner alone does not help"),
        pytest.param([(1, 2), (2, 3), (1, 3)], set(), id="three who all played together"),
        pytest.param([(1, 2), (2, 3), (3, 4), (4, 1)], {1, 2, 3, 4}, id="a ring of four"),
        pytest.param([(1, 2), (2, 3), (3, 4), (4, 5), (5, 1)], set(), id="a ring of five"),
        pytest.param([(1, 2), (2, 3), (1, 3), (3, 4), (5, 6)], {5, 6}, id="whoever played with one of them"),
        pytest.param([(1, 2), (1,)], set(), id="a table alone frees both"),
        pytest.param([(1,), (2, 3)], {2, 3}, id="a table alone frees nobody else"),
        pytest.param([(1, 2), (3, 4), (2, 3), (4,)], set(), id="at the end of a chain"),
        pytest.param([(1, 2, 3)], {1, 2, 3}, id="three who never played apart"),
        pytest.param([(1, 2, 3), (1, 2, 4)], set(), id="three with another"),
    ],
)
def test_players_are_locked_to_partners_from_whom_they_cannot_be_told(sides, locked):
    assert partner_locked(sides) == locked


def told_apart(sides):
    """Return those whose strength follows from the strengths of all sides: the rest can move and no side notices."""
    players = sorted({player for side in sides for player in side})
    sums = np.array([[float(player in side) for player in players] for side in sides])
    _, sizes, directions = np.linalg.svd(sums)
    free = directions[np.count_nonzero(sizes > 1e-9) :]
    return {player for place, player in enumerate(players) if np.allclose(free[:, place], 0)}


@settings(deadline=None, derandomize=True)
@given(st.lists(st.lists(st.integers(1, 9), min_size=1, max_size=2, unique=True).map(tuple), min_size=1, max_size=12))
def test_locked_are_those_whose_strength_does_not_follow_from_the_strengths_of_the_sides(sides):
    assert partner_locked(sides) == {player for side in sides for player in side} - told_apart(sides)
