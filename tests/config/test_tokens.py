"""What a token is for, how long, and when it was last used."""

from __future__ import annotations

import datetime as dt
import uuid

import pytest
from django.core.cache import cache
from django.utils import timezone
from knox.models import AuthToken
from rest_framework.test import APIClient

from config.models import TokenTerms
from tests.api import client_of, refusal
from tests.factories import make_club, make_table, make_user
from tests.hands import fh_line
from tests.snapshots import everything
from tournaments.models import AuditEntry, Invitation

pytestmark = pytest.mark.django_db

TOKENS = "/api/v1/auth/tokens/"
CREDENTIALS = {"username": "ona", "password": "pas sword "}


@pytest.fixture(autouse=True)
def _fresh_throttles():
    cache.clear()


def take_token(**terms):
    response = client_of().post(TOKENS, {**CREDENTIALS, **terms})
    assert response.status_code == 201
    return response.json()


def with_token(token):
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Token {token}")
    return client


def hand(number=1):
    return {"submission_id": str(uuid.uuid4()), "leg": 1, "number": number, "record": fh_line(dealer=0)}


def make_organiser():
    return make_user("ona", password="pas sword ")


def requests_of(table):
    """Return a request for each scope that is the least to allow it, in the order of the scopes."""
    club = table.round.tournament.club.slug
    return [
        ("get", f"/api/v1/rounds/{table.round_id}/seating/", None),
        ("post", f"/api/v1/tables/{table.pk}/hands/", hand()),
        ("post", f"/api/v1/rounds/{table.round_id}/clock/", {"minutes": 20}),
        ("post", f"/api/v1/clubs/{club}/roles/", {"username": "ona", "role": "organiser"}),
    ]


@pytest.mark.parametrize(("scope", "allows"), [("read", 1), ("enter", 2), ("run", 3), ("all", 4)])
def test_a_scope_narrows_what_the_role_allows(scope, allows):
    organiser = make_organiser()
    table = make_table(club=make_club(organiser=organiser))
    client = with_token(take_token(scope=scope)["token"])
    asked = requests_of(table)

    answers = [getattr(client, method)(path, body, format="json") for method, path, body in asked[:allows]]
    assert [answer.status_code // 100 for answer in answers] == [2] * allows

    before = everything()
    refusals = [refusal(getattr(client, method)(path, body, format="json")) for method, path, body in asked[allows:]]
    assert refusals == [(403, "token.scope")] * (4 - allows)
    assert everything() == before


@pytest.mark.parametrize("scope", ["read", "enter"])
def test_a_narrow_token_reads_no_table_links(scope):
    table = make_table(club=make_club(organiser=make_organiser()))
    client = with_token(take_token(scope=scope)["token"])

    response = client.get(f"/api/v1/tournaments/{table.round.tournament.slug}/table-links/")

    assert refusal(response) == (403, "token.scope")


@pytest.mark.parametrize("scope", ["read", "enter", "run"])
def test_a_narrow_token_sees_no_invitations_and_makes_none(scope):
    club = make_club(organiser=make_organiser())
    client = with_token(take_token(scope=scope)["token"])
    address = f"/api/v1/clubs/{club.slug}/invitations/"

    assert refusal(client.get(address)) == (403, "token.scope")
    assert refusal(client.post(address, {"role": "scorer"}, format="json")) == (403, "token.scope")
    assert not Invitation.objects.exists()


@pytest.mark.parametrize("scope", ["read", "enter", "run"])
def test_a_narrow_token_founds_no_club_and_revokes_no_token(scope):
    make_organiser()
    wide = take_token()
    client = with_token(take_token(scope=scope)["token"])
    client.get(TOKENS)
    before = everything()

    assert refusal(client.post("/api/v1/clubs/", {"name": "Club", "time_zone": "UTC"})) == (403, "token.scope")
    assert refusal(client.delete(f"{TOKENS}{wide['key']}/")) == (403, "token.scope")
    assert everything() == before


def test_a_scope_gives_nothing_that_the_role_does_not():
    make_organiser()
    table = make_table()
    client = with_token(take_token(scope="all")["token"])

    assert refusal(client.post(f"/api/v1/tables/{table.pk}/hands/", hand())) == (403, "rights.missing")


def test_admins_are_narrowed_too():
    make_user("ona", password="pas sword ", is_superuser=True)
    table = make_table()
    client = with_token(take_token(scope="enter")["token"])

    assert client.post(f"/api/v1/tables/{table.pk}/hands/", hand()).status_code == 201
    refused = client.post(f"/api/v1/rounds/{table.round_id}/clock/", {"minutes": 20})
    assert refusal(refused) == (403, "token.scope")


def test_tokens_are_listed_with_what_they_are_for_and_the_day_of_their_last_use():
    make_organiser()
    phone = take_token(name=" score phone of hall B ", scope="enter", expires_in_days=7)
    never = take_token(expires_in_days=None)
    client = with_token(never["token"])

    rows = {row["key"]: row for row in client.get(TOKENS).json()["results"]}

    said = ("name", "scope", "expires_at", "last_used_date")
    assert [rows[phone["key"]][name] for name in said] == ["score phone of hall B", "enter", phone["expires_at"], None]
    today = timezone.now().date().isoformat()
    assert [rows[never["key"]][name] for name in said] == ["", "all", None, today]


def test_a_token_from_before_there_were_terms_goes_on_and_is_for_everything():
    organiser = make_organiser()
    row, token = AuthToken.objects.create(user=organiser, expiry=None)
    client = with_token(token)

    assert client.post("/api/v1/clubs/", {"name": "Club", "time_zone": "UTC"}).status_code == 201
    [listed] = client.get(TOKENS).json()["results"]
    assert (listed["key"], listed["scope"], listed["name"]) == (row.token_key, "all", "")
    assert listed["last_used_date"] == timezone.now().date().isoformat()


def test_a_token_that_is_in_use_costs_one_query_and_one_more_on_the_first_request_of_a_day(django_assert_num_queries):
    make_organiser()
    client = with_token(take_token()["token"])

    # One counts the clubs.
    with django_assert_num_queries(3):
        client.get("/api/v1/clubs/")
    with django_assert_num_queries(2):
        client.get("/api/v1/clubs/")
    TokenTerms.objects.update(last_used_date=timezone.now().date() - dt.timedelta(days=1))
    with django_assert_num_queries(3):
        client.get("/api/v1/clubs/")


def test_a_token_made_and_revoked_leaves_a_row_each():
    organiser = make_organiser()
    made = take_token(scope="run")
    wide = take_token()

    assert with_token(wide["token"]).delete(f"{TOKENS}{made['key']}/").status_code == 204

    rows = AuditEntry.objects.filter(subject=f"token {made['key']}").order_by("pk")
    assert [(row.action, row.user_id) for row in rows] == [
        ("token.made", organiser.pk),
        ("token.revoked", organiser.pk),
    ]
    assert rows[0].after["scope"] == "run"
