"""A night with handicaps in a browser: suggested, taken, told to everybody, at both widths."""

from __future__ import annotations

import datetime as dt

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.accounts import PASSWORD
from tests.browser.conftest import DESKTOP, PHONE, SHOTS
from tests.browser.test_looks import log_in
from tests.factories import make_entry, make_partnership, make_round, make_tournament, make_user
from tests.hands import play_out
from tests.ratings.factories import make_club, make_player
from tests.tournaments.services.test_handicaps import rate
from tournaments.models import ClubRole, Entry, TableLink
from tournaments.selectors.rights import link_token
from tournaments.selectors.tables import get_table

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = (
    "Ann Lee",
    "Bob O'Brien",
    "Žilvinas Kazlauskas",
    "Łukasz Wójcik",
    "Bartholomew Featherstonehaugh-Cholmondeley of Greater Wallop",
    "Konstantinopolitańczykowianeczkaniewiczównaszkowa",
    "Nguyễn Thị Hoa",
    "Siobhán Ní Dhomhnaill",
)


@pytest.fixture
def night():
    """Four pairs, the last of which is not rated, before the first round of a night with handicaps."""
    club = make_club()
    people = [make_player(club, name) for name in NAMES]
    ClubRole.objects.create(club=club, user=make_user("olga", password=PASSWORD), role="director")
    tournament = make_tournament(club, rules={"end": "hands", "hands": 2}, rounds=3, handicap="points")
    for first, second in zip(people[::2], people[1::2], strict=True):
        make_entry(tournament, make_partnership(club, first, second))
    mu = {1: [15_600, 15_800], 2: [14_700, 15_000], 3: [15_200, 15_100], 4: [15_000, None]}
    rate(tournament, mu, day=timezone.localdate())
    return tournament


@pytest.mark.parametrize("size", [pytest.param(PHONE, id="390"), pytest.param(DESKTOP, id="1280")])
def test_club_plays_a_night_with_handicaps(window, night, size):
    page, width = window(size=size), size["width"]

    def look(name, path):
        answer = page.goto(path)
        page.screenshot(path=SHOTS / f"handicaps-{name}-{width}.png", full_page=True)
        assert answer.status == 200
        assert page.evaluate("document.documentElement.scrollWidth") <= width, name

    log_in(page, "olga")
    home = f"/tournaments/{night.slug}/"
    look("suggested", f"{home}handicaps/")
    page.get_by_role("button", name="Take all suggestions").click()
    expect(page.get_by_role("link", name="Undo : 3 handicaps taken from the ratings")).to_be_visible()
    last = Entry.objects.get(tournament=night, number=4)
    page.get_by_label("Handicap of Nguyễn Thị Hoa + Siobhán Ní Dhomhnaill").fill("55")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    last.refresh_from_db()
    assert (last.handicap, last.handicap_day) == (55, None)

    round_ = make_round(night)
    tables = list(round_.tables.order_by("number"))
    look("taken", f"{home}handicaps/")
    look("seating", f"{home}seating/")
    look("hall", f"{home}hall/")
    look("score-sheets", f"/rounds/{round_.pk}/print/score-sheets/")
    look("seating-list", f"/rounds/{round_.pk}/print/seating/")
    TableLink.objects.update(expires_at=timezone.now() + dt.timedelta(hours=1))
    look("phone", f"/t/{link_token(TableLink.objects.get(table_number=1))}/")
    for table in tables:
        play_out(table, winner=next(side.index for side in get_table(table.pk).sides if side.start == 0))
    look("table", f"/tables/{tables[0].pk}/desk/")
    look("desk", f"/rounds/{round_.pk}/desk/")
    look("results", f"/rounds/{round_.pk}/")
    look("standings", f"{home}standings/")
    look("entry", f"/entries/{last.pk}/")
    look("public", home)

    page.goto(f"{home}handicaps/")
    page.get_by_label("Handicap of Nguyễn Thị Hoa + Siobhán Ní Dhomhnaill").fill("300")
    page.get_by_label("Why?").fill("misread")
    page.screenshot(path=SHOTS / f"handicaps-correct-{width}.png", full_page=True)
    page.get_by_role("button", name="See what it moves").click()
    expect(page.get_by_role("heading", name="What changes")).to_be_visible()
    page.screenshot(path=SHOTS / f"handicaps-moves-{width}.png", full_page=True)
    page.get_by_role("button", name="Yes, change it").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    last.refresh_from_db()
    assert last.handicap == 300
