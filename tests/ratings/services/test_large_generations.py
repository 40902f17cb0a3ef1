"""Generations that have a table of their own: the same states, dropped when over, and written to like the others."""

from __future__ import annotations

import datetime as dt
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, transaction

from ratings.models import RatingPool, RatingState
from ratings.services.drain import drain
from ratings.services.large_generations import STATES
from ratings.services.rebuild import rebuild_pool
from ratings.services.refresh import refresh_dirty_pools
from ratings.services.verifying import verify_pool
from tests.concurrency import PATIENCE, wait_until_blocked
from tests.ratings.factories import DAY, NOW, make_club, play_pairs_of, play_round

pytestmark = pytest.mark.django_db


def play_a_night():
    club = make_club()
    _, players = play_pairs_of(club, 1)
    drain(now=NOW)
    refresh_dirty_pools(now=NOW)
    return club, players, RatingPool.objects.get()


def rows():
    return sorted(RatingState.objects.values_list("player_id", "period", "mu", "sigma", "tables"))


def tables():
    """Return how many states each part of the table has, by the name of the part without that of the whole."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = %s::regclass", [STATES])
        names = [name for (name,) in cursor.fetchall()]
        counts = {}
        for name in names:
            cursor.execute(f"SELECT count(*) FROM {name}")
            counts[name.removeprefix(f"{STATES}_")] = cursor.fetchone()[0]
    return counts


def test_large_generation_has_a_table_of_its_own_until_the_next_is_live():
    _, _, pool = play_a_night()
    before = rows()
    assert tables() == {"rest": 4}

    assert rebuild_pool(pool_id=pool.pk, large=4, now=NOW) == 4
    assert (tables(), rows()) == ({"rest": 0, f"{pool.pk}_2": 4}, before)

    assert rebuild_pool(pool_id=pool.pk, large=4, now=NOW) == 4
    assert (tables(), rows()) == ({"rest": 0, f"{pool.pk}_3": 4}, before)

    assert rebuild_pool(pool_id=pool.pk, large=5, now=NOW) == 4
    assert (tables(), rows()) == ({"rest": 4}, before)


def test_table_of_its_own_is_refreshed_and_verified_like_the_rest():
    club, players, pool = play_a_night()
    rebuild_pool(pool_id=pool.pk, large=4, now=NOW)

    play_round(club, [(players[:2], players[2:], "lost")], day=DAY + dt.timedelta(days=7))
    drain(now=NOW)
    assert refresh_dirty_pools(now=NOW).written == 4

    assert tables() == {"rest": 0, f"{pool.pk}_2": 8}
    assert verify_pool(pool_id=pool.pk).is_clean


def test_other_pools_and_their_tables_are_left_alone():
    _, _, pool = play_a_night()
    play_pairs_of(make_club("spades"), 1)
    drain(now=NOW)
    refresh_dirty_pools(now=NOW)
    other = RatingPool.objects.exclude(pk=pool.pk).get()
    rebuild_pool(pool_id=other.pk, large=4, now=NOW)

    rebuild_pool(pool_id=pool.pk, large=4, now=NOW)
    rebuild_pool(pool_id=pool.pk, large=4, now=NOW)

    assert tables() == {"rest": 0, f"{other.pk}_2": 4, f"{pool.pk}_3": 4}


def test_table_that_a_dead_rebuild_left_is_cleared_away_by_the_next():
    _, _, pool = play_a_night()

    def die(step):
        if step.value == "switching":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        rebuild_pool(pool_id=pool.pk, tell=die, large=4, now=NOW)
    assert tables() == {"rest": 4, f"{pool.pk}_2": 4}
    assert rows() == sorted(2 * rows()[::2])

    rebuild_pool(pool_id=pool.pk, large=5, now=NOW)

    assert tables() == {"rest": 4}


@pytest.mark.django_db(transaction=True)
def test_table_is_made_known_once_nobody_reads_the_states():
    _, _, pool = play_a_night()

    def rebuild():
        try:
            return rebuild_pool(pool_id=pool.pk, large=4, now=NOW)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as apart:
        with transaction.atomic():
            assert len(rows()) == 4
            rebuilt = apart.submit(rebuild)
            wait_until_blocked(1)
            assert RatingPool.objects.get().live_generation == 1
        assert rebuilt.result(PATIENCE) == 4

    assert tables() == {"rest": 0, f"{pool.pk}_2": 4}
    rebuild_pool(pool_id=pool.pk, now=NOW)
    assert tables() == {"rest": 4}
