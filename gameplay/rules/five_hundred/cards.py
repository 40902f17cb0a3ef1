"""Cards as small numbers and sets of cards as masks, and the packs for two to six players (rules A0, A1).

A card's number is 16 times its suit plus its rank, so that a suit is sixteen neighbouring bits; the joker stands
after them. A set of cards is the sum of ``1 << card``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gameplay.rules.five_hundred.bids import SUITS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
from functools import reduce
from operator import or_

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "J", "Q", "K", "A")
"""The ranks of a plain suit from the lowest (rules A2)."""
JACK = RANKS.index("J")
JOKER = 64
JOKER_BIT = 1 << JOKER
HAND_SIZE, KITTY_SIZE = 10, 3


def card(rank: int, suit: int) -> int:
    """Return the number of a card of a suit."""
    return suit << 4 | rank


TEXTS: tuple[str, ...] = (*(rank + suit for suit in SUITS for rank in RANKS), "JK")
"""The text of each card by its number."""
CARDS: dict[str, int] = {text: number for number, text in enumerate(TEXTS)}
CARDS |= {f"T{suit}": CARDS[f"10{suit}"] for suit in SUITS}
"""The number of each text that is a card; T stands for 10."""


BITS: tuple[int, ...] = tuple(1 << number for number in range(len(TEXTS)))
"""The set that holds one card, by its number."""
_BITS = {text: BITS[number] for text, number in CARDS.items()}


def read_card(text: object) -> int | None:
    """Return the card written as ``text``, None when it is unreadable."""
    return CARDS.get(text) if isinstance(text, str) else None


def read_cards(texts: Iterable[object]) -> list[int] | None:
    """Return the cards written as ``texts``, None when one of them is unreadable."""
    try:
        return [CARDS[text] for text in texts]  # type: ignore[index]  # what is no text is no key
    except (KeyError, TypeError):  # TypeError: a list or an object in place of a text
        return None


def cards_in(mask: int) -> Iterator[int]:
    """Yield the cards of a set, lowest number first."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def mask_of(cards: Iterable[int]) -> int:
    """Return the set of these cards."""
    return reduce(or_, map((1).__lshift__, cards), 0)


def mask_of_texts(texts: Iterable[str]) -> int:
    """Return the set of the cards written so; all must be readable and none stand twice."""
    return sum(map(_BITS.__getitem__, texts))


def texts_of(mask: int) -> list[str]:
    """Return the texts of a set of cards, lowest number first."""
    return [TEXTS[number] for number in cards_in(mask)]


def _pack(black: Iterable[str], red: Iterable[str]) -> int:
    ranks = (tuple(black), tuple(black), tuple(red), tuple(red))
    return JOKER_BIT | mask_of_texts(rank + suit for suit, held in zip(SUITS, ranks, strict=True) for rank in held)


_HIGH = ("10", "J", "Q", "K", "A")
_SMALL = RANKS[: RANKS.index("10")]
PACKS: dict[int, int] = {
    2: _pack(_HIGH, ("9", *_HIGH)),
    3: _pack((*_SMALL[5:], *_HIGH), (*_SMALL[5:], *_HIGH)),
    4: _pack((*_SMALL[3:], *_HIGH), (*_SMALL[2:], *_HIGH)),
    5: _pack((*_SMALL, *_HIGH), (*_SMALL, *_HIGH)),
    6: _pack((*_SMALL, *_HIGH, "11", "12"), (*_SMALL, *_HIGH, "11", "12", "13")),
}
"""The pack by the number of players: ten cards each and three for the kitty."""
