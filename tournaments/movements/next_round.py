"""The next round of a round robin, drawn one at a time because people come late and leave.

``draw_next_round(state, seed)`` gives the round, why it is so, and the rounds that would follow if nobody else comes or
goes. While nothing changes these are exactly the rounds of ``round_robin``. Who comes late into an odd field takes the
phantom's place and who leaves becomes it, where that is fair to those who sat out; otherwise the rest is planned anew.

The promises, in this order: nobody in a seat twice (also not as a player of two entries); nobody out twice before all
who are there have been once; no rematch in a round that could be drawn without one; sides and first dealers or openers
within one where that can be, within two in any case; as few rematches to come as possible. Give the same seed for each
round of a tournament: what was planned once then holds until something changes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tournaments.errors import AllRoundsDrawn, TooFewEntries
from tournaments.movements.course import DrawState, follow_course
from tournaments.movements.reasons import explain
from tournaments.movements.returns import turn_rounds
from tournaments.movements.round_robin import round_robin
from tournaments.movements.schedule import Schedule
from tournaments.movements.seating import seat_rounds

if TYPE_CHECKING:
    from tournaments.movements.course import Course
    from tournaments.movements.orientation import Meeting
    from tournaments.movements.schedule import Remark, RoundPlan

__all__ = ["DrawState", "DrawnRound", "draw_next_round", "event_so_far"]


@dataclass(frozen=True, slots=True)
class DrawnRound:
    """A round, why it is so (codes: ``reasons``), and what would follow if nobody else came or left."""

    plan: RoundPlan
    remarks: tuple[Remark, ...]
    outlook: tuple[RoundPlan, ...]


def draw_next_round(state: DrawState, seed: int) -> DrawnRound:
    """Draw the round that follows ``state.rounds``.

    Raises AllRoundsDrawn, or TooFewEntries if no two can be seated.
    """
    if len(state.rounds) >= state.rounds_planned:
        raise AllRoundsDrawn(rounds=state.rounds_planned)
    if len(state.active) < 2:
        raise TooFewEntries(needed=2, present=len(state.active))
    course = follow_course(state, seed)
    if not course.rest[0].meetings:
        raise TooFewEntries(needed=2, present=1)
    outs = [tuple(entrant for entrant in state.active if entrant in sketch.out) for sketch in course.rest]
    plan, *outlook = seat_rounds(_turned(state, course), outs, state.rounds, state.kind)
    plan = replace(plan, absent=tuple(entrant for entrant in state.entrants if entrant in state.away))
    return DrawnRound(plan, explain(state, course, plan), tuple(outlook))


def _turned(state: DrawState, course: Course) -> tuple[tuple[Meeting, ...], ...]:
    """Return the meetings to come, NS first: as planned in advance if all before was, else from where everybody is."""
    if course.as_planned:
        rounds = [_meetings(plan) for plan in round_robin(course.starters, state.rounds_planned).rounds]
        played = len(state.rounds)
        if [frozenset(_meetings(plan)) for plan in state.rounds] == [frozenset(plan) for plan in rounds[:played]]:
            return tuple(rounds[played:])
    return turn_rounds([sketch.meetings for sketch in course.rest], state.rounds)


def _meetings(plan: RoundPlan) -> tuple[Meeting, ...]:
    return tuple((table.sides[0][0], table.sides[1][0]) for table in plan.tables)


def event_so_far(state: DrawState, plan: RoundPlan) -> Schedule:
    """Return the event with ``plan`` as its next round, for ``verify``: a draw, or one that was changed by hand.

    Who is not in a round was not there; in the new round everybody active has to be.
    """
    rounds = [
        replace(played, absent=tuple(entrant for entrant in state.entrants if entrant not in present))
        for played in state.rounds
        for present in (played.present,)
    ]
    away = tuple(entrant for entrant in state.entrants if entrant in state.away)
    return Schedule(
        kind=state.kind,
        entrants=state.entrants,
        rounds=(*rounds, replace(plan, absent=away)),
        conflicts=state.conflicts,
        shape=None if state.shapes else state.shape,
        shapes=tuple(state.shapes.values()),
    )
