"""The pages on which acts are undone and people looked after fit a phone and a desk."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, SHOTS
from tests.browser.test_looks import log_in
from tests.factories import (
    NOW,
    make_club,
    make_entry,
    make_partnership,
    make_player,
    make_round,
    make_tournament,
    make_user,
)
from tests.hands import play_round
from tournaments.actors import SYSTEM
from tournaments.imports import name_lines, pair_lines
from tournaments.models import BulkAct, Entry
from tournaments.services import entries, players

pytestmark = pytest.mark.django_db(transaction=True)

LONG = "Bartholomew Featherstonehaugh-Cholmondeley of Greater Wallop"
PAIRS = f"Ann Lee + Bob O'Brien\n{LONG} + Nguyễn Thị Hoa\nCid Smith, Jr + Dot Fox\nEva Hill + Fay King"


def take_picture(page: Page, name: str, size: dict[str, int]) -> int:
    """Keep a picture of a page and return how much wider it is than the window."""
    page.screenshot(path=SHOTS / f"people-{name}-{size['width']}.png", full_page=True)
    return int(page.evaluate("document.documentElement.scrollWidth")) - size["width"]


@pytest.mark.parametrize("size", [pytest.param(PHONE, id="390"), pytest.param(DESKTOP, id="1280")])
def test_acts_are_undone_and_a_tournament_goes_back_on_pages_that_fit(window, size):
    club = make_club("Hearts and Bones", organiser=make_user("olga", password="a long enough one"))
    who = {"actor": SYSTEM, "now": NOW}
    players.add_players(club_id=club.pk, lines=name_lines("Gus\nHal\nIna"), **who)
    tournament = make_tournament(club, name="The long night", rounds=4, rules={"end": "hands", "hands": 1})
    entries.admit_lines(tournament_id=tournament.pk, lines=pair_lines(PAIRS), add_unknown=True, **who)
    added, entered = BulkAct.objects.order_by("pk")
    play_round(make_round(tournament))
    make_round(tournament)
    page = window(size=size)
    log_in(page, "olga")
    pages = {
        "players": f"/clubs/{club.slug}/players/",
        "entries": f"/tournaments/{tournament.slug}/entries/",
        "undo": f"/acts/{added.pk}/undo/",
        "undo-refused": f"/acts/{entered.pk}/undo/",
        "back": f"/tournaments/{tournament.slug}/back/",
        "back-to": f"/tournaments/{tournament.slug}/back/1/",
    }

    beyond = {}
    for name, path in pages.items():
        page.goto(path)
        beyond[name] = take_picture(page, name, size)
    page.get_by_label("Reason").fill("The wrong list was read out")
    page.get_by_label("Type the number of the round to confirm").fill("1")
    page.get_by_role("button", name="Go back").click()

    expect(page.get_by_text("Round 1 is taken back and can be drawn again.")).to_be_visible()
    beyond["gone-back"] = take_picture(page, "gone-back", size)
    page.get_by_role("status").get_by_role("link", name="Undo").click()
    page.get_by_role("button", name="Yes, undo it").click()
    expect(page.get_by_text("Undone: 2 rounds taken back.")).to_be_visible()
    assert beyond == dict.fromkeys(beyond, 0)


@pytest.mark.parametrize("size", [pytest.param(PHONE, id="390"), pytest.param(DESKTOP, id="1280")])
def test_records_are_merged_and_a_name_is_forgotten_on_pages_that_fit(window, size):
    club = make_club("Hearts and Bones", organiser=make_user("olga", password="a long enough one"))
    kept, merged = make_player(club, LONG), make_player(club, "Bart Featherstone")
    for player, partner in ((kept, "Ann Lee"), (merged, "Nguyễn Thị Hoa")):
        tournament = make_tournament(club, name="The long night", rounds=4, rules={"end": "hands", "hands": 1})
        make_entry(tournament, make_partnership(club, player, make_player(club, partner)))
        make_entry(tournament)
        play_round(make_round(tournament))
    page = window(size=size)
    log_in(page, "olga")
    beyond = {}

    page.goto(f"/clubs/{club.slug}/players/{kept.pk}/")
    beyond["person"] = take_picture(page, "person", size)
    page.get_by_role("link", name="Merge with another record").click()
    beyond["merge-choose"] = take_picture(page, "merge-choose", size)
    page.get_by_label("Which record is the same person?").select_option(str(merged.pk))
    page.get_by_role("button", name="Show both").click()
    beyond["merge"] = take_picture(page, "merge", size)
    page.get_by_label("How do you know?").fill("The same telephone number")
    page.get_by_role("button", name="Yes, this is one person").click()
    expect(page.get_by_text(f"Merged: both are {LONG} now.")).to_be_visible()
    page.get_by_role("status").get_by_role("link", name="Undo").click()
    beyond["merges"] = take_picture(page, "merges", size)
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("The two records are apart again.")).to_be_visible()
    other = make_partnership(club, kept, merged)
    night = make_tournament(club, name="The short night")
    make_entry(night, other)
    page.goto(f"/clubs/{club.slug}/players/{kept.pk}/merge/?other={merged.pk}")
    beyond["merge-refused"] = take_picture(page, "merge-refused", size)
    entries.withdraw_entry(actor=SYSTEM, entry_id=night.entries.get().pk, now=NOW)
    for entry in Entry.objects.filter(partnership__first__in=[kept.pk, merged.pk], status="active"):
        entries.withdraw_entry(actor=SYSTEM, entry_id=entry.pk, now=NOW)
    page.goto(f"/clubs/{club.slug}/players/{merged.pk}/anonymise/")
    beyond["anonymise"] = take_picture(page, "anonymise", size)
    page.get_by_label("Type the number to confirm").fill(str(merged.pk))
    page.get_by_role("button", name="Forget the name for ever").click()
    expect(page.get_by_text(f"What stands in its place is Player {merged.pk}.")).to_be_visible()

    assert beyond == dict.fromkeys(beyond, 0)
