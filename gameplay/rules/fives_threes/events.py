"""Level 2: the scoring events of a round in order, as they are booked at a table (rules B8, C6).

Placements that earn nothing may be left out, so neither turns nor the line can be followed; what each event is worth,
whether it counts, and that nothing follows the end, can.
"""

from __future__ import annotations

from operator import sub
from typing import TYPE_CHECKING, Any

from gameplay.rules.fives_threes import codes
from gameplay.rules.fives_threes.booking import acceptance_fault
from gameplay.rules.fives_threes.form import shown
from gameplay.rules.fives_threes.outcome import Outcome, answer_for
from gameplay.rules.fives_threes.scoring import END_TOTALS, event_points, is_accepted, placement_points
from gameplay.rules.kinds import Answer, Violation

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gameplay.rules.fives_threes.variants import Rules


def judge_events(record: Mapping[str, Any], rules: Rules) -> Answer:
    """Judge a record whose form, seats, rules and opening scores stand; the first wrong event ends the check."""
    ledger = Ledger(record["scores_before"], rules)
    for index, event in enumerate(record["events"]):
        if fault := ledger.book(event):
            return Answer((Violation(fault.code, f"events[{index}]{fault.path}", fault.params),))
    return answer_for(ledger.outcome(record), record)


class Ledger:
    """The scores while the events of a round are booked one by one."""

    def __init__(self, before: list[int], rules: Rules) -> None:
        self._rules = rules
        self._before = before
        self._scores = list(before)
        self._events_of = [0] * rules.players
        self._winner: int | None = None
        self._out_side: int | None = None

    def score_of(self, seat: int) -> int:
        """Return the score of a seat's side as it stands."""
        return self._scores[seat % len(self._scores)]

    def book(self, event: Mapping[str, Any]) -> Violation | None:
        """Book the next event; return what is wrong with it, by a path inside the event."""
        if self._winner is not None:
            return Violation(codes.EVENT_AFTER_WIN)
        if self._out_side is not None:
            return Violation(codes.EVENT_AFTER_OUT)
        if fault := _value_fault(event, out_bonus=self._rules.out_bonus) or self._count_fault(event):
            return fault
        side, points, target = event["seat"] % len(self._scores), event["points"], self._rules.target
        if fault := acceptance_fault(event, points=points, score=self._scores[side], target=target):
            return fault
        if is_accepted(self._scores[side], points, target=target):
            self._scores[side] += points
            if self._scores[side] == target:
                self._winner = side
        if event.get("out", False):
            self._out_side = side
        return None

    def outcome(self, record: Mapping[str, Any]) -> Outcome:
        """Return what the events come to."""
        end = "won" if self._winner is not None else "out" if self._out_side is not None else "blocked"
        out_side = self._out_side
        if end == "blocked" and self._may_leave_out_the_last(record):
            end, out_side = "out", record["out_side"]
        points = list(map(sub, self._scores, self._before))
        return Outcome(points, self._scores, end, out_side, self._winner)

    def _count_fault(self, event: Mapping[str, Any]) -> Violation | None:
        seat, hand_size = event["seat"], self._rules.hand_size
        self._events_of[seat] += 1
        if self._events_of[seat] <= hand_size:
            return None
        return Violation(codes.EVENTS_TOO_MANY, "", {"seat": seat, "hand_size": hand_size})

    def _may_leave_out_the_last(self, record: Mapping[str, Any]) -> bool:
        # Where going out earns nothing, the last tile may be an event of nothing, and those may be left out.
        return (
            self._rules.out_bonus == 0 and record["end"] == "out" and record.get("out_side") in range(len(self._scores))
        )


def _value_fault(event: Mapping[str, Any], *, out_bonus: int) -> Violation | None:
    """Return why no single tile gives this event: its end total, the points for it, or the points alone."""
    points, total = event["points"], event.get("sum")
    bonus = out_bonus if event.get("out", False) else 0
    if total is not None:
        if total not in END_TOTALS:
            return Violation(codes.SUM_UNREACHABLE, ".sum", {"sum": shown(total)})
        expected = placement_points(total) + bonus
        if points != expected:
            params = {"sum": total, "points": shown(points), "expected": expected}
            return Violation(codes.EVENT_SUM_MISMATCH, ".points", params)
    if points not in event_points(bonus):
        return Violation(codes.EVENT_UNREACHABLE, ".points", {"points": shown(points)})
    return None
