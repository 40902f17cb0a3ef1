"""The next round where people, or pairs at tables of three, change company from round to round, drawn one at a time.

For tables of any shape: two sides of two or three people with other partners each time, each for himself, three pairs.
The promises, in this order: nobody in a seat twice (also not as a player of two entries); as many full tables as there
can be, and nobody out twice before all who are there have been once; nobody partners the same person twice where the
others who are there allow it (exactly so for sides of two; for sides of three it is sought); as few as possible meet
again; starters, then seats, go round as evenly as that leaves room for. What the best possible was, by counting, is in
the remarks.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from tournaments.errors import AllRoundsDrawn, TooFewEntries
from tournaments.movements.chairs import starters
from tournaments.movements.company import seat_company
from tournaments.movements.individual_reasons import explain_individual
from tournaments.movements.matching import TIE_BITS, mix
from tournaments.movements.mixing import Gathering, mix_round
from tournaments.movements.next_round import DrawnRound
from tournaments.movements.schedule import RoundPlan
from tournaments.movements.sit_outs import conflicts_among, count_turns, leave_out

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tournaments.movements.chairs import Sides
    from tournaments.movements.course import DrawState


def rounds_to_meet(count: int, together: int) -> int:
    """Return the fewest rounds in which ``count`` entrants, so many at a table, could all meet, sit-outs being even.

    >>> rounds_to_meet(16, 4), rounds_to_meet(9, 2)
    (5, 9)
    """
    rounds = 1
    seats = count // together * together
    while seats and rounds * seats // count * (together - 1) < count - 1:
        rounds += 1
    return rounds


def draw_individual_round(state: DrawState, seed: int) -> DrawnRound:
    """Draw the round that follows ``state.rounds``; nothing is planned beyond it.

    Raises AllRoundsDrawn, or TooFewEntries if there are not enough for one table.
    """
    if len(state.rounds) >= state.rounds_planned:
        raise AllRoundsDrawn(rounds=state.rounds_planned)
    number = len(state.rounds) + 1
    luck = mix(seed, number)
    turns = count_turns(state.rounds, state.active)
    levels = count_turns(state.rounds, state.active, starters)
    gathering = _gather(state, turns, levels, luck)
    mixed = mix_round(gathering, luck)
    tables = [tuple(tuple(gathering.entrants[place] for place in side) for side in table) for table in mixed.tables]
    seated = frozenset(entrant for table in tables for side in table for entrant in side)
    plan = RoundPlan(
        number=number,
        tables=seat_company(state, _in_entry_order(state, tables), levels, luck),
        out=tuple(entrant for entrant in state.active if entrant not in seated),
        absent=tuple(entrant for entrant in state.entrants if entrant in state.away),
    )
    return DrawnRound(plan, explain_individual(state, plan, mixed, turns, levels), ())


def _gather(state: DrawState, turns: Mapping[int, int], levels: Mapping[int, int], luck: int) -> Gathering:
    """Return who can be seated, those who have to sit out left aside. Raises TooFewEntries."""
    shared = leave_out(
        conflicts_among(state.conflicts, state.active), turns, lambda entrant: mix(luck, entrant) >> (64 - TIE_BITS)
    )
    left = [entrant for entrant in state.active if entrant not in shared]
    if len(left) < state.shape.entrants:
        raise TooFewEntries(needed=state.shape.entrants, present=len(left))
    out, free, spare = _sit_outs(state, left, turns)
    entrants = tuple(entrant for entrant in left if entrant not in out)
    place = {entrant: here for here, entrant in enumerate(entrants)}
    partnered = [[0] * len(entrants) for _ in entrants]
    met = [[0] * len(entrants) for _ in entrants]
    for plan in state.rounds:
        for table in plan.tables:
            _count_pairs(met, place, table.entrants)
            for side in table.sides:
                _count_pairs(partnered, place, side)
    lowest = min(levels[entrant] for entrant in entrants)
    return Gathering(
        entrants=entrants,
        shape=state.shape,
        partnered=partnered,
        met=met,
        due=[levels[entrant] == lowest for entrant in entrants],
        free=frozenset(place[entrant] for entrant in free),
        spare=spare,
    )


def _sit_outs(
    state: DrawState, left: Sequence[int], turns: Mapping[int, int]
) -> tuple[frozenset[int], frozenset[int], int]:
    """Return who sits out because of whose turn it is, and those of whom so many more do, whichever suits the round.

    Whoever has just come, or come back, is taken after others whose turn it could be as well.
    """
    spare = len(left) % state.shape.entrants
    if not spare:
        return frozenset(), frozenset(), 0
    seen = frozenset(left).intersection(*(plan.present for plan in state.rounds[-1:]))

    def turn(entrant: int) -> tuple[int, bool]:
        return turns[entrant], entrant not in seen

    last = turn(sorted(left, key=turn)[spare - 1])
    out = frozenset(entrant for entrant in left if turn(entrant) < last)
    alike = frozenset(entrant for entrant in left if turn(entrant) == last)
    if len(out) + len(alike) == spare:
        return out | alike, frozenset(), 0
    return out, alike, spare - len(out)


def _count_pairs(times: list[list[int]], place: Mapping[int, int], together: Iterable[int]) -> None:
    for one, other in combinations([place[entrant] for entrant in together if entrant in place], 2):
        times[one][other] += 1
        times[other][one] += 1


def _in_entry_order(state: DrawState, tables: Iterable[Sides]) -> list[Sides]:
    """Return the tables in the order of the first entrant at each, so that people find their way."""
    order = {entrant: here for here, entrant in enumerate(state.entrants)}
    return sorted(tables, key=lambda table: min(order[entrant] for side in table for entrant in side))
