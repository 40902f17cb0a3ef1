"""Whether an event was booked as the exact target demands (rules B8), the same at levels 2 and 3."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gameplay.rules.fives_threes import codes
from gameplay.rules.fives_threes.scoring import is_accepted
from gameplay.rules.kinds import Violation

if TYPE_CHECKING:
    from collections.abc import Mapping


def acceptance_fault(claim: Mapping[str, Any], *, points: int, score: int, target: int) -> Violation | None:
    """Return what is wrong with the claim ``accepted`` of an event or a play, which may leave it out."""
    accepted = is_accepted(score, points, target=target)
    if claim.get("accepted", accepted) is accepted:
        return None
    code = codes.REJECT_UNDER if accepted else codes.ACCEPT_OVER
    return Violation(code, ".accepted", {"points": points, "score": score, "target": target})
