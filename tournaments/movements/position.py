"""An event between two rounds, as far as meetings, sit-outs and sides go, and the best round that can follow."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING

from tournaments.movements.matching import TIE_BITS, Edge, cheapest_pairs, mix, place_values, tie_of
from tournaments.movements.orientation import SIDE_LIMIT
from tournaments.movements.sit_outs import leave_out

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournaments.movements.sit_outs import Conflicts

TIMES_TOLD_APART = 6
"""A meeting of two who have met this many times more than others is as bad as one of two who have still more often."""


@dataclass(frozen=True, slots=True)
class Sketch:
    """A round without sides: who meets whom, in table order, and who sits out."""

    meetings: tuple[tuple[int, int], ...]
    out: frozenset[int] = frozenset()

    @property
    def pairs(self) -> frozenset[frozenset[int]]:
        """Who meets whom, whatever the order."""
        return frozenset(frozenset(meeting) for meeting in self.meetings)


@dataclass(slots=True)
class Position:
    """An event between two rounds. All lists run by place in ``entrants``; conflicts are by id.

    ``met``: how often each has met each. ``turns``: turn counts of sitting out. ``balance``: NS less EW. ``fresh``: the
    ids of those for whom the next round is the first.
    """

    entrants: tuple[int, ...]
    met: list[list[int]]
    turns: list[int]
    balance: list[int]
    conflicts: Conflicts = field(default_factory=dict)
    fresh: frozenset[int] = frozenset()
    place: dict[int, int] = field(init=False)

    def __post_init__(self) -> None:
        self.place = {entrant: here for here, entrant in enumerate(self.entrants)}

    def after(self, sketch: Sketch) -> Position:
        """Return the position after a round, in which each took the side that it has had less."""
        met = [row[:] for row in self.met]
        balance = self.balance[:]
        for one, other in sketch.meetings:
            here, there = self.place[one], self.place[other]
            met[here][there] += 1
            met[there][here] += 1
            north, east = (here, there) if balance[here] <= balance[there] else (there, here)
            balance[north] += 1
            balance[east] -= 1
        turns = [count + (entrant in sketch.out) for entrant, count in zip(self.entrants, self.turns, strict=True)]
        return Position(self.entrants, met, turns, balance, self.conflicts)

    def draw(self, seed: int, salt: int) -> Sketch:
        """Return the best next round. ``salt`` decides between rounds that are equally good.

        Every second salt leaves the rules of thumb aside, in case that they block the only way.
        """
        turns = dict(zip(self.entrants, self.turns, strict=True))
        out = leave_out(self.conflicts, turns, lambda entrant: mix(seed, salt, entrant) >> (64 - TIE_BITS))
        seated = [here for here, entrant in enumerate(self.entrants) if entrant not in out]
        edges = _Edges(self, seated, seed, salt).all()
        nodes = len(seated) + len(seated) % 2
        meetings = []
        for one, other in cheapest_pairs(nodes, edges):
            if other < len(seated):
                meetings.append((self.entrants[seated[one]], self.entrants[seated[other]]))
            else:
                out |= {self.entrants[seated[one]]}
        return Sketch(tuple(meetings), out)

    def is_fair(self, sketch: Sketch) -> bool:
        """Whether nobody shares a player, and nobody more than an odd number needs sits out, whose turn it is."""
        low = min(self.turns)
        in_turn = all(self.turns[self.place[entrant]] == low for entrant in sketch.out)
        return in_turn and not self.conflicts and len(sketch.out) == len(self.entrants) % 2

    def is_best(self, sketch: Sketch, seed: int) -> bool:
        """Whether no next round that is as fair costs less."""
        return self.cost(sketch) <= self.cost(self.draw(seed, 0))

    def rematches(self, sketch: Sketch) -> int:
        """Return how often those who meet have met before, in all."""
        return sum(self.met[self.place[one]][self.place[other]] for one, other in sketch.meetings)

    def cost(self, sketch: Sketch) -> tuple[int, int]:
        """Return what the next round costs: rematches, the most repeated first, and sides beyond the limit."""
        edges = _Edges(self, range(len(self.entrants)), 0, 0)
        pairs = [(self.place[one], self.place[other]) for one, other in sketch.meetings]
        beyond = sum(self.same_side(*pair) >= SIDE_LIMIT for pair in pairs)
        return sum(edges.rematch(*pair) for pair in pairs), beyond

    def same_side(self, here: int, there: int) -> int:
        """Return how far off the two are to the same side: one of them gets one further off if they meet."""
        ours, theirs = self.balance[here], self.balance[there]
        return min(abs(ours), abs(theirs)) if ours * theirs > 0 else 0


class _Edges:
    """What it costs to let two meet, or one sit out, in the next round of a position.

    The levels: a rematch, the more often the worse; both as far off to the same side as anybody may be; a sit-out of
    who has just come; one of who has many left to meet; both off to the same side; the tie-break.
    """

    def __init__(self, position: Position, seated: Sequence[int], seed: int, salt: int) -> None:
        self.position = position
        self.seated = seated
        self.by_thumb = salt % 2 == 0
        tables = len(seated) // 2 + 1
        self.low = min((position.met[here][there] for here, there in combinations(seated, 2)), default=0)
        self.weights: list[int] = [(tables + 1) ** times - 1 for times in range(TIMES_TOLD_APART + 1)]
        levels = (self.weights[-1], 1, 1, len(seated), SIDE_LIMIT, (1 << TIE_BITS) - 1)
        self.units = place_values(levels, tables)
        self.mixed = [mix(seed, salt, position.entrants[here]) for here in seated]

    def rematch(self, here: int, there: int) -> int:
        """Return the weight of what the two have met more often than those who have met least."""
        return self.weights[min(self.position.met[here][there] - self.low, TIMES_TOLD_APART)]

    def all(self) -> list[Edge]:
        """Return every edge, the seated numbered in their order, the sit-out after them."""
        rematch, limit, _, _, side, _ = self.units
        side = side if self.by_thumb else 0
        same = [0, side, limit + 2 * side]
        edges = []
        for one, here in enumerate(self.seated):
            for other in range(one + 1, len(self.seated)):
                there = self.seated[other]
                cost = rematch * self.rematch(here, there) + tie_of(self.mixed[one], self.mixed[other])
                edges.append((one, other, cost + same[min(self.position.same_side(here, there), SIDE_LIMIT)]))
        return edges + (self._sit_outs() if len(self.seated) % 2 else [])

    def _sit_outs(self) -> list[Edge]:
        _, _, fresh, scarce, _, _ = self.units
        scarce = scarce if self.by_thumb else 0
        turns = self.position.turns
        low = min(turns[here] for here in self.seated)
        edges = []
        for one, here in enumerate(self.seated):
            if turns[here] == low:
                met = self.position.met[here]
                unmet = sum(met[there] == self.low for there in self.seated if there != here)
                cost = fresh * (self.position.entrants[here] in self.position.fresh) + scarce * unmet
                edges.append((one, len(self.seated), cost + tie_of(self.mixed[one], 0)))
        return edges
