"""The pages of the ratings at the width of a phone and of a desk: nothing sticks out, and a picture of each."""

from __future__ import annotations

import datetime as dt
import re

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from ratings.models import PairState, RatingPool
from ratings.services.drain import drain
from ratings.services.lists import publish_list
from ratings.services.pool_settings import change_pool
from ratings.services.refresh import refresh_dirty_pools
from tests.accounts import PASSWORD
from tests.browser.axe import barriers
from tests.browser.conftest import DESKTOP, PHONE, SHOTS
from tests.browser.test_looks import log_in
from tests.factories import make_entry, make_partnership, make_tournament, make_user
from tests.ratings.factories import make_club, make_player, play_round
from tournaments.actors import SYSTEM
from tournaments.models import ClubRole, Player, Round

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = (
    "Ann Lee",
    "Bob O'Brien",
    "Žilvinas Kazlauskas",
    "Łukasz Wójcik",
    "Bartholomew Featherstonehaugh-Cholmondeley of Greater Wallop",
    "Konstantinopolitańczykowianeczkaniewiczównaszkowa",
    "Nguyễn Thị Hoa",
    "Siobhán Ní Dhomhnaill",
)


@pytest.fixture
def pool():
    """A club of eight after three evenings with changing partners."""
    club = make_club()
    people = [make_player(club, name) for name in NAMES]
    today = timezone.localdate()
    for week, outcome in enumerate(["won", "lost", "tied"]):
        turned = people[week:] + people[:week]
        tables = [(turned[:2], turned[2:4], outcome), (turned[4:6], turned[6:], "won")]
        play_round(club, tables, day=today - dt.timedelta(weeks=3 - week))
    drain(now=timezone.now())
    refresh_dirty_pools(now=timezone.now())
    return RatingPool.objects.get()


@pytest.mark.parametrize("size", [pytest.param(PHONE, id="390"), pytest.param(DESKTOP, id="1280")])
def test_every_page_of_the_ratings_fits_its_width(window, pool, size):
    page = window(size=size)
    player, other = pool.states.order_by("player_id").values_list("player_id", flat=True).distinct()[:2]
    paths = {
        "list": "",
        "list-found": "?name=zilv&tables=1&active=on",
        "list-nobody": "?tables=99",
        "partnerships": "partnerships/",
        "player": f"players/{player}/",
        "settings": "settings/",
        "company": f"players/{player}/company/",
        "calibration": "calibration/",
        "what-if": "what-if/",
        "what-if-told": "what-if/?one=zilv&one_partner=bob&other=konst&other_partner=bart",
        "what-if-wrong": "what-if/?one=zilv&one_partner=zilv&other=o&other_partner=nobody",
        "pair": f"partnerships/{player}/{other}/",
    }
    paths = {name: f"/ratings/{pool.pk}/{path}" for name, path in paths.items()}
    paths["round"] = f"/ratings/rounds/{Round.objects.latest('session_date').pk}/"
    wrong = {}

    for name, path in paths.items():
        answer = page.goto(path)
        width = page.evaluate("document.documentElement.scrollWidth")
        page.screenshot(path=SHOTS / f"rating-page-{name}-{size['width']}.png", full_page=True)
        barred = barriers(page)
        if width > size["width"] or answer.status != 200 or barred:
            wrong[name] = (answer.status, width, barred)

    assert wrong == {}


@pytest.mark.parametrize("size", [pytest.param(PHONE, id="390"), pytest.param(DESKTOP, id="1280")])
def test_pages_of_a_list_with_bonuses_fit_their_width(window, pool, size):
    publish_list(actor=SYSTEM, pool_id=pool.pk, now=timezone.now())
    bonus = {"bonus_sigma": 6_000, "bonus_drift": 150}
    change_pool(actor=SYSTEM, pool_id=pool.pk, params=bonus, now=timezone.now())
    publish_list(actor=SYSTEM, pool_id=pool.pk, now=timezone.now())
    page = window(size=size)
    pair = PairState.objects.order_by("-first_id", "period")[0]
    paths = {
        "partnerships": "partnerships/",
        "pair": f"partnerships/{pair.first_id}/{pair.second_id}/",
        "day": f"players/{pair.first_id}/days/{pair.period}/",
        "what-if": "what-if/?one=zilv&one_partner=bob&other=konst&other_partner=bart",
        "settings": "settings/",
        "published": "lists/2/",
    }
    wrong = {}

    for name, path in paths.items():
        answer = page.goto(f"/ratings/{pool.pk}/{path}")
        width = page.evaluate("document.documentElement.scrollWidth")
        page.screenshot(path=SHOTS / f"rating-bonus-{name}-{size['width']}.png", full_page=True)
        if width > size["width"] or answer.status != 200 or "onus" not in page.inner_text("main"):
            wrong[name] = (answer.status, width)

    assert wrong == {}


def test_somebody_is_found_on_the_list_by_letters_without_marks(window, pool):
    page = window()
    page.goto(f"/ratings/{pool.pk}/")

    page.get_by_label("Name, or part of it").fill("zilv")
    page.get_by_role("button", name="Find").click()

    expect(page.get_by_role("status")).to_contain_text("1 of 8")
    page.get_by_role("link", name="Žilvinas Kazlauskas").click()
    expect(page).to_have_url(re.compile(r"/players/\d+/$"))


@pytest.mark.parametrize("size", [pytest.param(PHONE, id="390"), pytest.param(DESKTOP, id="1280")])
def test_organiser_sees_what_other_figures_do_before_setting_them(window, pool, size):
    olga = make_user("olga", password=PASSWORD)
    ClubRole.objects.create(club=pool.club, user=olga, role="organiser")
    page = window(size=size)
    log_in(page, "olga")
    page.goto(f"/ratings/{pool.pk}/settings/")

    page.get_by_label("A newcomer's margin").fill("150")
    page.get_by_role("button", name="See what changes").click()
    expect(page.get_by_role("heading", name="What would change")).to_be_visible()
    page.screenshot(path=SHOTS / f"ratings-preview-{size['width']}.png", full_page=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    page.get_by_role("button", name="Set", exact=True).click()
    expect(page.get_by_text("Newcomers start with 1500 ± 150.")).to_be_visible()
    page.goto("/ratings/open/?club=hearts")
    page.screenshot(path=SHOTS / f"ratings-open-{size['width']}.png", full_page=True)

    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    pool.refresh_from_db()
    assert pool.params["prior_sigma"] == 15_000


@pytest.mark.parametrize("size", [pytest.param(PHONE, id="390"), pytest.param(DESKTOP, id="1280")])
def test_director_seeds_the_entries_by_the_ratings_of_today(window, pool, size):
    olga = make_user("olga", password=PASSWORD)
    ClubRole.objects.create(club=pool.club, user=olga, role="director")
    tournament = make_tournament(pool.club, movement="swiss", rounds=3)
    people = list(Player.objects.filter(memberships__club=pool.club).order_by("pk"))
    for first, second in zip(people[::2], people[1::2], strict=True):
        make_entry(tournament, make_partnership(pool.club, first, second))
    page = window(size=size)
    log_in(page, "olga")
    page.goto(f"/tournaments/{tournament.slug}/arrangements/")

    page.get_by_role("button", name="Take the ratings of today").click()
    page.get_by_text("The entries by rating").click()

    expect(page.get_by_role("link", name="Undo : 4 entries seeded by rating")).to_be_visible()
    page.screenshot(path=SHOTS / f"ratings-seeding-{size['width']}.png", full_page=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
