"""What a round came to, and what its record claims about it: the last stages at every level (rules C1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from gameplay.rules.fives_threes import codes
from gameplay.rules.fives_threes.form import shown
from gameplay.rules.kinds import Answer, Violation

if TYPE_CHECKING:
    from collections.abc import Mapping


class Outcome(NamedTuple):
    """A round that is over: accepted points and scores by side, why it ended, and who went out or won."""

    points: list[int]
    scores_after: list[int]
    end: str
    out_side: int | None
    winner: int | None


def answer_for(outcome: Outcome, record: Mapping[str, Any]) -> Answer:
    """Compare what the record claims with the outcome, stage by stage: end, points, then scores and winner."""
    values = outcome._asdict()
    # Most records claim all of it, and rightly; that shows at one look.
    if values.items() <= record.items():
        return Answer((), values)
    return Answer(
        _end_faults(outcome, record) or _points_faults(outcome, record) or _chain_faults(outcome, record), values
    )


def _end_faults(outcome: Outcome, record: Mapping[str, Any]) -> tuple[Violation, ...]:
    if "end" in record and record["end"] != outcome.end:
        return (Violation(codes.END_MISMATCH, "end", {"claimed": record["end"], "expected": outcome.end}),)
    if "out_side" in record and record["out_side"] != outcome.out_side:
        return (end_side_fault(record["out_side"], outcome.out_side),)
    return ()


def end_side_fault(claimed: int | None, expected: int | None) -> Violation:
    """Return the fault of naming the wrong side as the one that went out."""
    return Violation(codes.END_MISMATCH, "out_side", {"claimed": claimed, "expected": expected})


def _points_faults(outcome: Outcome, record: Mapping[str, Any]) -> tuple[Violation, ...]:
    return _list_faults(codes.POINTS_MISMATCH, "points", record, outcome.points)


def _chain_faults(outcome: Outcome, record: Mapping[str, Any]) -> tuple[Violation, ...]:
    faults = _list_faults(codes.SCORES_AFTER_MISMATCH, "scores_after", record, outcome.scores_after)
    if "winner" in record and record["winner"] != outcome.winner:
        params = {"claimed": record["winner"], "expected": outcome.winner}
        return (*faults, Violation(codes.WINNER_MISMATCH, "winner", params))
    return faults


def _list_faults(code: str, name: str, record: Mapping[str, Any], expected: list[int]) -> tuple[Violation, ...]:
    claimed = record.get(name, expected)
    if claimed == expected:
        return ()
    return tuple(
        Violation(code, f"{name}[{side}]", {"side": side, "claimed": shown(claim), "expected": value})
        for side, (claim, value) in enumerate(zip(claimed, expected, strict=True))
        if claim != value
    )
