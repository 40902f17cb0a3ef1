"""Invitations through the API: for organisers, and by a token that is for everything."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.api import client_of, refusal
from tests.factories import make_club, make_user
from tests.snapshots import everything
from tournaments.models import Invitation

pytestmark = pytest.mark.django_db

LIST = "/api/v1/clubs/hearts/invitations/"


@pytest.fixture
def olga():
    user = make_user("olga")
    make_club("Hearts", organiser=user)
    return user


def test_an_invitation_is_made_listed_opened_and_withdrawn(olga):
    api = client_of(olga)

    made = api.post(LIST, {"role": "director", "note": " Ona "})

    assert made.status_code == 201
    body = made.json()
    row = Invitation.objects.get()
    assert (body["id"], body["role"], body["note"]) == (row.pk, "director", "Ona")
    assert (row.made_by, row.role) == (olga, "director")
    assert api.get(LIST).json()["results"] == [body]
    assert body["url"].startswith("http://testserver/invitations/")
    assert "Hearts invites you" in Client().get(body["url"]).content.decode()

    assert api.delete(f"/api/v1/invitations/{row.pk}/").status_code == 204
    assert api.get(LIST).json()["results"] == []
    assert Client().get(body["url"]).status_code == 403
    assert refusal(api.delete(f"/api/v1/invitations/{row.pk}/")) == (409, "invitation.over")


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({}, 400),
        ({"role": "king"}, 422),
        ({"role": "scorer", "note": "x" * 81}, 400),
        ({"role": "scorer", "x": 1}, 400),
    ],
)
def test_an_invitation_that_cannot_be_is_refused(olga, body, status):
    assert client_of(olga).post(LIST, body).status_code == status
    assert not Invitation.objects.exists()


@pytest.mark.parametrize("role", ["director", "scorer", None])
def test_nobody_but_organisers_sees_makes_or_withdraws_one(olga, role):
    eve = make_user("eve")
    made = client_of(olga).post(LIST, {"role": "organiser"}).json()
    if role:
        client_of(olga).post("/api/v1/clubs/hearts/roles/", {"username": "eve", "role": role})
    make_club("Elsewhere", organiser=eve)
    api = client_of(eve)
    before = everything()

    assert refusal(api.get(LIST)) == (403, "rights.missing")
    assert refusal(api.post(LIST, {"role": "organiser"})) == (403, "rights.missing")
    assert refusal(api.delete(f"/api/v1/invitations/{made['id']}/")) == (403, "rights.missing")
    assert everything() == before


@pytest.mark.parametrize("number", [1, 3])
def test_the_list_asks_the_database_as_often_for_many(olga, django_assert_num_queries, number):
    api = client_of(olga)
    for _ in range(number):
        api.post(LIST, {"role": "scorer"})

    with django_assert_num_queries(4):
        api.get(LIST)
