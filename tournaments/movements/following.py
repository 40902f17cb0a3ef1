"""Whether an event follows a plan that was made for all of it, and what comes next if it does.

The places of a plan go to people by lot; where the rounds that were played are not those of the lot, people are named
so that they fit (``naming``). Who comes when somebody leaves takes over the place. The plan is left for good once there
are more or fewer people than places, or two who share a player; and for a round in which somebody would sit out before
it is their turn, or a wish about who is to meet would be broken.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.movements.chairs import Sides, starter_of
from tournaments.movements.course import DrawState
from tournaments.movements.line import draw_lots
from tournaments.movements.matching import mix
from tournaments.movements.naming import fit_names
from tournaments.movements.schedule import RoundPlan
from tournaments.movements.sit_outs import conflicts_among, count_turns

LOTS = 40
"""How many lots are drawn at most so that those who must not meet do not."""


@dataclass(frozen=True, slots=True)
class Following:
    """The next round of a plan and those after it, tables as the plan numbers them.

    ``as_seated``: all that was played is the plan to the last chair, so its chairs and starters hold on; otherwise only
    its tables and sides do. ``replaced``: who has taken over whose place, in that order.
    """

    rounds: tuple[RoundPlan, ...]
    as_seated: bool
    replaced: tuple[tuple[int, int], ...]


def follow_plan(state: DrawState, seed: int, plan: Sequence[RoundPlan], *, fit: bool = True) -> Following | None:
    """Return how the event goes on by a plan over places from 0, or None if it does not follow it.

    Without ``fit`` it follows only if it has done so from the first round on, by the lot of this seed.
    """
    played, count = len(state.rounds), len(plan[0].present) if plan else 0
    holders = _holders(state)
    if played >= len(plan) or holders is None or len(holders[0]) != count:
        return None
    if conflicts_among(state.conflicts, state.active):
        return None
    place_of = _place_by_lot(state, holders[0], seed, plan)
    by_place = [_named(plan, place_of, holders) for plan, holders in zip(plan, holders, strict=False)]
    if not all(planned.company == past.company for planned, past in zip(by_place, state.rounds, strict=False)):
        fitted = _place_by_fit(state, holders, seed, plan) if fit else None
        if fitted is None:
            return None
        place_of = fitted
        by_place = [_named(plan, place_of, holders) for plan, holders in zip(plan, holders, strict=False)]
    rounds = tuple(_named(one, place_of, holders[-1]) for one in plan[played:])
    if not _can_be_played(state, rounds[0]):
        return None
    return Following(
        rounds=rounds,
        as_seated=all(_seats(planned) == _seats(past) for planned, past in zip(by_place, state.rounds, strict=False)),
        replaced=tuple((old, new) for old, new in zip(holders[0], holders[-1], strict=True) if old != new),
    )


def _holders(state: DrawState) -> list[list[int]] | None:
    """Return for each round, and the next, who holds the places that the starters had; None if the number changed."""
    here = [*(plan.present for plan in state.rounds), frozenset(state.active)]
    holders = [sorted(here[0])]
    for present in here[1:]:
        before = holders[-1]
        coming = sorted(present.difference(before))
        if len(present) != len(before):
            return None
        holders.append([holder if holder in present else coming.pop(0) for holder in before])
    return holders


def _place_by_lot(state: DrawState, starters: Sequence[int], seed: int, plan: Sequence[RoundPlan]) -> list[int]:
    """Return the place of each starter: the first lot with the fewest meetings that must not be."""
    best: tuple[int, list[int]] | None = None
    apart = [pair for pair in state.forbidden if set(pair) <= set(starters)]
    for lot in range(LOTS if apart else 1):
        place = {entrant: number for number, entrant in enumerate(draw_lots(starters, mix(seed, lot)))}
        broken = sum(_together(one, (place[pair[0]], place[pair[1]])) for one in plan for pair in apart)
        if best is None or broken < best[0]:
            best = broken, [place[entrant] for entrant in starters]
        if not broken:
            break
    assert best is not None
    return best[1]


def _place_by_fit(
    state: DrawState, holders: Sequence[Sequence[int]], seed: int, plan: Sequence[RoundPlan]
) -> list[int] | None:
    slots = [
        _renamed(past, {holder: slot for slot, holder in enumerate(names)})
        for past, names in zip(state.rounds, holders, strict=False)
    ]
    return fit_names(slots, plan, len(holders[0]), mix(seed))


def _can_be_played(state: DrawState, plan: RoundPlan) -> bool:
    """Whether everybody who sits out does so in turn, and nobody's wish is broken."""
    turns = count_turns(state.rounds, state.active)
    in_turn = max((turns[who] for who in plan.out), default=0) <= min(turns[who] for who in plan.seated)
    apart = not any(_together(plan, pair) for pair in state.forbidden)
    return in_turn and apart and all(_together(plan, pair) for pair in state.fixed)


def _together(plan: RoundPlan, pair: tuple[int, int]) -> bool:
    return any(set(pair) <= set(table.entrants) for table in plan.tables)


def _named(plan: RoundPlan, place_of: Sequence[int], holders: Sequence[int]) -> RoundPlan:
    return _renamed(plan, dict(zip(place_of, holders, strict=True)))


def _renamed(plan: RoundPlan, names: Mapping[int, int]) -> RoundPlan:
    return replace(
        plan,
        tables=tuple(
            replace(table, sides=tuple(tuple(names[one] for one in side) for side in table.sides))
            for table in plan.tables
        ),
        out=tuple(names[one] for one in plan.out),
    )


def _seats(plan: RoundPlan) -> frozenset[tuple[Sides, int | None]]:
    return frozenset((table.sides, starter_of(table)) for table in plan.tables)
