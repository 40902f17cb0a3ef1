"""Every page at the width of a phone and of a desk, in light and dark: nothing sticks out, nothing bars anybody's way
(axe, WCAG 2.2 AA), and a picture of each."""

from __future__ import annotations

import datetime as dt

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.browser.axe import barriers
from tests.browser.conftest import DESKTOP, PHONE, SHOTS
from tests.browser.pages import other_pages
from tests.factories import make_club, make_entry, make_partnership, make_player, make_round, make_tournament, make_user
from tests.hands import enter, fh_line, play_round
from tournaments.actors import SYSTEM
from tournaments.imports import name_lines
from tournaments.models import Adjustment, Club, Table, TableLink, Tournament
from tournaments.selectors.rights import link_token
from tournaments.services import adjustments, players, publishing, rounds

pytestmark = pytest.mark.django_db(transaction=True)

PEOPLE = (
    ("Ann Lee", "Bob O'Brien"),
    ("Žilvinas Kazlauskas", "Łukasz Wójcik"),
    ("Nguyễn Thị Hoa", "Siobhán Ní Dhomhnaill"),
    (
        "Bartholomew Featherstonehaugh-Cholmondeley of Greater Wallop",
        "Konstantinopolitańczykowianeczkaniewiczównaszkowa",
    ),
    ("D'Arcy Smith, Jr", "Zoë Clarke"),
)
NOW = dt.datetime(2026, 3, 14, 18, 30, tzinfo=dt.UTC)


MOVING = """Array.from(document.querySelectorAll("body *")).filter((part) => {
  const style = getComputedStyle(part);
  return style.animationName !== "none" || style.transitionDuration !== "0s";
}).length"""


def make_evening(kind: str, club: Club, **settings: object) -> Tournament:
    """Return a tournament with one round closed and published, and another in play."""
    tournament = make_tournament(club, kind=kind, name=f"Night of {kind}", rounds=4, **settings)
    for names in PEOPLE:
        make_entry(tournament, make_partnership(club, *(make_player(club, name) for name in names)))
    play_round(make_round(tournament))
    judge(tournament)
    publishing.publish_standings(actor=SYSTEM, tournament_id=tournament.pk, kind="provisional", now=NOW)
    in_play = make_round(tournament)
    rounds.start_clock(actor=SYSTEM, round_id=in_play.pk, minutes=600, now=timezone.now())
    TableLink.objects.update(expires_at=timezone.now() + dt.timedelta(hours=1))
    return tournament


def judge(tournament: Tournament) -> None:
    """Give a penalty, take another back, and settle a tie by a cut of cards."""
    ids = list(tournament.entries.order_by("number").values_list("pk", flat=True))
    given = {"actor": SYSTEM, "tournament_id": tournament.pk, "now": NOW}
    penalty = {"metric": "table_points", "amount": "-1/2", "reason": "Twenty minutes late, and not for the first time"}
    adjustments.add_adjustment(entry_id=ids[3], round_number=1, **penalty, **given)
    wrong = adjustments.add_adjustment(entry_id=ids[0], metric="points", amount=50, reason="a slip", **given)
    adjustments.take_back_adjustment(actor=SYSTEM, adjustment_id=wrong.pk, reason="wrong pair", now=NOW)
    adjustments.record_decision(kind="cut", order=ids[:3], reason="king, nine, two", **given)


def conflict_at(table: Table) -> None:
    dealer = table.legs.get().game.starters[0]
    enter(table, fh_line(dealer=dealer), number=1)
    with pytest.raises(Exception, match="entered already"):
        enter(table, fh_line(dealer=dealer, tricks=(7, 3)), number=1)


def pages_of(tournament: Tournament) -> dict[str, str]:
    closed, in_play = tournament.rounds.order_by("number")
    table = in_play.tables.order_by("number").first()
    entry = tournament.entries.order_by("number").first()
    club = f"/clubs/{tournament.club.slug}"
    home = f"/tournaments/{tournament.slug}"
    link = TableLink.objects.get(tournament=tournament, table_number=2)
    return {
        "home": "/",
        "club": f"{club}/",
        "club-new": "/clubs/new/",
        "club-roles": f"{club}/roles/",
        "players": f"{club}/players/",
        "pairs": f"{club}/partnerships/",
        "tournament-new": f"{club}/tournaments/new/",
        "manage": f"{home}/manage/",
        "settings": f"{home}/settings/",
        "entries": f"{home}/entries/",
        "withdraw": f"/entries/{entry.pk}/withdraw/",
        "replace": f"/entries/{entry.pk}/replace/",
        "links": f"{home}/links/",
        "penalties": f"{home}/penalties/",
        "log": f"{home}/log/",
        "corrections": f"{home}/corrections/",
        "take-back": f"/penalties/{Adjustment.objects.filter(is_current=True, supersedes=None).get().pk}/take-back/",
        "desk": f"/rounds/{in_play.pk}/desk/",
        "desk-closed": f"/rounds/{closed.pk}/desk/",
        "table": f"/tables/{table.pk}/desk/",
        "tournament": f"{home}/",
        "seating": f"{home}/seating/",
        "standings": f"{home}/standings/",
        "hall": f"{home}/hall/",
        "publications": f"{home}/publications/",
        "publication": f"{home}/publications/1/",
        "round": f"/rounds/{closed.pk}/",
        "entry": f"/entries/{entry.pk}/",
        "print-seating": f"/rounds/{in_play.pk}/print/seating/",
        "print-scores": f"/rounds/{in_play.pk}/print/score-sheets/",
        "print-tables": f"{home}/print/tables/",
        "print-standings": f"{home}/print/standings/",
        "print-wall-chart": f"{home}/print/wall-chart/",
        "print-guide-cards": f"{home}/print/guide-cards/",
        "print-table-cards": f"{home}/print/table-cards/",
        "arrangements": f"{home}/arrangements/",
        "movement": f"{home}/movement/?minutes=150&round_minutes=30",
        "phone": f"/t/{link_token(link)}/",
    }


def log_in(page: Page, username: str) -> None:
    page.goto("/login/")
    page.get_by_label("Username").fill(username)
    page.get_by_label("Password").fill("a long enough one")
    page.get_by_role("button", name="Log in").click()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [pytest.param(PHONE, id="390"), pytest.param(DESKTOP, id="1280")])
@pytest.mark.parametrize(
    ("kind", "settings"),
    [
        pytest.param("five_hundred", {"rules": {"end": "hands", "hands": 2}}, id="cards"),
        pytest.param("fives_threes", {"legs": 3, "legs_mode": "best_of"}, id="dominoes"),
    ],
)
def test_every_page_fits_its_width_and_is_open_to_all(window, kind, settings, size, scheme):
    club = make_club("Hearts and Bones", organiser=make_user("olga", password="a long enough one"))
    tournament = make_evening(kind, club, **settings)
    pages = pages_of(tournament)
    page = window(size=size, scheme=scheme)
    log_in(page, "olga")
    if kind == "five_hundred":
        conflict_at(tournament.rounds.order_by("number").last().tables.order_by("number").first())
        players.add_players(actor=SYSTEM, club_id=club.pk, lines=name_lines("Fay Wood\nGus Moon"), now=NOW)
        pages |= other_pages(page, tournament, pages.values())
    wrong = []

    for name, path in pages.items():
        answer = page.goto(path)
        if name == "phone":
            expect(page.locator("#next-hand")).to_be_visible()
        # What is folded is looked at, too.
        page.evaluate("document.querySelectorAll('main details').forEach((part) => { part.open = true; })")
        width = page.evaluate("document.documentElement.scrollWidth")
        page.screenshot(path=SHOTS / f"{kind}-{name}-{size['width']}-{scheme}.png", full_page=True)
        if width > size["width"] or answer.status != 200:
            wrong.append(f"{name}: answered {answer.status}, {width} px wide")
        wrong += [f"{name}: {barrier}" for barrier in barriers(page)]
        if moving := page.evaluate(MOVING):
            wrong.append(f"{name}: {moving} parts move, although no motion was asked for")
        if size == DESKTOP:
            page.evaluate("document.documentElement.style.fontSize = '200%'")
            width = page.evaluate("document.documentElement.scrollWidth")
            if width > size["width"]:
                wrong.append(f"{name}: {width} px wide with letters of twice the size")

    assert wrong == [], "\n".join(wrong)
