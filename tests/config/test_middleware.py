"""What stands around every request does for the API and for pages what each needs."""

from __future__ import annotations

import pytest
from django.contrib.messages import get_messages
from django.test import Client

HANDS = "/api/v1/tables/1/hands/"

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("asked", "spoken", "sentence"),
    [
        ("pl", "pl", "Nie podano danych uwierzytelniających."),
        ("lt, pl;q=0.5", "lt", "Autentifikacijos duomenys nesuteikti."),
        ("en-gb", "en-gb", "Authentication credentials were not provided."),
        ("fi", "en-gb", "Authentication credentials were not provided."),
        ("", "en-gb", "Authentication credentials were not provided."),
    ],
)
def test_the_api_refuses_in_the_language_asked_for(client: Client, asked: str, spoken: str, sentence: str) -> None:
    answer = client.post("/api/v1/clubs/", headers={"accept-language": asked})
    assert (answer.status_code, answer["Content-Language"], answer.json()["detail"]) == (401, spoken, sentence)
    assert "Accept-Language" in answer["Vary"]


def test_a_page_speaks_the_language_of_the_cookie_first(client: Client) -> None:
    client.cookies["django_language"] = "lt"
    answer = client.get("/", headers={"accept-language": "pl"})
    assert (answer.status_code, answer["Content-Language"]) == (200, "lt")


def test_no_address_begins_with_a_language(client: Client) -> None:
    answer = client.get("/pl/", headers={"accept-language": "lt"})
    assert (answer.status_code, answer["Content-Language"]) == (404, "lt")


def test_pages_have_room_for_messages_and_the_api_has_none(client: Client) -> None:
    assert hasattr(client.get("/").wsgi_request, "_messages")
    answer = client.get("/api/v1/health/live/")
    assert list(get_messages(answer.wsgi_request)) == []
    assert not hasattr(answer.wsgi_request, "_messages")


def test_what_protects_a_browser_is_sent_with_every_answer(client: Client) -> None:
    for path in ("/", "/api/v1/health/live/", HANDS):
        headers = client.get(path).headers
        assert headers["X-Frame-Options"] == "DENY"
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "same-origin"
        assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
