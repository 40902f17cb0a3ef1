import pytest
from rest_framework.test import APIClient

from ratings.models import RatingPool
from ratings.services.drain import drain
from ratings.services.refresh import refresh_dirty_pools
from tests.api import refusal
from tests.ratings.factories import NOW, make_club, play_pairs_of, tables_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def night():
    round_, players = play_pairs_of(make_club(), 1)
    drain(now=NOW)
    refresh_dirty_pools(now=NOW)
    return f"/api/v1/ratings/pools/{RatingPool.objects.get().pk}/players/{players[0].pk}/history/", round_, players


def test_day_has_every_figure_as_it_is_counted_with(night):
    path, round_, players = night

    response = APIClient().get(f"{path}2026-03-14/")

    def side(*places):
        people = [
            {"player_id": players[at].pk, "name": f"Player {at + 1:02}", "rating": "1500.0", "deviation": "94.00"}
            for at in places
        ]
        return {"people": people, "bonus": None, "rating": "1500.00"}

    assert response.status_code == 200
    assert response.json() == {
        "player_id": players[0].pk,
        "name": "Player 01",
        "day": "2026-03-14",
        "last_day": None,
        "rating_before": "1500.0",
        "deviation_before": "94.00",
        "days_without": 0,
        "drift": "1.90",
        "most_deviation": "94.00",
        "grown": "94.00",
        "tables": [
            {
                "table_id": tables_of(round_)[0].pk,
                "table": 1,
                "round_id": round_.pk,
                "round": 1,
                "tournament": round_.tournament.name,
                "slug": round_.tournament.slug,
                "had_substitute": False,
                "meetings": [
                    {
                        "own": side(0, 1),
                        "other": side(2, 3),
                        "lead": "0.00",
                        "divisor": "422.4",
                        "expected": "0.5000",
                        "actual": "1",
                        "outcome": "won",
                        "weight": "23.697",
                        "moved": "11.849",
                        "by_margin": False,
                        "is_held": False,
                    }
                ],
            }
        ],
        "total": "11.849",
        "rounding": "-0.049",
        "change": "11.8",
        "rating_after": "1511.8",
        "deviation_after": "93.20",
    }


@pytest.mark.parametrize("day", ["2026-03-15", "14.3.2026", "2026-03-14T00:00"])
def test_a_day_without_a_table_is_a_problem(night, day):
    assert refusal(APIClient().get(f"{night[0]}{day}/")) == (404, "ratings.not_played_that_day")
