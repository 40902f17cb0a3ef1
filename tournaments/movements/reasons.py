"""Why a drawn round is as it is, as codes and what their sentences need to name; all ids are of entrants.

``draw.as_planned`` {round, rounds}: the round robin as planned in advance.
``draw.adapted`` {round, rounds, late, left}: planned anew for those who are there; who came after, and left since, the
first round.
``draw.sits_out_in_turn`` {entrant, before, fewest}: the number is odd; the entrant has sat out ``before`` times, nobody
whose turn it could be less than ``fewest`` (both as turn counts: who came late starts level with the lowest).
``draw.sits_out_shared_player`` {entrant, others, before}: shares a player with others who sit.
``draw.rematch_all_met`` {entrants, times}: one of the two has met everybody else it could as often.
``draw.rematch_needed`` {entrants, times}: there is no round for all in which fewer have met before.
``draw.sides_apart`` {entrant, apart}: after this round, NS less EW, where it is more than one.
``draw.rematches_ahead`` {rounds, rematches}: how often those who meet in the rounds to follow will have met before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.movements.schedule import Remark
from tournaments.movements.seating import count_sides

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tournaments.movements.course import Course, DrawState
    from tournaments.movements.position import Position, Sketch
    from tournaments.movements.schedule import RoundPlan

REASON_CODES = (
    "draw.as_planned",
    "draw.adapted",
    "draw.sits_out_in_turn",
    "draw.sits_out_shared_player",
    "draw.rematch_all_met",
    "draw.rematch_needed",
    "draw.sides_apart",
    "draw.rematches_ahead",
)


def explain(state: DrawState, course: Course, plan: RoundPlan) -> tuple[Remark, ...]:
    """Return the reasons for the next round of the course, seated as ``plan``."""
    sketch, *later = course.rest
    return (
        _kind_of_round(state, course, plan.number),
        *_sit_outs(course.position, plan),
        *_rematches(course.position, sketch),
        *_sides(state, plan),
        *_ahead(course.position.after(sketch), later),
    )


def _kind_of_round(state: DrawState, course: Course, number: int) -> Remark:
    params: dict[str, object] = {"round": number, "rounds": state.rounds_planned}
    if course.as_planned:
        return Remark("draw.as_planned", params)
    late = [entrant for entrant in state.active if entrant not in course.starters]
    left = [entrant for entrant in course.starters if entrant in state.away]
    return Remark("draw.adapted", {**params, "late": late, "left": left})


def _sit_outs(position: Position, plan: RoundPlan) -> Iterator[Remark]:
    turns = dict(zip(position.entrants, position.turns, strict=True))
    seated = frozenset(plan.seated)
    for entrant in plan.out:
        others = sorted(position.conflicts.get(entrant, frozenset()) & seated)
        if others:
            params = {"entrant": entrant, "others": others, "before": turns[entrant]}
            yield Remark("draw.sits_out_shared_player", params)
        else:
            fewest = min(turns[other] for other in (*seated, entrant))
            yield Remark("draw.sits_out_in_turn", {"entrant": entrant, "before": turns[entrant], "fewest": fewest})


def _rematches(position: Position, sketch: Sketch) -> Iterator[Remark]:
    seated = [here for here, entrant in enumerate(position.entrants) if entrant not in sketch.out]
    for meeting in sketch.meetings:
        one, other = (position.place[entrant] for entrant in meeting)
        times = position.met[one][other]
        if times:
            met_all = any(
                all(position.met[here][there] >= times for there in seated if there != here) for here in (one, other)
            )
            code = "draw.rematch_all_met" if met_all else "draw.rematch_needed"
            yield Remark(code, {"entrants": list(meeting), "times": times})


def _sides(state: DrawState, plan: RoundPlan) -> Iterator[Remark]:
    balance = count_sides((*state.rounds, plan))
    for entrant in plan.seated:
        if abs(balance[entrant]) > 1:
            yield Remark("draw.sides_apart", {"entrant": entrant, "apart": balance[entrant]})


def _ahead(position: Position, later: list[Sketch]) -> Iterator[Remark]:
    rematches = 0
    for sketch in later:
        rematches += position.rematches(sketch)
        position = position.after(sketch)
    if rematches:
        yield Remark("draw.rematches_ahead", {"rounds": len(later), "rematches": rematches})
