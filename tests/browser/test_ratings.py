"""The pages of the ratings, their published lists and their workings, on a phone and on a desk."""

from __future__ import annotations

import datetime as dt

import pytest

from ratings.models import RatingPool
from ratings.services.drain import drain
from ratings.services.lists import publish_list
from ratings.services.refresh import refresh_dirty_pools
from tests.browser.conftest import DESKTOP, PHONE, SHOTS
from tests.ratings.factories import DAY, NOW, correct_hand, make_club, make_player, play_round, tables_of
from tournaments.actors import SYSTEM

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = (
    "Ann Lee",
    "Žilvinas Kazlauskas",
    "Nguyễn Thị Hoa",
    "Konstantinopolitańczykowianeczkaniewiczównaszkowa",
    "Bartholomew Featherstonehaugh-Cholmondeley of Greater Wallop",
    "Zoë Clarke",
)
WEEK = dt.timedelta(days=7)


def make_season():
    """Return a pool with two lists, of which the second has a correction and results that came late; and a player."""
    club = make_club("hearts")
    players = [make_player(club, name) for name in NAMES]
    rounds = [
        play_round(club, [(players[:2], players[2:4], outcome)], day=DAY + week * WEEK)
        for week, outcome in enumerate(["won", "lost", "won", "tied"])
    ]
    play_round(club, [([players[0], players[4]], [players[3], players[5]], "won")], day=DAY + 3 * WEEK)
    drain(now=NOW)
    refresh_dirty_pools(now=NOW)
    pool = RatingPool.objects.get()
    publish_list(actor=SYSTEM, pool_id=pool.pk, now=NOW + 3 * WEEK)
    later = NOW + 4 * WEEK
    reason = "The tricks of the two sides were swapped on the sheet, as both sides remembered the week after"
    correct_hand(tables_of(rounds[1])[0], "won", reason=reason, now=later)
    play_round(club, [(players[2:4], players[4:], "won")], day=DAY + WEEK)
    play_round(club, [(players[:2], players[4:], "lost")], day=later.date())
    publish_list(actor=SYSTEM, pool_id=pool.pk, now=later)
    return pool, players[0]


@pytest.mark.parametrize("size", [pytest.param(PHONE, id="390"), pytest.param(DESKTOP, id="1280")])
def test_pages_of_ratings_fit_their_width(window, size):
    pool, player = make_season()
    page = window(size=size)
    home = f"/ratings/{pool.pk}"
    pages = {
        "live": f"{home}/",
        "lists": f"{home}/lists/",
        "list-1": f"{home}/lists/1/",
        "list-2": f"{home}/lists/2/",
        "player": f"{home}/players/{player.pk}/",
        "day": f"{home}/players/{player.pk}/days/{DAY + 3 * WEEK}/",
        "day-text": f"{home}/players/{player.pk}/days/{DAY + 3 * WEEK}/text/",
    }
    too_wide = {}

    for name, path in pages.items():
        answer = page.goto(path)
        width = page.evaluate("document.documentElement.scrollWidth")
        page.screenshot(path=SHOTS / f"ratings-{name}-{size['width']}.png", full_page=True)
        if answer.status != 200 or (width > size["width"] and name != "day-text"):
            too_wide[name] = (answer.status, width)

    assert too_wide == {}


def test_list_is_printed_without_what_is_only_for_the_screen(window):
    pool, _ = make_season()
    page = window(size=DESKTOP)
    page.goto(f"/ratings/{pool.pk}/lists/2/")

    page.emulate_media(media="print")

    page.screenshot(path=SHOTS / "ratings-list-print.png", full_page=True)
    assert not page.locator(".tabs").is_visible()
    assert not page.locator(".site-header").is_visible()
    assert page.locator("tbody tr").count() == len(NAMES)
