"""What tests of the phone share: sitting down at a table, tapping a hand, and what the server then has."""

from __future__ import annotations

import datetime as dt

from django.utils import timezone
from playwright.sync_api import Page, expect

from tournaments.models import Table, TableLink
from tournaments.selectors.rights import link_token
from tournaments.selectors.tables import get_table


def link_path(table: Table | None = None) -> str:
    """Return the address of table 1, of the only tournament unless one is given, alive for pages' real clock."""
    TableLink.objects.update(expires_at=timezone.now() + dt.timedelta(hours=1))
    links = TableLink.objects.filter(table_number=1)
    link = links.get() if table is None else links.get(tournament=table.round.tournament)
    return f"/t/{link_token(link)}/"


def sit_down(page: Page) -> Page:
    """Open the table's page and wait until it asks for a hand."""
    page.goto(link_path())
    expect(page.locator("#next-hand")).to_be_visible()
    return page


def tap(page: Page, *, seat: int, bid: str, tricks: int) -> None:
    """Tap a hand of Five Hundred at a table of four."""
    page.locator(f'[data-seat="{seat}"]').click()
    page.locator(f'[data-bid="{bid}"]').click()
    page.locator(f'[data-tricks="{tricks}"]').click()


def scores(table: Table) -> tuple[int, ...]:
    """Return the scores of the first game of a table as the server has them."""
    return get_table(table.pk).progress.legs[0].game.state.scores


def await_lines(page: Page) -> None:
    """Wait until the score lines are on the phone."""
    page.evaluate("""() => new Promise((done) => {
      const look = () => (localStorage.getItem("score-lines") === null ? setTimeout(look, 20) : done());
      look();
    })""")


def look(page: Page) -> None:
    """Let the page look for news, as it does now and then."""
    with page.expect_response("**/table-link/"):
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
