"""Pages that follow a tournament: what they tell their script, and what they answer when nothing has changed."""

from __future__ import annotations

import re

import pytest
from django.contrib.messages import constants
from django.contrib.messages.storage.base import Message
from django.contrib.messages.storage.cookie import CookieStorage
from django.core.cache import cache
from django.http import HttpResponse
from django.test import RequestFactory
from django.utils import timezone

from tests.factories import NOW, make_round, make_tournament
from tests.hands import enter, fh_line
from tournaments.actors import SYSTEM
from tournaments.models import ClubRole, Tournament
from tournaments.selectors.live import version_of_tournament
from tournaments.selectors.tables import get_table
from tournaments.services import clubs

pytestmark = pytest.mark.django_db


@pytest.fixture
def round_(club):
    rules = {"end": "hands", "hands": 2}
    return make_round(make_tournament(club, pairs=2, rounds=1, rules=rules))


@pytest.fixture(autouse=True)
def _nothing_kept():
    cache.clear()


def pages(round_):
    slug = round_.tournament.slug
    return [f"/tournaments/{slug}/standings/", f"/tournaments/{slug}/hall/", f"/rounds/{round_.pk}/desk/"]


def post_hand(round_):
    table = round_.tables.first()
    coming = get_table(table.pk).next_hand
    enter(table, fh_line(dealer=coming.starter), number=coming.number)


def test_page_says_which_version_it_shows_and_where_the_stream_is(as_user, round_, settings):
    settings.LIVE_PORT = 8001
    version = version_of_tournament(round_.tournament.slug).version
    browser = as_user("dan")

    for path in pages(round_):
        answer = browser.get(path, headers={"host": "127.0.0.1:8000"})
        text = answer.content.decode()
        assert f'data-slug="{round_.tournament.slug}" data-version="{version}" data-port="8001"' in text, path
        assert "connect-src 'self' http://127.0.0.1:8001;" in answer.headers["Content-Security-Policy"] + ";", path


def test_page_behind_a_proxy_listens_at_its_own_address(as_user, round_, settings):
    settings.LIVE_PORT = 0

    answer = as_user().get(pages(round_)[0])

    assert 'data-port="0"' in answer.content.decode()
    assert "connect-src" not in answer.headers["Content-Security-Policy"]


def test_page_without_a_stream_names_none(as_user, round_):
    answer = as_user().get(pages(round_)[0])

    assert "data-version=" in answer.content.decode()
    assert "data-port" not in answer.content.decode()
    assert "connect-src" not in answer.headers["Content-Security-Policy"]


def within_a_minute(act):
    """Return what the act returns, done again if the minute has changed meanwhile: some pages tell the time."""
    while True:
        before, done = timezone.now().minute, act()
        if timezone.now().minute == before:
            return done


@pytest.mark.parametrize("number", [0, 1, 2])
def test_page_is_not_sent_again_until_something_changes(as_user, round_, number):
    browser, path = as_user("dan"), pages(round_)[number]
    # The first page may set a cookie, by which the next one is told from it.
    browser.get(path)

    def ask_twice():
        etag = browser.get(path).headers["ETag"]
        return etag, browser.get(path, headers={"if-none-match": etag})

    etag, again = within_a_minute(ask_twice)
    post_hand(round_)
    changed = browser.get(path, headers={"if-none-match": etag})

    assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", etag)
    assert (changed.status_code, changed.headers["ETag"] != etag) == (200, True)


def test_page_of_one_reader_is_not_taken_for_anothers(as_user, round_):
    path = pages(round_)[0]
    everybodys = as_user().get(path).headers["ETag"]

    answer = as_user("dan").get(path, headers={"if-none-match": everybodys})

    assert answer.status_code == 200
    assert "dan" in answer.content.decode()
    assert "Cookie" in answer.headers["Vary"]


def test_page_in_one_language_is_not_taken_for_that_in_another(as_user, round_):
    path = pages(round_)[0]
    english = as_user().get(path, headers={"accept-language": "en"})

    polish = as_user().get(path, headers={"accept-language": "pl", "if-none-match": english.headers["ETag"]})

    assert (polish.status_code, polish.headers["Content-Language"]) == (200, "pl")


def test_page_for_everybody_is_made_once_for_each_version(as_user, round_, django_assert_num_queries):
    path = pages(round_)[0]
    first = as_user().get(path)

    with django_assert_num_queries(1):
        second = as_user().get(path)
    post_hand(round_)
    third = as_user().get(path)

    assert second.content == first.content
    assert third.content != second.content
    assert third.headers["ETag"] != second.headers["ETag"]


def test_page_kept_for_everybody_names_the_address_at_which_it_was_asked_for(as_user, round_):
    path = pages(round_)[0]
    asked = [("localhost", False), ("127.0.0.1:8000", False), ("127.0.0.1:8000", True)]

    answers = [as_user().get(path, headers={"host": host}, secure=secure) for host, secure in asked]

    linked = [re.findall(r'(?:canonical" href|og:url" content)="([^"]+)"', page.content.decode()) for page in answers]
    addresses = [f"http://localhost{path}", f"http://127.0.0.1:8000{path}", f"https://127.0.0.1:8000{path}"]
    assert linked == [[address] * 2 for address in addresses]
    assert len({page.headers["ETag"] for page in answers}) == 3


def test_page_made_for_somebody_is_never_kept_for_everybody(as_user, round_):
    path = pages(round_)[0]
    own = as_user("dan").get(path).content.decode()

    everybodys = as_user().get(path).content.decode()

    assert "dan" in own
    assert "csrfmiddlewaretoken" in own
    assert "dan" not in re.sub(r"<script.*", "", everybodys)
    assert "csrfmiddlewaretoken" not in everybodys


def test_page_with_something_to_say_is_sent_whole_and_not_kept(as_user, round_):
    browser, path = as_user(), pages(round_)[0]
    etag = browser.get(path).headers["ETag"]
    said = HttpResponse()
    CookieStorage(RequestFactory().get("/"))._store([Message(constants.SUCCESS, "That is done.")], said)
    browser.cookies["messages"] = said.cookies["messages"].value

    answer = browser.get(path, headers={"if-none-match": etag})

    assert answer.status_code == 200
    assert "That is done." in answer.content.decode()
    assert "ETag" not in answer.headers
    assert "That is done." not in as_user().get(path).content.decode()


def test_desk_of_somebody_whose_role_was_taken_away_is_refused(as_user, round_):
    browser, path = as_user("dan"), pages(round_)[2]
    browser.get(path)
    etag = browser.get(path).headers["ETag"]
    role = ClubRole.objects.get(user__username="dan")
    clubs.revoke_role(club_id=role.club_id, user_id=role.user_id, actor=SYSTEM, now=NOW)

    assert browser.get(path, headers={"if-none-match": etag}).status_code == 403


def test_pages_with_a_clock_are_in_no_store(as_user, round_):
    stored = [as_user("dan").get(path).headers["Cache-Control"] for path in pages(round_)]

    assert "no-store" not in stored[0]
    assert ["no-store" in one for one in stored[1:]] == [True, True]


@pytest.mark.parametrize("path", ["/tournaments/none/standings/", "/tournaments/none/hall/", "/rounds/99/desk/"])
def test_live_page_of_nothing_is_not_found(as_user, path):
    assert as_user("dan").get(path).status_code == 404


def test_live_page_of_a_tournament_that_was_taken_out_is_not_found(as_user, round_):
    browser, path = as_user(), pages(round_)[0]
    etag = browser.get(path).headers["ETag"]
    Tournament.objects.filter(pk=round_.tournament_id).update(taken_out_at=NOW)

    assert browser.get(path, headers={"if-none-match": etag}).status_code == 404
