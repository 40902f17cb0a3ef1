"""Paper: what is promised on one sheet comes out of the printer on one sheet."""

from __future__ import annotations

import datetime as dt
import re

import pytest
from django.utils import timezone
from playwright.sync_api import Page

from tests.browser.conftest import DESKTOP
from tests.factories import make_club, make_entry, make_partnership, make_player, make_round, make_tournament, make_user
from tournaments.models import Club, TableLink, Tournament

pytestmark = pytest.mark.django_db(transaction=True)

LONG = "Bartholomew Featherstonehaugh-Cholmondeley of Greater Wallo"
PAIRS = 32


@pytest.fixture
def director():
    return make_user("dan", password="a long enough one")


@pytest.fixture
def tournament(director) -> Tournament:
    """Sixteen tables of people whose names have sixty letters."""
    club = make_club("A Club With a Long Name of Its Own", director=director)
    tournament = make_tournament(club, name="The Long Names' Cup", rules={"end": "hands", "hands": 12}, rounds=1)
    for number in range(PAIRS):
        make_entry(tournament, make_partnership(club, *(_long_player(club, number, place) for place in "AB")))
    make_round(tournament)
    # The evening of the test lies in the past, and so would the end of its links.
    TableLink.objects.update(expires_at=timezone.now() + dt.timedelta(hours=1))
    return tournament


@pytest.fixture
def page(window, director) -> Page:
    page = window(size=DESKTOP)
    page.goto("/login/")
    page.get_by_label("Username").fill(director.username)
    page.get_by_label("Password").fill("a long enough one")
    page.get_by_role("button", name="Log in").click()
    return page


def sheets(page: Page, path: str) -> int:
    """Return on how many sheets a page comes out."""
    page.goto(path)
    document = page.pdf(prefer_css_page_size=True)
    return len(re.findall(rb"/Type\s*/Page\b", document))


def test_sheets_of_an_evening(page, tournament):
    round_ = tournament.rounds.get()
    slug = tournament.slug

    assert sheets(page, f"/rounds/{round_.pk}/print/seating/") == 1
    assert sheets(page, f"/rounds/{round_.pk}/print/score-sheets/") == PAIRS // 2
    assert sheets(page, f"/tournaments/{slug}/print/tables/") == PAIRS // 2
    assert sheets(page, f"/tournaments/{slug}/print/standings/") == 1


def test_chart_of_an_evening_hangs_on_the_wall_as_one_sheet(page, director):
    tournament = make_tournament(make_club("Thirty", director=director), people=30, rounds=8, movement="individual")
    make_round(tournament)

    assert sheets(page, f"/tournaments/{tournament.slug}/print/wall-chart/") == 1


def test_cards_of_a_table_take_at_most_a_sheet_each_however_long_the_names(page, director):
    club = make_club("Eight", director=director)
    tournament = make_tournament(club, rounds=7)
    for number in range(8):
        players = (_long_player(club, number, place) for place in "ab")
        make_entry(tournament, make_partnership(club, *players))
    make_round(tournament)

    assert sheets(page, f"/tournaments/{tournament.slug}/print/table-cards/") <= 4
    assert sheets(page, f"/tournaments/{tournament.slug}/print/guide-cards/") <= 8


@pytest.mark.parametrize(("hands", "needed"), [(20, 1), (40, 2)])
def test_sheet_of_five_lies_on_its_side(page, director, hands, needed):
    rules = {"end": "hands", "hands": hands}
    tournament = make_tournament(make_club("Five", director=director), people=5, table_size=5, rules=rules)
    round_ = make_round(tournament)

    assert sheets(page, f"/rounds/{round_.pk}/print/score-sheets/") == needed
    assert page.locator(".score-sheet").evaluate("sheet => sheet.scrollWidth <= sheet.clientWidth")


@pytest.mark.parametrize("kind", ["five_hundred", "fives_threes"])
def test_sheet_of_three_is_one(page, director, kind):
    club = make_club("Three", director=director)
    round_ = make_round(make_tournament(club, kind=kind, people=3, table_size=3))

    assert sheets(page, f"/rounds/{round_.pk}/print/score-sheets/") == 1


def _long_player(club: Club, number: int, place: str):
    return make_player(club, f"{LONG[:56]} {number:02}{place}")
