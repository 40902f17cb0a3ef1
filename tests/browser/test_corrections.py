"""A wrong hand of an early round, corrected in a browser: what it moves is seen before it is moved."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, SHOTS
from tests.browser.test_looks import NOW, PEOPLE, log_in
from tests.factories import make_club, make_entry, make_partnership, make_player, make_round, make_tournament, make_user
from tests.hands import enter, fh_line
from tournaments.actors import SYSTEM
from tournaments.models import Draw, Table, Tournament
from tournaments.services import publishing, rounds

pytestmark = pytest.mark.django_db(transaction=True)

TWO_HANDS = {"end": "hands", "hands": 2}


def make_swiss() -> Tournament:
    """Return a Swiss of five pairs after two rounds, published, with a draft of the third."""
    club = make_club(director=make_user("dan", password="a long enough one"))
    tournament = make_tournament(club, name="The long night", movement="swiss", rounds=4, rules=TWO_HANDS)
    for names in PEOPLE:
        make_entry(tournament, make_partnership(club, *(make_player(club, name) for name in names)))
    for side in (0, 1):
        round_ = make_round(tournament)
        for table in round_.tables.order_by("number"):
            for number in (1, 2):
                dealer = (table.legs.get().game.starters[0] + number - 1) % 4
                tricks = (8, 2) if side == 0 else (2, 8)
                enter(table, fh_line(dealer=dealer, seat=side, tricks=tricks), number=number)
        rounds.close_round(actor=SYSTEM, round_id=round_.pk, now=NOW)
    publishing.publish_standings(actor=SYSTEM, tournament_id=tournament.pk, kind="provisional", now=NOW)
    rounds.draw_next_round(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)
    return tournament


def fill_in(page: Page, table: Table) -> None:
    page.goto(f"{page.url.split('/club')[0]}/tables/{table.pk}/legs/1/hands/1/correct/")
    page.get_by_label("With which bid?").select_option("10NT")
    page.get_by_label("Tricks of that side").select_option("3")
    page.get_by_label("Reason").fill("The slip was read upside down.")
    page.get_by_role("button", name="See what changes").click()


@pytest.mark.parametrize("size", [pytest.param(PHONE, id="390"), pytest.param(DESKTOP, id="1280")])
def test_wrong_hand_of_an_early_round_is_corrected_once_its_consequences_were_seen(window, size):
    tournament = make_swiss()
    table = Table.objects.get(round__number=1, number=1)
    page = window(size=size)
    log_in(page, "dan")

    fill_in(page, table)

    expect(page.get_by_role("region", name="What changes")).to_be_focused()
    expect(page.get_by_role("heading", name="Round 3 was drawn on the old results")).to_be_visible()
    expect(page.get_by_text("Publication 1 reads otherwise")).to_be_visible()
    page.screenshot(path=SHOTS / f"correction-{size['width']}.png", full_page=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    old = Draw.objects.get(round__number=3)
    page.get_by_label("Throw it away and draw again").check()
    page.get_by_role("button", name="Correct the hand").click()
    expect(page.get_by_text("To throw the draw of round 3 away, type its number.")).to_be_visible()
    page.get_by_label("Throw it away and draw again").check()
    page.get_by_label("To throw it away, type the number of the round (3)").fill("3")
    page.get_by_role("button", name="Correct the hand").click()
    expect(page.get_by_text("Hand 1 is corrected.")).to_be_visible()
    old.refresh_from_db()
    assert old.status == "discarded"
    assert tournament.rounds.count() == 3
