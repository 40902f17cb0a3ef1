import datetime as dt

import pytest
from rest_framework.test import APIClient

from ratings.models import RatingPool
from ratings.services.drain import drain
from ratings.services.refresh import refresh_dirty_pools
from tests.ratings.factories import DAY, NOW, make_club, make_players, play_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def season():
    club = make_club()
    players = make_players(club, 4)
    a, b, c, d = players
    play_round(club, [([a, b], [c, d], "won")])
    play_round(club, [([a, c], [b, d], "tied")], day=DAY + dt.timedelta(weeks=1))
    drain(now=NOW)
    refresh_dirty_pools(now=NOW)
    return f"/api/v1/ratings/pools/{RatingPool.objects.get().pk}/", [player.pk for player in players]


def get(path, **query):
    return APIClient().get(path, query)


def tally(**values):
    return {"tables": 1, "won": 0, "tied": 0, "lost": 0, **values}


def test_record_has_all_tables_and_those_of_the_season(season):
    home, (a, *_) = season

    body = get(f"{home}players/{a}/record/", since="2026-03-14").json()

    assert (body["player_id"], body["name"], body["season"]["since"]) == (a, "Player 01", "2026-03-14")
    assert body["season"]["tally"] == body["ever"] == body["latest"]
    assert {**body["ever"], "expected": None} == tally(tables=2, won=1, tied=1, expected=None, actual=1.5)
    assert body["season"]["mu_before"] == 15_000
    assert body["season"]["change"] == body["season"]["mu_after"] - 15_000
    assert body["rating"] == (body["season"]["mu_after"] + 5) // 10


def test_season_that_cannot_be_read_is_a_problem(season):
    home, (a, *_) = season

    response = get(f"{home}players/{a}/record/", since="yesterday")

    assert (response.status_code, response.json()["errors"][0]["path"]) == (400, "since")


def test_partners_and_opponents_come_by_the_page(season):
    home, (a, b, c, d) = season

    partners = get(f"{home}players/{a}/partners/").json()
    opponents = [get(f"{home}players/{a}/opponents/", page=page, page_size=2).json() for page in (1, 2)]

    assert partners["count"] == 2
    assert partners["results"][0] == {
        "player_id": b,
        "name": "Player 02",
        "tally": tally(won=1, expected=0.5, actual=1.0),
    }
    assert [one["player_id"] for page in opponents for one in page["results"]] == [d, b, c]


def test_partnership_has_its_members_and_its_days(season):
    home, (a, b, *_) = season

    body = get(f"{home}partnerships/{b}/{a}/").json()

    assert [member["player_id"] for member in body["members"]] == [a, b]
    assert body["days"] == [
        {
            "day": "2026-03-14",
            "tally": tally(won=1, expected=0.5, actual=1.0),
            "rating": 1512,
            "margin": 66,
            "bonus": None,
            "change": 118,
        }
    ]
    assert body["tally"] == tally(won=1, expected=0.5, actual=1.0)


@pytest.mark.parametrize(
    ("path", "code"),
    [
        pytest.param("players/{stranger}/record/", "ratings.player_not_rated", id="record"),
        pytest.param("players/{stranger}/partners/", "ratings.player_not_rated", id="partners"),
        pytest.param("players/{stranger}/opponents/", "ratings.player_not_rated", id="opponents"),
        pytest.param("partnerships/{a}/{d}/", "ratings.not_partners", id="partnership"),
    ],
)
def test_what_there_is_not_is_a_problem(season, path, code):
    home, (a, _, _, d) = season

    response = get(home + path.format(a=a, d=d, stranger=10**9))

    assert (response.status_code, response.json()["code"]) == (404, code)
