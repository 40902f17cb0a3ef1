"""The next round of an evening that was planned as a whole, for as long as it goes as planned."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from tournaments.movements.chairs import count_pair_starts, starter_of, starters
from tournaments.movements.company import in_entry_order, seat_company
from tournaments.movements.course import DrawState
from tournaments.movements.evenings import LONGEST, plan_evening
from tournaments.movements.following import Following, follow_plan
from tournaments.movements.individual_reasons import explain_partners, explain_sit_outs
from tournaments.movements.matching import mix
from tournaments.movements.next_round import DrawnRound
from tournaments.movements.schedule import Remark, RoundPlan, TablePlan
from tournaments.movements.sit_outs import count_turns

Plan = tuple[RoundPlan, ...]


def plans_for(state: DrawState) -> list[Plan]:
    """Return the plans that the evening may follow: the one for as many rounds as are planned now, then others.

    The number of rounds may have been changed after some were played.
    """
    count = len(state.rounds[0].present if state.rounds else state.active)
    lengths = [state.rounds_planned]
    if state.rounds:
        lengths += range(len(state.rounds) + 1, LONGEST + 1)
    return list(dict.fromkeys(plan_evening(count, state.shape, length) for length in lengths))


def draw_as_planned(state: DrawState, seed: int, plans: Sequence[Plan], head: str) -> DrawnRound | None:
    """Return the next round of the first of the plans that the event follows, or None if it follows none of them.

    ``head`` is the code of the first remark.
    """
    for fit in (False, True):
        for plan in plans:
            following = follow_plan(state, seed, plan, fit=fit)
            if following is not None:
                return _drawn(state, seed, plan, following, head)
    return None


def _drawn(state: DrawState, seed: int, whole: Plan, following: Following, head: str) -> DrawnRound:
    rounds: list[RoundPlan] = []
    for number, planned in enumerate(following.rounds[: state.rounds_planned - len(state.rounds)]):
        past = replace(state, rounds=(*state.rounds, *rounds))
        rounds.append(_seated(past, planned, following.as_seated, mix(seed, number)))
    plan, *outlook = rounds
    params = {
        "round": plan.number,
        "rounds": state.rounds_planned,
        "tables": len(plan.tables),
        "seats": state.shape.entrants,
        "planned": len(whole),
    }
    remarks = (
        Remark(head, params),
        *_whole_evening(whole, state),
        *(Remark("draw.evening_place", {"entrants": [new, old]}) for old, new in following.replaced),
        *explain_sit_outs(state, plan, count_turns(state.rounds, state.active)),
        *explain_partners(state, plan),
    )
    return DrawnRound(plan, remarks, tuple(outlook))


def _seated(state: DrawState, planned: RoundPlan, as_seated: bool, luck: int) -> RoundPlan:
    """Return a round of the plan with its tables in the order of entry, and everybody in a chair."""
    by_sides = {table.sides: table for table in planned.tables}
    ordered = in_entry_order(state, by_sides)
    if as_seated:
        tables = tuple(_numbered(state, by_sides[sides], number) for number, sides in enumerate(ordered, 1))
    else:
        tables = seat_company(state, ordered, count_turns(state.rounds, state.active, starters), luck)
    order = {entrant: place for place, entrant in enumerate(state.entrants)}
    return RoundPlan(
        number=len(state.rounds) + 1,
        tables=tables,
        out=tuple(sorted(planned.out, key=order.__getitem__)),
        absent=tuple(entrant for entrant in state.entrants if entrant in state.away),
    )


def _numbered(state: DrawState, table: TablePlan, number: int) -> TablePlan:
    """Return the table under its number; a pair starts from its first and its second seat in turn."""
    starter = starter_of(table)
    first = table.first
    if state.kind == "pairs" and starter is not None and first is not None:
        started = count_pair_starts(state.rounds)
        first += len(table.sides) * (started[starter, 0] > started[starter, 1])
    return replace(table, number=number, first=first)


def _whole_evening(whole: Plan, state: DrawState) -> Iterator[Remark]:
    """Say how often two meet again over the whole plan, and what it cannot be below."""
    tables = [table.entrants for plan in whole for table in plan.tables]
    met: set[frozenset[int]] = set()
    meetings = 0
    games: dict[int, int] = {}
    for table in tables:
        pairs = [frozenset(pair) for pair in combinations(table, 2)]
        met.update(pairs)
        meetings += len(pairs)
        for place in table:
            games[place] = games.get(place, 0) + 1
    least = sum(max(0, played * (state.shape.entrants - 1) - (len(games) - 1)) for played in games.values())
    params = {"rounds": len(whole), "repeats": meetings - len(met), "least": -(-least // 2)}
    yield Remark("draw.evening_whole", params)
