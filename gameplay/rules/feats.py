"""What a club gives prizes for, as single hands show it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gameplay.rules.five_hundred.bids import TRICKS_PER_HAND
from gameplay.rules.five_hundred.codes import NAME as FIVE_HUNDRED

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gameplay.rules.kinds import Answer, Kind

SLAM = "slam"
HIGHEST_HAND = "highest_hand"


def feats_of(
    kind: Kind, rules: Any, record: Mapping[str, Any], answer: Answer
) -> list[tuple[str, tuple[int, ...], int]]:
    """Return what sides did in a valid hand: the feat, the seats whose feat it is, and how much it was.

    At Five Hundred a slam (rules A11.3): the contractors took all ten tricks in a contract that is no misere, one each
    time. At Fives and Threes the points that each side scored in the hand.
    """
    sides = kind.sides(rules)
    if kind.name != FIVE_HUNDRED:
        return [(HIGHEST_HAND, seats, points) for seats, points in zip(sides, answer.values["points"], strict=True)]
    contract = record["contract"]
    if contract is None:
        return []
    called = record.get("called")
    seats = {contract["seat"], *([] if called is None else [called])}
    contractors = [side for side in sides if seats & set(side)]
    tricks = sum(answer.values["tricks"][sides.index(side)] for side in contractors)
    if tricks < TRICKS_PER_HAND or not answer.values["made"]:
        return []
    return [(SLAM, tuple(sorted(seat for side in contractors for seat in side)), 1)]
