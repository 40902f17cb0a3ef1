"""What a round starts from: who opens, and the scores before (rules B3, B9)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gameplay.rules.fives_threes import codes
from gameplay.rules.fives_threes.form import shown
from gameplay.rules.kinds import Violation

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gameplay.rules.fives_threes.variants import Rules


def setting_faults(record: Mapping[str, Any], rules: Rules) -> tuple[Violation, ...]:
    """Return what is wrong with the scores before the round, and with who opened it."""
    before, target = record["scores_before"], rules.target
    faults: list[Violation] = []
    if min(before) < 0 or max(before) >= target:
        faults.extend(
            Violation(
                codes.SCORE_RANGE,
                f"scores_before[{side}]",
                {"side": side, "score": shown(score), "target": target},
            )
            for side, score in enumerate(before)
            if not 0 <= score <= target
        )
        if target in before:
            side = before.index(target)
            params = {"side": side, "target": target}
            faults.append(Violation(codes.ROUND_AFTER_MATCH, f"scores_before[{side}]", params))
    opener, expected = record["opener"], record.get("expected_opener", record["opener"])
    if opener != expected:
        params = {"claimed": opener, "expected": expected}
        faults.append(Violation(codes.OPENER_ROTATION, "opener", params))
    return tuple(faults)
