"""The language of a page by browser, by choice and by address."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.test import Client
from django.utils.html import escape

from tests.factories import make_tournament

pytestmark = pytest.mark.django_db

COOKIE = "django_language"


def choose(client, language, page="/"):
    return client.post("/language/", {"language": language, "next": page})


@pytest.mark.parametrize("language", ["en-gb", "pl", "lt"])
def test_who_chooses_a_language_gets_it_whatever_the_browser_asks_for(client, language):
    choose(client, language)

    answer = client.get("/", headers={"accept-language": "pl" if language == "lt" else "lt"})

    assert answer["Content-Language"] == language
    assert f'<html lang="{language}">' in answer.text


def test_the_choice_is_kept_for_a_year_and_leads_back_to_the_page(client):
    answer = choose(client, "lt", "/ratings/?page=2")

    assert (answer.status_code, answer["Location"]) == (302, "/ratings/?page=2")
    cookie = answer.cookies[COOKIE]
    assert (cookie.value, cookie["max-age"], cookie["samesite"]) == ("lt", 31536000, "Lax")


def test_who_is_not_logged_in_chooses_without_a_token():
    client = Client(enforce_csrf_checks=True)

    assert choose(client, "pl").cookies[COOKIE].value == "pl"


@pytest.mark.parametrize("language", ["", "fi", "pl-x", "en"])
def test_a_language_that_there_is_not_changes_nothing(client, language):
    choose(client, "lt")

    answer = choose(client, language)

    assert (answer.status_code, dict(answer.cookies)) == (302, {})
    assert client.get("/")["Content-Language"] == "lt"


@pytest.mark.parametrize(
    "page", ["", "https://example.org/", "//example.org/", "javascript:alert(1)", "/\\example.org"]
)
def test_a_choice_leads_to_no_other_site(client, page):
    assert choose(client, "lt", page)["Location"] == "/"


def test_a_choice_cannot_be_made_by_a_link(client):
    assert client.get("/language/?language=lt").status_code == 405


def test_an_address_may_name_the_language_for_itself_alone(client):
    choose(client, "pl")

    assert client.get("/?language=lt")["Content-Language"] == "lt"
    assert client.get("/?language=fi")["Content-Language"] == "pl"
    assert client.get("/")["Content-Language"] == "pl"


def test_a_choice_outweighs_what_the_address_named(client):
    assert choose(client, "pl", "/ratings/?language=lt&page=2")["Location"] == "/ratings/?page=2"


def test_a_page_offers_every_language_in_its_own_name_and_marks_its_own(client):
    shown = client.get("/ratings/?page=1&x=2", headers={"accept-language": "lt"}).text

    for code, name in settings.LANGUAGES:
        current = ' aria-current="true"' if code == "lt" else ""
        button = f'name="language" value="{code}" lang="{code}"{current}>{name}</button>'
        assert shown.count(button) == 1
    assert f'name="next" value="{escape("/ratings/?page=1&x=2")}"' in shown


def test_a_screen_in_the_hall_has_no_switch_and_obeys_its_address(client):
    tournament = make_tournament()

    answer = client.get(f"/tournaments/{tournament.slug}/hall/?language=pl")

    assert (answer.status_code, answer["Content-Language"]) == (200, "pl")
    assert 'name="language"' not in answer.text


@pytest.mark.parametrize("path", ["/", "/ratings/", "/api/v1/health/live/"])
def test_a_cache_keeps_the_languages_apart(client, path):
    assert {"Accept-Language", "Cookie"} <= {name.strip() for name in client.get(path)["Vary"].split(",")}
