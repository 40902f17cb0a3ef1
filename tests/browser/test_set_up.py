"""A night set up by somebody who never read a manual: a club, 31 names, a few questions, paper, and the start."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import barriers
from tests.browser.conftest import DESKTOP, PHONE, SHOTS
from tests.factories import make_club, make_player, make_user
from tournaments.models import Club, Entry, Table, Tournament
from tournaments.models import Round as RoundRow

pytestmark = pytest.mark.django_db(transaction=True)

FIRST = ("Ann", "Žilvinas", "Nguyễn Thị", "Siobhán", "Łukasz", "D'Arcy", "Zoë", "Bob")
LAST = ("Lee", "Kazlauskas", "O'Brien-Featherstonehaugh", "Wójcik")
NAMES = [f"{first} {last}" for last in LAST for first in FIRST][:31]


class Walk:
    """One page after the other, each by the one thing that it asks for next."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.steps = 0

    def see(self, name: str) -> None:
        """Leave a picture, and find the page whole and open to everybody."""
        self.steps += 1
        width = self.page.viewport_size["width"]
        self.page.screenshot(path=SHOTS / f"set-up-{self.steps:02}-{name}-{width}.png", full_page=True)
        assert self.page.evaluate("document.documentElement.scrollWidth") == width
        assert barriers(self.page) == []

    def go(self, name: str | re.Pattern[str]) -> None:
        """Press what the page itself says comes next; there is one such thing on it."""
        step = self.page.locator("main .button-main:visible")
        expect(step).to_have_count(1)
        expect(step).to_have_text(name)
        step.click()


@pytest.mark.parametrize("size", [pytest.param(PHONE, id="390"), pytest.param(DESKTOP, id="1280")])
def test_night_of_thirty_one_is_set_up_by_the_next_step_of_each_page(window, size):
    make_user("olga", password="a long enough one")
    page = window(size=size)
    walk = Walk(page)
    page.goto("/login/")
    page.get_by_label("Username").fill("olga")
    page.get_by_label("Password").fill("a long enough one")
    walk.go("Log in")

    walk.see("home")
    walk.go("New club")
    page.get_by_label("Name of the club").fill("Stopwatch Club")
    walk.see("club")
    walk.go("Found the club")
    page.get_by_label("One a line").fill("\n".join(NAMES))
    walk.see("names")
    walk.go("Add them")
    walk.see("names-there")
    walk.go("Set up a night")

    page.get_by_label("Individuals, whose partners").check()
    walk.see("questions")
    walk.go("Set it up")
    walk.see("who-is-here")
    walk.go("All 31 players of the club are here")
    expect(page.get_by_text("31 players entered.")).to_be_visible()
    walk.see("entered")
    walk.go("How shall we play?")
    page.get_by_label("Minutes for the whole evening").fill("150")
    page.get_by_label("Minutes for a round").fill("30")
    page.get_by_role("button", name="What would you advise?").click()
    expect(page.locator(".next-step").get_by_text("5 rounds · 7 tables · nobody sits out · 2 h 30 min")).to_be_visible()
    walk.see("advice")
    walk.go("Play it: Changing partners, nobody sits out")
    walk.see("chosen")
    walk.go("Draw round 1")
    walk.see("draw")
    walk.go("Publish it: the round begins")
    walk.see("print-and-start")
    page.get_by_role("link", name="Print who sits where").click()
    expect(page.locator(".seat-line")).to_have_count(31)
    page.go_back()
    walk.go("Start the clock")
    expect(page.locator(".clock-left")).to_have_text(re.compile(r"^(30:00|29:\d\d)$"))
    expect(page.get_by_text("7 tables are still playing")).to_be_visible()
    walk.see("running")

    tournament = Tournament.objects.get()
    assert tournament.club == Club.objects.get(name="Stopwatch Club")
    assert tournament.status == Tournament.Status.RUNNING
    assert Entry.objects.filter(tournament=tournament).count() == 31
    assert RoundRow.objects.get().status == RoundRow.Status.PUBLISHED
    assert Table.objects.count() == 7


FOCUSED = """() => {
  const part = document.activeElement;
  const words = part.labels && part.labels.length ? part.labels[0].innerText : part.innerText;
  return [words.trim(), getComputedStyle(part).outlineStyle !== "none"];
}"""


def tab_to(page: Page, name: str) -> None:
    """Press the tabulator until something of that name has the focus, and shows it."""
    for _ in range(80):
        page.keyboard.press("Tab")
        words, is_shown = page.evaluate(FOCUSED)
        if words.startswith(name):
            assert is_shown, name
            return
    raise AssertionError(f"the tabulator does not come to {name}")


def test_night_is_set_up_with_the_keyboard_alone(window):
    club = make_club("Hearts Club", organiser=make_user("olga", password="a long enough one"))
    for number in range(1, 9):
        make_player(club, f"Player {number}")
    page = window(size=DESKTOP)
    page.goto(f"/login/?next=/clubs/{club.slug}/")
    tab_to(page, "Username")
    page.keyboard.type("olga")
    tab_to(page, "Password")
    page.keyboard.type("a long enough one")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Hearts Club")).to_be_visible()

    tab_to(page, "Set up a night")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="New tournament")).to_be_visible()
    tab_to(page, "Fixed pairs, two at a table")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_label("Individuals, whose partners")).to_be_checked()
    for step, then in (
        ("Set it up", "Who is here?"),
        ("All 8 players of the club are here", "What comes next"),
        ("How shall we play?", "How much time is there?"),
        ("Keep it, and go on", "Rounds: 0 of 5"),
        ("Draw round 1", "Round 1: the draw"),
        ("Publish it", "What comes next"),
    ):
        tab_to(page, step)
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name=then)).to_be_visible()
    tab_to(page, "Minutes")
    page.keyboard.type("30")
    page.keyboard.press("Enter")

    expect(page.locator(".clock-left")).to_have_text(re.compile(r"^(30:00|29:\d\d)$"))
    assert RoundRow.objects.get().status == RoundRow.Status.PUBLISHED
    assert Table.objects.count() == 2
