"""How a sentence about a hand calls what its parameters name: seats, sides, cards, bids, and the engine's own words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy as pgettext

from gameplay.rules.five_hundred.bids import DENOMINATIONS, PASS, SUITS, read_bid
from gameplay.rules.five_hundred.cards import JOKER, TEXTS, read_card
from gameplay.rules.kinds import Sides

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

LONGEST = 40
"""Letters of something out of a record that a sentence repeats."""

COMPASS: Final = (_("North"), _("East"), _("South"), _("West"))
"""The seats of a table of four, clockwise from 0."""
SEAT: Final = _("Seat %(number)s")
PAIR: Final = _("Pair %(numbers)s")
TEAM: Final = _("Team %(numbers)s")
OF_SIDE: Final = _("%(number)s for %(side)s")
CONTRACT: Final = _("%(bid)s by %(seat)s")
CONTRACT_SANS_KITTY: Final = _("%(bid)s sans kitty by %(seat)s")

SIGNS: Final = tuple(f"{sign}\ufe0e" for sign in "♠♣♦♥")
"""The suits as they rank, each in the plain form that is no coloured picture."""

WORDS: Final[dict[str, str | _StrPromise]] = {
    "JK": pgettext("word in a sentence", "joker"),
    "S": pgettext("word in a sentence", "spades"),
    "C": pgettext("word in a sentence", "clubs"),
    "D": pgettext("word in a sentence", "diamonds"),
    "H": pgettext("word in a sentence", "hearts"),
    "NT": pgettext("word in a sentence", "NT"),
    "M": pgettext("word in a sentence", "misere"),
    "OM": pgettext("word in a sentence", "open misere"),
    "BM": pgettext("word in a sentence", "blind misere"),
    "P": pgettext("word in a sentence", "a pass"),
    "kitty": pgettext("word in a sentence", "The kitty"),
    "deck": pgettext("word in a sentence", "The deck"),
    "passed in": pgettext("word in a sentence", "a hand passed in"),
    "nobody": pgettext("word in a sentence", "nobody"),
    "out": pgettext("word in a sentence", "out"),
    "blocked": pgettext("word in a sentence", "blocked"),
    "won": pgettext("word in a sentence", "won"),
    "out or blocked": pgettext("word in a sentence", "out or blocked"),
    "missing": pgettext("word in a sentence", "missing"),
    "not known at this level": pgettext("word in a sentence", "not known at this level"),
    "of the wrong type": pgettext("word in a sentence", "of the wrong type"),
    "too large": pgettext("word in a sentence", "too large"),
    "not one number for each side": pgettext("word in a sentence", "not one number for each side"),
    "never held": pgettext("word in a sentence", "never held"),
    "discarded": pgettext("word in a sentence", "discarded"),
    "already played": pgettext("word in a sentence", "already played"),
}
"""What the engine gives as a word or a letter of its own."""


class Names:
    """The names at one table; ``people`` by seat stand in for North, East ... or Seat 1, Seat 2 ..."""

    def __init__(self, sides: Sides, people: Sequence[str] | None = None) -> None:
        self._sides = sides
        self._players = sum(map(len, sides))
        self._people = people

    def seat(self, value: Any) -> str:
        """Return the name of a seat; what is none at this table is shown as it is."""
        if type(value) is not int or not 0 <= value < self._players:
            return plain(value)
        if self._people is not None:
            return self._people[value]
        return str(COMPASS[value]) if self._players == len(COMPASS) else str(SEAT) % {"number": value + 1}

    def side(self, value: Any) -> str:
        """Return the name of a side, of several sides, or of none."""
        if isinstance(value, list):
            return ", ".join(map(self.side, value))
        if value is None:
            return word("nobody")
        if type(value) is not int or not 0 <= value < len(self._sides):
            return plain(value)
        seats = self._sides[value]
        if len(seats) == 1:
            return self.seat(seats[0])
        if self._people is not None or self._players == len(COMPASS):
            return ("-" if self._people is None else " + ").join(map(self.seat, seats))
        numbers = "-".join(str(seat + 1) for seat in seats)
        return str(PAIR if len(seats) == 2 else TEAM) % {"numbers": numbers}

    def by_side(self, value: Any) -> str:
        """Return one number for each side with the side that it is of; a number not known is a question mark."""
        if not isinstance(value, list) or len(value) != len(self._sides):
            return plain(value)
        parts = [{"number": plain(number), "side": self.side(side)} for side, number in enumerate(value)]
        return ", ".join(str(OF_SIDE) % part for part in parts)

    def end(self, value: Any) -> str:
        """Return how a round ended, or the side that ended it."""
        return word(value) if isinstance(value, str) else self.side(value)

    def part(self, value: str) -> str:
        """Return whose cards a part of a deal is."""
        seat = value.removeprefix("hands.")
        return self.seat(int(seat)) if seat.isdecimal() else word(value)

    def contract(self, value: Mapping[str, Any] | None) -> str:
        """Return a contract and who plays it, or that there is none."""
        if value is None:
            return word("passed in")
        template = CONTRACT_SANS_KITTY if value["sans_kitty"] else CONTRACT
        return str(template) % {"bid": bid(value["bid"]), "seat": self.seat(value["seat"])}


def word(value: str) -> str:
    """Return one of the engine's own words."""
    return str(WORDS[value])


def card(value: Any) -> str:
    """Return a card, or several, as people write them, such as 10♥; what is none is shown as it is."""
    if isinstance(value, list):
        return " ".join(map(card, value))
    number = read_card(value)
    if number is None:
        return plain(value)
    if number == JOKER:
        return word("JK")
    return TEXTS[number][:-1] + SIGNS[SUITS.index(TEXTS[number][-1])]


def suit(value: Any) -> str:
    """Return the word for a suit; what is none is shown as it is."""
    return word(value) if value in tuple(SUITS) else plain(value)


def bid(value: Any) -> str:
    """Return a bid, such as 8♥ or open misere; what is none is shown as it is."""
    known = read_bid(value)
    if value == PASS or (known is not None and known.is_misere):
        return word(value)
    if known is None:
        return plain(value)
    if known.trump is None:
        return f"{known.tricks} {word(DENOMINATIONS[-1])}"
    return f"{known.tricks}{SIGNS[known.trump]}"


def plain(value: Any) -> str:
    """Return something out of a record in a form that is fit for a sentence, however large it is."""
    if value is None:
        return "?"
    if isinstance(value, (list, tuple)):
        text = " : ".join(map(plain, value)) if all(type(item) in (int, type(None)) for item in value) else "..."
    elif isinstance(value, dict) or (type(value) is int and value.bit_length() > 64):
        text = "..."
    else:
        text = str(value)
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."


def whole(names: Names, value: Any) -> str:
    """Return something that the engine has made and that may be as long as it is."""
    del names
    return str(value)


def _alike(shown: Callable[[Any], str]) -> Shown:
    """Return how something is shown that is called the same at every table."""
    return lambda names, value: shown(value)  # noqa: ARG005


Shown = Callable[[Names, Any], str]
"""Turns the value of a parameter into words."""

SHOWN: Final[dict[str, Shown]] = {
    "seat": Names.seat,
    "partner": Names.seat,
    "turn": Names.seat,
    "dealer": Names.seat,
    "side": Names.side,
    "sides": Names.side,
    "tricks": Names.by_side,
    "points": Names.by_side,
    "scores": Names.by_side,
    "part": Names.part,
    "card": _alike(card),
    "cards": _alike(card),
    "suit": _alike(suit),
    "bid": _alike(bid),
    "high": _alike(bid),
    "problem": _alike(word),
    "reason": _alike(word),
}
"""What a parameter of a name is, unless the code has its own."""

PLAIN: Final = _alike(plain)
