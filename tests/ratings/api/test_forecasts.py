import pytest
from rest_framework.test import APIClient

from ratings.models import RatingState
from tests.ratings.factories import DAY, make_club, make_players, make_pool, play_pairs_of, tables_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def home():
    """The address of a pool of four, and their ids."""
    club = make_club()
    pool = make_pool(club)
    players = make_players(club, 4)
    for player in players:
        RatingState.objects.create(
            pool=pool, generation=1, player=player, period=DAY, mu=15_000, sigma=7_000, tables=30
        )
    return f"/api/v1/ratings/pools/{pool.pk}/forecast/", [player.pk for player in players]


def get(path, *sides):
    return APIClient().get(path, {"side": sides})


def test_forecast_has_the_sides_with_what_is_expected_of_them(home):
    path, (a, b, c, d) = home

    body = get(path, f"{a},{b}", f"{c},{d}").json()

    assert [side["expected"] for side in body["sides"]] == [0.5, 0.5]
    assert body["sides"][0]["members"][1] == {
        "player_id": b,
        "name": "Player 02",
        "rating": 1500,
        "margin": 70,
        "is_new": False,
    }
    assert body["meetings"] == [{"side": 1, "other": 2, "expected": 0.5}]


@pytest.mark.parametrize(
    "sides",
    [
        pytest.param([], id="nothing"),
        pytest.param(["1,two", "3"], id="no number"),
        pytest.param(["1,", "3"], id="nobody"),
        pytest.param(["0", "3"], id="no id"),
        pytest.param([str(10**30), "3"], id="too large"),
    ],
)
def test_sides_that_cannot_be_read_are_a_problem(home, sides):
    path, _ = home

    response = get(path, *sides)

    assert (response.status_code, response.json()["errors"][0]["path"].partition(".")[0]) == (400, "side")


def test_sides_that_cannot_meet_are_a_problem(home):
    path, (a, b, *_) = home

    again, stranger = get(path, f"{a},{b}", str(a)), get(path, str(a), str(10**9))

    assert (again.status_code, again.json()["code"]) == (422, "ratings.sides_refused")
    assert (stranger.status_code, stranger.json()["code"]) == (404, "ratings.player_not_rated")


def test_round_has_its_tables_with_what_is_expected_of_them():
    round_, players = play_pairs_of(make_club(), 1)

    body = APIClient().get(f"/api/v1/ratings/rounds/{round_.pk}/forecast/").json()

    [table] = tables_of(round_)
    assert (body["round_id"], body["round"]) == (round_.pk, 1)
    assert [(one["table_id"], one["table"]) for one in body["tables"]] == [(table.pk, 1)]
    first, second = body["tables"][0]["expected"]["sides"]
    assert (first["expected"], second["expected"]) == (0.5, 0.5)
    assert first["members"][0] == {
        "player_id": players[0].pk,
        "name": "Player 01",
        "rating": 1500,
        "margin": 94,
        "is_new": True,
    }


def test_round_that_is_not_there_is_a_problem():
    response = APIClient().get(f"/api/v1/ratings/rounds/{10**9}/forecast/")

    assert (response.status_code, response.json()["code"]) == (404, "ratings.round_not_rated")
