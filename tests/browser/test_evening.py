"""The organiser's evening, from a new club to final standings, by clicking alone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE
from tests.factories import make_user
from tournaments.models import Publication, Tournament

pytestmark = pytest.mark.django_db(transaction=True)

PAIRS = """Ann Lee + Bob O'Brien
Žilvinas Łukas + Nguyễn Thị Hoa
Bartholomew Featherstonehaugh-Cholmondeley of Greater Wallop + Cy Dee"""


def log_in(page: Page) -> None:
    make_user("olga", password="a long enough one")
    page.goto("/login/")
    page.get_by_label("Username").fill("olga")
    page.get_by_label("Password").fill("a long enough one")
    page.get_by_role("button", name="Log in").click()


def found_a_club(page: Page) -> None:
    page.get_by_role("link", name="New club").click()
    page.get_by_label("Name of the club").fill("Stopwatch Club")
    page.get_by_label("Time zone").select_option("Europe/Warsaw")
    page.get_by_role("button", name="Found the club").click()
    page.get_by_label("One a line").fill("Ann Lee\nBob O'Brien\nann lee")
    page.get_by_role("button", name="Add them").click()
    page.get_by_label("the same person as in line 1").check()
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_text("2 players added.")).to_be_visible()


def set_up_a_tournament(page: Page) -> None:
    page.get_by_role("link", name="Set up a night").click()
    page.get_by_label("What is it called?").fill("Monday Night")
    page.get_by_label("How many hands a table?").fill("1")
    page.get_by_text("Rounds and time").click()
    page.get_by_label("Number of rounds").fill("1")
    page.get_by_role("button", name="Set it up").click()
    page.get_by_label("One a line").fill(PAIRS)
    page.get_by_role("button", name="Enter them").click()
    expect(page.get_by_text("3 pairs entered.")).to_be_visible()


def enter_at_the_desk(page: Page) -> None:
    page.get_by_role("link", name="Table 1", exact=True).click()
    page.get_by_label(re.compile("^North:")).check()
    page.get_by_label("With which bid?").select_option("8H")
    page.get_by_label("Tricks of that side").select_option("9")
    page.get_by_role("button", name="Enter the hand").click()
    expect(page.get_by_text("8♥︎ by North, tricks: 9")).to_be_visible()


def correct_it(page: Page) -> None:
    page.get_by_role("link", name="Correct hand 1").click()
    page.get_by_label("Tricks of that side").select_option("8")
    page.get_by_label("Reason").fill("they had eight")
    page.get_by_role("button", name="See what changes").click()
    expect(page.get_by_role("heading", name="What changes")).to_be_visible()
    page.get_by_role("button", name="Correct the hand").click()
    expect(page.get_by_text("corrected: they had eight")).to_be_visible()


@pytest.mark.parametrize("size", [pytest.param(PHONE, id="390"), pytest.param(DESKTOP, id="1280")])
def test_evening_from_a_new_club_to_final_standings(window, size):
    page = window(size=size)
    log_in(page)
    found_a_club(page)
    set_up_a_tournament(page)

    page.get_by_role("link", name="Next: the draw").click()
    page.get_by_role("button", name="Draw round 1").click()
    expect(page.get_by_text("sits out, for the first time.")).to_be_visible()
    page.get_by_role("button", name="Publish it").click()
    page.get_by_label("Minutes").fill("30")
    page.get_by_role("button", name="Start the clock").click()
    expect(page.locator(".clock-left")).to_have_text(re.compile(r"^(30:00|29:\d\d)$"))

    page.get_by_role("button", name="Close the round").click()
    expect(page.get_by_text("these tables are not complete: 1.")).to_be_visible()

    enter_at_the_desk(page)
    correct_it(page)
    page.get_by_role("link", name="Round 1").click()
    page.get_by_role("button", name="Close the round").click()
    page.get_by_role("link", name="What comes next").click()
    page.get_by_role("link", name="Publish the standings").click()
    expect(page.get_by_label("Final: the tournament is finished")).to_be_checked()
    page.get_by_role("button", name="Publish").click()

    expect(page.get_by_role("heading", name="Standings no. 1")).to_be_visible()
    assert Publication.objects.get().kind == "final"
    assert Tournament.objects.get().status == Tournament.Status.FINISHED


def test_desk_follows_the_tables_without_a_reload(window):
    director = window(size=DESKTOP)
    log_in(director)
    found_a_club(director)
    set_up_a_tournament(director)
    director.get_by_role("link", name="Next: the draw").click()
    director.get_by_role("button", name="Draw round 1").click()
    director.get_by_role("button", name="Publish it").click()
    expect(director.get_by_text("1 table is still playing")).to_be_visible()
    desk = director.url
    director.get_by_role("link", name="Print the tables' QR codes").click()
    address = director.locator(".address").inner_text()
    director.goto(desk)
    director.evaluate("window.wasHere = true")

    phone = window()
    phone.goto(address)
    phone.locator("[data-passed-in]").click()
    phone.locator("#send").click()
    expect(phone.locator("#complete")).to_be_visible()

    expect(director.get_by_text("All tables are complete")).to_be_visible()
    assert director.evaluate("window.wasHere") is True
