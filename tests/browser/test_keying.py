"""A pile of score sheets keyed with the keyboard alone, on a laptop and on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from gameplay.models import HandSubmission
from tests.browser.conftest import DESKTOP, PHONE, SHOTS
from tests.browser.test_looks import log_in
from tests.factories import NOW, make_club, make_round, make_tournament, make_user
from tests.hands import enter, fh_line
from tournaments.actors import SYSTEM
from tournaments.models import KeyingSheet
from tournaments.services import results

pytestmark = pytest.mark.django_db(transaction=True)

FIRST = [fh_line(dealer=0), fh_line(dealer=1, seat=1, bid="6H", tricks=(3, 7))]


def shoot(page: Page, name: str) -> None:
    SHOTS.mkdir(exist_ok=True)
    width = page.viewport_size["width"]
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.screenshot(path=SHOTS / f"keying-{name}-{width}.png", full_page=True)


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_pile_is_keyed_without_a_mouse_and_the_director_sees_what_differs(window, size):
    scorer, director = make_user("sam", password="a long enough one"), make_user("dan", password="a long enough one")
    club = make_club(scorer=scorer, director=director)
    round_ = make_round(make_tournament(club, pairs=4, rules={"end": "hands", "hands": 2}))
    for table in round_.tables.all():
        results.set_first_starter(actor=SYSTEM, table_id=table.pk, seat=0, now=NOW)
        for number, record in enumerate(FIRST, 1):
            enter(table, record, number=number)
    page = window(size=size)
    log_in(page, "sam")
    page.goto(f"/rounds/{round_.pk}/second-keying/")
    shoot(page, "take")
    page.get_by_role("button", name="Take them").click()

    def key(line: str) -> None:
        expect(page.get_by_label("Hand", exact=True)).to_be_focused()
        page.keyboard.type(line)
        page.keyboard.press("Enter")

    key("N 7S 8")
    expect(page.get_by_role("heading", name="Hand 2")).to_be_visible()
    key("E 6H 17")
    expect(page.locator(".errors, .errorlist").first).to_contain_text("17 is no number of tricks.")
    shoot(page, "wrong")
    page.get_by_label("Hand", exact=True).fill("")
    page.keyboard.type("E 6H 6")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="The sheet is complete")).to_be_visible()
    shoot(page, "complete")
    key("")
    expect(page.get_by_role("heading", name="Sheet of table 2")).to_be_visible()
    shoot(page, "next")
    key("skip")
    key("done")
    expect(page.get_by_text("All sheets of your pile are handed in.")).to_be_visible()
    shoot(page, "done")
    assert KeyingSheet.objects.filter(handed_in_at=None).count() == 0
    assert HandSubmission.objects.filter(source="second_keying", outcome="conflict").count() == 3

    desk = window(size=size)
    log_in(desk, "dan")
    desk.goto(f"/rounds/{round_.pk}/second-keying/")
    shoot(desk, "found")
    desk.goto(f"/rounds/{round_.pk}/desk/")
    expect(desk.get_by_text("Keyed the second time").first).to_be_visible()
    shoot(desk, "desk")
