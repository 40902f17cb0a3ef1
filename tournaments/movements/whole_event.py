"""A whole event in advance, by the name of its movement: one call for all generators, and every answer judged.

Who sits where is not known beforehand where it follows the results, so a progressive event is the one in which NS stay
and EW move. Rounds that are drawn one at a time are drawn here as if nobody came or went; what such an event keeps is
measured and stands among its promises.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.movements.course import DrawState
from tournaments.movements.howell import Sides, howell, reduced_howell
from tournaments.movements.matching import mix
from tournaments.movements.measures import MEASURES
from tournaments.movements.mitchell import mitchell
from tournaments.movements.planned import (
    DEFAULT_BOARDS,
    CycleNotPossible,
    Planned,
    check_entries,
    check_length,
    check_staying,
)
from tournaments.movements.progressive import NS_STAY
from tournaments.movements.registry import MOVEMENTS
from tournaments.movements.round_robin import full_length, round_robin
from tournaments.movements.schedule import Kind, Remark, RoundPlan, Schedule, Shape
from tournaments.movements.staying import keep_tables
from tournaments.movements.whist import LARGEST, cycle_length

MOST_ENTRIES = 128
MOST_ROUNDS = 254
"""Twice round for all of them."""
DEFAULT_SEED = 1

OF_PAIRS = ("meet_max", "out_spread", "out_once_first", "first_balance")
OF_PEOPLE = ("partner_repeats", "together_repeats", "out_spread", "out_once_first", "first_spread")
"""What is measured of an event that was drawn round by round, to be promised."""
OF_A_CYCLE = ("partner_max", "partner_min", "meet_max", "meet_min")
"""What a whole whist cycle promises besides: once and no more, and twice and no more."""


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked for. ``entrants`` are in entry order; ``rounds`` None: as many as the movement usually has.

    With a ``seed`` the places are given by lot, without one in entry order. ``boards`` are those that a table plays in
    a round; None: as many as usual, where the movement has any.
    """

    movement: str
    entrants: tuple[int, ...]
    rounds: int | None = None
    seed: int | None = None
    stationary: tuple[int, ...] = ()
    boards: int | None = None
    sides: Sides = "level"
    arrow_switch: bool = False


def plan_event(request: Request) -> Planned:
    """Return the schedule of an event. Raises KeyError for a movement that is not in ``PLANNERS``.

    Raises TooFewEntries, StayingUnknown, and what is a MovementNotPossible.
    """
    planned = PLANNERS[request.movement](request, _by_lot(request))
    return replace(planned, schedule=replace(planned.schedule, entrants=request.entrants))


def _by_lot(request: Request) -> tuple[int, ...]:
    if request.seed is None:
        return request.entrants
    seed = request.seed
    return tuple(sorted(request.entrants, key=lambda entrant: mix(seed, entrant)))


def _round_robin(request: Request, order: tuple[int, ...]) -> Planned:
    check_entries(order, 2, ("round_robin", 1))
    return _with_staying(round_robin(order, request.rounds), request.stationary)


def _double_round_robin(request: Request, order: tuple[int, ...]) -> Planned:
    check_entries(order, 2, ("round_robin", 1))
    full = 2 * full_length(len(order))
    rounds = full if request.rounds is None else request.rounds
    check_length(order, rounds, full, full, ("round_robin", rounds))
    return _with_staying(round_robin(order, full), request.stationary)


def _mitchell(request: Request, order: tuple[int, ...]) -> Planned:
    return mitchell(
        order,
        request.rounds,
        boards=_boards(request),
        arrow_switch=request.arrow_switch,
        stationary=request.stationary,
    )


def _howell(request: Request, order: tuple[int, ...]) -> Planned:
    boards = _boards(request)
    return howell(order, request.rounds, boards=boards, sides=request.sides, stationary=request.stationary)


def _reduced_howell(request: Request, order: tuple[int, ...]) -> Planned:
    return reduced_howell(order, request.rounds, boards=_boards(request), stationary=request.stationary)


def _boards(request: Request) -> int:
    return DEFAULT_BOARDS if request.boards is None else request.boards


def _individual(request: Request, order: tuple[int, ...]) -> Planned:
    return _people(request, order, "individual")


def _whist(request: Request, order: tuple[int, ...]) -> Planned:
    nearest = "individual", request.rounds or MOVEMENTS["individual"].length(len(order), Shape(2, 2))
    check_entries(order, 4, ("round_robin", full_length(len(order))))
    cycle = cycle_length(len(order))
    if cycle is None:
        raise CycleNotPossible(entries=len(order), largest=LARGEST, nearest=nearest)
    planned = _people(request, order, "whist")
    if len(planned.schedule.rounds) != cycle:
        return planned
    exact = {**planned.schedule.claims, **{name: MEASURES[name](planned.schedule)[0] for name in OF_A_CYCLE}}
    return replace(planned, schedule=replace(planned.schedule, claims=exact))


def _people(request: Request, order: tuple[int, ...], name: str) -> Planned:
    shape = Shape(2, 2)
    check_entries(order, shape.entrants, ("round_robin", full_length(len(order))))
    schedule = _drawn(request, order, name, "individual", shape, {})
    return _with_staying(_promising(schedule, OF_PEOPLE), request.stationary)


def _progressive(request: Request, order: tuple[int, ...]) -> Planned:
    check_entries(order, 2, ("round_robin", 1))
    schedule = _drawn(request, order, "progressive", "pairs", Shape(), {"moves": NS_STAY})
    planned = _with_staying(_promising(schedule, OF_PAIRS), request.stationary)
    return Planned(planned.schedule, (Remark("movement.by_results"), *planned.remarks))


def _drawn(
    request: Request, order: tuple[int, ...], name: str, kind: Kind, shape: Shape, options: Mapping[str, object]
) -> Schedule:
    """Return the rounds that a movement draws if nobody comes or goes."""
    movement = MOVEMENTS[name]
    rounds = movement.length(len(order), shape) if request.rounds is None else request.rounds
    seed = DEFAULT_SEED if request.seed is None else request.seed
    state = DrawState(order, rounds, kind=kind, shape=shape, options=movement.options_of(options), order=order)
    played: tuple[RoundPlan, ...] = ()
    while len(played) < rounds:
        played = (*played, movement.draw(replace(state, rounds=played), seed).plan)
    return Schedule(kind, order, played, shape=shape)


def _with_staying(schedule: Schedule, stationary: Sequence[int]) -> Planned:
    """Return the schedule with a table of its own for each of the stationary; nobody meets anybody else for it."""
    fewest = min((len(plan.tables) for plan in schedule.rounds), default=0)
    staying = check_staying(schedule.entrants, stationary, fewest, len(schedule.rounds))
    if not staying:
        return Planned(schedule)
    remarks = [Remark("movement.stay", {"entrants": list(staying)})]
    rounds: list[RoundPlan] = []
    for plan in schedule.rounds:
        kept, said = keep_tables(plan, staying, rounds)
        rounds.append(kept)
        remarks += [
            Remark("movement.staying_meet", {"round": plan.number, **remark.params})
            for remark in said
            if remark.code == "draw.staying_meet"
        ]
    return Planned(replace(schedule, rounds=tuple(rounds), stationary=staying), tuple(remarks))


def _promising(schedule: Schedule, names: Sequence[str]) -> Schedule:
    return replace(schedule, claims={name: MEASURES[name](schedule)[0] for name in names})


PLANNERS: Mapping[str, Callable[[Request, tuple[int, ...]], Planned]] = {
    "round_robin": _round_robin,
    "double_round_robin": _double_round_robin,
    "mitchell": _mitchell,
    "howell": _howell,
    "reduced_howell": _reduced_howell,
    "individual": _individual,
    "whist": _whist,
    "progressive": _progressive,
}
