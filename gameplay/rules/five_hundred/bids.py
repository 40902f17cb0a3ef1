"""The 28 bids, their order in the auction and what they are worth (rules A4.3-A4.4, A11.1, A11.5)."""

from __future__ import annotations

from dataclasses import dataclass

PASS = "P"  # noqa: S105 - the call, not a secret
SUITS = "SCDH"
"""Suits and no trumps as they rank in the auction; a suit's index is its number everywhere in this package."""
DENOMINATIONS = ("S", "C", "D", "H", "NT")
LEVELS = range(6, 11)
SEVEN = 7
TRICKS_PER_HAND = 10
NO_TRUMPS: None = None


@dataclass(frozen=True, slots=True)
class Bid:
    """One bid.

    ``rank`` orders the auction and is not the value: 8S (240) overcalls a misere (250). ``tricks`` is the number
    promised, 0 in a misere, open or blind misere. ``trump`` is a suit's number, None in no trumps and the miseres.
    """

    text: str
    rank: int
    value: int
    tricks: int
    trump: int | None = NO_TRUMPS
    is_misere: bool = False


@dataclass(frozen=True, slots=True)
class Contract:
    """The last bid of an auction: who plays what, and whether without the kitty."""

    seat: int
    bid: Bid
    sans_kitty: bool


def _avondale(level: int, denomination: int) -> int:
    """Return the value of a bid for tricks: the Avondale schedule (rules A11.1)."""
    return 40 + 20 * denomination + 100 * (level - 6)


def _tricks_bid(text: str, rank: int) -> Bid:
    denomination = next(index for index, name in enumerate(DENOMINATIONS) if text.endswith(name))
    level = int(text.removesuffix(DENOMINATIONS[denomination]))
    trump = denomination if denomination < len(SUITS) else NO_TRUMPS
    return Bid(text, rank, _avondale(level, denomination), level, trump)


def _order() -> tuple[tuple[str, ...], ...]:
    """Return the bids from the lowest; bids of one step do not overcall each other (rules A4.4)."""
    steps: list[tuple[str, ...]] = [(f"{level}{name}",) for level in LEVELS for name in DENOMINATIONS]
    steps.insert(steps.index(("8S",)), ("M",))
    steps.insert(steps.index(("10H",)), ("OM", "BM"))
    return tuple(steps)


ORDER = _order()
_MISERE_VALUES = {"M": 250, "OM": 500, "BM": 500}
BIDS: dict[str, Bid] = {
    text: Bid(text, rank, _MISERE_VALUES[text], 0, is_misere=True)
    if text in _MISERE_VALUES
    else _tricks_bid(text, rank)
    for rank, step in enumerate(ORDER)
    for text in step
}
HIGHEST = BIDS["10NT"]
MISERE, OPEN_MISERE, BLIND_MISERE = BIDS["M"], BIDS["OM"], BIDS["BM"]


def read_bid(text: object) -> Bid | None:
    """Return the bid written as ``text``, or None when it is none of the 28."""
    return BIDS.get(text) if isinstance(text, str) else None
