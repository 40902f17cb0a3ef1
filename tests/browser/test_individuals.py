"""An evening whose company changes, and its pages: set up, entered, drawn, scored, at the widths of phone and desk."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, SHOTS
from tests.factories import make_club, make_user
from tournaments.models import Table
from tournaments.selectors.tables import get_table

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = "Ann Lee\nBob O'Brien\nŽilvinas Kazlauskas\nNguyễn Thị Hoa\nSiobhán Ní Dhomhnaill"


def looked_at(page: Page, name: str) -> None:
    """Leave a picture of a page, out of which nothing sticks."""
    width = page.viewport_size["width"]
    page.screenshot(path=SHOTS / f"individuals-{name}-{width}.png", full_page=True)
    assert page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desk"])
def test_evening_of_five_individuals(window, size):
    club = make_club("Hearts Club", organiser=make_user("olga", password="cards for all"))
    page = window(size=size)
    page.goto(f"/login/?next=/clubs/{club.slug}/tournaments/new/")
    page.get_by_label("Username").fill("olga")
    page.get_by_label("Password").fill("cards for all")
    page.get_by_role("button", name="Log in").click()

    page.get_by_label("What is it called?").fill("Round of five")
    expect(page.get_by_label("How many people at a table?")).to_be_hidden()
    page.get_by_label("Individuals, whose partners").check()
    page.get_by_label("How many people at a table?").select_option("5")
    looked_at(page, "set-up")
    page.locator("main form button[type=submit]").click()

    page.get_by_label("One a line").fill(NAMES)
    page.get_by_role("button", name="Enter them").click()
    expect(page.get_by_text("5 players entered.")).to_be_visible()
    looked_at(page, "entries")
    page.get_by_role("link", name="Next: the draw").click()
    page.get_by_role("button", name="Draw round 1").click()
    looked_at(page, "draft")
    page.get_by_role("button", name="Publish").click()

    table = Table.objects.get()
    page.goto(f"/tables/{table.pk}/desk/")
    page.get_by_label("seat 2:").first.check()
    page.get_by_label("With which bid?").select_option("7S")
    page.get_by_label("Which partner was called?").select_option("3")
    for side, tricks in enumerate("14140"):
        page.locator(f'select[name="tricks_{side}"]').select_option(tricks)
    looked_at(page, "desk")
    page.get_by_role("button", name="Enter the hand").click()
    expect(page.get_by_text("Hand 1 is in.")).to_be_visible()
    expect(page.get_by_text("by seat 2 with seat 4, tricks: 8")).to_be_visible()
    assert get_table(table.pk).progress.hands_entered == 1
    for name, path in {
        "hand": f"/tables/{table.pk}/legs/1/hands/1/view/",
        "seating": f"/tournaments/{table.round.tournament.slug}/seating/",
        "standings": f"/tournaments/{table.round.tournament.slug}/standings/",
        "sheets": f"/rounds/{table.round_id}/print/score-sheets/",
    }.items():
        page.goto(path)
        looked_at(page, name)
