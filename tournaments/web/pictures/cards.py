"""The tricks of a hand of Five Hundred as pictures: each card before the seat that played it, and who won."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from gameplay.rules.five_hundred.bids import SUITS
from gameplay.rules.five_hundred.cards import JOKER, TEXTS, texts_of
from gameplay.rules.five_hundred.full import played_tricks
from gameplay.rules.five_hundred.hand import read_hand

WIDTH, HEIGHT = 320, 324
"""The size of a picture, in its own units."""
CARD_WIDTH, CARD_HEIGHT = 56, 78
_CENTRE_X, _CENTRE_Y, _REACH_X, _REACH_Y = 160, 160, 105, 100
_LABEL_BELOW = 15


@dataclass(frozen=True, slots=True)
class Face:
    """What is on a card; the joker has neither rank nor suit."""

    text: str
    rank: str
    suit: str


@dataclass(frozen=True, slots=True)
class PlacedCard:
    """A card on the table: ``x`` and ``y`` are its upper left corner, ``order`` counts from 1, the lead."""

    face: Face
    seat: int
    order: int
    x: int
    y: int
    wins: bool

    @property
    def middle(self) -> int:
        """How far right the middle of the card lies."""
        return self.x + CARD_WIDTH // 2

    @property
    def label_y(self) -> int:
        """Where the line of text under the card stands."""
        return self.y + CARD_HEIGHT + _LABEL_BELOW


@dataclass(frozen=True, slots=True)
class TrickPicture:
    """A trick: its cards in order of play. ``named`` is the suit that a joker led stands for, else empty."""

    number: int
    cards: tuple[PlacedCard, ...]
    leader: int
    winner: int
    named: str


@dataclass(frozen=True, slots=True)
class Holdings:
    """The cards by seat as play began, and the kitty as it was dealt, lowest of each suit first."""

    hands: tuple[tuple[str, ...], ...]
    kitty: tuple[str, ...]


def trick_pictures(record: Mapping[str, Any]) -> Iterator[TrickPicture]:
    """Yield a picture of each trick of a valid level 3 record."""
    case = read_hand(dict(record))
    players = case.seating.players
    for number, trick in enumerate(played_tricks(case), start=1):
        cards = (
            _placed(card, seat, order, players, wins=seat == trick.winner)
            for order, (seat, card) in enumerate(zip(trick.order, trick.cards, strict=True), start=1)
        )
        named = SUITS[trick.led] if case.record["play"][number - 1].get("suit") else ""
        yield TrickPicture(number, tuple(cards), trick.order[0], trick.winner, named)


def holdings(record: Mapping[str, Any]) -> Holdings:
    """Return who held what in a valid level 3 record, the contractor after the discards."""
    case = read_hand(dict(record))
    return Holdings(tuple(tuple(texts_of(hand)) for hand in case.hands), tuple(texts_of(case.kitty)))


def face_of(text: str) -> Face:
    """Return what is on a card from its text.

    >>> face_of("10H")
    Face(text='10H', rank='10', suit='H')
    """
    return Face(text, "", "") if text == TEXTS[JOKER] else Face(text, text[:-1], text[-1])


def place_of(seat: int, players: int) -> tuple[int, int]:
    """Return the upper left corner of a seat's card; the seats go clockwise, seat 0 at the top."""
    turn = 2 * math.pi * seat / players
    x, y = _CENTRE_X + _REACH_X * math.sin(turn), _CENTRE_Y - _REACH_Y * math.cos(turn)
    return round(x) - CARD_WIDTH // 2, round(y) - CARD_HEIGHT // 2


def _placed(card: int, seat: int, order: int, players: int, *, wins: bool) -> PlacedCard:
    x, y = place_of(seat, players)
    return PlacedCard(face_of(TEXTS[card]), seat, order, x, y, wins)
