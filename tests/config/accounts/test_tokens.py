"""One's own tokens on a page: made by whoever shows who they are, shown once, revoked, and nobody else's."""

from __future__ import annotations

import datetime as dt
import re

import pytest
from django.test import Client
from django.utils import timezone
from knox.models import AuthToken

from tests.accounts import PASSWORD, switch_on
from tests.api import client_of, refusal
from tests.factories import make_club, make_user
from tests.snapshots import everything
from tournaments.models import AuditEntry

pytestmark = pytest.mark.django_db

PAGE = "/tokens/"
GIVEN = {"name": "door phone of the annexe", "scope": "enter", "expires_in_days": "7"}


def logged_in(username="olga"):
    client = Client()
    client.post("/login/", {"username": username, "password": PASSWORD})
    return client


def made_by(client, **given):
    page = client.post(PAGE, {**GIVEN, **given})
    return re.search(r'id="new-token" type="text" readonly value="(\w+)"', page.content.decode())[1]


def with_token(token):
    client = client_of()
    client.credentials(HTTP_AUTHORIZATION=f"Token {token}")
    return client


def test_a_token_is_shown_once_and_is_for_what_was_chosen():
    olga = make_user("olga", password=PASSWORD)
    client = logged_in()

    token = made_by(client)

    row = AuthToken.objects.get()
    assert (row.user, row.terms.name, row.terms.scope) == (olga, "door phone of the annexe", "enter")
    assert dt.timedelta(days=6) < row.expiry - timezone.now() < dt.timedelta(days=7)
    later = client.get(PAGE)
    assert "door phone of the annexe" in later.content.decode()
    assert token not in later.content.decode()
    assert "no-store" in later["Cache-Control"]
    api = with_token(token)
    assert api.get("/api/v1/auth/tokens/").status_code == 200
    assert refusal(api.post("/api/v1/clubs/", {"name": "Club", "time_zone": "UTC"})) == (403, "token.scope")
    assert [(entry.action, entry.user_id) for entry in AuditEntry.objects.all()] == [("token.made", olga.pk)]


def test_a_token_may_be_made_for_ever():
    make_user("olga", password=PASSWORD)

    made_by(logged_in(), expires_in_days="")

    assert AuthToken.objects.get().expiry is None


@pytest.mark.parametrize("wrong", [{"scope": "write"}, {"expires_in_days": "401"}, {"name": ""}, {"name": "x" * 81}])
def test_a_token_that_cannot_be_is_not_made(wrong):
    make_user("olga", password=PASSWORD)
    client = logged_in()

    page = client.post(PAGE, {**GIVEN, **wrong})

    assert "This could not be done yet" in page.content.decode()
    assert not AuthToken.objects.exists()


def test_whoever_finds_an_open_session_is_asked_for_the_password_before_a_token_is_made():
    olga = make_user("olga", password=PASSWORD)
    client = Client()
    client.force_login(olga)

    asked = client.post(PAGE, GIVEN)
    assert asked["Location"].startswith("/account/reauthenticate/")
    assert not AuthToken.objects.exists()

    shown = client.post(asked["Location"], {"password": PASSWORD})
    assert "shown this once" in shown.content.decode()
    assert AuthToken.objects.get().terms.scope == "enter"


def test_a_token_is_revoked():
    olga = make_user("olga", password=PASSWORD)
    client = logged_in()
    token = made_by(client)

    client.post(f"{PAGE}{AuthToken.objects.get().token_key}/revoke/")

    assert not AuthToken.objects.exists()
    assert refusal(with_token(token).get("/api/v1/auth/tokens/")) == (401, "auth.failed")
    assert AuditEntry.objects.filter(action="token.revoked", user=olga).count() == 1


def test_a_token_that_ran_out_says_so():
    make_user("olga", password=PASSWORD)
    client = logged_in()
    made_by(client)
    AuthToken.objects.update(expiry=timezone.now() - dt.timedelta(seconds=1))

    assert "has run out" in client.get(PAGE).content.decode()


@pytest.mark.parametrize("role", ["admin", "organiser", "director", "scorer", None])
def test_tokens_of_somebody_else_are_neither_seen_nor_revoked_whatever_one_is(role):
    olga = make_user("olga", password=PASSWORD)
    made_by(logged_in())
    eve = make_user("eve", password=PASSWORD, is_superuser=role == "admin")
    roles = {"organiser": olga, **({role: eve} if role not in ("admin", None) else {})}
    make_club(**roles)
    row = AuthToken.objects.get()
    client = logged_in("eve")
    before = everything()

    page = client.get(PAGE).content.decode()
    refused = client.post(f"{PAGE}{row.token_key}/revoke/")
    api = client_of(eve)

    assert row.token_key not in page
    assert "door phone of the annexe" not in page
    assert refused.status_code == 404
    assert api.get("/api/v1/auth/tokens/").json()["results"] == []
    assert refusal(api.delete(f"/api/v1/auth/tokens/{row.token_key}/")) == (404, "not_found")
    assert everything() == before
    assert AuthToken.objects.get() == row


def test_without_a_log_in_there_is_no_page_of_tokens():
    assert Client().get(PAGE)["Location"] == "/login/?next=/tokens/"
    assert Client().post(PAGE, GIVEN)["Location"] == "/login/?next=/tokens/"
    assert Client().post(f"{PAGE}{'0' * 15}/revoke/")["Location"].startswith("/login/")


@pytest.mark.parametrize(
    "address", [PAGE, "/clubs/{slug}/roles/", "/clubs/{slug}/settings/", "/account/second-factor/", "/admin/"]
)
def test_a_token_opens_no_page(address):
    olga = make_user("olga", password=PASSWORD, is_superuser=True)
    club = make_club(organiser=olga)
    token = made_by(logged_in(), scope="all")

    answer = Client(headers={"authorization": f"Token {token}"}).get(address.format(slug=club.slug))

    assert answer.status_code == 302
    assert "login" in answer["Location"]


def test_where_a_second_factor_is_required_no_token_is_made_without_one(settings):
    settings.SECOND_FACTOR_REQUIRED = True
    olga = make_user("olga", password=PASSWORD)
    make_club(organiser=olga)
    client = logged_in()

    assert client.post(PAGE, GIVEN)["Location"] == "/account/second-factor/totp/activate/"
    assert not AuthToken.objects.exists()


@pytest.mark.parametrize(("who", "told"), [("organiser", True), ("admin", True), ("director", False), (None, False)])
def test_who_organises_by_password_only_is_told_so_on_the_first_pages(who, told):
    olga = make_user("olga", password=PASSWORD, is_superuser=who == "admin")
    club = make_club(**({who: olga} if who in ("organiser", "director") else {}))
    client = logged_in()
    said = "a password is all that it takes to be you"

    assert [said in client.get(page).content.decode() for page in ("/", f"/clubs/{club.slug}/")] == [told, told]

    switch_on(olga)
    assert said not in client.get("/").content.decode()
    assert said not in client.get(f"/clubs/{club.slug}/").content.decode()
