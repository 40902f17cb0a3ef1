import datetime as dt

import numpy as np
import pytest

from ratings.engine.results import Result, ResultRefused, compare

DAY = dt.date(2026, 3, 5)


@pytest.mark.parametrize(
    ("sides", "places", "told"),
    [
        pytest.param(((1, 2),), (1,), "two sides", id="one side"),
        pytest.param(((1, 2), ()), (1, 2), "two sides", id="an empty side"),
        pytest.param(((1, 2), (2, 3)), (1, 2), "sits twice", id="on both sides"),
        pytest.param(((1, 1), (2, 3)), (1, 2), "sits twice", id="own partner"),
        pytest.param(((1,), (2,)), (1, 2, 3), "3 places for 2 sides", id="a place too many"),
    ],
)
def test_result_refuses_what_cannot_be_rated(sides, places, told):
    with pytest.raises(ResultRefused, match=told):
        Result(DAY, (1,), sides, places)


@pytest.mark.parametrize(
    ("points", "games", "told"),
    [
        pytest.param((1, 2, 3), 1, "3 scores for 2 sides", id="a score too many"),
        pytest.param((1, float("nan")), 1, "a score is no number", id="not a number"),
        pytest.param((1, float("inf")), 1, "a score is no number", id="beyond all numbers"),
        pytest.param((1, 2), 0, "0 games", id="no game"),
    ],
)
def test_result_refuses_scores_that_make_no_sense(points, games, told):
    with pytest.raises(ResultRefused, match=told):
        Result(DAY, (1,), ((1,), (2,)), (1, 2), points, games)


def test_compare_refuses_a_table_that_stands_twice():
    table = Result(DAY, (1,), ((1,), (2,)), (1, 2))

    with pytest.raises(ResultRefused, match="stands twice"):
        compare([table, table])


def test_compare_lays_out_pairs_of_sides():
    columns = compare([Result(DAY, (1,), ((9, 4), (7,), (2,)), (2, 1, 2))])

    # Sides in the order of their players: (2), (4, 9), (7).
    assert columns.score.tolist() == [0.5, 0.0, 0.0]
    assert np.isnan(columns.lead).all()
    assert columns.weight.tolist() == [0.5, 0.5, 0.5]
    assert columns.comparison.tolist() == [0, 0, 0, 1, 1, 2, 2, 2]
    assert columns.player.tolist() == [2, 4, 9, 2, 7, 4, 9, 7]
    assert columns.coefficient.tolist() == [2.0, -1.0, -1.0, 2.0, -2.0, 1.0, 1.0, -2.0]
    assert set(columns.day.tolist()) == {DAY.toordinal()}


def test_compare_gives_the_leads_of_a_game_in_the_order_of_the_players():
    columns = compare([Result(DAY, (1,), ((9, 4), (7,), (2,)), (2, 1, 2), (300, 520, -80), games=2)])

    assert columns.lead.tolist() == [-190.0, -300.0, -110.0]
