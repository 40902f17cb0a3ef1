"""Every page of the evening, found by the addresses of the product, so that none is forgotten."""

from __future__ import annotations

from collections.abc import Collection

from django.urls import URLPattern, resolve, reverse
from playwright.sync_api import Page

from gameplay.models import HandSubmission
from tournaments.models import BulkAct, Tournament
from tournaments.web.urls import urlpatterns

ELSEWHERE = {
    "club-invitation-withdraw": "a button",
    "club-role-revoke": "a button",
    "decision-take-back": "the same page as for a penalty",
    "draft-change": "a button",
    "draw-job": "test_large_draw.py",
    "draw-job-call-off": "a button",
    "draw-publish": "a button",
    "file-confirm": "test_files.py",
    "invitation": "test_accounts.py",
    "keying-give-back": "a button",
    "keying-hand-in": "a button",
    "keying-sheet": "test_keying.py",
    "meeting-allow": "a button",
    "merge-undo": "a button",
    **dict.fromkeys(("series", "series-settings", "series-nights", "series-remove"), "test_series.py"),
    "table-substitution-undo": "a button",
    "tournament-bracket": "test_bracket.py",
    "tournament-restore-to": "test_changes.py",
}
"""Addresses that need what no evening has at once, and where they are seen."""


def other_pages(page: Page, tournament: Tournament, seen: Collection[str]) -> dict[str, str]:
    """Return the addresses by name of all pages that are not among those seen, as the session of a page may read them.

    Buttons (which take no GET), files and what only leads on to another page are left out.
    """
    names = {resolve(path.partition("?")[0]).url_name for path in seen}
    found = {}
    for pattern in urlpatterns:
        if pattern.name in names or pattern.name in ELSEWHERE:
            continue
        path = _address(pattern, tournament)
        answer = page.request.get(path, max_redirects=0)
        if answer.status not in (302, 405) and "text/html" in answer.headers["content-type"]:
            found[str(pattern.name)] = path
    return found


def _address(pattern: URLPattern, tournament: Tournament) -> str:
    closed = tournament.rounds.order_by("number")[0]
    club = tournament.club
    entry = tournament.entries.order_by("number")[1]
    known = {
        "round_id": tournament.rounds.order_by("number")[1].pk,
        "table_id": closed.tables.order_by("number")[0].pk,
        "leg": 1,
        "number": 1,
        "entry_id": entry.pk,
        "player_id": club.memberships.order_by("pk")[0].player_id,
        "post_id": HandSubmission.objects.filter(outcome=HandSubmission.Outcome.CONFLICT)[0].pk,
        "act_id": BulkAct.objects.order_by("-pk")[0].pk,
        "slug": (club if str(pattern.pattern).startswith("clubs/") else tournament).slug,
    }
    asked = pattern.pattern.converters
    return reverse(str(pattern.name), kwargs={name: known[name] for name in asked})
