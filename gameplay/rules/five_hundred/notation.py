"""The short text form, read and written: cards, calls, contracts and tricks.

- a card is its rank and suit (``10H``, ``TH``), the joker ``JK``; a hand is cards with blanks between;
- a bid is its text (``8H``, ``OM``), with a star when it is made sans kitty (``8H*``); a pass is ``P``;
- a call or a contract has its seat before it: ``2:8H*``;
- a trick has its leader before it: ``2: QS 9S KS``; a loose joker led names its suit: ``2: JK/S 9S KS``.
"""

from __future__ import annotations

from typing import Any

from gameplay.errors import RuleViolation
from gameplay.rules.five_hundred.bids import PASS, SUITS, read_bid
from gameplay.rules.five_hundred.cards import JOKER, TEXTS, read_card
from gameplay.rules.five_hundred.codes import fault

SANS_KITTY_MARK = "*"
_MOST_PLAYERS = 6


def parse_cards(text: str) -> list[str]:
    """Return the cards of a hand in their usual text.

    >>> parse_cards("AS TH JK")
    ['AS', '10H', 'JK']

    Raises RuleViolation with ``five_hundred.card`` for each that is unreadable.
    """
    words = text.split()
    cards = [read_card(word) for word in words]
    unreadable = [fault("card", card=word) for word, card in zip(words, cards, strict=True) if card is None]
    if unreadable:
        raise RuleViolation(tuple(unreadable))
    return [TEXTS[card] for card in cards if card is not None]


def format_cards(cards: list[str]) -> str:
    """Return the text of a hand."""
    return " ".join(cards)


def parse_call(text: str) -> dict[str, Any]:
    """Return a call, or a contract, as records have it.

    >>> parse_call("2:8H*")
    {'seat': 2, 'bid': '8H', 'sans_kitty': True}

    Raises RuleViolation with ``five_hundred.seat`` or ``five_hundred.bid_unknown``.
    """
    seat, _, bid = text.partition(":")
    name = bid.strip().removesuffix(SANS_KITTY_MARK)
    if read_bid(name) is None and bid.strip() != PASS:
        raise RuleViolation((fault("bid_unknown", bid=bid.strip()),))
    return {"seat": _parse_seat(seat), "bid": name, "sans_kitty": name != bid.strip()}


def format_call(call: dict[str, Any]) -> str:
    """Return the text of a call or a contract."""
    return f"{call['seat']}:{call['bid']}{SANS_KITTY_MARK if call.get('sans_kitty') else ''}"


def parse_trick(text: str) -> dict[str, Any]:
    """Return a trick as level 3 records have it.

    >>> parse_trick("2: JK/S 9S KS")
    {'lead': 2, 'cards': ['JK', '9S', 'KS'], 'suit': 'S'}

    Raises RuleViolation with ``five_hundred.seat``, ``five_hundred.card`` or ``five_hundred.suit``.
    """
    seat, _, cards = text.partition(":")
    lead = _parse_seat(seat)
    first, _, rest = cards.strip().partition(" ")
    card, slash, suit = first.partition("/")
    if slash and not (card == TEXTS[JOKER] and len(suit) == 1 and suit in SUITS):
        raise RuleViolation((fault("suit", suit=suit),))
    trick: dict[str, Any] = {"lead": lead, "cards": parse_cards(f"{card} {rest}")}
    return {**trick, "suit": suit} if slash else trick


def format_trick(trick: dict[str, Any]) -> str:
    """Return the text of a trick."""
    first, *rest = trick["cards"]
    named = f"{first}/{trick['suit']}" if trick.get("suit") else first
    return f"{trick['lead']}: {format_cards([named, *rest])}"


def _parse_seat(text: str) -> int:
    seat = text.strip()
    if not (len(seat) == 1 and seat in "012345"):
        raise RuleViolation((fault("seat", seat=seat, last=_MOST_PLAYERS - 1),))
    return int(seat)
