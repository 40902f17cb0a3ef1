"""A draw that takes long: the page waits for it and goes on by itself."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, PHONE, SHOTS
from tests.factories import NOW, make_club, make_tournament, make_user
from tournaments.actors import SYSTEM
from tournaments.imports import PairLine
from tournaments.services import entries
from tournaments.tasks import make_open_draws

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desk"])
def test_page_of_a_large_draw_goes_on_to_the_draft(window, size):
    club = make_club("Hearts Club", director=make_user("dan", password="cards for all"))
    tournament = make_tournament(club, movement="double_round_robin", rounds=4)
    lines = [PairLine(line, f"Ann {line:02}", f"Bob {line:02}") for line in range(1, 26)]
    entries.admit_lines(actor=SYSTEM, tournament_id=tournament.pk, lines=lines, add_unknown=True, now=NOW)
    page = window(size=size)
    page.goto(f"/login/?next=/tournaments/{tournament.slug}/manage/")
    page.get_by_label("Username").fill("dan")
    page.get_by_label("Password").fill("cards for all")
    page.get_by_role("button", name="Log in").click()

    page.get_by_role("button", name="Draw round 1").click()
    expect(page.get_by_role("heading", name="It is being drawn")).to_be_visible()
    expect(page.get_by_text("It waits for the worker.")).to_be_visible()
    page.screenshot(path=SHOTS / f"large-draw-{size['width']}.png", full_page=True)
    assert page.evaluate("document.documentElement.scrollWidth") == size["width"]
    make_open_draws.apply(throw=True)

    expect(page.get_by_role("button", name="Publish it: the round begins")).to_be_visible()
