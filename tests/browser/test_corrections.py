"""A wrong hand of an early round, corrected in a browser: what it moves is seen before it is moved."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, SHOTS
from tests.browser.test_looks import NOW, PEOPLE, log_in
from tests.factories import make_club, make_entry, make_partnership, make_player, make_round, make_tournament, make_user
from tests.hands import correct_hand, enter, fh_line, play_round
from tournaments.actors import SYSTEM
from tournaments.models import Draw, Table, Tournament
from tournaments.selectors.tables import get_table
from tournaments.services import publishing, rounds

pytestmark = pytest.mark.django_db(transaction=True, reset_sequences=True)

TWO_HANDS = {"end": "hands", "hands": 2}


def make_swiss(pairs: int = 5, played: int = 2) -> Tournament:
    """Return a Swiss of up to five pairs after so many rounds, published, with a draft of the next."""
    club = make_club(director=make_user("dan", password="a long enough one"))
    tournament = make_tournament(club, name="The long night", movement="swiss", rounds=4, rules=TWO_HANDS)
    for names in PEOPLE[:pairs]:
        make_entry(tournament, make_partnership(club, *(make_player(club, name) for name in names)))
    for side in range(played):
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
def test_wrong_hand_of_an_earlier_round_is_corrected_once_its_consequences_were_seen(window, size):
    # Of four pairs the two that won must meet, and another pair has won once the hand is corrected: whatever the lots
    # are, the second round cannot stay as it was drawn.
    tournament = make_swiss(pairs=4, played=1)
    table = Table.objects.get(round__number=1, number=1)
    page = window(size=size)
    log_in(page, "dan")

    fill_in(page, table)

    expect(page.get_by_role("region", name="What changes")).to_be_focused()
    expect(page.get_by_role("heading", name="Round 2 was drawn on the old results")).to_be_visible()
    expect(page.get_by_text("Publication 1 reads otherwise")).to_be_visible()
    page.screenshot(path=SHOTS / f"correction-{size['width']}.png", full_page=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    old = Draw.objects.get(round__number=2)
    page.get_by_label("Throw it away and draw again").check()
    page.get_by_role("button", name="Correct the hand").click()
    expect(page.get_by_text("To throw the draw of round 2 away, type its number.")).to_be_visible()
    page.get_by_label("Throw it away and draw again").check()
    page.get_by_label("To throw it away, type the number of the round (2)").fill("2")
    page.get_by_role("button", name="Correct the hand").click()
    expect(page.get_by_text("Hand 1 is corrected.")).to_be_visible()
    old.refresh_from_db()
    assert old.status == "discarded"
    assert tournament.rounds.count() == 2


def take_picture(page: Page, name: str, size: dict[str, int]) -> None:
    page.screenshot(path=SHOTS / f"{name}-{size['width']}.png", full_page=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]


@pytest.mark.parametrize("size", [pytest.param(PHONE, id="390"), pytest.param(DESKTOP, id="1280")])
def test_penalty_that_reaches_published_standings_asks_first_and_everybody_can_read_why(window, size):
    tournament = make_swiss()
    page = window(size=size)
    log_in(page, "dan")

    page.goto(f"/tournaments/{tournament.slug}/penalties/")
    page.get_by_label("For whom?").select_option(index=1)
    page.get_by_label("How much?").fill("2")
    page.locator("form").filter(has_text="Penalty or award").get_by_label("Why?").fill("A phone rang.")
    page.locator("form").filter(has_text="Penalty or award").get_by_role("button", name="Note it").click()
    expect(page.get_by_text("Others have relied on these results.")).to_be_visible()
    take_picture(page, "correction-ask", size)
    assert not tournament.entries.filter(adjustments__isnull=False).exists()
    page.get_by_role("button", name="Yes, change it").click()
    expect(page.get_by_text("Noted. The standings have it already.")).to_be_visible()
    assert tournament.entries.filter(adjustments__isnull=False).count() == 1


@pytest.mark.parametrize("size", [pytest.param(PHONE, id="390"), pytest.param(DESKTOP, id="1280")])
def test_results_are_sealed_and_unsealed_with_a_reason(window, size):
    club = make_club(organiser=make_user("olga", password="a long enough one"))
    tournament = make_tournament(club, pairs=2, rounds=1, rules=TWO_HANDS)
    table = play_round(make_round(tournament)).tables.get()
    record = get_table(table.pk).progress.legs[0].game.hands[0].record
    correct_hand(table_id=table.pk, number=1, record={**record, "tricks": [6, 4]}, reason="The slip was upside down.")
    publishing.publish_standings(actor=SYSTEM, tournament_id=tournament.pk, kind="final", now=NOW)
    page = window(size=size)
    log_in(page, "olga")

    page.goto(f"/tournaments/{tournament.slug}/manage/")
    page.get_by_role("button", name="Seal the results").click()
    expect(page.get_by_text("nothing can be corrected any more")).to_be_visible()
    take_picture(page, "sealed", size)
    page.goto(f"/tables/{table.pk}/legs/1/hands/1/correct/")
    page.get_by_label("Reason").fill("Too late.")
    page.get_by_role("button", name="See what changes").click()
    expect(page.get_by_text("The results are sealed")).to_be_visible()
    page.goto(f"/tournaments/{tournament.slug}/manage/")
    page.get_by_role("link", name="Unseal them").click()
    page.get_by_label("Reason").fill("A slip turned up.")
    page.get_by_role("button", name="Unseal the results").click()
    expect(page.get_by_text("The results can be corrected again.")).to_be_visible()

    page.goto(f"/tournaments/{tournament.slug}/standings/")
    page.get_by_role("link", name="What was corrected").click()
    expect(page.get_by_text("The slip was upside down.")).to_be_visible()
    take_picture(page, "corrections", size)
