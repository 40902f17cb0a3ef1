"""An auction as a table: a column for each seat, a row for each time round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Call = Mapping[str, Any]


def auction_rows(calls: Sequence[Call], *, players: int) -> list[list[Call | None]]:
    """Return the calls in rows by seat; None where a seat did not call in that row.

    >>> calls = [{"seat": 2, "bid": "6S"}, {"seat": 0, "bid": "P"}]
    >>> [[call and call["bid"] for call in row] for row in auction_rows(calls, players=3)]
    [[None, None, '6S'], ['P', None, None]]
    """
    rows: list[list[Call | None]] = []
    last = players
    for call in calls:
        if call["seat"] <= last or not rows:
            rows.append([None] * players)
        rows[-1][call["seat"]] = call
        last = call["seat"]
    return rows
