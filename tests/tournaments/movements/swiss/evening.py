"""An evening that is drawn round by round, with results by strength and luck, for tests of the Swiss family."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction

from tournaments.movements.course import DrawState
from tournaments.movements.swiss.draw import draw_swiss

SEED = 20261130


@dataclass
class Evening:
    """Everybody, the rounds so far and what they came to: a won table counts 2, a level one 1, a sit-out ``out_worth``.

    ``away`` are not there in the next round; ``plays`` decides a table: the sides that win it.
    """

    entrants: list
    rounds_planned: int
    draws: object = draw_swiss
    seed: int = SEED
    away: set = field(default_factory=set)
    conflicts: tuple = ()
    forbidden: tuple = ()
    fixed: tuple = ()
    options: dict = field(default_factory=dict)
    ratings: dict = field(default_factory=dict)
    out_worth: Fraction = Fraction(2)
    rounds: tuple = ()
    winners: dict = field(default_factory=dict)
    scores: Counter = field(default_factory=Counter)

    @property
    def state(self):
        place = {entrant: here for here, entrant in enumerate(self.entrants)}
        return DrawState(
            entrants=tuple(self.entrants),
            rounds_planned=self.rounds_planned,
            rounds=self.rounds,
            away=frozenset(self.away),
            conflicts=self.conflicts,
            options=self.options,
            forbidden=self.forbidden,
            fixed=self.fixed,
            ratings=self.ratings,
            scores={entrant: Fraction(self.scores[entrant]) for entrant in self.entrants},
            order=tuple(sorted(self.entrants, key=lambda entrant: (-self.scores[entrant], place[entrant]))),
            winners=self.winners,
        )

    def plays(self, number, table):
        chance = random.Random(f"{self.seed} {number} {table.entrants}")
        luck = [chance.gauss(entrant % 97 / 30, 1) for entrant in table.entrants]
        if abs(luck[0] - luck[1]) < 0.1:
            return (0, 1)
        return (0,) if luck[0] > luck[1] else (1,)

    def draw(self):
        """Draw the next round and play it."""
        drawn = self.draws(self.state, self.seed)
        plan = drawn.plan
        self.rounds = (*self.rounds, plan)
        for table in plan.tables:
            winners = self.winners[plan.number, table.number] = self.plays(plan.number, table)
            for side in winners:
                self.scores[table.sides[side][0]] += Fraction(2, len(winners))
        for entrant in plan.out:
            self.scores[entrant] += self.out_worth
        return drawn

    def draw_on(self):
        while len(self.rounds) < self.rounds_planned:
            self.draw()
        return self

    @property
    def met(self):
        return Counter(frozenset(table.entrants) for plan in self.rounds for table in plan.tables)

    @property
    def outs(self):
        return Counter(entrant for plan in self.rounds for entrant in plan.out)

    @property
    def balance(self):
        totals = Counter()
        for plan in self.rounds:
            for table in plan.tables:
                totals[table.sides[0][0]] += 1
                totals[table.sides[1][0]] -= 1
        return totals


def pairs_of(plan):
    return {frozenset(table.entrants) for table in plan.tables}


def codes(drawn):
    return [remark.code for remark in drawn.remarks]


def remarks_of(drawn, code):
    return [remark.params for remark in drawn.remarks if remark.code == code]
