"""From meetings to tables: numbers, sides, and who deals or opens first."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tournaments.movements.orientation import level_sides
from tournaments.movements.schedule import RoundPlan, TablePlan

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tournaments.movements.orientation import Meeting
    from tournaments.movements.schedule import Kind


def count_sides(rounds: Iterable[RoundPlan]) -> dict[int, int]:
    """Return how often each entrant has sat NS less how often EW."""
    balance: Counter[int] = Counter()
    for plan in rounds:
        for table in plan.tables:
            balance.update(table.sides[0])
            balance.subtract(table.sides[1])
    return dict(balance)


def count_firsts(rounds: Iterable[RoundPlan]) -> dict[int, int]:
    """Return at how many tables each entrant's side dealt or opened first, less at how many it did not."""
    balance: Counter[int] = Counter()
    for plan in rounds:
        for table in plan.tables:
            for side, members in enumerate(table.sides):
                if table.first_side is not None:
                    balance.update(dict.fromkeys(members, 1 if side == table.first_side else -1))
    return dict(balance)


def seat_rounds(
    rounds: Sequence[Sequence[Meeting]],
    outs: Sequence[tuple[int, ...]],
    history: Sequence[RoundPlan] = (),
    kind: Kind = "pairs",
    firsts: Sequence[Sequence[Meeting]] = (),
) -> tuple[RoundPlan, ...]:
    """Return the rounds that follow ``history``, tables numbered as given, each meeting NS first.

    NS deals or opens first, so that being level on sides is being level on that; where it was otherwise before (a table
    cut for it) it is levelled by itself. ``firsts``, if given, are the same meetings with the side that starts first.
    The two seats of a pair take turns; a person has but one.
    """
    cut = any(table.first_side not in (0, None) for plan in history for table in plan.tables)
    starters = firsts or (level_sides(rounds, count_firsts(history)) if cut else rounds)
    turns = _count_seats(history)
    plans = []
    for number, (meetings, starting, out) in enumerate(
        zip(rounds, starters, outs, strict=True), start=len(history) + 1
    ):
        tables = []
        for table, ((north, east), (starter, _)) in enumerate(zip(meetings, starting, strict=True), start=1):
            seat = int(kind == "pairs" and turns[starter, 0] > turns[starter, 1])
            turns[starter, seat] += 1
            tables.append(TablePlan(table, ((north,), (east,)), first=2 * seat + (starter == east)))
        plans.append(RoundPlan(number, tuple(tables), out))
    return tuple(plans)


def _count_seats(rounds: Iterable[RoundPlan]) -> Counter[tuple[int, int]]:
    """Return how often each entrant has started from its first and from its second seat."""
    return Counter(
        (entrant, table.first // len(table.sides))
        for plan in rounds
        for table in plan.tables
        if table.first is not None
        for entrant in table.sides[table.first % len(table.sides)]
    )
