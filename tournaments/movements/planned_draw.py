"""Mitchell and Howell evenings without shared boards, drawn round by round.

While those who began are all there and nobody else, and every round was seated as planned, the next round is the one
that was planned. When somebody has come or gone, or a round was paired by hand, or the movement is over, the evening
goes on as a round robin does (``next_round``): sit-outs in turn, and no rematch that can be helped.

``draw.movement`` {movement, round, rounds}: the round as planned; then follow the remarks of the plan (``planned``).
``draw.movement_instead`` {movement, instead, rounds}: there is no such plan for so many in so many rounds; ``instead``
comes nearest.
``draw.movement_left`` {movement, round}: something has changed, so the movement is not followed from here on.
``draw.movement_over`` {movement, rounds}: all its rounds have been played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.errors import AllRoundsDrawn, TooFewEntries
from tournaments.movements.course import DrawState
from tournaments.movements.howell import howell, reduced_howell, usual_length
from tournaments.movements.mitchell import mitchell
from tournaments.movements.next_round import DrawnRound, draw_next_round
from tournaments.movements.planned import MovementNotPossible, Planned
from tournaments.movements.schedule import Remark, RoundPlan
from tournaments.movements.sit_outs import count_turns

PLANNED_DRAW_CODES = ("draw.movement", "draw.movement_instead", "draw.movement_left", "draw.movement_over")

FEWEST = 3


@dataclass(frozen=True, slots=True)
class _Generator:
    """How an evening is planned, and how many rounds it can have, and usually has, by the number of places."""

    plan: Callable[[Sequence[int], int], Planned]
    most: Callable[[int], int]
    usual: Callable[[int], int]


_GENERATORS: Mapping[str, _Generator] = {
    "mitchell": _Generator(
        lambda entrants, rounds: mitchell(entrants, rounds, boards=0), lambda even: even // 2, lambda even: even // 2
    ),
    "howell": _Generator(
        lambda entrants, rounds: howell(entrants, rounds, boards=0), lambda even: even - 1, lambda even: even - 1
    ),
    "reduced_howell": _Generator(
        lambda entrants, rounds: reduced_howell(entrants, rounds, boards=0),
        lambda even: max(even - 2, 1),
        lambda even: usual_length(even) if even > 4 else max(even - 1, 1),
    ),
}


def rounds_of(movement: str, count: int) -> int:
    """Return how many rounds so many entrants usually play."""
    return max(1, _GENERATORS[movement].usual(count + count % 2))


def draw_mitchell(state: DrawState, seed: int) -> DrawnRound:
    """Draw the next round of a Mitchell. Raises AllRoundsDrawn, TooFewEntries."""
    return _draw("mitchell", state, seed)


def draw_howell(state: DrawState, seed: int) -> DrawnRound:
    """Draw the next round of a full Howell. Raises AllRoundsDrawn, TooFewEntries."""
    return _draw("howell", state, seed)


def draw_reduced_howell(state: DrawState, seed: int) -> DrawnRound:
    """Draw the next round of a reduced Howell. Raises AllRoundsDrawn, TooFewEntries."""
    return _draw("reduced_howell", state, seed)


def _draw(movement: str, state: DrawState, seed: int) -> DrawnRound:
    played = len(state.rounds)
    if played >= state.rounds_planned:
        raise AllRoundsDrawn(rounds=state.rounds_planned)
    if len(state.active) < 2:
        raise TooFewEntries(needed=2, present=len(state.active))
    starters = _starters(state)
    planned = _planned(movement, starters, state.rounds_planned) if len(starters) >= FEWEST else None
    if planned is None:
        return draw_next_round(state, seed)
    plans = planned.schedule.rounds
    if not _is_followed(state, starters, plans):
        return _otherwise(state, seed, Remark("draw.movement_left", {"movement": movement, "round": played + 1}))
    if played >= len(plans):
        return _otherwise(state, seed, Remark("draw.movement_over", {"movement": movement, "rounds": len(plans)}))
    absent = tuple(entrant for entrant in state.entrants if entrant in state.away)
    plan, *outlook = (replace(plan, absent=absent) for plan in plans[played:])
    said = Remark("draw.movement", {"movement": movement, "round": plan.number, "rounds": len(plans)})
    return DrawnRound(plan, (said, *planned.remarks, *_sit_outs(state, plan)), tuple(outlook))


def _otherwise(state: DrawState, seed: int, why: Remark) -> DrawnRound:
    drawn = draw_next_round(state, seed)
    return replace(drawn, remarks=(why, *drawn.remarks))


def _starters(state: DrawState) -> tuple[int, ...]:
    present = state.rounds[0].present if state.rounds else frozenset(state.active)
    return tuple(entrant for entrant in state.entrants if entrant in present)


def _planned(movement: str, starters: Sequence[int], rounds: int) -> Planned | None:
    """Return the event, or what comes nearest to it; None if that is a round robin."""
    even = len(starters) + len(starters) % 2
    generator = _GENERATORS[movement]
    try:
        return generator.plan(starters, min(rounds, generator.most(even)))
    except MovementNotPossible as refusal:
        instead, length = refusal.nearest
        length = min(length, rounds)
        nearest = _GENERATORS[instead].plan(starters, length)
        params = {"movement": movement, "instead": instead, "rounds": length}
        return Planned(nearest.schedule, (Remark("draw.movement_instead", params), *nearest.remarks))


def _is_followed(state: DrawState, starters: Sequence[int], plans: Sequence[RoundPlan]) -> bool:
    """Whether the same are there as at first, nobody in two places, and all was paired as planned and is to be."""
    there = frozenset(starters)
    is_the_same = all(here == there for here in (*(plan.present for plan in state.rounds), frozenset(state.active)))
    shared = any(there.issuperset(pair) for pair in state.conflicts)
    as_planned = all(_pairs(played) == _pairs(plan) for played, plan in zip(state.rounds, plans, strict=False))
    ahead = _pairs(plans[len(state.rounds)]) if len(state.rounds) < len(plans) else frozenset()
    return is_the_same and not shared and as_planned and all(frozenset(pair) in ahead for pair in state.fixed)


def _pairs(plan: RoundPlan) -> frozenset[frozenset[int]]:
    return frozenset(frozenset(table.entrants) for table in plan.tables)


def _sit_outs(state: DrawState, plan: RoundPlan) -> Iterator[Remark]:
    turns = count_turns(state.rounds, state.active)
    for entrant in plan.out:
        params = {"entrant": entrant, "before": turns[entrant], "fewest": min(turns.values())}
        yield Remark("draw.sits_out_in_turn", params)
