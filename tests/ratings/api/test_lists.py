import datetime as dt

import pytest
from rest_framework.test import APIClient

from ratings.models import PublishedList, RatingPool
from ratings.services.drain import drain
from ratings.services.lists import publish_list
from ratings.services.refresh import refresh_dirty_pools
from tests.api import client_of, refusal
from tests.factories import make_user
from tests.ratings.factories import (
    DAY,
    NOW,
    correct_hand,
    make_club,
    make_players,
    play_pairs_of,
    play_round,
    tables_of,
)
from tournaments.actors import SYSTEM
from tournaments.models import ClubRole

pytestmark = pytest.mark.django_db
POOLS = "/api/v1/ratings/pools/"


def bring_up_to_date(now=NOW):
    drain(now=now)
    refresh_dirty_pools(now=now)
    return RatingPool.objects.order_by("pk").first()


def get(path, **query):
    return APIClient().get(f"{POOLS}{path}", query)


def organiser_of(club):
    user = make_user()
    ClubRole.objects.create(club=club, user=user, role="organiser")
    return user


def test_lists_are_listed_newest_first_for_everybody():
    round_, _ = play_pairs_of(make_club(), 1)
    pool = bring_up_to_date()
    first = publish_list(actor=SYSTEM, pool_id=pool.pk, now=NOW)
    correct_hand(tables_of(round_)[0], "lost")
    second = publish_list(actor=SYSTEM, pool_id=pool.pk, now=NOW + dt.timedelta(hours=2))

    response = get(f"{pool.pk}/lists/")

    assert response.status_code == 200
    assert response.json()["results"] == [
        {
            "number": number,
            "month": None,
            "day": "2026-03-14",
            "published_at": at,
            "players": 4,
            "checksum": published.checksum,
        }
        for number, at, published in ((2, "2026-03-14T21:00:00Z", second), (1, "2026-03-14T19:00:00Z", first))
    ]


def test_list_says_what_was_corrected_and_its_lines_what_that_moved():
    round_, players = play_pairs_of(make_club(), 1)
    pool = bring_up_to_date()
    publish_list(actor=SYSTEM, pool_id=pool.pk, now=NOW)
    later = NOW + dt.timedelta(hours=2)
    [table] = tables_of(round_)
    correct_hand(table, "lost", now=later)
    publish_list(actor=SYSTEM, pool_id=pool.pk, now=later)

    body = get(f"{pool.pk}/lists/2/").json()
    lines = get(f"{pool.pk}/lists/2/players/").json()["results"]

    sides = [[players[0].pk, players[1].pk], [players[2].pk, players[3].pk]]
    names = [["Player 01", "Player 02"], ["Player 03", "Player 04"]]

    def result(*places):
        told = [
            {"player_ids": side, "names": named, "place": place, "points": None}
            for side, named, place in zip(sides, names, places, strict=True)
        ]
        return {"day": "2026-03-14", "sides": told}

    assert body["corrections"] == [
        {
            "number": 1,
            "table_id": table.pk,
            "table": 1,
            "round_id": round_.pk,
            "round": 1,
            "tournament": round_.tournament.name,
            "slug": round_.tournament.slug,
            "what": ["result"],
            "before": result(1, 2),
            "after": result(2, 1),
            "reasons": [
                {
                    "kind": "hand_corrected",
                    "leg": 1,
                    "number": 1,
                    "reason": "wrong sheet",
                    "by": "director",
                    "made_at": "2026-03-14T21:00:00Z",
                }
            ],
        }
    ]
    assert (body["left"], body["is_calculated_otherwise"], body["params"]) == ([], False, pool.params)
    assert lines[0] == {
        "rank": 1,
        "rank_label": "1=",
        "player_id": players[2].pk,
        "name": "Player 03",
        "rating": 1512,
        "margin": 93,
        "mu": 15_118,
        "sigma": 9_320,
        "tables": 1,
        "last_played": "2026-03-14",
        "marks": ["provisional", "partner_locked"],
        "is_new": False,
        "mu_before": 14_882,
        "by_play": 0,
        "by_correction": 236,
        "corrected": [1],
    }


def test_list_and_its_lines_are_the_same_bytes_after_a_correction():
    round_, _ = play_pairs_of(make_club(), 1)
    pool = bring_up_to_date()
    publish_list(actor=SYSTEM, pool_id=pool.pk, now=NOW)
    paths = [f"{pool.pk}/lists/1/", f"{pool.pk}/lists/1/players/"]
    before = [get(path).content for path in paths]
    live = get(f"{pool.pk}/players/").content

    correct_hand(tables_of(round_)[0], "lost", now=NOW + dt.timedelta(hours=2))
    bring_up_to_date()
    publish_list(actor=SYSTEM, pool_id=pool.pk, now=NOW + dt.timedelta(hours=2))

    assert [get(path).content for path in paths] == before
    assert get(f"{pool.pk}/players/").content != live


def test_lines_come_by_the_page():
    play_pairs_of(make_club(), 2)
    pool = bring_up_to_date()
    publish_list(actor=SYSTEM, pool_id=pool.pk, now=NOW)
    path = f"{pool.pk}/lists/1/players/"

    pages = [get(path, page=page, page_size=3).json()["results"] for page in (1, 2, 3)]

    assert [len(page) for page in pages] == [3, 3, 2]
    assert [line for page in pages for line in page] == get(path).json()["results"]


def test_organiser_publishes_once_what_is_sent_twice():
    club = make_club()
    play_pairs_of(club, 1)
    pool = bring_up_to_date()
    client = client_of(organiser_of(club))

    first, again = (client.post(f"{POOLS}{pool.pk}/lists/") for _ in range(2))

    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json() == get(f"{pool.pk}/lists/1/").json()
    assert PublishedList.objects.count() == 1


def test_publishing_by_others_is_refused_and_changes_nothing():
    club = make_club()
    play_pairs_of(club, 1)
    pool = bring_up_to_date()
    director = make_user()
    ClubRole.objects.create(club=club, user=director, role="director")

    said = [refusal(client_of(user).post(f"{POOLS}{pool.pk}/lists/")) for user in (None, make_user(), director)]

    assert said == [(401, "auth.required"), (403, "rights.missing"), (403, "rights.missing")]
    assert not PublishedList.objects.exists()


def test_publishing_of_nobody_is_refused():
    club = make_club()
    pool = RatingPool.objects.create(
        kind="five_hundred",
        club=club,
        name="Five Hundred",
        params={"prior_mu": 15_000},
        engine_version=1,
        created_at=NOW,
    )

    response = client_of(organiser_of(club)).post(f"{POOLS}{pool.pk}/lists/")

    assert refusal(response) == (409, "ratings.nobody_rated")
    assert not PublishedList.objects.exists()


@pytest.mark.parametrize(
    ("path", "code"),
    [
        pytest.param("999999999/lists/", "ratings.pool_not_found", id="lists of no pool"),
        pytest.param("999999999/lists/1/", "ratings.pool_not_found", id="a list of no pool"),
        pytest.param("999999999/lists/1/players/", "ratings.pool_not_found", id="lines of no pool"),
        pytest.param("{pool}/lists/2/", "ratings.list_not_found", id="no such number"),
        pytest.param("{pool}/lists/2/players/", "ratings.list_not_found", id="lines of no such number"),
        pytest.param(f"{{pool}}/lists/{10**30}/", "ratings.list_not_found", id="a number beyond all bounds"),
    ],
)
def test_a_list_that_is_not_there_is_a_problem(path, code):
    play_pairs_of(make_club(), 1)
    pool = bring_up_to_date()
    publish_list(actor=SYSTEM, pool_id=pool.pk, now=NOW)

    assert refusal(get(path.format(pool=pool.pk))) == (404, code)


@pytest.mark.parametrize("weeks", [1, 3])
@pytest.mark.parametrize(
    ("path", "queries"),
    [
        pytest.param("lists/", 3, id="lists"),
        pytest.param("lists/2/", 6, id="list"),
        pytest.param("lists/2/players/", 8, id="lines"),
    ],
)
def test_lists_take_the_same_number_of_queries_whatever_was_corrected(weeks, path, queries, django_assert_num_queries):
    club = make_club()
    players = make_players(club, 4)
    rounds = [
        play_round(club, [(players[:2], players[2:], "won")], day=DAY + dt.timedelta(weeks=week))
        for week in range(weeks)
    ]
    pool = bring_up_to_date()
    later = NOW + dt.timedelta(weeks=weeks)
    publish_list(actor=SYSTEM, pool_id=pool.pk, now=later)
    for round_ in rounds:
        correct_hand(tables_of(round_)[0], "lost", now=later + dt.timedelta(hours=1))
    publish_list(actor=SYSTEM, pool_id=pool.pk, now=later + dt.timedelta(hours=2))

    with django_assert_num_queries(queries):
        response = get(f"{pool.pk}/{path}")

    assert response.status_code == 200
