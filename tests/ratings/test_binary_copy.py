"""Rows out of the database and into it again as columns of numbers."""

import datetime as dt

import numpy as np
import pytest

from ratings.binary_copy import copy_in, read_columns
from ratings.models import RatingState
from ratings.selectors.states import STATE_TYPES
from ratings.services.pools import find_or_open_pool
from tests.ratings.factories import NOW, make_club, make_players

pytestmark = pytest.mark.django_db

INTO = {"pool_id": "int8", "generation": "int4", **STATE_TYPES}


def columns_of(count):
    club = make_club()
    pool = find_or_open_pool(kind="five_hundred", club_id=club.pk, now=NOW)
    (player,) = make_players(club, 1)
    return pool, {
        "pool_id": np.full(count, pool.pk),
        "generation": np.full(count, 1),
        "player_id": np.full(count, player.pk),
        "period": dt.date(1999, 12, 30).toordinal() + np.arange(count),
        "mu": np.arange(count) - 3,
        "sigma": np.full(count, 9_400),
        "tables": 1 + np.arange(count),
    }


def test_copied_in_rows_are_what_the_models_read_and_come_out_again():
    pool, columns = columns_of(5)

    copy_in("ratings_ratingstate", columns, INTO)

    rows = RatingState.objects.order_by("period")
    assert [(row.pool_id, row.generation, row.period, row.mu, row.sigma, row.tables) for row in rows] == [
        (pool.pk, 1, dt.date(1999, 12, 30) + dt.timedelta(days=at), at - 3, 9_400, 1 + at) for at in range(5)
    ]
    out = read_columns(rows, STATE_TYPES)
    assert list(out) == list(STATE_TYPES)
    for name in STATE_TYPES:
        assert sorted(out[name]) == sorted(columns[name])


def test_more_rows_than_fit_in_one_piece_all_arrive():
    _, columns = columns_of(200_001)

    copy_in("ratings_ratingstate", columns, INTO)

    assert RatingState.objects.count() == 200_001
    assert sorted(read_columns(RatingState.objects.all(), {"tables": "int4"})["tables"]) == list(range(1, 200_002))


def test_no_rows_are_empty_columns_both_ways():
    _, columns = columns_of(0)

    copy_in("ratings_ratingstate", columns, INTO)

    assert [len(column) for column in read_columns(RatingState.objects.all(), STATE_TYPES).values()] == [0] * 5


def test_column_with_a_null_is_refused():
    _, columns = columns_of(3)
    copy_in("ratings_ratingstate", columns, INTO)

    with pytest.raises(ValueError, match="is null"):
        read_columns(RatingState.objects.all(), {"mu": "int4", "pool__dirty_from": "day"})


def test_parameters_of_a_query_are_quoted():
    _, columns = columns_of(2)
    copy_in("ratings_ratingstate", columns, INTO)

    assert len(read_columns(RatingState.objects.filter(pool__name="x'); DROP TABLE y; --"), {"mu": "int4"})["mu"]) == 0
    assert len(read_columns(RatingState.objects.filter(pool__name="Five Hundred"), {"mu": "int4"})["mu"]) == 2
