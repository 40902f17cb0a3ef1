"""The second factor: asked of whoever has one, demanded of whoever organises where the installation says so."""

from __future__ import annotations

import datetime as dt
import time

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.test import Client
from knox.models import AuthToken

from config.accounts.codes import TooManyCodes, accept_code
from config.cache import ForgivingClient
from config.settings import services
from tests.accounts import PASSWORD, code_of, switch_on, wrong_code
from tests.api import client_of, refusal
from tests.concurrency import run_together
from tests.factories import NOW, make_club, make_user
from tests.snapshots import everything
from tournaments.actors import SYSTEM
from tournaments.models import AuditEntry
from tournaments.services import clubs

pytestmark = pytest.mark.django_db

TOKENS = "/api/v1/auth/tokens/"
SESSION = "/api/v1/auth/session/"
CREDENTIALS = {"username": "olga", "password": PASSWORD}
SET_UP = "/account/second-factor/totp/activate/"


def make_olga(**more):
    return make_user("olga", password=PASSWORD, **more)


def is_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def test_log_in_asks_for_the_code_after_the_password():
    secret = switch_on(make_olga())
    client = Client()

    asked = client.post("/login/?next=/clubs/new/", CREDENTIALS)
    assert (asked.status_code, is_in(client)) == (302, False)
    assert asked["Location"].startswith("/account/second-factor/authenticate/")

    refused = client.post(asked["Location"], {"code": wrong_code(secret)})
    assert (refused.status_code, is_in(client)) == (200, False)

    entered = client.post(asked["Location"], {"code": code_of(secret)})
    assert (entered["Location"], is_in(client)) == ("/clubs/new/", True)


def test_a_code_opens_once():
    secret = switch_on(make_olga())
    code = code_of(secret)

    first = client_of().post(TOKENS, {**CREDENTIALS, "code": code})
    second = client_of().post(TOKENS, {**CREDENTIALS, "code": code})

    assert first.status_code == 201
    assert refusal(second) == (401, "auth.code_wrong")


def test_a_code_for_emergencies_opens_once():
    olga = make_olga()
    switch_on(olga)
    code = Authenticator.objects.get(user=olga, type="recovery_codes").wrap().get_unused_codes()[0]

    assert client_of().post(TOKENS, {**CREDENTIALS, "code": code}).status_code == 201
    assert refusal(client_of().post(TOKENS, {**CREDENTIALS, "code": code})) == (401, "auth.code_wrong")


@pytest.mark.parametrize("address", [TOKENS, SESSION])
def test_the_api_asks_for_the_code_too(address):
    secret = switch_on(make_olga())
    client = client_of()

    assert refusal(client.post(address, CREDENTIALS)) == (401, "auth.code_needed")
    assert refusal(client.post(address, {**CREDENTIALS, "code": wrong_code(secret)})) == (401, "auth.code_wrong")
    assert refusal(client.post(address, {**CREDENTIALS, "password": "x"})) == (401, "auth.credentials")
    assert not AuthToken.objects.exists()
    assert client.get(SESSION).json() == {"user": None}

    assert client.post(address, {**CREDENTIALS, "code": code_of(secret)}).status_code in (200, 201)


def test_secrets_are_not_kept_as_they_are():
    secret = switch_on(make_olga())

    assert all(secret not in str(row.data) for row in Authenticator.objects.all())


def test_secrets_outlive_a_change_of_the_installation_s_key(settings):
    secret = switch_on(make_olga())
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another one"

    assert client_of().post(TOKENS, {**CREDENTIALS, "code": code_of(secret)}).status_code == 201


@pytest.mark.parametrize("role", ["organiser", "admin"])
def test_whoever_organises_sets_it_up_first_where_it_is_required(settings, role):
    settings.SECOND_FACTOR_REQUIRED = True
    olga = make_olga(is_superuser=role == "admin")
    club = make_club(organiser=olga if role == "organiser" else None)
    client = Client()
    assert client.post("/login/", CREDENTIALS)["Location"] == "/"

    for address in (f"/clubs/{club.slug}/", f"/clubs/{club.slug}/roles/", "/admin/"):
        assert client.get(address)["Location"] == SET_UP
    answer = client.post("/api/v1/clubs/", {"name": "Club", "time_zone": "UTC"})
    assert refusal(answer) == (403, "auth.second_factor_needed")
    assert refusal(client_of().post(TOKENS, CREDENTIALS)) == (403, "auth.second_factor_needed")
    assert not AuthToken.objects.exists()
    page = client.get(SET_UP)
    assert (page.status_code, "no-store" in page["Cache-Control"]) == (200, True)
    assert client.post("/logout/").status_code == 302


def test_it_is_switched_on_with_the_app_s_code_and_opens_the_pages(settings):
    settings.SECOND_FACTOR_REQUIRED = True
    olga = make_olga()
    club = make_club(organiser=olga)
    client = Client()
    client.post("/login/", CREDENTIALS)

    page = client.get(SET_UP)
    shown = client.post(SET_UP, {"code": code_of(page.context["form"].secret)})

    assert shown["Location"] == "/account/second-factor/recovery-codes/"
    assert Authenticator.objects.filter(user=olga).count() == 2
    assert client.get(f"/clubs/{club.slug}/roles/").status_code == 200
    assert "data:image/svg+xml;base64," in page.content.decode()


def test_directors_need_none_until_they_organise(settings):
    settings.SECOND_FACTOR_REQUIRED = True
    olga = make_olga()
    club = make_club(director=olga, organiser=make_user())
    client = Client()
    client.post("/login/", CREDENTIALS)
    assert client.get(f"/clubs/{club.slug}/").status_code == 200

    clubs.grant_role(actor=SYSTEM, club_id=club.pk, user_id=olga.pk, role="organiser", now=NOW)
    session = client.session
    session["second_factor_checked_at"] -= 300
    session.save()

    assert client.get(f"/clubs/{club.slug}/")["Location"] == SET_UP


def test_nothing_is_asked_where_the_installation_does_not_require_it():
    olga = make_olga()
    club = make_club(organiser=olga)
    client = Client()
    client.force_login(olga)

    assert client.get(f"/clubs/{club.slug}/roles/").status_code == 200


def test_the_admin_asks_for_the_same_log_in():
    staff = make_olga(is_superuser=True)
    secret = switch_on(staff)
    client = Client()

    door = client.get("/admin/", follow=True)
    assert door.redirect_chain[-1][0] == "/login/?next=%2Fadmin%2F"
    client.post("/admin/login/?next=/admin/", CREDENTIALS)
    assert not is_in(client)

    asked = client.post("/login/?next=/admin/", CREDENTIALS)
    client.post(asked["Location"], {"code": code_of(secret)})
    assert client.get("/admin/").status_code == 200


@pytest.fixture
def _dead_cache(settings, tmp_path):
    server = f"unix://{tmp_path}/nobody-listens?db=0"
    settings.CACHES = services.caches(server)
    yield
    ForgivingClient.away_until.pop(server, None)


@pytest.mark.usefixtures("_dead_cache")
def test_with_the_cache_away_a_code_still_opens_once_and_wrong_ones_are_held_up():
    secret = switch_on(make_olga())
    code = code_of(secret)
    first, second = Client(), Client()
    for browser in (first, second):
        door = browser.post("/login/", CREDENTIALS)["Location"]
        browser.post(door, {"code": code})
    assert (is_in(first), is_in(second)) == (True, False)

    for _ in range(9):
        assert refusal(client_of().post(TOKENS, {**CREDENTIALS, "code": wrong_code(secret)})) == (
            401,
            "auth.code_wrong",
        )
    answer = client_of().post(TOKENS, {**CREDENTIALS, "code": wrong_code(secret)})
    assert refusal(answer) == (429, "request.throttled")
    assert answer["Retry-After"] == "300"
    assert not AuthToken.objects.exists()


def test_a_code_before_the_last_one_is_used_up_too():
    olga = make_olga()
    secret = switch_on(olga)
    now = int(time.time()) // 30
    late, early = (format_hotp_value(hotp_value(secret, now + step)) for step in (1, 0))

    assert accept_code(olga, late, now=NOW) is not None
    assert accept_code(olga, early, now=NOW) is None


def test_wrong_codes_are_forgotten_after_five_minutes_and_after_a_right_one():
    olga = make_olga()
    secret = switch_on(olga)
    for _ in range(10):
        assert accept_code(olga, wrong_code(secret), now=NOW) is None
    with pytest.raises(TooManyCodes):
        accept_code(olga, code_of(secret), now=NOW + dt.timedelta(seconds=299))

    assert accept_code(olga, code_of(secret), now=NOW + dt.timedelta(seconds=300)) is not None
    assert Authenticator.objects.get(user=olga, type="totp").data["wrong_at"] == []


@pytest.mark.django_db(transaction=True)
def test_of_several_who_send_one_code_at_once_one_is_let_in():
    olga = make_olga()
    code = code_of(switch_on(olga))

    answers = run_together(4, lambda _index: "in" if accept_code(olga, code, now=NOW) else "refused")

    assert sorted(answers) == ["in", *["refused"] * 3]


@pytest.mark.django_db(transaction=True)
def test_guesses_that_come_at_once_are_all_counted():
    olga = make_olga()
    wrong = wrong_code(switch_on(olga))

    run_together(4, lambda _index: str(accept_code(olga, wrong, now=NOW)))

    assert len(Authenticator.objects.get(user=olga, type="totp").data["wrong_at"]) == 4


@pytest.mark.parametrize("role", ["organiser", "admin"])
def test_a_token_from_before_opens_nothing_until_its_holder_has_a_second_factor(settings, role):
    olga = make_olga(is_superuser=role == "admin")
    club = make_club(organiser=olga if role == "organiser" else make_user())
    client = client_of()
    client.credentials(HTTP_AUTHORIZATION=f"Token {client.post(TOKENS, CREDENTIALS).json()['token']}")
    settings.SECOND_FACTOR_REQUIRED = True
    before = everything()

    for method, address in (("get", f"/api/v1/clubs/{club.slug}/roles/"), ("post", "/api/v1/clubs/")):
        answer = getattr(client, method)(address, {"name": "Club", "time_zone": "UTC"})
        assert refusal(answer) == (403, "auth.second_factor_needed")
    assert everything() == before

    switch_on(olga)
    assert client.get(f"/api/v1/clubs/{club.slug}/roles/").status_code == 200


def test_a_token_of_a_director_goes_on_where_a_second_factor_is_required(settings):
    make_club(director=make_olga())
    client = client_of()
    client.credentials(HTTP_AUTHORIZATION=f"Token {client.post(TOKENS, CREDENTIALS).json()['token']}")
    settings.SECOND_FACTOR_REQUIRED = True

    assert client.get(TOKENS).status_code == 200


def test_a_new_password_by_mail_does_not_get_round_the_code(mailoutbox):
    olga = make_olga()
    EmailAddress.objects.create(user=olga, email="olga@example.org", verified=True, primary=True)
    secret = switch_on(olga)
    client = Client()
    client.post("/account/password/reset/", {"email": "olga@example.org"})
    [link] = [word for word in mailoutbox[0].body.split() if "/account/password/reset/key/" in word]
    form = client.get(link.removeprefix("http://testserver"), follow=True)
    new = "another long one"
    client.post(form.redirect_chain[-1][0], {"password1": new, "password2": new})
    assert not is_in(client)

    door = client.post("/login/", {"username": "olga", "password": new})["Location"]
    assert not is_in(client)
    client.post(door, {"code": code_of(secret)})
    assert is_in(client)
    [row] = AuditEntry.objects.filter(action="account.password_reset")
    assert (row.subject, row.user_id) == (f"user {olga.pk}", olga.pk)


@pytest.mark.usefixtures("_dead_cache")
def test_with_the_cache_away_people_get_in_with_both_factors_and_not_with_one():
    secret = switch_on(make_olga())
    client = Client()

    door = client.post("/login/", CREDENTIALS)["Location"]
    client.post(door, {"code": wrong_code(secret)})
    assert not is_in(client)
    client.post(door, {"code": code_of(secret)})

    assert is_in(client)


def test_wrong_codes_are_held_up():
    secret = switch_on(make_olga())
    client = Client()
    door = client.post("/login/", CREDENTIALS)["Location"]
    for _ in range(10):
        client.post(door, {"code": wrong_code(secret)})

    client.post(door, {"code": code_of(secret)})

    assert not is_in(client)
    answer = client_of().post(TOKENS, {**CREDENTIALS, "code": code_of(secret)})
    assert refusal(answer) == (429, "request.throttled")


def test_switched_on_and_off_it_leaves_a_row_each(django_capture_on_commit_callbacks):
    olga = make_olga()
    client = Client()
    client.post("/login/", CREDENTIALS)
    secret = client.get(SET_UP).context["form"].secret

    with django_capture_on_commit_callbacks(execute=True):
        client.post(SET_UP, {"code": code_of(secret)})
    client.post("/account/second-factor/totp/deactivate/")

    rows = AuditEntry.objects.order_by("pk").values_list("action", "subject", "user_id")
    assert list(rows) == [
        ("account.second_factor_on", f"user {olga.pk}", olga.pk),
        ("account.second_factor_off", f"user {olga.pk}", olga.pk),
    ]
    assert not Authenticator.objects.exists()
