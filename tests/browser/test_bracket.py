"""The pages of a cup at the width of a phone and of a desk."""

from __future__ import annotations

import pytest

from tests.browser.conftest import DESKTOP, PHONE, SHOTS
from tests.browser.test_looks import PEOPLE
from tests.factories import make_club, make_entry, make_partnership, make_player, make_round, make_tournament
from tests.hands import play_round

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("size", [pytest.param(PHONE, id="390"), pytest.param(DESKTOP, id="1280")])
def test_pages_of_a_cup_fit_their_width(window, size):
    club = make_club("Hearts and Bones")
    tournament = make_tournament(club, movement="knockout", pairs=8, rules={"end": "hands", "hands": 1})
    for names in PEOPLE:
        make_entry(tournament, make_partnership(club, *(make_player(club, name) for name in names)))
    for number in range(3):
        last = play_round(make_round(tournament), winner=number % 2)
    make_round(tournament)
    page = window(size=size)
    home = f"/tournaments/{tournament.slug}"
    too_wide = {}

    for name, path in {
        "bracket": f"{home}/bracket/",
        "standings": f"{home}/standings/",
        "seating": f"{home}/seating/",
        "round": f"/rounds/{last.pk}/",
    }.items():
        answer = page.goto(path)
        width = page.evaluate("document.documentElement.scrollWidth")
        page.screenshot(path=SHOTS / f"cup-{name}-{size['width']}.png", full_page=True)
        if width > size["width"] or answer.status != 200:
            too_wide[name] = (answer.status, width)

    assert too_wide == {}
