"""An auction as a table of drawn cards: a column for each seat, a row for each time round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gameplay.rules.five_hundred.bids import BIDS, PASS, SUITS

Call = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class BidCard:
    """What is drawn for a call: the level over a suit by its letter, no trumps as an empty suit; else only words."""

    level: str = ""
    suit: str = ""

    @property
    def is_red(self) -> bool:
        """Whether it is drawn in red."""
        return self.suit in {"D", "H"}


def bid_card(bid: str) -> BidCard:
    """Return the card of a call by its text; a pass and the miseres have no level.

    >>> bid_card("8H"), bid_card("7NT"), bid_card("M")
    (BidCard(level='8', suit='H'), BidCard(level='7', suit=''), BidCard(level='', suit=''))
    """
    if bid == PASS or BIDS[bid].is_misere:
        return BidCard()
    trump = BIDS[bid].trump
    return BidCard(str(BIDS[bid].tricks), "" if trump is None else SUITS[trump])


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
