"""Score lines out of a hat: what the rules engine lets stand, roughly as often as it happens at a table.

Rounds of dominoes are really dealt and played; bids of Five Hundred are drawn as people bid, low ones more often.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from gameplay.rules.chain import judge_next
from gameplay.rules.fives_threes.generate import random_round
from gameplay.selectors import Progress

Maker = Callable[[Progress, random.Random], dict[str, Any]]

TRICKS = 10
DENOMINATIONS = ("S", "C", "D", "H", "NT")


def next_hand(game: Progress, chance: random.Random) -> dict[str, Any]:
    """Return a level 1 record that stands as the next hand of a game that is not over."""
    make = _MAKERS[game.kind.name]
    while True:
        record = make(game, chance)
        if judge_next(game.kind, game.rules, game.state, record, starter=game.next_starter).answer.valid:
            return record


def _five_hundred(game: Progress, chance: random.Random) -> dict[str, Any]:
    line: dict[str, Any] = {"level": 1, "dealer": game.next_starter}
    call = chance.random()
    if call < 0.03:
        return {**line, "contract": None}
    seat = chance.randrange(4)
    if call < 0.09:
        bid, own = chance.choice(("M", "M", "OM", "BM")), chance.choice((0, 0, 1, 2))
    else:
        level = chance.choices((6, 7, 8, 9, 10), (30, 38, 22, 7, 3))[0]
        bid = f"{level}{chance.choice(DENOMINATIONS)}"
        own = max(0, min(TRICKS, level + chance.choice((-2, -1, -1, 0, 0, 0, 1, 1, 2))))
    tricks = [own, TRICKS - own] if seat % 2 == 0 else [TRICKS - own, own]
    sans_kitty = chance.random() < 0.04
    return {**line, "contract": {"seat": seat, "bid": bid, "sans_kitty": sans_kitty}, "tricks": tricks}


def _fives_threes(game: Progress, chance: random.Random) -> dict[str, Any]:
    played = random_round(chance, level=1, rules=game.rules, opener=game.next_starter, scores_before=game.state.scores)
    return {field: played[field] for field in ("level", "opener", "points", "end", "out_side")}


_MAKERS: dict[str, Maker] = {"five_hundred": _five_hundred, "fives_threes": _fives_threes}
