"""The nightly comparison: what it finds is kept, and a single row that differs is an alarm."""

from __future__ import annotations

import logging

import pytest
from django.db import connection

from ratings.models import RatingCheck, RatingPool, RatingState
from ratings.selectors import pools_that_differ
from ratings.services.drain import drain
from ratings.services.lists import publish_list
from ratings.services.refresh import refresh_dirty_pools
from ratings.services.verifying import check_pools
from tests.ratings.factories import NOW, make_club, play_pairs_of
from tournaments.actors import SYSTEM

pytestmark = pytest.mark.django_db


@pytest.fixture
def pools():
    for slug in ("hearts", "spades"):
        play_pairs_of(make_club(slug), 1)
    drain(now=NOW)
    refresh_dirty_pools(now=NOW)
    return list(RatingPool.objects.order_by("pk"))


def checks():
    return list(
        RatingCheck.objects.order_by("pool_id").values_list(
            "pool_id", "results", "states", "results_differ", "states_differ"
        )
    )


def test_checked_pools_that_are_right_raise_no_alarm(pools, caplog):
    with caplog.at_level(logging.WARNING, "ratings"):
        assert check_pools(now=NOW) == []

    assert checks() == [(pool.pk, 1, 4, 0, 0) for pool in pools]
    assert pools_that_differ() == []
    assert caplog.records == []


def test_check_of_a_pool_with_one_row_that_differs_is_an_alarm_until_it_is_good_again(pools, caplog):
    row = RatingState.objects.filter(pool=pools[1]).order_by("pk")[0]
    RatingState.objects.filter(pk=row.pk).update(sigma=row.sigma + 1)
    with caplog.at_level(logging.WARNING, "ratings"):
        assert check_pools(now=NOW) == [pools[1].pk]

    assert checks() == [(pools[0].pk, 1, 4, 0, 0), (pools[1].pk, 1, 4, 0, 1)]
    assert pools_that_differ() == [pools[1].pk]
    assert [record.levelname for record in caplog.records] == ["CRITICAL"]
    RatingState.objects.filter(pk=row.pk).update(sigma=row.sigma)
    assert check_pools(now=NOW) == []
    assert pools_that_differ() == []


def test_check_of_a_pool_that_cannot_be_computed_stops_no_other(pools, caplog):
    RatingPool.objects.filter(pk=pools[0].pk).update(params={})

    with caplog.at_level(logging.ERROR, "ratings"):
        assert check_pools(now=NOW) == [pools[0].pk]

    assert checks() == [(pools[1].pk, 1, 4, 0, 0)]
    assert "cannot be verified" in caplog.text


def test_check_of_a_pool_with_a_published_list_that_was_changed_is_an_alarm(pools, caplog):
    publish_list(actor=SYSTEM, pool_id=pools[0].pk, now=NOW)
    assert check_pools(now=NOW) == []
    connection.check_constraints()
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE ratings_publishedrating DISABLE TRIGGER USER")
        cursor.execute("UPDATE ratings_publishedrating SET tables = tables + 1 WHERE place = 2")

    with caplog.at_level(logging.WARNING, "ratings"):
        assert check_pools(now=NOW) == [pools[0].pk]

    assert RatingCheck.objects.get(pool=pools[0]).lists_differ == 1
    assert pools_that_differ() == [pools[0].pk]
    assert [record.levelname for record in caplog.records] == ["CRITICAL"]
