"""The bids of Five Hundred as a grid to tap: five denominations wide, in the order of the auction."""

from __future__ import annotations

from dataclasses import dataclass

from gameplay.rules.five_hundred.bids import BIDS, BLIND_MISERE, DENOMINATIONS, MISERE, ORDER
from gameplay.rules.five_hundred.variants import Rules
from tournaments.web.words import bid_sign, bid_spoken


@dataclass(frozen=True, slots=True)
class BidCell:
    """One bid: as the record writes it, as it is shown, as it is said, and how wide its button is."""

    text: str
    shown: str
    spoken: str
    is_red: bool
    layout: str


def bid_cells(rules: Rules) -> list[BidCell]:
    """Return the bids that the rules of a table allow, lowest first."""
    return [_cell(text, rules) for step in ORDER for text in step if _is_offered(text, rules)]


def _is_offered(text: str, rules: Rules) -> bool:
    bid = BIDS[text]
    return not bid.is_misere or (rules.misere != "off" and (bid is not BLIND_MISERE or rules.blind_misere))


def _cell(text: str, rules: Rules) -> BidCell:
    return BidCell(
        text=text,
        shown=bid_sign(text),
        spoken=bid_spoken(text),
        is_red=not BIDS[text].is_misere and text.endswith(("D", "H")),
        layout=_layout(text, rules),
    )


def _layout(text: str, rules: Rules) -> str:
    bid = BIDS[text]
    if bid is MISERE or (bid.is_misere and not rules.blind_misere):
        return "tap-wide"
    if bid.is_misere:
        return "tap-rest" if bid is BLIND_MISERE else "tap-half"
    if rules.misere != "off" and text == "10H":
        # The open misere stands between 10 diamonds and 10 hearts, on a row of its own.
        return f"tap-from-{DENOMINATIONS.index('H') + 1}"
    return ""
