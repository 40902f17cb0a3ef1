"""Seats and starters for a round at tables of more than two entrants, from what everybody has had so far."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import TYPE_CHECKING

from tournaments.movements.chairs import choose_starters, clockwise, count_chairs, count_pair_starts, seat_table
from tournaments.movements.schedule import TablePlan

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tournaments.movements.chairs import Sides
    from tournaments.movements.course import DrawState


def in_entry_order(state: DrawState, tables: Iterable[Sides]) -> list[Sides]:
    """Return the tables in the order of the first entrant at each, so that people find their way."""
    order = {entrant: here for here, entrant in enumerate(state.entrants)}
    return sorted(tables, key=lambda table: min(order[entrant] for side in table for entrant in side))


def seat_company(
    state: DrawState, tables: Sequence[Sides], levels: Mapping[int, int], luck: int
) -> tuple[TablePlan, ...]:
    """Return the tables, numbered as given, with everybody in a seat and somebody to start.

    ``levels`` are the turn counts of starting; ``luck`` decides between what is equally fair.
    """
    chosen = choose_starters(tables, levels, _company(state, tables), luck)
    sat = count_chairs(state.rounds)
    started = count_pair_starts(state.rounds)
    plans = []
    for number, (sides, starter) in enumerate(zip(tables, chosen, strict=True), 1):
        seated = seat_table(sides, sat, luck)
        # A pair has a second seat beyond all the first ones.
        second = state.kind == "pairs" and started[starter, 0] > started[starter, 1]
        plans.append(TablePlan(number, seated, first=clockwise(seated).index(starter) + second * len(seated)))
    return tuple(plans)


def _company(state: DrawState, tables: Sequence[Sides]) -> dict[int, frozenset[int]]:
    """Return for each entrant all whom it has met, or meets in the round to be played."""
    groups = [table.entrants for plan in state.rounds for table in plan.tables]
    groups += [tuple(entrant for side in sides for entrant in side) for sides in tables]
    company: defaultdict[int, set[int]] = defaultdict(set)
    for group in groups:
        for entrant in group:
            company[entrant].update(group)
    return {entrant: frozenset(others - {entrant}) for entrant, others in company.items()}
