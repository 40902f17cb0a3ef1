"""The wrong person was entered: put right in a browser, from the list of entries to what everybody reads of it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, PHONE, SHOTS
from tests.browser.test_looks import NOW, PEOPLE, log_in
from tests.factories import make_club, make_entry, make_partnership, make_player, make_round, make_tournament, make_user
from tests.hands import play_round
from tournaments.actors import SYSTEM
from tournaments.models import Occupancy
from tournaments.services import publishing

pytestmark = pytest.mark.django_db(transaction=True)

WIDTHS = [pytest.param(PHONE, id="390"), pytest.param(DESKTOP, id="1280")]


def make_evening():
    """Return the first entry of a finished tournament of two rounds, and whom it should have been under."""
    club = make_club(director=make_user("dan", password="a long enough one"))
    tournament = make_tournament(club, name="The long night", rounds=2, rules={"end": "hands", "hands": 2})
    entries = [
        make_entry(tournament, make_partnership(club, *(make_player(club, name) for name in names)))
        for names in PEOPLE[:4]
    ]
    for _ in range(2):
        play_round(make_round(tournament))
    publishing.publish_standings(actor=SYSTEM, tournament_id=tournament.pk, kind="final", now=NOW)
    return entries[0], make_player(club, "Ann Lee")


@pytest.mark.parametrize("size", WIDTHS)
def test_wrong_person_is_put_right_once_it_was_seen_who_sat_where(window, size):
    entry, right = make_evening()
    slug = entry.tournament.slug
    page = window(size=size)
    log_in(page, "dan")
    root = page.url.split("/club")[0]

    page.goto(f"{root}/tournaments/{slug}/entries/")
    page.screenshot(path=SHOTS / f"entries-wrong-person-{size['width']}.png", full_page=True)
    page.locator(f'a[href="/entries/{entry.pk}/wrong-player/"]').click()
    page.get_by_role("radio", name="Ann Lee").check()
    page.get_by_label("Who was it?").select_option(str(right.pk))
    page.get_by_label("Reason").fill("The other Ann Lee has played.")
    page.get_by_role("button", name="See what changes").click()

    expect(page.get_by_role("region", name="What changes")).to_be_focused()
    expect(page.get_by_text("Round 2, table")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    page.screenshot(path=SHOTS / f"wrong-person-{size['width']}.png", full_page=True)
    page.get_by_role("button", name="Yes, it was them").click()
    expect(page.get_by_text("The right person has the entry and its seats.")).to_be_visible()
    assert Occupancy.objects.filter(player=right).count() == 2

    page.goto(f"{root}/tournaments/{slug}/corrections/")
    expect(page.get_by_text("rounds 1, 2")).to_be_visible()
    page.screenshot(path=SHOTS / f"wrong-person-told-{size['width']}.png", full_page=True)


@pytest.mark.parametrize("size", WIDTHS)
def test_penalty_after_the_final_standings_is_seen_first_and_then_published_anew(window, size):
    entry, _right = make_evening()
    slug = entry.tournament.slug
    page = window(size=size)
    log_in(page, "dan")
    root = page.url.split("/club")[0]

    page.goto(f"{root}/tournaments/{slug}/penalties/")
    page.get_by_label("For whom?").select_option(str(entry.pk))
    page.get_by_label("How much?").fill("3")
    page.get_by_label("Why?").fill("Late twice.")
    page.screenshot(path=SHOTS / f"penalty-finished-{size['width']}.png", full_page=True)
    page.get_by_role("button", name="Note it").first.click()
    expect(page.get_by_text("Publication 1 reads otherwise")).to_be_visible()
    page.get_by_role("button", name="Yes, change it").click()

    expect(page.get_by_text("The standings that were published last read otherwise by now.")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    page.screenshot(path=SHOTS / f"penalty-overtaken-{size['width']}.png", full_page=True)
    page.get_by_role("link", name="Publish them anew, and say why").click()
    expect(page.get_by_role("radio", name="Final: the tournament is finished")).to_be_checked()
    page.screenshot(path=SHOTS / f"publish-anew-{size['width']}.png", full_page=True)
