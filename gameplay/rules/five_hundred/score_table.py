"""What every score line is worth, as data: for a phone that has to show a score without asking the engine."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from gameplay.rules.five_hundred.bids import BIDS, TRICKS_PER_HAND, Bid, Contract
from gameplay.rules.five_hundred.game import OUT_BACKWARDS
from gameplay.rules.five_hundred.score_line import switched_off
from gameplay.rules.five_hundred.scoring import contract_points, defender_points, is_made

if TYPE_CHECKING:
    from gameplay.rules.five_hundred.variants import Rules

# Far below the first score at which a limit on the defenders' points is felt, and past the last.
_SCORES = range(501)
_NUMBERS = range(TRICKS_PER_HAND + 1)


@lru_cache(maxsize=256)
def score_table(rules: Rules) -> dict[str, Any]:
    """Return what a score line is worth under the rules of a table, ready for JSON (rules A11, A12); not to be changed.

    ``bids``: for each bid that the rules have, the contractors' ``points`` by the tricks that they won together,
    whether the contract was ``made``, and whether the others score for their tricks (``defended``). ``defenders``: by
    the tricks of a side, the points as ``[from, points]``, where ``from`` is the least score before the hand for which
    they hold, null for any. ``ends``: after how many ``hands`` the game is over, with how many points a contract just
    made (``made_from``) or just lost (``lost_to``) ends it; null where it does not.
    """
    races = rules.end == "race"
    return {
        "game": "five_hundred",
        "bids": {text: _bid(rules, bid) for text, bid in BIDS.items() if _is_played(rules, bid)},
        "defenders": [_defender(rules, tricks) for tricks in _NUMBERS],
        "ends": {
            "hands": rules.hands,
            "made_from": rules.target if races else None,
            "lost_to": OUT_BACKWARDS if races and rules.out_backwards else None,
        },
    }


def _is_played(rules: Rules, bid: Bid) -> bool:
    return not switched_off(rules, bid, sans_kitty=False, path="contract")


def _bid(rules: Rules, bid: Bid) -> dict[str, Any]:
    contract = Contract(0, bid, sans_kitty=False)
    return {
        "points": [contract_points(rules, contract, tricks_won=tricks) for tricks in _NUMBERS],
        "made": [is_made(contract, tricks_won=tricks) for tricks in _NUMBERS],
        "defended": not bid.is_misere,
    }


def _defender(rules: Rules, tricks: int) -> list[list[int | None]]:
    """Return the steps of a defender's points as the score before the hand rises."""
    steps: list[list[int | None]] = [[None, defender_points(rules, tricks_won=tricks, before=_SCORES[0])]]
    for before in _SCORES:
        points = defender_points(rules, tricks_won=tricks, before=before)
        if points != steps[-1][1]:
            steps.append([before, points])
    return steps
