import datetime as dt

import pytest
from rest_framework.test import APIClient

from ratings.models import RatingPool, RatingState
from ratings.services.drain import drain
from ratings.services.refresh import refresh_dirty_pools
from tests.ratings.factories import DAY, NOW, make_club, make_players, play_pairs_of, play_round

pytestmark = pytest.mark.django_db
POOLS = "/api/v1/ratings/pools/"


def bring_up_to_date():
    drain(now=NOW)
    refresh_dirty_pools(now=NOW)
    return RatingPool.objects.order_by("pk").first()


def get(path, **query):
    return APIClient().get(path, query)


def test_pools_are_open_to_everyone():
    play_pairs_of(make_club(), 1)
    pool = bring_up_to_date()

    response = get(POOLS)

    assert response.status_code == 200
    assert response.json()["results"] == [
        {
            "id": pool.pk,
            "name": "Five Hundred",
            "kind": "five_hundred",
            "club": "hearts",
            "club_name": "Hearts",
            "format": "",
            "players": 4,
            "params": {
                "version": 1,
                "prior_mu": 15_000,
                "prior_sigma": 9_400,
                "least_sigma": 2_000,
                "drift": 190,
                "novice_tables": 0,
                "margin_cap": 0,
                "margin_unit": 0,
                "margin_noise": 0,
                "bonus_sigma": 0,
                "bonus_drift": 0,
            },
            "engine_version": 1,
            "refreshed_at": "2026-03-14T19:00:00Z",
            "dirty_from": None,
        }
    ]


@pytest.mark.parametrize(
    ("query", "count"),
    [
        pytest.param({"club": "hearts"}, 1, id="club"),
        pytest.param({"club": "spades"}, 0, id="another club"),
        pytest.param({"kind": "five_hundred"}, 1, id="game"),
        pytest.param({"kind": "fives_threes"}, 0, id="another game"),
        pytest.param({"club": "\0"}, 0, id="a zero byte"),
    ],
)
def test_pools_are_narrowed_by_club_and_game(query, count):
    play_pairs_of(make_club(), 1)
    bring_up_to_date()

    assert get(POOLS, **query).json()["count"] == count


def test_players_are_listed_with_exact_and_with_rounded_figures():
    _, players = play_pairs_of(make_club(), 1)
    pool = bring_up_to_date()

    body = get(f"{POOLS}{pool.pk}/players/").json()

    assert body["count"] == 4
    assert body["results"][0] == {
        "rank": 1,
        "rank_label": "1=",
        "name": "Player 01",
        "rating": 1512,
        "margin": 93,
        "tables": 1,
        "last_played": "2026-03-14",
        "is_provisional": True,
        "is_inactive": body["results"][0]["is_inactive"],
        "player_id": players[0].pk,
        "mu": 15_118,
        "sigma": 9_320,
        "is_partner_locked": True,
    }
    assert [line["player_id"] for line in body["results"]] == [player.pk for player in players]


def test_players_come_by_the_page_without_gap_or_repeat():
    play_pairs_of(make_club(), 2)
    pool = bring_up_to_date()

    pages = [get(f"{POOLS}{pool.pk}/players/", page=page, page_size=3).json()["results"] for page in (1, 2, 3)]

    whole = get(f"{POOLS}{pool.pk}/players/").json()["results"]
    assert [len(page) for page in pages] == [3, 3, 2]
    assert [line for page in pages for line in page] == whole


def test_players_are_found_by_name_tables_and_activity():
    _, players = play_pairs_of(make_club(), 1)
    pool = bring_up_to_date()
    path = f"{POOLS}{pool.pk}/players/"

    assert [line["player_id"] for line in get(path, name="PLAYER 03").json()["results"]] == [players[2].pk]
    assert get(path, tables=2).json()["count"] == 0
    assert get(path, tables=1, active=False).json()["count"] == 4


@pytest.mark.parametrize("query", [{"tables": -1}, {"tables": "many"}, {"active": "perhaps"}, {"sigma": 1}])
def test_players_are_not_looked_for_by_what_cannot_be_read(query):
    play_pairs_of(make_club(), 1)
    pool = bring_up_to_date()

    response = get(f"{POOLS}{pool.pk}/players/", **query)

    assert (response.status_code, [one["path"] for one in response.json()["errors"]]) == (400, list(query))


def test_history_comes_newest_first():
    club = make_club()
    players = make_players(club, 4)
    for week, outcome in enumerate(["won", "lost"]):
        play_round(club, [(players[:2], players[2:], outcome)], day=DAY + dt.timedelta(days=7 * week))
    pool = bring_up_to_date()
    newest = RatingState.objects.get(player=players[0], period=DAY + dt.timedelta(days=7))

    body = get(f"{POOLS}{pool.pk}/players/{players[0].pk}/history/").json()

    assert body["results"] == [
        {
            "period": "2026-03-21",
            "rating": (newest.mu + 5) // 10,
            "margin": (newest.sigma + 50) // 100,
            "mu": newest.mu,
            "sigma": newest.sigma,
            "change": newest.mu - 15_118,
            "tables": 2,
            "tables_played": 1,
        },
        {
            "period": "2026-03-14",
            "rating": 1512,
            "margin": 93,
            "mu": 15_118,
            "sigma": 9_320,
            "change": 118,
            "tables": 1,
            "tables_played": 1,
        },
    ]


def test_partnerships_are_listed():
    _, players = play_pairs_of(make_club(), 1)
    pool = bring_up_to_date()

    results = get(f"{POOLS}{pool.pk}/partnerships/").json()["results"]

    assert [(line["rank"], line["player_ids"], line["rating"]) for line in results] == [
        (1, [players[0].pk, players[1].pk], 1512),
        (2, [players[2].pk, players[3].pk], 1488),
    ]


@pytest.mark.parametrize(
    ("path", "code"),
    [
        pytest.param("999999999/players/", "ratings.pool_not_found", id="players"),
        pytest.param("999999999/partnerships/", "ratings.pool_not_found", id="partnerships"),
        pytest.param("999999999/players/1/history/", "ratings.pool_not_found", id="history"),
        pytest.param(f"{10**30}/players/", "ratings.pool_not_found", id="a number beyond all bounds"),
    ],
)
def test_a_pool_that_is_not_there_is_a_problem(path, code):
    response = get(f"{POOLS}{path}")

    assert response.status_code == 404
    assert response["Content-Type"] == "application/problem+json"
    assert response.json()["code"] == code


def test_the_history_of_somebody_unrated_is_a_problem():
    play_pairs_of(make_club(), 1)
    pool = bring_up_to_date()

    response = get(f"{POOLS}{pool.pk}/players/{10**9}/history/")

    assert (response.status_code, response.json()["code"]) == (404, "ratings.player_not_rated")


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_nothing_can_be_written(method, admin_user):
    play_pairs_of(make_club(), 1)
    pool = bring_up_to_date()
    before = list(RatingState.objects.order_by("pk").values())
    client = APIClient()
    client.force_authenticate(admin_user)

    assert getattr(client, method)(f"{POOLS}{pool.pk}/players/").status_code == 405

    assert list(RatingState.objects.order_by("pk").values()) == before


@pytest.mark.parametrize("tables", [1, 3])
@pytest.mark.parametrize(
    ("path", "queries"),
    [
        pytest.param("", 2, id="pools"),
        pytest.param("{pool}/players/", 5, id="players"),
        pytest.param("{pool}/partnerships/", 5, id="partnerships"),
        pytest.param("{pool}/players/{player}/history/", 10, id="history"),
    ],
)
def test_lists_take_the_same_number_of_queries_whatever_their_length(tables, path, queries, django_assert_num_queries):
    _, players = play_pairs_of(make_club(), tables)
    pool = bring_up_to_date()

    with django_assert_num_queries(queries):
        response = get(POOLS + path.format(pool=pool.pk, player=players[0].pk))

    assert response.status_code == 200
