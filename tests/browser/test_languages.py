"""A language chosen at the foot of a page, and then the pages of an evening in it, at the width of a phone."""

from __future__ import annotations

import datetime as dt

import pytest
from django.conf import settings
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, SHOTS
from tests.english import left_in
from tests.factories import make_club, make_entry, make_partnership, make_player, make_round, make_tournament, make_user
from tests.hands import play_round
from tournaments.actors import SYSTEM
from tournaments.models import TableLink, Tournament
from tournaments.selectors.rights import link_token
from tournaments.services import publishing, rounds

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = dict(settings.LANGUAGES)
HEADINGS = {"pl": "Trwają teraz", "lt": "Dabar vyksta"}
WON_THE_BIDDING = {"pl": "Kto wygrał licytację?", "lt": "Kas laimėjo varžytines?"}
PEOPLE = (
    ("Ąžuolas Žukas", "Łukasz Wójcik"),
    ("Živilė Kazlauskienė", "Yla Įsrutė"),
    ("Nguyễn Thị Hoa", "Zoë Müller"),
    ("Konstantinopolitańczykowianeczkaniewiczównaszkowa", "Šarūnas Čepas"),
    ("Jonas Jonaitis", "Ona Onaitė"),
)


def make_evening(kind: str) -> Tournament:
    """Return a tournament in its second round, with names and texts that are no English."""
    now = timezone.now()
    club = make_club("Klubas", organiser=make_user("olga", password="a long enough one"))
    rules = {"end": "hands", "hands": 2} if kind == "five_hundred" else {}
    tournament = make_tournament(club, kind=kind, name="Vakaras", rounds=4, rules=rules, movement="swiss")
    for names in PEOPLE:
        make_entry(tournament, make_partnership(club, *(make_player(club, name) for name in names)))
    play_round(make_round(tournament))
    publishing.publish_standings(actor=SYSTEM, tournament_id=tournament.pk, kind="provisional", now=now)
    rounds.start_clock(actor=SYSTEM, round_id=make_round(tournament).pk, minutes=600, now=now)
    TableLink.objects.update(expires_at=now + dt.timedelta(hours=1))
    return tournament


def pages_of(tournament: Tournament) -> dict[str, str]:
    closed, in_play = tournament.rounds.order_by("number")
    home, club = f"/tournaments/{tournament.slug}", f"/clubs/{tournament.club.slug}"
    return {
        "home": "/",
        "tournament": f"{home}/",
        "seating": f"{home}/seating/",
        "standings": f"{home}/standings/",
        "publication": f"{home}/publications/1/",
        "hall": f"{home}/hall/",
        "round": f"/rounds/{closed.pk}/",
        "hand": f"/tables/{closed.tables.first().pk}/legs/1/hands/1/view/",
        "entry": f"/entries/{tournament.entries.first().pk}/",
        "ratings": "/ratings/",
        "club": f"{club}/",
        "players": f"{club}/players/",
        "manage": f"{home}/manage/",
        "settings": f"{home}/settings/",
        "entries": f"{home}/entries/",
        "movement": f"{home}/movement/?minutes=150&round_minutes=30",
        "desk": f"/rounds/{in_play.pk}/desk/",
        "table": f"/tables/{in_play.tables.first().pk}/desk/",
        "print-seating": f"/rounds/{in_play.pk}/print/seating/",
        "print-scores": f"/rounds/{in_play.pk}/print/score-sheets/",
        "phone": f"/t/{link_token(TableLink.objects.get(tournament=tournament, table_number=2))}/",
    }


@pytest.mark.parametrize("kind", ["five_hundred", "fives_threes"])
@pytest.mark.parametrize("language", ["pl", "lt"])
def test_a_language_chosen_at_the_foot_holds_on_every_page(window, language, kind):
    tournament = make_evening(kind)
    page = window()
    page.goto("/login/")
    page.get_by_label("Username").fill("olga")
    page.get_by_label("Password").fill("a long enough one")
    page.get_by_role("button", name="Log in").click()
    page.goto("/")
    page.get_by_role("button", name=NAMES[language]).click()
    expect(page.get_by_role("heading", name=HEADINGS[language])).to_be_visible()
    expect(page.get_by_role("button", name=NAMES[language])).to_have_attribute("aria-current", "true")

    html, wrong = {}, {}
    for name, path in pages_of(tournament).items():
        page.goto(path)
        if name == "phone":
            expect(page.locator("#next-hand")).to_be_visible()
        html[name] = page.content()
        page.screenshot(path=SHOTS / f"{language}-{kind}-{name}-390.png", full_page=True)
        said, width = page.evaluate("[document.documentElement.lang, document.documentElement.scrollWidth]")
        if (said, width) != (language, PHONE["width"]):
            wrong[name] = (said, width)

    assert wrong == {}
    assert left_in(html, language) == set()
    if kind == "five_hundred":
        expect(page.get_by_text(WON_THE_BIDDING[language])).to_be_visible()


def test_who_chose_nothing_reads_what_the_browser_asks_for(chromium, live_server):
    context = chromium.new_context(base_url=live_server.url, locale="lt-LT")
    page = context.new_page()

    page.goto("/")

    expect(page.locator("html")).to_have_attribute("lang", "lt")
    context.close()
