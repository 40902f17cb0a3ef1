import datetime as dt
from dataclasses import asdict

import pytest
from django.core.cache import cache
from rest_framework.test import APIClient

from ratings.engine.calibration import calibrate
from ratings.engine.params import Params
from ratings.engine.results import compare
from ratings.models import RatingPool
from ratings.selectors.ledger import results_since
from ratings.services.drain import drain
from ratings.services.refresh import refresh_dirty_pools
from tests.ratings.factories import DAY, NOW, make_club, make_players, play_round

pytestmark = pytest.mark.django_db


def test_calibration_has_the_bins_and_what_they_come_to():
    cache.clear()
    club = make_club()
    players = make_players(club, 4)
    for week, outcome in enumerate(["won", "won", "lost", "won"]):
        play_round(club, [(players[:2], players[2:], outcome)], day=DAY + dt.timedelta(weeks=week))
    drain(now=NOW)
    refresh_dirty_pools(now=NOW)

    body = APIClient().get(f"/api/v1/ratings/pools/{RatingPool.objects.get().pk}/calibration/").json()

    assert (body["tables"], body["judged"]) == (4, 2)
    assert body["loss"] + body["gain"] == pytest.approx(0.693147, abs=1e-6)
    assert body == asdict(worked_out(RatingPool.objects.get())) | {"bins": body["bins"]}
    assert body["bins"] == [asdict(one) for one in worked_out(RatingPool.objects.get()).bins]
    assert [(one["low"], one["high"], one["meetings"], one["actual"]) for one in body["bins"]] == [
        (0.5, 0.55, 1, 1.0),
        (0.55, 0.6, 1, 0.0),
    ]


def worked_out(pool):
    return calibrate(compare(results_since(pool, None)), params=Params.from_mapping(pool.params))


def test_calibration_of_a_list_that_is_not_there_is_a_problem():
    response = APIClient().get("/api/v1/ratings/pools/999999999/calibration/")

    assert (response.status_code, response.json()["code"]) == (404, "ratings.pool_not_found")
