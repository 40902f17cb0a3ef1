"""The desk, the hall's screen and the standings follow a hand that a table posts, and are never loaded again."""

from __future__ import annotations

import datetime as dt
import json

import pytest
from django.core.cache import cache
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, SHOTS
from tests.factories import make_club, make_round, make_tournament, make_user
from tests.hands import fh_line
from tests.streams import StreamProcess
from tournaments.models import TableLink
from tournaments.selectors.rights import link_token
from tournaments.selectors.tables import get_table

pytestmark = pytest.mark.django_db(transaction=True)

FOLLOWING = "This page follows by itself."
LOOKING = "This page looks for news every few seconds."
# No page asks by itself while a test runs: what arrives was told by the stream.
NEVER = "const later = window.setTimeout; window.setTimeout = (act, after) => after < 4000 ? later(act, after) : 0;"


@pytest.fixture
def stream(live_server, settings):  # noqa: ARG001 - it shares the database of the web server
    process = StreamProcess()
    settings.LIVE_PORT = process.port
    yield process
    process.close()


@pytest.fixture
def table():
    cache.clear()
    club = make_club("Hearts Club", organiser=make_user("olga", password="a long enough one"))
    tournament = make_tournament(club, pairs=4, rounds=1, rules={"end": "hands", "hands": 1})
    return make_round(tournament).tables.order_by("number").first()


def log_in(page: Page) -> None:
    page.goto("/login/")
    page.get_by_label("Username").fill("olga")
    page.get_by_label("Password").fill("a long enough one")
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("button", name="Log out")).to_be_visible()


def post_hand(table, context) -> None:
    """Post the table's only hand as its phone does."""
    TableLink.objects.update(expires_at=timezone.now() + dt.timedelta(hours=1))
    token = link_token(TableLink.objects.get(table_number=table.number))
    answer = context.request.post(
        f"/api/v1/tables/{table.pk}/hands/",
        headers={"Authorization": f"TableLink {token}", "Content-Type": "application/json"},
        data=json.dumps(
            {
                "number": 1,
                "submission_id": f"{table.pk:032x}",
                "record": fh_line(dealer=get_table(table.pk).next_hand.starter),
            }
        ),
    )
    assert answer.status == 201, answer.text()


def open_page(window, path, *, size=DESKTOP, alone=True) -> Page:
    page = window(size=size)
    if alone:
        page.add_init_script(NEVER)
    if path.endswith("/desk/"):
        log_in(page)
    page.goto(path)
    page.evaluate("window.wasHere = true")
    return page


def test_desk_hall_and_standings_follow_a_hand_by_the_stream(window, stream, table):  # noqa: ARG001 - it has to run
    slug = table.round.tournament.slug
    desk = open_page(window, f"/rounds/{table.round_id}/desk/")
    hall = open_page(window, f"/tournaments/{slug}/hall/")
    standings = open_page(window, f"/tournaments/{slug}/standings/", size=PHONE)
    for page in (desk, hall, standings):
        expect(page.locator("#live-state")).to_have_text(FOLLOWING)
    expect(desk.get_by_text("2 tables are still playing")).to_be_visible()

    post_hand(table, desk.context)

    expect(desk.get_by_text("1 table is still playing")).to_be_visible()
    expect(hall.locator("[aria-labelledby=standings] .number").first).to_have_text("2")
    expect(standings.locator("body")).to_contain_text("140")
    for page, name in ((desk, "desk"), (hall, "hall"), (standings, "standings")):
        assert page.evaluate("window.wasHere") is True
        page.screenshot(path=SHOTS / f"live-{name}.png", full_page=True)


def test_polling_takes_over_while_the_stream_is_dead_and_hands_back(window, stream, table):
    standings = open_page(window, f"/tournaments/{table.round.tournament.slug}/standings/", alone=False)
    state = standings.locator("#live-state")
    expect(state).to_have_text(FOLLOWING)

    stream.stop()
    expect(state).to_have_text(LOOKING)
    post_hand(table, standings.context)

    expect(standings.locator("body")).to_contain_text("140")
    standings.screenshot(path=SHOTS / "live-polling.png", full_page=True)
    stream.start()
    expect(state).to_have_text(FOLLOWING, timeout=40_000)
    assert standings.evaluate("window.wasHere") is True


def test_what_the_director_is_using_survives_the_news(window, stream, table):  # noqa: ARG001 - it has to run
    desk = open_page(window, f"/rounds/{table.round_id}/desk/")
    expect(desk.locator("#live-state")).to_have_text(FOLLOWING)
    desk.get_by_text("Close it all the same").click()
    reason = desk.get_by_label("Why it is closed while tables are in play")
    reason.fill("the lights went")
    desk.get_by_role("link", name="Table 2", exact=True).focus()

    post_hand(table, desk.context)

    expect(desk.get_by_text("1 table is still playing")).to_be_visible()
    expect(desk.get_by_role("link", name="Table 2", exact=True)).to_be_focused()
    expect(reason).to_be_visible()
    expect(reason).to_have_value("the lights went")


def test_desk_follows_what_another_director_does(window, stream, table):  # noqa: ARG001 - it has to run
    path = f"/rounds/{table.round_id}/desk/"
    first, second = open_page(window, path), open_page(window, path)
    expect(second.locator("#live-state")).to_have_text(FOLLOWING)
    minutes = second.get_by_label("Minutes")
    minutes.fill("25")

    post_hand(table, first.context)
    expect(second.get_by_role("heading", name="What comes next")).to_have_count(0)
    expect(minutes).to_have_value("25")
    expect(minutes).to_be_focused()

    first.get_by_label("Minutes").fill("30")
    first.get_by_role("button", name="Start the clock").click()
    expect(second.get_by_role("button", name="Set it anew from now")).to_be_visible()
    expect(second.get_by_role("button", name="Start the clock")).to_have_count(0)
    expect(second.get_by_role("timer")).to_be_visible()
    expect(minutes).to_have_value("25")
    expect(minutes).to_be_focused()
    second.screenshot(path=SHOTS / "live-desk-of-another.png", full_page=True)

    first.get_by_text("Close it all the same").click()
    first.get_by_label("They count for nobody").check()
    first.get_by_label("Why it is closed while tables are in play").fill("the lights went")
    first.get_by_role("button", name="Close the round").click()
    expect(second.get_by_role("link", name="What comes next")).to_be_visible()
    expect(second.get_by_text("As ruled: closed while table 2 was in play.")).to_be_visible()
    for gone in ("Still missing:", "Close the round", "Set it anew from now"):
        expect(second.get_by_text(gone)).to_have_count(0)
    assert second.evaluate("window.wasHere") is True
    second.screenshot(path=SHOTS / "live-desk-closed-by-another.png", full_page=True)


def test_part_that_the_page_has_no_more_is_emptied(window, stream, table):  # noqa: ARG001 - it has to run
    standings = open_page(window, f"/tournaments/{table.round.tournament.slug}/standings/")
    expect(standings.locator("#live-state")).to_have_text(FOLLOWING)
    part = "document.getElementById('main').insertAdjacentHTML('beforeend', '<p id=old data-live=old>Old.</p>')"
    standings.evaluate(part)
    expect(standings.locator("#old")).to_have_text("Old.")

    post_hand(table, standings.context)

    expect(standings.locator("#old")).to_have_text("")


def test_page_that_nobody_sees_catches_up_once_it_is_seen(window, stream, table):  # noqa: ARG001 - it has to run
    standings = open_page(window, f"/tournaments/{table.round.tournament.slug}/standings/")
    state = standings.locator("#live-state")
    expect(state).to_have_text(FOLLOWING)
    set_hidden = "Object.defineProperty(document, 'hidden', {configurable: true, value: %s});"
    changed = "document.dispatchEvent(new Event('visibilitychange'));"

    standings.evaluate(set_hidden % "true" + changed)
    expect(state).to_have_text(LOOKING)
    post_hand(table, standings.context)
    standings.evaluate(set_hidden % "false" + changed)

    expect(standings.locator("body")).to_contain_text("140")
    expect(state).to_have_text(FOLLOWING)
