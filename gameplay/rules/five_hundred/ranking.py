"""How cards rank under a contract: bowers, trumps, and the joker in its three conditions (rules A2, A7.2, A8, A9)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from gameplay.rules.five_hundred.bids import SUITS
from gameplay.rules.five_hundred.cards import JACK, JOKER, JOKER_BIT, card

NO_SUIT = len(SUITS)
"""What a loose joker belongs to, and what is led when it is led without naming a suit."""
_MATES = {0: 1, 1: 0, 2: 3, 3: 2}
_TRUMP, _LEFT, _RIGHT, _JOKER = 100, 120, 121, 122


@dataclass(frozen=True, slots=True)
class Ranking:
    """The cards under one contract.

    ``suit_of[card]`` is the suit a card belongs to in all respects, ``members[suit]`` the set of its cards (empty for
    NO_SUIT), ``power[led][card]`` what a card is worth in a trick to which ``led`` was led: the highest wins and 0
    cannot win. ``loose`` is the joker when it belongs to no suit, else empty; ``forced`` the same where the rules
    make it be played by a hand void in the suit led (rules A8.3).
    """

    suit_of: tuple[int, ...]
    members: tuple[int, ...]
    power: tuple[tuple[int, ...], ...]
    loose: int
    forced: int

    def followers(self, hand: int, led: int) -> int:
        """Return the cards of ``hand`` that may be played to a trick to which suit ``led`` was led."""
        return hand & self.members[led] or hand & self.forced or hand


@cache
def ranking_of(trump: int | None, nominated: int | None, *, is_misere: bool) -> Ranking:
    """Return the ranking of the cards; ``nominated`` is the suit that the contractor named for the joker, if any."""
    joker_suit = trump if trump is not None else NO_SUIT if nominated is None else nominated
    suit_of = [number >> 4 for number in range(JOKER)] + [joker_suit]
    if trump is not None:
        suit_of[card(JACK, _MATES[trump])] = trump
    members = [sum(1 << number for number, suit in enumerate(suit_of) if suit == led) for led in range(NO_SUIT)]
    loose = JOKER_BIT if joker_suit == NO_SUIT else 0
    return Ranking(
        suit_of=tuple(suit_of),
        members=(*members, 0),
        power=tuple(
            tuple(_power(number, suit, led=led, trump=trump) for number, suit in enumerate(suit_of))
            for led in (*range(NO_SUIT), NO_SUIT)
        ),
        loose=loose,
        forced=loose if is_misere else 0,
    )


def _power(number: int, suit: int, *, led: int, trump: int | None) -> int:
    if number == JOKER:
        # Loose, of trumps, or the highest of the suit led; thrown on another suit a nominated joker loses.
        return _JOKER if suit in (NO_SUIT, trump, led) else 0
    rank = (number & 0b1111) + 1
    if suit == trump:
        if number & 0b1111 == JACK:
            return _RIGHT if number >> 4 == trump else _LEFT
        return _TRUMP + rank
    return rank if suit == led else 0
