"""Swiss events in mid-course for ``bench.draws``: what every program is given, and what its rounds are worth."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

import networkx as nx

from tournaments.movements.course import DrawState, count_meetings
from tournaments.movements.schedule import RoundPlan
from tournaments.movements.seating import count_sides
from tournaments.movements.sit_outs import count_sit_outs
from tournaments.movements.swiss.draw import draw_swiss

WIN, LEVEL = 2, 1
LUCK = 0.5
"""How much of a table is not strength; entry 1 is the strongest."""
SEED = 20261130


@dataclass(frozen=True, slots=True)
class Field:
    """So many entries over so many rounds; who of the slow ones takes part; whether the least gaps are worked out."""

    entries: int
    rounds: int
    py4swiss: bool = True
    caissify: bool = True
    exact: bool = False

    @property
    def name(self) -> str:
        """What the tables call it."""
        return f"{self.entries} x {self.rounds}"


FIELDS = (
    Field(16, 7, exact=True),
    Field(33, 9, exact=True),
    Field(40, 9, exact=True, caissify=False),
    Field(64, 9, exact=True),
    Field(128, 9, caissify=False, exact=True),
    Field(200, 9, caissify=False),
    Field(256, 9, py4swiss=False, caissify=False),
    Field(500, 7, py4swiss=False, caissify=False),
    Field(1000, 9, py4swiss=False, caissify=False),
    Field(2000, 9, py4swiss=False, caissify=False),
)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A round as a program draws it. ``sided``: whether the first of each two sits NS, or the order means nothing."""

    pairs: tuple[tuple[int, int], ...]
    out: tuple[int, ...]
    sided: bool = True


@dataclass(slots=True)
class Worth:
    """What the rounds of a program come to. ``gaps``: squared differences in points; a won table is worth 2."""

    rounds: int = 0
    gaps: int = 0
    rematches: int = 0
    second_sit_outs: int = 0
    above_lowest: int = 0
    three_apart: int = 0
    incomplete: int = 0
    sided: bool = True

    def add(self, state: DrawState, drawn: Drawn) -> None:
        """Count another round."""
        met, outs = count_meetings(state.rounds), count_sit_outs(state.rounds)
        fewest = min(outs[entrant] for entrant in state.entrants)
        named = Counter([*(entrant for pair in drawn.pairs for entrant in pair), *drawn.out])
        balance = count_sides(state.rounds)
        self.rounds += 1
        self.gaps += sum(int(state.scores[one] - state.scores[other]) ** 2 for one, other in drawn.pairs)
        self.rematches += sum(met[frozenset(pair)] > 0 for pair in drawn.pairs)
        self.second_sit_outs += sum(outs[entrant] > fewest for entrant in drawn.out)
        lowest = min((state.scores[one] for one in state.entrants if outs[one] == fewest), default=Fraction(0))
        self.above_lowest += sum(state.scores[entrant] > lowest for entrant in drawn.out)
        self.incomplete += set(named) != set(state.entrants) or max(named.values()) > 1 or len(drawn.out) > 1
        self.sided = self.sided and drawn.sided
        for north, east in drawn.pairs:
            self.three_apart += (abs(balance.get(north, 0) + 1) > 2) + (abs(balance.get(east, 0) - 1) > 2)


def states_of(field: Field) -> list[DrawState]:
    """Return the states before each round of an event that our own draw has brought to where it is."""
    strength = {entrant: -3 * entrant / field.entries for entrant in range(1, field.entries + 1)}
    chance = random.Random(f"{SEED} {field.name}")
    entrants = tuple(strength)
    scores: dict[int, Fraction] = dict.fromkeys(entrants, Fraction(0))
    rounds: tuple[RoundPlan, ...] = ()
    winners: dict[tuple[int, int], tuple[int, ...]] = {}
    states = []
    for _ in range(field.rounds):
        order = tuple(sorted(entrants, key=lambda entrant: (-scores[entrant], entrant)))
        state = DrawState(entrants, field.rounds, rounds, scores=dict(scores), order=order, winners=dict(winners))
        states.append(state)
        plan = draw_swiss(state, SEED).plan
        rounds = (*rounds, plan)
        for table in plan.tables:
            north, east = (strength[entrant] + chance.gauss(0, LUCK) for entrant in table.entrants)
            won = (0, 1) if abs(north - east) < 0.05 else (0,) if north > east else (1,)
            winners[plan.number, table.number] = won
            for side in won:
                scores[table.sides[side][0]] += Fraction(WIN, len(won))
        for entrant in plan.out:
            scores[entrant] += WIN
    return states


def least_gaps(state: DrawState, out: Iterable[int]) -> int:
    """Return the least sum of squared differences without a rematch for those who do not sit out, by networkx."""
    met, away = count_meetings(state.rounds), set(out)
    graph = nx.Graph()
    graph.add_weighted_edges_from(
        (one, other, -(int(state.scores[one] - state.scores[other]) ** 2))
        for one, other in combinations([entrant for entrant in state.entrants if entrant not in away], 2)
        if not met[frozenset((one, other))]
    )
    pairs: Sequence[tuple[int, int]] = list(nx.max_weight_matching(graph, maxcardinality=True))
    return sum(int(state.scores[one] - state.scores[other]) ** 2 for one, other in pairs)
