"""A judge of any schedule: ours, edited by hand, or somebody else's.

First whether it can be played at all, then whether it gives what was asked for and keeps the promises that it makes.
The codes and what they name:
``schedule.round_number`` {round, expected}; ``schedule.entrant_repeated`` {entrant} in the list of entrants;
``schedule.entrant_twice``, ``schedule.entrant_missing``, ``schedule.entrant_unknown`` {round, entrant};
``schedule.table_twice``, ``schedule.table_sides`` (fewer than two sides, or an empty or unequal one, or not of the
event's shape) {round, table};
``schedule.first_seat`` {round, table, seat}, not a seat of the table; ``schedule.shared_player`` {round, entrants}, who
both sit;
``schedule.stationary_moved``, ``schedule.table_not_kept`` {round, entrant, table, expected}: away from the one table of
a stationary entrant, or from the table that was fixed for it, though not to meet somebody else at that one's table;
``schedule.forbidden_meeting`` {round, table, entrants};
``schedule.claim_unknown`` {claim}; ``schedule.claim_broken`` {claim, promised, measured, entrants}.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tournaments.movements.measures import AT_LEAST, MEASURES
from tournaments.movements.schedule import Remark, Shape

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tournaments.movements.schedule import RoundPlan, Schedule, TablePlan

Fault = Remark

FAULT_CODES = (
    "schedule.round_number",
    "schedule.entrant_repeated",
    "schedule.entrant_twice",
    "schedule.entrant_missing",
    "schedule.entrant_unknown",
    "schedule.table_twice",
    "schedule.table_sides",
    "schedule.first_seat",
    "schedule.shared_player",
    "schedule.stationary_moved",
    "schedule.table_not_kept",
    "schedule.forbidden_meeting",
    "schedule.claim_unknown",
    "schedule.claim_broken",
)


def verify(schedule: Schedule) -> tuple[Fault, ...]:
    """Return all that is wrong; wishes and promises are looked at only if the schedule can be played."""
    return tuple(_structure_faults(schedule)) or (*_unmet_wishes(schedule), *_broken_claims(schedule))


def measure(schedule: Schedule) -> dict[str, int]:
    """Return every measure of a schedule that can be played, by the name of its claim."""
    return {claim: take(schedule)[0] for claim, take in MEASURES.items()}


def _structure_faults(schedule: Schedule) -> Iterator[Fault]:
    for entrant, times in Counter(schedule.entrants).items():
        if times > 1:
            yield Fault("schedule.entrant_repeated", {"entrant": entrant})
    for expected, plan in enumerate(schedule.rounds, start=1):
        if plan.number != expected:
            yield Fault("schedule.round_number", {"round": plan.number, "expected": expected})
        yield from _entrant_faults(schedule, plan)
        for number, times in Counter(table.number for table in plan.tables).items():
            if times > 1:
                yield Fault("schedule.table_twice", {"round": plan.number, "table": number})
        for table in plan.tables:
            yield from _table_faults(schedule, plan, table)


def _entrant_faults(schedule: Schedule, plan: RoundPlan) -> Iterator[Fault]:
    known = frozenset(schedule.entrants)
    named = Counter((*plan.seated, *plan.out, *plan.absent))
    for entrant in sorted(known | set(named)):
        params = {"round": plan.number, "entrant": entrant}
        if entrant not in known:
            yield Fault("schedule.entrant_unknown", params)
        elif named[entrant] > 1:
            yield Fault("schedule.entrant_twice", params)
        elif not named[entrant]:
            yield Fault("schedule.entrant_missing", params)
    seated = frozenset(plan.seated)
    for pair in schedule.conflicts:
        if seated.issuperset(pair):
            yield Fault("schedule.shared_player", {"round": plan.number, "entrants": list(pair)})


def _table_faults(schedule: Schedule, plan: RoundPlan, table: TablePlan) -> Iterator[Fault]:
    sizes = {len(side) for side in table.sides}
    is_laid_out = len(table.sides) >= 2 and len(sizes) == 1 and 0 not in sizes
    laid = Shape(len(table.sides), len(table.sides[0])) if is_laid_out else None
    if laid is None or schedule.shape not in (None, laid) or (schedule.shapes and laid not in schedule.shapes):
        yield Fault("schedule.table_sides", {"round": plan.number, "table": table.number})
    elif table.first is not None:
        # A pair is one entrant in two seats.
        seats = len(table.sides) * (2 if schedule.kind == "pairs" else len(table.sides[0]))
        if not 0 <= table.first < seats:
            yield Fault("schedule.first_seat", {"round": plan.number, "table": table.number, "seat": table.first})


def _unmet_wishes(schedule: Schedule) -> Iterator[Fault]:
    homes = _homes(schedule)
    fixed = dict(schedule.fixed_tables)
    for plan in schedule.rounds:
        for table in plan.tables:
            kept = [entrant for entrant in table.entrants if entrant in homes]
            # Of two who are both to stay where they are, one has to get up.
            if all(homes[entrant] != table.number for entrant in kept):
                for entrant in kept:
                    code = "schedule.table_not_kept" if entrant in fixed else "schedule.stationary_moved"
                    where = {"table": table.number, "expected": homes[entrant]}
                    yield Fault(code, {"round": plan.number, "entrant": entrant, **where})
            for pair in schedule.forbidden:
                if set(table.entrants).issuperset(pair):
                    params = {"round": plan.number, "table": table.number, "entrants": list(pair)}
                    yield Fault("schedule.forbidden_meeting", params)


def _homes(schedule: Schedule) -> dict[int, int]:
    """Return the table of each who is to keep one: the fixed one, else where it first sits with nobody else of them."""
    homes = dict(schedule.fixed_tables)
    staying = frozenset(schedule.stationary) | homes.keys()
    firsts: dict[int, int] = {}
    for plan in schedule.rounds:
        for table in plan.tables:
            here = staying.intersection(table.entrants)
            for entrant in here:
                firsts.setdefault(entrant, table.number)
                if len(here) == 1:
                    homes.setdefault(entrant, table.number)
    return {**firsts, **homes}


def _broken_claims(schedule: Schedule) -> Iterator[Fault]:
    for claim, promised in schedule.claims.items():
        if claim not in MEASURES:
            yield Fault("schedule.claim_unknown", {"claim": claim})
            continue
        measured, entrants = MEASURES[claim](schedule)
        kept = measured >= promised if claim in AT_LEAST else measured <= promised
        if not kept:
            params = {"claim": claim, "promised": promised, "measured": measured, "entrants": list(entrants)}
            yield Fault("schedule.claim_broken", params)
