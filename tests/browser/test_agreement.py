"""Both sides agree at the table: on two phones, on one, or not at all; then both versions lie on the desk."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from gameplay.models import HandSubmission
from tests.browser.conftest import PHONE, SHOTS
from tests.browser.phones import sit_down, tap
from tests.browser.test_looks import log_in
from tests.factories import make_club, make_table, make_user
from tournaments.models import HandAgreement, Table

pytestmark = pytest.mark.django_db(transaction=True)

TWO_HANDS = {"end": "hands", "hands": 2}


def shoot(page: Page, name: str) -> None:
    SHOTS.mkdir(exist_ok=True)
    page.screenshot(path=SHOTS / f"agreement-{name}-390.png", full_page=True)


def voices(table: Table) -> list[tuple[int, int | None]]:
    rows = HandAgreement.objects.filter(record__game__leg__table=table).order_by("record__number", "side")
    return list(rows.values_list("record__number", "side"))


def speak_for(page: Page, side: str) -> None:
    page.locator("#agree-choices").get_by_text(side, exact=True).click()


def test_side_that_enters_agrees_and_the_other_does_on_its_own_phone(window):
    table = make_table(agreement="hand", rules=TWO_HANDS)
    first, second = sit_down(window()), sit_down(window())
    expect(first.locator("#agreement")).to_contain_text("Which side are you?")
    shoot(first, "which-side")
    speak_for(first, "NS")
    speak_for(second, "EW")

    tap(first, seat=0, bid="7S", tricks=8)
    first.locator("#send").click()

    expect(first.locator("#agree-voices")).to_contain_text("Waiting for EW to agree.")
    shoot(first, "waiting")
    assert voices(table) == [(1, 0)]
    second.reload()
    expect(second.locator("#agree-rows")).to_contain_text("7♠")
    expect(second.locator("#devices")).to_contain_text("2 devices are open at this table.")
    shoot(second, "asked")
    second.get_by_role("button", name="EW: we agree").click()

    expect(second.locator("#agreement")).to_be_hidden()
    assert voices(table) == [(1, 0), (1, 1)]


def test_other_side_agrees_on_the_same_phone_and_the_table_is_done(window):
    table = make_table(agreement="table", rules={"end": "hands", "hands": 1})
    page = sit_down(window())
    speak_for(page, "NS")

    tap(page, seat=0, bid="7S", tricks=8)
    page.locator("#send").click()
    page.get_by_role("button", name="NS: we agree").click()
    expect(page.locator("#agree-voices")).to_contain_text("Waiting for EW to agree.")
    expect(page.locator("#complete")).to_be_hidden()
    page.get_by_role("button", name="EW agree, on this phone").click()

    expect(page.locator("#complete")).to_be_visible()
    expect(page.locator("#agreement")).to_be_hidden()
    assert voices(table) == [(1, 0), (1, 1)]


def test_side_sends_its_own_version_and_the_director_settles_it(window):
    director = make_user("dan", password="a long enough one")
    table = make_table(agreement="hand", rules=TWO_HANDS, club=make_club(director=director))
    page = sit_down(window())
    speak_for(page, "EW")
    tap(page, seat=0, bid="7S", tricks=8)
    page.locator("#send").click()
    expect(page.locator("#agree-rows")).to_contain_text("Hand 1")

    page.get_by_role("button", name="This is not right").click()
    expect(page.locator("#next-hand")).to_contain_text("Hand 1, as you have it")
    shoot(page, "own-version")
    tap(page, seat=0, bid="7S", tricks=7)
    page.get_by_role("button", name="Send our version of hand 1").click()

    expect(page.locator("#news")).to_contain_text("The director has your version of hand 1")
    expect(page.locator("#next-hand")).to_contain_text("Hand 2 of 2")
    shoot(page, "disputed")
    post = HandSubmission.objects.get(outcome="disputed")
    assert (post.payload["tricks"], post.dispute.side) == ([7, 3], 1)

    desk = window(size=PHONE)
    log_in(desk, "dan")
    desk.goto(f"/rounds/{table.round_id}/desk/")
    shoot(desk, "desk")
    desk.get_by_role("link", name="Settle it").click()
    shoot(desk, "settle")
    desk.get_by_label("Why it stands").fill("score sheet seen")
    desk.get_by_role("button", name="Keep what is in the books").click()
    expect(desk.locator("body")).to_contain_text("Settled: what is in the books stands.")
    assert voices(table) == [(1, 1), (1, None)]
