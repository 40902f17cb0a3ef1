"""Level 1: the points of each side and how the round ended, checked against what can happen at all (rules C6)."""

from __future__ import annotations

from operator import add
from typing import TYPE_CHECKING, Any

from gameplay.rules.fives_threes import codes
from gameplay.rules.fives_threes.form import shown
from gameplay.rules.fives_threes.outcome import Outcome, answer_for, end_side_fault
from gameplay.rules.kinds import Answer, Violation

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gameplay.rules.fives_threes.variants import Rules


def judge_score_line(record: Mapping[str, Any], rules: Rules) -> Answer:
    """Judge a record whose form, rules and opening scores stand."""
    before, points = record["scores_before"], record["points"]
    after = list(map(add, before, points))
    if faults := _points_faults(record, rules, after):
        return Answer(faults)
    winner = after.index(rules.target) if rules.target in after else None
    if faults := _end_faults(record, rules, winner):
        return Answer(faults)
    outcome = Outcome(list(points), after, record["end"], record.get("out_side"), winner)
    return answer_for(outcome, record)


def _points_faults(record: Mapping[str, Any], rules: Rules, after: Sequence[int]) -> tuple[Violation, ...]:
    points = record["points"]
    largest, target = rules.largest_round, rules.target
    if min(points) >= 0 and max(points) <= largest and max(after) <= target and after.count(target) < 2:
        return _out_faults(record, rules)
    negative = [
        Violation(codes.POINTS_RANGE, f"points[{side}]", {"side": side, "points": shown(gain)})
        for side, gain in enumerate(points)
        if gain < 0
    ]
    unreachable = [
        Violation(
            codes.POINTS_UNREACHABLE,
            f"points[{side}]",
            {"side": side, "points": shown(gain), "largest": largest},
        )
        for side, gain in enumerate(points)
        if gain > largest
    ]
    over = [
        Violation(codes.OVER_TARGET, f"points[{side}]", {"side": side, "score": shown(after[side]), "target": target})
        for side in range(len(points))
        if after[side] > target
    ]
    several = [Violation(codes.TWO_WINNERS, "points", {"target": target})] if after.count(target) > 1 else []
    return (*negative, *unreachable, *over, *several, *_out_faults(record, rules))


def _out_faults(record: Mapping[str, Any], rules: Rules) -> tuple[Violation, ...]:
    """Whoever goes out has the bonus for it, unless the whole event was refused, which takes a high score."""
    side = record.get("out_side")
    if record["end"] != "out" or side is None or not 0 <= side < len(rules.sides):
        return ()
    score, gain = record["scores_before"][side], record["points"][side]
    if gain >= rules.out_bonus or score > rules.refusal_floor:
        return ()
    params = {"side": side, "score": score, "floor": rules.refusal_floor, "bonus": rules.out_bonus}
    return (Violation(codes.OUT_WITHOUT_POINT, f"points[{side}]", params),)


def _end_faults(record: Mapping[str, Any], rules: Rules, winner: int | None) -> tuple[Violation, ...]:
    end, side = record["end"], record.get("out_side")
    if (end == "won") != (winner is not None):
        expected = "won" if winner is not None else "out or blocked"
        return (Violation(codes.END_MISMATCH, "end", {"claimed": end, "expected": expected}),)
    if end == "out":
        # Which side went out is not to be seen from the points; only that it must be one of those at the table.
        in_game = side is not None and 0 <= side < len(rules.sides)
        return () if in_game else (Violation(codes.END_MISMATCH, "out_side", _out_params(side, rules)),)
    # A winning tile may have been the last one; a blocked round has nobody out.
    if side is None or side == winner:
        return ()
    return (end_side_fault(side, winner),)


def _out_params(side: int | None, rules: Rules) -> dict[str, object]:
    return {"claimed": side, "expected": list(range(len(rules.sides)))}
