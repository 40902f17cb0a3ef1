"""Partners drawn, and the draw undone, through the API."""

from __future__ import annotations

import pytest

from tests.api import client_of, refusal
from tests.factories import make_club, make_tournament, make_user
from tournaments.models import Entry

pytestmark = pytest.mark.django_db

V1 = "/api/v1"


@pytest.fixture
def organiser():
    return make_user()


@pytest.fixture
def night(organiser):
    return make_tournament(make_club("Alpha", organiser=organiser), people=6, rounds=3)


def path_of(tournament):
    return f"{V1}/tournaments/{tournament.slug}/partner-draw/"


def test_sign_ups_become_pairs_and_sign_ups_again(organiser, night):
    client = client_of(organiser)
    before = client.get(f"{V1}/tournaments/{night.slug}/entries/").json()["results"]

    drawn = client.post(path_of(night), {"seed": 5})

    assert drawn.status_code == 201
    assert [entry["number"] for entry in drawn.json()] == [1, 2, 3]
    assert [len(entry["players"]) for entry in drawn.json()] == [2, 2, 2]
    assert all(entry["player_id"] is None and " + " in entry["name"] for entry in drawn.json())
    settings = client.get(f"{V1}/tournaments/{night.slug}/").json()["settings"]
    assert (settings["entry_kind"], settings["movement"]) == ("partnership", "round_robin")

    alone = client.delete(path_of(night))

    assert alone.status_code == 200
    assert alone.json() == before == client.get(f"{V1}/tournaments/{night.slug}/entries/").json()["results"]
    again = client.post(path_of(night), {"seed": 5, "by": "lot"}).json()
    assert [entry["players"] for entry in again] == [entry["players"] for entry in drawn.json()]


def test_what_cannot_be_is_refused(organiser, night):
    client = client_of(organiser)

    assert client.post(path_of(night), {"by": "looks"}).status_code in (400, 422)
    assert client.post(path_of(night), {"seed": -1}).status_code in (400, 422)
    assert refusal(client.delete(path_of(night))) == (409, "partners.not_drawn")
    client.post(path_of(night))
    assert refusal(client.post(path_of(night))) == (422, "entry.wrong_kind")
    client.post(f"{V1}/tournaments/{night.slug}/rounds/")
    assert refusal(client.delete(path_of(night))) == (409, "partners.fixed")


def test_only_who_manages_entries_draws(organiser, night):
    for client, status in ((client_of(), 401), (client_of(make_user()), 403)):
        assert client.post(path_of(night)).status_code == status
        assert client.delete(path_of(night)).status_code == status
    assert Entry.objects.filter(player__isnull=False).count() == 6
    assert client_of(organiser).post(path_of(night)).status_code == 201
