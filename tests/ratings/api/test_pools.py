"""Lists opened, looked at and set over HTTP."""

import pytest

from ratings.models import RatingPool
from ratings.services.drain import drain
from ratings.services.refresh import refresh_dirty_pools
from tests.api import client_of, faults, refusal
from tests.factories import make_user
from tests.ratings.factories import NOW, make_club, make_pool, play_pairs_of
from tests.snapshots import everything
from tournaments.models import ClubRole

pytestmark = pytest.mark.django_db
POOLS = "/api/v1/ratings/pools/"


def organiser_of(club):
    return client_of(ClubRole.objects.create(club=club, user=make_user(), role="organiser").user)


def bring_up_to_date():
    drain(now=NOW)
    refresh_dirty_pools(now=NOW)


def test_organiser_opens_a_list_of_their_club():
    club = make_club()
    play_pairs_of(club, 1)
    bring_up_to_date()
    body = {"kind": "five_hundred", "club": "hearts", "format": "partners", "name": "Pairs", "params": {"drift": 250}}

    response = organiser_of(club).post(POOLS, body, format="json")

    assert response.status_code == 201
    pool = RatingPool.objects.get(format="partners")
    said = response.json()
    assert (said["id"], said["name"], said["club"], said["format"]) == (pool.pk, "Pairs", "hearts", "partners")
    assert (said["params"]["drift"], said["params"]["version"], said["dirty_from"]) == (250, 2, "2026-03-14")
    assert client_of().get(f"{POOLS}{pool.pk}/").json() == said


def test_admin_opens_a_list_of_all_clubs():
    response = client_of(make_user(is_superuser=True)).post(
        POOLS, {"kind": "fives_threes", "name": "Everybody"}, format="json"
    )

    assert response.status_code == 201
    said = response.json()
    assert (said["club"], said["club_name"], said["format"], said["players"]) == (None, None, "", 0)
    assert client_of().get(POOLS).json()["results"] == [said]


@pytest.mark.parametrize(
    ("body", "said"),
    [
        pytest.param({"kind": "five_hundred", "name": "All"}, (403, "rights.missing"), id="of all clubs"),
        pytest.param({"kind": "five_hundred", "name": "x", "club": "none"}, (404, "not_found"), id="no such club"),
        pytest.param({"kind": "five_hundred", "name": " ", "club": "hearts"}, (400, "request.invalid"), id="no name"),
        pytest.param(
            {"kind": "five_hundred", "name": "x", "club": "hearts", "params": {"margin_unit": 300}},
            (422, "value.refused"),
            id="half a margin",
        ),
        pytest.param({"kind": "whist", "name": "x", "club": "hearts"}, (400, "request.invalid"), id="another game"),
    ],
)
def test_list_that_an_organiser_cannot_open_is_refused(body, said):
    client = organiser_of(make_club())
    before = everything()

    assert refusal(client.post(POOLS, body, format="json")) == said

    assert everything() == before


def test_parameters_are_looked_at_and_then_set():
    club = make_club()
    _, players = play_pairs_of(club, 1)
    bring_up_to_date()
    pool = RatingPool.objects.get()
    client = organiser_of(club)

    seen = client.post(f"{POOLS}{pool.pk}/preview/", {"params": {"prior_sigma": 5_000}}, format="json")
    assert RatingPool.objects.get().params["prior_sigma"] == 9_400
    done = client.patch(f"{POOLS}{pool.pk}/", {"params": {"prior_sigma": 5_000}}, format="json")

    assert (seen.status_code, done.status_code) == (200, 200)
    said = seen.json()
    assert (said["tables"], said["players"], len(said["moved"])) == (1, 4, 4)
    assert said["moved"][0] == {
        "player_id": players[0].pk,
        "name": "Player 01",
        "before": 1512,
        "after": 1504,
        "change": -83,
    }
    assert said["loss_before"] == said["loss_after"] == pytest.approx(0.693147, abs=1e-6)
    assert (done.json()["params"]["prior_sigma"], done.json()["dirty_from"]) == (5_000, "2026-03-14")


@pytest.mark.parametrize(
    ("params", "path"),
    [
        pytest.param({"drift": -1}, "params.drift", id="below what is possible"),
        pytest.param({"beta": 1}, "params.beta", id="unknown"),
        pytest.param({"version": 2}, "params.version", id="counted by itself"),
    ],
)
@pytest.mark.parametrize(("method", "end"), [("patch", ""), ("post", "preview/")])
def test_parameters_of_no_sense_are_refused_where_they_stand(params, path, method, end):
    club = make_club()
    pool = make_pool(club)

    response = getattr(organiser_of(club), method)(f"{POOLS}{pool.pk}/{end}", {"params": params}, format="json")

    assert response.status_code == 400
    assert [where for where, _ in faults(response)] == [path]
    assert RatingPool.objects.get().params == pool.params


def test_preview_is_for_organisers():
    pool = make_pool(make_club())

    response = organiser_of(make_club("spades")).post(f"{POOLS}{pool.pk}/preview/", {"params": {}}, format="json")

    assert refusal(response) == (403, "rights.missing")


def test_list_that_is_not_there_is_a_problem():
    assert refusal(client_of().get(f"{POOLS}999999999/")) == (404, "ratings.pool_not_found")
