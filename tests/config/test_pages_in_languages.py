"""Whoever chose a language reads every page in it: no sentence is left in English, whether it is marked or not."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from django.test import Client

from ratings.services.drain import drain
from ratings.services.refresh import refresh_dirty_pools
from tests.english import left_in
from tests.factories import NOW, make_club, make_round, make_tournament, make_user
from tests.hands import play_round
from tournaments.actors import Actor
from tournaments.models import Membership
from tournaments.services import publishing

pytestmark = pytest.mark.django_db

MOST_PAGES = 200
# Names of places, what an installation calls itself, what programs read, and the log, which quotes what was written.
LEFT = re.compile(r"^/(clubs/(new|klubas/settings)|tournaments/[^/]+/log|acts/)")
ASIDE = ("/static/", "/api/", "/admin/", "/logout/", "/account/", "/tournaments/klubas-vakaras/file/")


def crawled(client):
    """Return a page of each kind that can be reached from the first one, and of each a second one, by address."""
    waiting, pages, kinds = ["/"], {}, Counter()
    while waiting and len(pages) < MOST_PAGES:
        path = waiting.pop()
        kind = re.sub(r"\d+", "1", path)
        kinds[kind] += 1
        if kinds[kind] > 2:
            continue
        answer = client.get(path)
        html = answer.content.decode() if "html" in answer.get("Content-Type", "") and not answer.streaming else ""
        if not LEFT.match(path):
            pages[path] = html
        for linked in re.findall(r'(?:href|hx-get)="(/[^"#]*)', html):
            found = linked.replace("&amp;", "&")
            if found not in pages and found not in waiting and not found.startswith(ASIDE):
                waiting.append(found)
    return pages


@pytest.fixture
def organiser():
    return make_user("zuzana")


def make_night(kind, organiser):
    """An evening in its second round with a published result, everybody there with a name that is no English."""
    club = make_club("Klubas", organiser=organiser)
    who = {"actor": Actor(user_id=organiser.pk), "now": NOW}
    rules = {"end": "hands", "hands": 2} if kind == "five_hundred" else {}
    tournament = make_tournament(
        club, name="Vakaras", kind=kind, actor=who["actor"], rounds=3, rules=rules, movement="swiss", pairs=5
    )
    Membership.objects.filter(club=club).update(display_name="Ąžuolas Žukas")
    play_round(make_round(tournament))
    publishing.publish_standings(kind="provisional", reason="", tournament_id=tournament.pk, **who)
    make_round(tournament)
    drain(now=NOW)
    refresh_dirty_pools(now=NOW)
    return tournament


@pytest.mark.parametrize("kind", ["five_hundred", "fives_threes"])
def test_no_page_of_an_organiser_has_english_left(kind, organiser):
    make_night(kind, organiser)
    client = Client(headers={"accept-language": "lt"})
    client.force_login(organiser)

    pages = crawled(client)

    assert 60 < len(pages) < MOST_PAGES
    assert left_in(pages, "lt") == set()


@pytest.mark.parametrize("kind", ["five_hundred", "fives_threes"])
def test_no_page_for_everybody_has_english_left(kind, organiser):
    tournament = make_night(kind, organiser)
    client = Client(headers={"accept-language": "lt"})

    pages = crawled(client)
    link = f"/tournaments/{tournament.slug}/hall/"
    pages[link] = client.get(link).content.decode()

    assert 20 < len(pages) < MOST_PAGES
    assert left_in(pages, "lt") == set()


def test_english_would_be_found():
    pages = {
        "/": '<p title="Table links">Lentelė</p><p>Print <b>of the</b></p><button lang="en-gb">English of us</button>'
    }

    assert left_in(pages, "lt") == {("Table links", "/"), ("Print", "/"), ("of the", "/")}
