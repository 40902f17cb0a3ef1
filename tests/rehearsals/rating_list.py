"""The rating list that the product shows, against the one worked out beside it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from tests.rehearsals import audit, ratings

if TYPE_CHECKING:
    from tests.rehearsals.evening import Evening
    from tests.rehearsals.report import Report

PATIENCE = 60.0
"""Seconds that a list may take to take in the last closed round; it should be far fewer."""


def check_list(evening: Evening, report: Report, *, club: str, kind: str) -> None:
    """Everybody who played is rated, as we rate them, and the list is in order."""
    results = audit.results_of(evening)
    expected = {
        player: (round(10 * belief.mean), round(100 * belief.deviation), belief.tables)
        for player, belief in ratings.rate(results).items()
    }
    began = time.monotonic()
    rows = _rows(evening, club, kind)
    while _told(rows) != expected and time.monotonic() - began < PATIENCE:
        time.sleep(0.2)
        rows = _rows(evening, club, kind)
    report.say(f"the ratings were there {time.monotonic() - began:.1f} s after the last round was closed")
    report.equal("everybody who played is rated, and nobody else", set(_told(rows)), set(expected))
    wrong = {
        player: (told, expected.get(player)) for player, told in _told(rows).items() if told != expected.get(player)
    }
    report.check("ratings, deviations and tables are those that we worked out", holds=not wrong, seen=wrong)
    order = [row["mu"] for row in rows]
    report.equal("the list is in order", order, sorted(order, reverse=True))
    won = sum(row["mu"] for row in rows) - 15_000 * len(rows)
    report.check("what some won others lost, but for rounding", holds=abs(won) <= len(rows), seen=won)


def _rows(evening: Evening, club: str, kind: str) -> list[dict[str, Any]]:
    pools = evening.desk.get_all("ratings/pools/", club=club, kind=kind)
    return evening.desk.get_all(f"ratings/pools/{pools[0]['id']}/players/") if pools else []


def _told(rows: list[dict[str, Any]]) -> dict[int, tuple[int, int, int]]:
    return {row["player_id"]: (row["mu"], row["sigma"], row["tables"]) for row in rows}
