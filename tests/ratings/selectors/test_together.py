"""Who sat together: what is kept of it is what the results say, and a list reads no result for it."""

from __future__ import annotations

import datetime as dt

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ratings.models import RatedResult, RatingPool
from ratings.selectors.partnerships import partnership_list
from ratings.selectors.players import rating_list
from ratings.selectors.together import Together, locked_players, pairs_together
from ratings.services.drain import drain
from ratings.services.refresh import refresh_dirty_pools
from tests.ratings.factories import DAY, NOW, make_club, make_players, play_round, tell_again
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
WEEK = dt.timedelta(weeks=1)


@pytest.fixture(autouse=True)
def empty_cache():
    cache.clear()


def bring_up_to_date():
    drain(now=NOW)
    refresh_dirty_pools(now=NOW)
    return RatingPool.objects.get()


def statements(read):
    with CaptureQueriesContext(connection) as captured:
        read()
    return [query["sql"] for query in captured]


def test_pairs_are_counted_in_whichever_order_they_sit_and_at_tables_of_all_shapes():
    club = make_club()
    players = make_players(club, 6)
    a, b, c, d, *_ = players
    first = play_round(club, [([a, b], [c, d], "won")], day=DAY + WEEK)
    play_round(club, [([d, c], [b, a], "lost")])
    play_round(club, [([a, c], [b, d], "tied")], day=DAY + 2 * WEEK)
    drain(now=NOW)
    ids = [player.pk for player in players]
    # Three sides of which two are pairs, and one of three against one alone.
    shapes = {DAY: ([ids[1], ids[0], *ids[2:5]], [2, 1, 2], [1, 2, 3]), DAY + 2 * WEEK: (ids[:4], [3, 1], [1, 2])}
    for day, (seated, sizes, places) in shapes.items():
        RatedResult.objects.filter(period=day).update(players=seated, side_sizes=sizes, places=places, points=None)

    found = pairs_together(RatingPool.objects.get())

    assert found == [
        Together((ids[0], ids[1]), 2, first.session_date),
        Together((ids[2], ids[3]), 1, first.session_date),
        Together((ids[3], ids[4]), 1, DAY),
    ]


def test_lists_that_were_read_before_read_no_result():
    club = make_club()
    players = make_players(club, 8)
    play_round(club, [(players[:2], players[2:4], "won"), (players[4:6], players[6:], "lost")])
    pool = bring_up_to_date()
    first = rating_list(pool, now=NOW), partnership_list(pool, now=NOW)

    again: list[object] = []
    asked = statements(lambda: again.extend((rating_list(pool, now=NOW), partnership_list(pool, now=NOW))))

    assert tuple(again) == first
    assert not [sql for sql in asked if "ratings_ratedresult" in sql]


def test_lists_follow_the_next_result_and_one_that_counts_no_more():
    club = make_club()
    a, b, c, d = players = make_players(club, 4)
    rounds = [play_round(club, [([a, b], [c, d], "won")]), play_round(club, [([a, c], [b, d], "won")], day=DAY + WEEK)]
    pool = bring_up_to_date()
    ids = [player.pk for player in players]
    assert locked_players(pool) == frozenset(ids)
    assert [one.tables for one in pairs_together(pool)] == [1, 1, 1, 1]

    rounds.append(play_round(club, [([a, d], [b, c], "won")], day=DAY + 2 * WEEK))
    pool = bring_up_to_date()
    assert locked_players(pool) == frozenset()
    assert len(pairs_together(pool)) == 6

    Tournament.objects.filter(pk=rounds[1].tournament_id).update(is_rated=False)
    tell_again(rounds[1])
    pool = bring_up_to_date()
    assert locked_players(pool) == frozenset(ids)
    assert {one.player_ids for one in pairs_together(pool)} == {
        (ids[0], ids[1]),
        (ids[2], ids[3]),
        (ids[0], ids[3]),
        (ids[1], ids[2]),
    }
