from __future__ import annotations

import datetime as dt

import pytest
from django.utils import timezone
from knox.models import AuthToken
from rest_framework.test import APIClient

from tests.api import client_of, refusal
from tests.factories import make_club, make_user

pytestmark = pytest.mark.django_db

TOKENS = "/api/v1/auth/tokens/"
SESSION = "/api/v1/auth/session/"
CLUBS = "/api/v1/clubs/"
CLUB = {"name": "Club", "time_zone": "UTC"}
CREDENTIALS = {"username": "ona", "password": "pas sword "}


def make_ona():
    return make_user("ona", password="pas sword ")


def with_token(token):
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Token {token}")
    return client


def take_token():
    return client_of().post(TOKENS, CREDENTIALS).json()["token"]


def test_a_token_opens_the_api_and_is_kept_as_a_hash_only():
    make_ona()

    response = client_of().post(TOKENS, CREDENTIALS)

    assert response.status_code == 201
    token = response.json()["token"]
    row = AuthToken.objects.get()
    assert response.json() == {
        "token": token,
        "key": row.token_key,
        "name": "",
        "scope": "all",
        "expires_at": row.expiry.isoformat().replace("+00:00", "Z"),
    }
    assert dt.timedelta(days=89) < row.expiry - timezone.now() < dt.timedelta(days=90)
    assert token not in (row.digest, row.token_key)
    assert len(token) == 64
    assert with_token(token).post(CLUBS, CLUB).status_code == 201


@pytest.mark.parametrize(
    "credentials",
    [
        pytest.param({"username": "ona", "password": "pas sword"}, id="another password"),
        pytest.param({"username": "jon", "password": "pas sword "}, id="another user"),
    ],
)
def test_wrong_credentials_are_refused(credentials):
    make_ona()

    assert refusal(client_of().post(TOKENS, credentials)) == (401, "auth.credentials")
    assert not AuthToken.objects.exists()


@pytest.mark.parametrize(
    "body",
    [
        {"username": "ona"},
        {"username": "o" * 151, "password": "x"},
        {"username": "ona", "password": "x" * 1025},
        {"username": ["ona"], "password": {}},
        [],
        {**CREDENTIALS, "colour": "red"},
        {**CREDENTIALS, "scope": "write"},
        {**CREDENTIALS, "expires_in_days": 401},
        {**CREDENTIALS, "expires_in_days": 0},
        {**CREDENTIALS, "name": "x" * 81},
    ],
    ids=[
        "no password",
        "a long name",
        "a long password",
        "wrong types",
        "a list",
        "a field that there is not",
        "a scope that there is not",
        "too many days",
        "no days",
        "a long name of the token",
    ],
)
def test_credentials_of_the_wrong_shape_are_refused(body):
    make_ona()

    assert refusal(client_of().post(TOKENS, body)) == (400, "request.invalid")


def test_somebody_who_was_switched_off_gets_nowhere():
    user = make_ona()
    token = take_token()
    user.is_active = False
    user.save()

    assert refusal(client_of().post(TOKENS, CREDENTIALS)) == (401, "auth.credentials")
    assert refusal(with_token(token).get(TOKENS)) == (401, "auth.failed")


def test_tokens_are_listed_and_revoked_by_their_owner_only():
    make_ona()
    make_user("jon", password="secret")
    token = take_token()
    other = client_of().post(TOKENS, {"username": "jon", "password": "secret"}).json()
    client = with_token(token)

    listed = client.get(TOKENS).json()["results"]

    assert [row["key"] for row in listed] == [token[: len(listed[0]["key"])]]
    assert refusal(client.delete(f"{TOKENS}{other['key']}/")) == (404, "not_found")
    assert client.delete(f"{TOKENS}{listed[0]['key']}/").status_code == 204
    assert refusal(client.get(TOKENS)) == (401, "auth.failed")
    assert with_token(other["token"]).get(TOKENS).status_code == 200


@pytest.mark.parametrize("tokens", [1, 3])
def test_the_list_of_tokens_takes_three_queries(tokens, django_assert_num_queries):
    make_ona()
    for _ in range(tokens - 1):
        take_token()
    client = with_token(take_token())
    # The first request of a day is noted.
    client.get(TOKENS)

    with django_assert_num_queries(3):
        client.get(TOKENS)


def test_a_token_that_ran_out_is_refused():
    make_ona()
    token = take_token()
    AuthToken.objects.update(expiry=timezone.now() - dt.timedelta(seconds=1))

    assert refusal(with_token(token).get(TOKENS)) == (401, "auth.failed")


@pytest.mark.parametrize("header", ["Token", "Token a b", "Token nonsense", "Token \xff", "Token " + "a" * 64])
def test_a_broken_token_is_refused(header):
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=header)

    response = client.get(CLUBS)

    assert refusal(response) == (401, "auth.failed")
    assert response["WWW-Authenticate"] == "Token"


@pytest.mark.parametrize(
    "header", ["TableLink", "TableLink 1-x", "TableLink \xff", "TableLink " + "9" * 30 + "-x", "tablelink 1-é"]
)
def test_a_broken_table_link_is_refused(header):
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=header)

    assert refusal(client.get(CLUBS)) == (403, "link.not_valid")


def test_a_header_of_another_kind_is_left_aside():
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION="Basic b25hOng=")

    assert client.get(CLUBS).status_code == 200
    assert refusal(client.post(CLUBS, CLUB)) == (401, "auth.required")


def test_who_guesses_passwords_must_wait():
    make_ona()
    guess = {"username": "ona", "password": "guess"}

    answers = [client_of().post(TOKENS, guess) for _ in range(11)]

    assert [answer.status_code for answer in answers] == [401] * 10 + [429]
    assert refusal(answers[10]) == (429, "request.throttled")
    # The right password does not help now, but the owner may come in from elsewhere.
    assert client_of().post(TOKENS, CREDENTIALS).status_code == 429
    assert client_of().post(TOKENS, {**CREDENTIALS, "username": "ONA"}).status_code == 429
    assert client_of().post(TOKENS, CREDENTIALS, REMOTE_ADDR="192.0.2.1").status_code == 201


def test_a_session_begins_and_ends():
    user = make_ona()
    make_club("Alpha", organiser=user)
    client = APIClient(enforce_csrf_checks=True)
    csrf = client.get(SESSION).cookies["csrftoken"].value

    opened = client.post(SESSION, CREDENTIALS, HTTP_X_CSRFTOKEN=csrf)

    assert opened.json() == {
        "user": {
            "id": user.pk,
            "username": "ona",
            "is_admin": False,
            "roles": [{"club": "alpha", "role": "organiser"}],
        }
    }
    assert client.get(SESSION).json() == opened.json()
    csrf = client.cookies["csrftoken"].value
    assert client.post(CLUBS, CLUB, HTTP_X_CSRFTOKEN=csrf).status_code == 201
    assert client.delete(SESSION, HTTP_X_CSRFTOKEN=csrf).status_code == 204
    assert client.get(SESSION).json() == {"user": None}


def test_a_session_needs_the_csrf_token():
    make_ona()
    client = APIClient(enforce_csrf_checks=True)

    assert refusal(client.post(SESSION, CREDENTIALS)) == (403, "auth.forbidden")
    assert client.get(SESSION).json() == {"user": None}

    csrf = client.cookies["csrftoken"].value
    assert client.post(SESSION, CREDENTIALS, HTTP_X_CSRFTOKEN=csrf).status_code == 200
    assert refusal(client.post(CLUBS, CLUB)) == (403, "auth.forbidden")
    assert refusal(client.delete(SESSION)) == (403, "auth.forbidden")


def test_wrong_credentials_open_no_session():
    make_ona()
    client = client_of()

    assert refusal(client.post(SESSION, {"username": "ona", "password": "x"})) == (401, "auth.credentials")
    assert client.get(SESSION).json() == {"user": None}
