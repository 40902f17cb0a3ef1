"""Five Hundred as the rehearsal understands it: hands out of a hat, and what they are worth.

Written from the book and not from the product, so that the two can disagree.
"""

from __future__ import annotations

import random
from typing import Any

SUITS = ("S", "C", "D", "H", "NT")
MISERES = {"M": 250, "OM": 500, "BM": 500}
TRICKS = 10


def value_of(bid: str) -> int:
    """Return what a bid is worth when it is made."""
    if bid in MISERES:
        return MISERES[bid]
    level, suit = (10, bid[2:]) if bid.startswith("10") else (int(bid[0]), bid[1:])
    return 40 + 20 * SUITS.index(suit) + 100 * (level - 6)


def points_of(record: dict[str, Any]) -> tuple[int, int]:
    """Return the points that a score line gives to NS and EW."""
    contract = record["contract"]
    if contract is None:
        return 0, 0
    side = contract["seat"] % 2
    tricks, bid = record["tricks"], contract["bid"]
    value = value_of(bid)
    gains = [0, 0]
    if bid in MISERES:
        gains[side] = value if tricks[side] == 0 else -value
        return gains[0], gains[1]
    needed = 10 if bid.startswith("10") else int(bid[0])
    if tricks[side] < needed:
        gains[side] = -value
    else:
        gains[side] = max(value, 250) if tricks[side] == TRICKS else value
    gains[1 - side] = 10 * tricks[1 - side]
    return gains[0], gains[1]


def random_hand(chance: random.Random, *, dealer: int) -> dict[str, Any]:
    """Return a score line that could have happened."""
    kind = chance.random()
    if kind < 0.04:
        return {"level": 1, "dealer": dealer, "contract": None}
    seat = chance.randrange(4)
    side = seat % 2
    if kind < 0.10:
        own = chance.choice((0, 0, 1, 3))
        tricks: list[int | None] = [0, 0]
        tricks[side], tricks[1 - side] = own, None if chance.random() < 0.5 else TRICKS - own
        bid = chance.choice(tuple(MISERES))
    else:
        level = chance.choices((6, 7, 8, 9, 10), (30, 40, 20, 7, 3))[0]
        own = min(TRICKS, max(0, level + chance.choice((-3, -2, -1, -1, 0, 0, 0, 1, 1, 2))))
        tricks = [own, TRICKS - own] if side == 0 else [TRICKS - own, own]
        bid = f"{level}{chance.choice(SUITS)}"
    contract = {"seat": seat, "bid": bid, "sans_kitty": chance.random() < 0.05}
    return {"level": 1, "dealer": dealer, "contract": contract, "tricks": tricks}
