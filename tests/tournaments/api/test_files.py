"""A club and a tournament as files, through the API."""

from __future__ import annotations

import json

import pytest

from tests.api import client_of, refusal
from tests.factories import make_club, make_tournament, make_user
from tests.files import empty_the_database
from tests.snapshots import everything
from tournaments.api.files import WholeFileParser
from tournaments.file_errors import FileTooLarge
from tournaments.file_layout import LARGEST_OVER_HTTP
from tournaments.models import BulkAct, ClubRole
from tournaments.selectors.files.schema import file_schema

pytestmark = pytest.mark.django_db


@pytest.fixture
def night():
    club = make_club("Hearts", organiser=make_user("olga"), director=make_user("dan"))
    return make_tournament(club, pairs=2, name="Night")


def user(name):
    return client_of(ClubRole.objects.get(user__username=name).user)


def bring(client, content, **query):
    return client.generic("POST", "/api/v1/files/", content, content_type="application/json", query_params=query)


def test_an_organiser_takes_a_club_and_a_tournament_along(night):
    for path in (f"clubs/{night.club.slug}", f"tournaments/{night.slug}"):
        response = user("olga").get(f"/api/v1/{path}/file/")
        assert response.status_code == 200
        assert response["Content-Type"] == "application/json"
        assert response["Content-Disposition"] == f'attachment; filename="{path.rpartition("/")[2]}.json"'
        assert json.loads(response.content)["header"]["what"] == path.partition("s/")[0]


def test_others_may_not_take_them_along(night):
    before = everything()
    for client in (user("dan"), client_of(make_user("zoe"))):
        for path in (f"clubs/{night.club.slug}", f"tournaments/{night.slug}"):
            assert refusal(client.get(f"/api/v1/{path}/file/")) == (403, "rights.missing")
    assert everything() == before


def test_a_file_is_looked_at_and_brought_in_once(night):
    content = user("olga").get(f"/api/v1/clubs/{night.club.slug}/file/").content
    empty_the_database()
    client = client_of(make_user("ann"))
    before = everything()
    looked = bring(client, content, check="true")
    assert (looked.status_code, everything()) == (200, before)
    brought = bring(client, content)
    assert (brought.status_code, brought.json()["act"]) == (201, BulkAct.objects.get().pk)
    assert (
        {**brought.json(), "act": None}
        == looked.json()
        == {
            "act": None,
            "what": "club",
            "club": "hearts",
            "club_name": "Hearts",
            "club_is_new": True,
            "players": 4,
            "players_new": 4,
            "members_new": 4,
            "partnerships_new": 2,
            "teams_new": 0,
            "series_new": 0,
            "is_anything_new": True,
            "tournaments": [
                {"name": "Night", "slug": "hearts-night", "is_new": True, "entries": 2, "rounds": 0, "hands": 0}
            ],
        }
    )
    before = everything()
    again = bring(client, content)
    assert (again.status_code, again.json()["is_anything_new"], everything()) == (200, False, before)


def test_a_damaged_file_is_refused_with_its_line(night):
    content = user("olga").get(f"/api/v1/clubs/{night.club.slug}/file/").content
    client, before = client_of(make_user("ann")), everything()
    response = bring(client, content[:-100])
    assert refusal(response) == (422, "file.damaged")
    assert "seen at line" in response.json()["detail"]
    assert everything() == before


def test_a_file_that_is_too_large_is_refused_before_it_is_read():
    class Endless:
        def read(self, size):
            return b"x" * size

    with pytest.raises(FileTooLarge) as refused:
        WholeFileParser().parse(Endless())
    assert f"{LARGEST_OVER_HTTP // 1_000_000} MB" in refused.value.detail


def test_whoever_has_not_logged_in_brings_nothing_in():
    before = everything()
    assert refusal(bring(client_of(None), b"{}"))[0] == 401
    assert everything() == before


def test_the_schema_is_there_for_everybody():
    response = client_of(None).get("/api/v1/files/schema/")
    assert (response.status_code, response.json()) == (200, file_schema())
