"""A season from the club's page to its table, opened to be checked, on a phone and at a desk."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.axe import barriers
from tests.browser.conftest import DESKTOP, PHONE, SHOTS
from tests.browser.test_looks import PEOPLE, log_in
from tests.factories import make_club, make_partnership, make_player, make_user
from tests.series import begin_night, hold_night

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=lambda size: f"{size['width']}")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_series_is_set_up_and_read(window, size, scheme):
    club = make_club("Hearts", organiser=make_user("olga", password="a long enough one"))
    pairs = [make_partnership(club, *(make_player(club, name) for name in names)) for names in PEOPLE[:4]]
    hold_night(club, pairs[0], pairs[1], week=-1, kind="fives_threes")
    for week, (winners, losers) in enumerate([(0, 1), (1, 2), (0, 2), (2, 3), (3, 0), (0, 1)]):
        hold_night(club, pairs[winners], pairs[losers], week=week, tricks=10 if week % 2 else 8)
    begin_night(club, pairs[1], pairs[3], week=6)
    page = window(size=size, scheme=scheme)
    shots = SHOTS / "series"
    shot = f"{size['width']}-{scheme}.png"

    log_in(page, "olga")
    page.goto(f"/clubs/{club.slug}/")
    page.get_by_role("link", name="New series").click()
    page.get_by_label("Name").fill("Spring season")
    page.get_by_label("First day").fill("2026-03-14")
    page.get_by_label("Best nights that count").fill("2")
    page.get_by_label("Nights needed for a rank").fill("3")
    page.screenshot(path=shots / f"new-{shot}", full_page=True)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("checkbox", checked=True)).to_have_count(7)
    page.screenshot(path=shots / f"nights-{shot}", full_page=True)
    page.get_by_role("button", name="Save").click()

    expect(page.get_by_role("heading", name="Spring season")).to_be_visible()
    expect(page.get_by_text("6 of 7 nights are final.")).to_be_visible()
    page.get_by_role("region", name="Standings").get_by_role("link", name="Ann Lee").click()
    expect(page.get_by_text("Total: 10 + 10 = 20").first).to_be_visible()
    slams = page.get_by_role("region", name="Most slams")
    slams.locator("summary").first.click()
    expect(slams.get_by_role("link", name="hand 1").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert barriers(page) == []
    page.screenshot(path=shots / f"page-{shot}", full_page=True)

    slams.get_by_role("link", name="hand 1").first.click()
    expect(page).to_have_url(re.compile(r"/hands/1/view/$"))
