"""The hall's screen: pages that turn by themselves until everybody was shown, and a sound when time is up."""

from __future__ import annotations

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, SHOTS
from tests.factories import make_club, make_entry, make_partnership, make_player, make_round, make_tournament
from tests.hands import play_round
from tournaments.actors import SYSTEM
from tournaments.models import Tournament
from tournaments.services import rounds

pytestmark = pytest.mark.django_db(transaction=True)

SCREEN = {"width": 1920, "height": 1080}
LONG = (
    "Bartholomew Featherstonehaugh-Cholmondeley of Greater Wallop",
    "Konstantinopolitańczykowianeczkaniewiczównaszkowa",
    "Nguyễn Thị Hoa",
    "Siobhán O'Brien",
)


@pytest.fixture
def evening() -> Tournament:
    """Seventy people in pairs, a round played and another in play with ten hours on its clock."""
    club = make_club()
    tournament = make_tournament(club, name="Friday night of the Harbour Club", rules={"end": "hands", "hands": 2})
    people = [make_player(club, LONG[place] if place < 4 else f"Player {place:02} Žukauskas") for place in range(70)]
    for pair in zip(people[::2], people[1::2], strict=True):
        make_entry(tournament, make_partnership(club, *pair))
    play_round(make_round(tournament))
    in_play = make_round(tournament)
    rounds.start_clock(actor=SYSTEM, round_id=in_play.pk, minutes=600, now=timezone.now())
    return tournament


def seen(page: Page) -> set[str]:
    """Return the names that are on the screen at the moment, in full."""
    return set(
        page.evaluate(
            """() => [...document.querySelectorAll(".hall-page:not([hidden]) .hall-name")].filter((name) => {
                const box = name.getBoundingClientRect();
                return box.left >= 0 && box.right <= window.innerWidth && box.top >= 0
                    && box.bottom <= window.innerHeight;
            }).map((name) => name.closest(".hall-page").querySelector("h2").id + ": " + name.textContent)"""
        )
    )


def test_screen_shows_everybody_in_turn(window, evening):
    page = window(size=SCREEN)
    page.goto(f"/tournaments/{evening.slug}/hall/")
    where = page.locator("#hall-where")
    # Turned by hand, since the clock of a slow machine does not stand still between two looks.
    page.get_by_role("button", name="Stay here").click()
    turned, screens = map(int, where.inner_text().split(" / "))
    for _ in range(turned - 1):
        page.get_by_role("button", name="Page before").click()
    found: set[str] = set()
    for screen in range(1, screens + 1):
        expect(where).to_have_text(f"{screen} / {screens}")
        page.screenshot(path=SHOTS / f"hall-{screen}-1920.png")
        assert page.evaluate("document.documentElement.scrollHeight") <= SCREEN["height"]
        found |= seen(page)
        page.get_by_role("button", name="Next page").click()

    expect(where).to_have_text(f"1 / {screens}")
    assert sum(name.startswith("seating: ") for name in found) == 70
    assert sum(name.startswith("standings: ") for name in found) == 35
    expect(page.get_by_text("Version ")).to_be_visible()


def test_somebody_stays_on_a_page_goes_on_by_the_keys_and_lets_it_turn_again(window, evening):
    page = window(size=SCREEN)
    page.clock.install()
    page.goto(f"/tournaments/{evening.slug}/hall/")
    where = page.locator("#hall-where")

    page.get_by_role("button", name="Stay here").click()
    turned, screens = map(int, where.inner_text().split(" / "))
    page.clock.run_for(60_000)
    expect(where).to_have_text(f"{turned} / {screens}")
    page.keyboard.press("ArrowRight")
    expect(where).to_have_text(f"{turned % screens + 1} / {screens}")
    page.get_by_role("button", name="Page before").click()
    expect(where).to_have_text(f"{turned} / {screens}")
    page.get_by_role("button", name="Stay here").click()
    page.clock.run_for(10_000)
    expect(where).not_to_have_text(f"{turned} / {screens}")


def test_phone_has_all_of_it_on_one_page(window, evening):
    page = window(size=PHONE)
    page.goto(f"/tournaments/{evening.slug}/hall/")

    expect(page.locator(".hall-name")).to_have_count(105)
    expect(page.get_by_role("button", name="Stay here")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.screenshot(path=SHOTS / "hall-390.png")


def test_sound_is_asked_for_and_comes_once_when_time_is_up(window, evening):
    page = window(size=SCREEN)
    page.clock.install()
    page.goto(f"/tournaments/{evening.slug}/hall/")
    page.evaluate("window.rung = 0; document.addEventListener('rang', () => { window.rung += 1; })")
    button = page.get_by_role("button", name="Sound when time is up")

    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("window.rung") == 1
    # The server's clock does not leap with the page's, and would set it right.
    page.context.set_offline(True)
    page.clock.fast_forward("10:01:00")
    expect(page.get_by_text("Time!")).to_be_visible()
    page.clock.run_for(5_000)
    assert page.evaluate("window.rung") == 2
