import datetime as dt

import pytest
from django.core.cache import cache

from ratings.engine.calibration import calibrate
from ratings.engine.params import Params
from ratings.engine.results import compare
from ratings.models import RatingPool
from ratings.selectors.calibration import calibration_of
from ratings.selectors.ledger import results_since
from ratings.services.drain import drain
from ratings.services.refresh import refresh_dirty_pools
from tests.ratings.factories import DAY, NOW, correct_hand, make_club, make_players, make_pool, play_round, tables_of

pytestmark = pytest.mark.django_db
WEEK = dt.timedelta(weeks=1)


@pytest.fixture(autouse=True)
def empty_cache():
    cache.clear()


def bring_up_to_date():
    drain(now=NOW)
    refresh_dirty_pools(now=NOW)
    return RatingPool.objects.get()


def worked_out(pool):
    return calibrate(compare(results_since(pool, None)), params=Params.from_mapping(pool.params))


def test_calibration_is_kept_until_a_result_changes(django_assert_num_queries):
    club = make_club()
    players = make_players(club, 4)
    rounds = [
        play_round(club, [(players[:2], players[2:], outcome)], day=DAY + week * WEEK)
        for week, outcome in enumerate(["won", "won", "lost", "won"])
    ]
    pool = bring_up_to_date()

    first = calibration_of(pool)
    with django_assert_num_queries(0):
        again = calibration_of(pool)

    assert first == again == worked_out(pool)
    correct_hand(tables_of(rounds[3])[0], "lost")
    changed = calibration_of(bring_up_to_date())
    assert changed == worked_out(pool)
    assert changed != first


def test_calibration_is_worked_out_anew_under_other_parameters():
    club = make_club()
    players = make_players(club, 4)
    for week in range(4):
        play_round(club, [(players[:2], players[2:], "won")], day=DAY + week * WEEK)
    pool = bring_up_to_date()
    first = calibration_of(pool)

    pool.params = {**pool.params, "prior_sigma": 30_000}

    assert calibration_of(pool) == worked_out(pool)
    assert calibration_of(pool).loss < first.loss


def test_calibration_of_a_pool_without_results_says_nothing():
    told = calibration_of(make_pool(make_club()))

    assert (told.tables, told.loss, told.bins) == (0, None, ())
