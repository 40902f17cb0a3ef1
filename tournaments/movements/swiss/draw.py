"""The next round of a Swiss, Monrad or Danish event, from what has been played so far.

The promises, in this order: nobody in a seat twice, also not as a player of two entries; nobody meets whom it must not;
nobody out twice before all who could have been; no rematch in a round that could be drawn without one (Danish: none
with whom one has met lately); sides within two; the lowest of those whose turn it is sits out; like meets like; sides
within one where that can be. The same state and seed give the same round, whatever the order of the lists in it.
"""

from __future__ import annotations

from dataclasses import replace
from math import ceil, log2
from typing import TYPE_CHECKING

from tournaments.errors import AllRoundsDrawn, NobodyMayMeet
from tournaments.movements.next_round import DrawnRound
from tournaments.movements.round_robin import full_length
from tournaments.movements.seating import seat_rounds
from tournaments.movements.swiss.history import gather
from tournaments.movements.swiss.pairing import pair_field
from tournaments.movements.swiss.reasons import Drawing, explain_swiss
from tournaments.movements.swiss.rules import DANISH, MONRAD, SWISS
from tournaments.movements.swiss.sides import at_tables

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournaments.movements.course import DrawState
    from tournaments.movements.schedule import Kind, RoundPlan
    from tournaments.movements.swiss.history import Gathering
    from tournaments.movements.swiss.rules import SwissRules


def draw_swiss(state: DrawState, seed: int) -> DrawnRound:
    """Draw the next round of a Swiss.

    Raises AllRoundsDrawn, TooFewEntries, FixedMeetingRefused, NobodyMayMeet.
    """
    return _draw(state, seed, SWISS)


def draw_monrad(state: DrawState, seed: int) -> DrawnRound:
    """Draw the next round of a Monrad: each meets the next in the standing. Raises as the others."""
    return _draw(state, seed, MONRAD)


def draw_danish(state: DrawState, seed: int) -> DrawnRound:
    """Draw the next round of a Danish: a Monrad where who met some rounds ago may meet again. Raises as the others."""
    return _draw(state, seed, DANISH)


def usual_length(count: int) -> int:
    """Return how many rounds a Swiss of so many has, unless somebody says otherwise: never more than a round robin.

    >>> [usual_length(count) for count in (2, 6, 12, 40)]
    [1, 5, 6, 8]
    """
    return min(ceil(log2(max(count, 2))) + 2, max(full_length(count), 1))


def _draw(state: DrawState, seed: int, rules: SwissRules) -> DrawnRound:
    if len(state.rounds) >= state.rounds_planned:
        raise AllRoundsDrawn(rounds=state.rounds_planned)
    rules = rules.with_options(state.options)
    drawing = draw_gathering(gather(state, rules, seed), rules, state.rounds_planned, seed, state.rounds, state.kind)
    absent = tuple(entrant for entrant in state.entrants if entrant in state.away)
    place = {entrant: here for here, entrant in enumerate(state.entrants)}
    out = tuple(sorted(drawing.plan.out, key=place.__getitem__))
    return DrawnRound(replace(drawing.plan, out=out, absent=absent), explain_swiss(drawing), ())


def draw_gathering(
    gathering: Gathering,
    rules: SwissRules,
    rounds: int,
    seed: int,
    history: Sequence[RoundPlan] = (),
    kind: Kind = "pairs",
) -> Drawing:
    """Draw the round of those who are gathered; ``history`` says who dealt or opened first how often.

    Raises NobodyMayMeet.
    """
    field = gathering.field
    paired = pair_field(field, seed)
    meetings = at_tables(field, (*paired.meetings, *field.fixed))
    if not meetings:
        raise NobodyMayMeet(present=len(field.contenders))
    (plan,) = seat_rounds([meetings], [(*paired.out, *gathering.sharing)], history, kind)
    return Drawing(rules, rounds, gathering, paired, replace(plan, number=field.number))
