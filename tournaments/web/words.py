"""How seats, bids and hands are called on the pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from gameplay.models import HandRecord
from gameplay.selectors import PlayedHand
from tournaments.selectors.tables import TableView

SEAT_NAMES = {
    "N": gettext_lazy("North"),
    "E": gettext_lazy("East"),
    "S": gettext_lazy("South"),
    "W": gettext_lazy("West"),
}
SUIT_SIGNS = {"S": "♠\ufe0e", "C": "♣\ufe0e", "D": "♦\ufe0e", "H": "♥\ufe0e"}
SUIT_NAMES = {
    "S": gettext_lazy("spades"),
    "C": gettext_lazy("clubs"),
    "D": gettext_lazy("diamonds"),
    "H": gettext_lazy("hearts"),
    "NT": gettext_lazy("no trumps"),
}
MISERES = {
    "M": gettext_lazy("Misere"),
    "OM": gettext_lazy("Open misere"),
    "BM": gettext_lazy("Blind misere"),
}


def seat_name(label: str) -> str:
    """Return a seat's name in words, from its label at the table."""
    name = SEAT_NAMES.get(label)
    return str(name) if name is not None else _("seat %(number)s") % {"number": label}


def side_name(label: str) -> str:
    """Return a side in words, from its label: numbers alone do not say that they are seats.

    >>> side_name("NS"), side_name("3"), side_name("1-4")
    ('NS', 'seat 3', 'seats 1-4')
    """
    if label.isdecimal():
        return seat_name(label)
    return _("seats %(numbers)s") % {"numbers": label} if label[0].isdecimal() else label


def bid_sign(bid: str) -> str:
    """Return a bid as short as it is written, such as 8♥."""
    if bid in MISERES:
        return str(MISERES[bid])
    level, denomination = _parts(bid)
    return level + SUIT_SIGNS.get(denomination, pgettext("no trumps, short", "NT"))


def bid_spoken(bid: str) -> str:
    """Return a bid as it is said, such as "8 hearts"."""
    if bid in MISERES:
        return str(MISERES[bid])
    level, denomination = _parts(bid)
    return f"{level} {SUIT_NAMES[denomination]}"


def hand_at(table: TableView, hand: PlayedHand) -> str:
    """Return a hand of a table in a few words."""
    return hand_words(hand, [seat.label for seat in table.seats], [side.label for side in table.sides])


def hand_words(hand: PlayedHand, seat_labels: Sequence[str], side_labels: Sequence[str]) -> str:
    """Return a hand in a few words: the contract and its tricks, or the points and how the round ended."""
    if hand.kind != HandRecord.Kind.PLAYED:
        return _("ruled by the director: %(reason)s") % {"reason": hand.reason}
    facts = {**hand.record, **hand.answer.values}
    if "dealer" in facts:
        return _five_hundred(facts, seat_labels)
    return _fives_threes(facts, side_labels)


def record_words(record: object, seat_labels: Sequence[str], side_labels: Sequence[str]) -> str:
    """Return a posted record in words as far as it can be read."""
    if not isinstance(record, Mapping):
        return _("unreadable")
    try:
        if "points" in record and len(record) == 1:
            return _("ruled: %(points)s") % {"points": " : ".join(str(number) for number in record["points"])}
        if "dealer" in record:
            return _five_hundred(record, seat_labels)
        return _fives_threes(record, side_labels)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        # A post that could not be kept may hold anything; it is listed with who sent it and when.
        return _("unreadable")


def _five_hundred(facts: Mapping[str, Any], seat_labels: Sequence[str]) -> str:
    contract = facts["contract"]
    if contract is None:
        return _("passed in")
    values = {
        "bid": bid_sign(contract["bid"]),
        "seat": seat_name(seat_labels[contract["seat"]]),
        "tricks": facts["tricks"][contract["seat"] % len(facts["tricks"])],
    }
    if facts.get("called") is not None:
        # Where five play, the tricks of the partner who was called count with the contractor's own.
        values["partner"] = seat_name(seat_labels[facts["called"]])
        values["tricks"] += facts["tricks"][facts["called"]]
        if contract.get("sans_kitty"):
            return _("%(bid)s sans kitty by %(seat)s with %(partner)s, tricks: %(tricks)s") % values
        return _("%(bid)s by %(seat)s with %(partner)s, tricks: %(tricks)s") % values
    if contract.get("sans_kitty"):
        return _("%(bid)s sans kitty by %(seat)s, tricks: %(tricks)s") % values
    return _("%(bid)s by %(seat)s, tricks: %(tricks)s") % values


def _fives_threes(facts: Mapping[str, Any], side_labels: Sequence[str]) -> str:
    points = " : ".join(str(number) for number in facts["points"])
    if facts["end"] == "won":
        return _("%(points)s, game won") % {"points": points}
    if facts["end"] == "blocked":
        return _("%(points)s, blocked") % {"points": points}
    return _("%(points)s, %(side)s went out") % {"points": points, "side": side_name(side_labels[facts["out_side"]])}


def _parts(bid: str) -> tuple[str, str]:
    level = bid.rstrip("SCDHNT")
    return level, bid.removeprefix(level)
