"""What a hand scores (rules A11, A13): the contract by the Avondale schedule, the defenders by the trick."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gameplay.rules.five_hundred.bids import TRICKS_PER_HAND, Contract

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gameplay.rules.five_hundred.seating import Seating
    from gameplay.rules.five_hundred.variants import Rules

DEFENDER_TRICK_VALUE = 10


def is_made(contract: Contract, *, tricks_won: int) -> bool:
    """Whether the contract is made: at least the bid, or no trick at all in a misere (rules A11.2, A11.5)."""
    return tricks_won == 0 if contract.bid.is_misere else tricks_won >= contract.bid.tricks


def contract_points(rules: Rules, contract: Contract, *, tricks_won: int) -> int:
    """Return what the contractors score: plus or minus the value, no overtricks, the slam lifted (rules A11.2-3)."""
    value = contract.bid.value
    if not is_made(contract, tricks_won=tricks_won):
        return -value
    if rules.slam is not None and tricks_won == TRICKS_PER_HAND:
        return max(value, rules.slam)
    return value


def defender_points(rules: Rules, *, tricks_won: int, before: int | None) -> int:
    """Return what a defending side scores for its own tricks against a bid for tricks (rules A11.4, A11.6).

    ``before`` is its score before the hand; None where the rules do not ask for it.
    """
    if not rules.defender_points:
        return 0
    points = DEFENDER_TRICK_VALUE * tricks_won
    if before is None:
        return points
    if rules.defender_stop is not None and before >= rules.defender_stop:
        return 0
    if rules.defender_cap is not None:
        return max(0, min(points, rules.defender_cap - before))
    return points


def score_hand(
    rules: Rules,
    seating: Seating,
    contract: Contract | None,
    *,
    tricks: Sequence[int | None],
    called: int | None = None,
    before: Sequence[int] | None = None,
) -> tuple[int, ...] | None:
    """Return the points of each side; None when a limit on the defenders' points needs the scores before.

    ``tricks`` are by side; in a misere a defending side's number may be None. A hand passed in scores nothing.
    """
    if contract is None:
        return (0,) * len(seating.sides)
    own = seating.contracting_sides(contract, called)
    won = contractors_tricks(seating, contract, called, tricks)
    gain = contract_points(rules, contract, tricks_won=won)
    points = []
    for side in range(len(seating.sides)):
        if side in own:
            points.append(gain)
            continue
        taken = 0 if contract.bid.is_misere else tricks[side] or 0
        if before is None and taken and rules.limits_defenders:
            return None
        points.append(defender_points(rules, tricks_won=taken, before=before[side] if before else None))
    return tuple(points)


def contractors_tricks(seating: Seating, contract: Contract, called: int | None, tricks: Sequence[int | None]) -> int:
    """Return how many tricks the contractor and, where five play, the called partner won together."""
    return sum(tricks[side] or 0 for side in seating.contracting_sides(contract, called))
