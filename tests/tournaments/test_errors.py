"""What is refused, in words of the reader's language."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from config.embedded.paths import CHECKOUT
from tournaments.errors import ThingNotFound


def test_every_thing_that_may_not_be_found_has_its_sentence():
    sources = [path for app in ("tournaments", "ratings", "config") for path in (CHECKOUT / app).rglob("*.py")]
    things = {
        thing for path in sources for thing in re.findall(r'ThingNotFound\(thing="([^"]+)"\)', path.read_text("utf-8"))
    }

    assert len(things) > 20
    assert things - ThingNotFound.sentences.keys() == set()


def test_a_sentence_says_what_was_not_found():
    assert ThingNotFound(thing="club").detail == "There is no such club."
    assert ThingNotFound(thing="whatever").detail == "There is no such whatever."


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en-gb", "There is no such club."), ("pl", "Nie ma takiego klubu."), ("lt", "Tokio klubo nėra.")],
)
def test_what_is_not_found_is_said_in_the_language_of_the_reader(language, sentence):
    client = Client(headers={"accept-language": language})

    assert client.get("/api/v1/clubs/nowhere/").json()["detail"] == sentence
    assert sentence in client.get("/clubs/nowhere/").content.decode()
