"""The best round of a field: who meets whom, who sits out, and what that costs.

Nobody sits out who has done so more often than somebody else who could, and nobody meets again, as long as there is any
round at all without. Where there is none, meeting again is allowed, and only if even that leaves somebody without
anybody it may meet, more sit out.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from tournaments.movements.matching import cheapest_pairs
from tournaments.movements.swiss.candidates import EVERYBODY, WIDTHS, meetings_between
from tournaments.movements.swiss.levels import LEVELS, costs_of, frame_of, sit_out_costs
from tournaments.movements.swiss.lexicographic import best_matching

if TYPE_CHECKING:
    from tournaments.movements.swiss.field import Field
    from tournaments.movements.swiss.levels import Frame, Ints

Cost = tuple[int, ...]
"""What is paid at each of ``LEVELS``."""


@dataclass(frozen=True, slots=True)
class Paired:
    """A round without seats: who meets whom, best first, and who sits out, each with what it costs.

    ``meetings`` names the higher in the standing first. ``rematches_opened``: no round could be had without meeting
    again. ``left_out``: how many sit out who could not be paired with anybody they may meet.
    """

    meetings: tuple[tuple[int, int], ...]
    out: tuple[int, ...]
    costs: tuple[Cost, ...]
    out_costs: tuple[Cost, ...]
    rematches_opened: bool
    left_out: int

    @property
    def total(self) -> Cost:
        """What the round costs at each level."""
        rows = (*self.costs, *self.out_costs)
        return tuple(sum(row[level] for row in rows) for level in range(len(LEVELS)))


def pair_field(field: Field, seed: int, everybody: int = EVERYBODY) -> Paired:
    """Return the best round for all who are not in a fixed meeting; up to ``everybody`` of them all meetings count."""
    free = field.without(frozenset(entrant for pair in field.fixed for entrant in pair))
    frame = frame_of(free, seed)
    spare = frame.count % 2
    turn = np.flatnonzero(frame.sit_outs == frame.fewest_sit_outs)
    widths = (None,) if frame.count <= everybody else (*WIDTHS, None)
    for opened, width in product((False, True), widths):
        ends, costs = _meetings(frame, width, opened=opened)
        ends, costs = _with_sit_outs(
            ends, costs, range(frame.count, frame.count + spare), turn, sit_out_costs(frame, turn)
        )
        chosen = best_matching(frame.count + spare, ends, costs)
        if chosen is not None:
            return _paired(free, ends[:, chosen], costs[:, chosen], opened=opened)
    return _with_left_out(free, frame)


def _with_left_out(free: Field, frame: Frame) -> Paired:
    """Return the best round with as many tables as there can be, whoever has to sit out."""
    ends, costs = _meetings(frame, None, opened=True)
    most = cheapest_pairs(frame.count, [(one, other, 0) for one, other in zip(*ends.tolist(), strict=True)])
    nodes = 2 * (frame.count - len(most))
    places = np.arange(frame.count)
    out = sit_out_costs(frame, places)
    out[LEVELS.index("left_out")] = frame.sit_outs - frame.fewest_sit_outs
    ends, costs = _with_sit_outs(ends, costs, range(frame.count, nodes), places, out)
    chosen = best_matching(nodes, ends, costs)
    assert chosen is not None  # there is a place to sit out for everybody whom the largest matching leaves alone
    return _paired(free, ends[:, chosen], costs[:, chosen], opened=True, left_out=nodes - frame.count - frame.count % 2)


def _meetings(frame: Frame, width: int | None, *, opened: bool) -> tuple[Ints, Ints]:
    """Return who may meet, at what cost; those who have met only if that is ``opened``."""
    ends = meetings_between(frame, width)
    costs = costs_of(frame, ends)
    if opened:
        return ends, costs
    first = costs[LEVELS.index("rematch")] == 0
    return ends[:, first], costs[:, first]


def _with_sit_outs(ends: Ints, costs: Ints, nodes: range, places: Ints, out_costs: Ints) -> tuple[Ints, Ints]:
    """Return the edges with those between each of the places and each of the nodes that stand for sitting out."""
    if not nodes:
        return ends, costs
    out = np.stack([np.tile(places, len(nodes)), np.repeat(np.arange(nodes.start, nodes.stop), len(places))])
    return np.hstack([ends, out]), np.hstack([costs, np.tile(out_costs, len(nodes))])


def _paired(free: Field, ends: Ints, costs: Ints, *, opened: bool, left_out: int = 0) -> Paired:
    ids = [contender.entrant for contender in free.contenders]
    meetings, out, met_costs, out_costs = [], [], [], []
    for (one, other), cost in zip(ends.T.tolist(), costs.T.tolist(), strict=True):
        if other < len(ids):
            meetings.append((ids[one], ids[other]))
            met_costs.append(tuple(cost))
        else:
            out.append(ids[one])
            out_costs.append(tuple(cost))
    return Paired(tuple(meetings), tuple(out), tuple(met_costs), tuple(out_costs), opened, left_out)
