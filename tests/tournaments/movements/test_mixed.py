"""Rounds at tables of different sizes: everybody plays, and nobody is always at the odd table."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field, replace
from fractions import Fraction

import pytest

from tournaments.errors import AllRoundsDrawn, TooFewEntries
from tournaments.movements.course import DrawState
from tournaments.movements.mixed import at_other_sizes, draw_mixed_round, draw_pods
from tournaments.movements.next_round import event_so_far
from tournaments.movements.schedule import Shape
from tournaments.movements.sit_outs import count_turns
from tournaments.movements.verify import verify

PAIRS = Shape(2, 2)
CARDS = {2: Shape(2, 1), 3: Shape(3, 1), 4: PAIRS, 5: Shape(5, 1), 6: Shape(2, 3)}
DOMINOES = {2: Shape(2, 1), 3: Shape(3, 1), 4: PAIRS}


@dataclass
class Evening:
    """An evening drawn round by round; after each round chance gives points."""

    people: list[int]
    draw: object = draw_mixed_round
    shapes: dict = field(default_factory=lambda: CARDS)
    seed: int = 5
    away: set = field(default_factory=set)
    rounds: tuple = ()
    scores: dict = field(default_factory=dict)
    conflicts: tuple = ()

    @property
    def state(self):
        order = sorted(self.people, key=lambda one: (-self.scores.get(one, 0), one))
        return DrawState(
            tuple(self.people),
            50,
            self.rounds,
            frozenset(self.away),
            kind="individual",
            shape=PAIRS,
            shapes=self.shapes,
            conflicts=self.conflicts,
            scores={one: Fraction(self.scores.get(one, 0), 2) for one in self.people},
            order=tuple(order),
        )

    def play(self):
        state = self.state
        drawn = self.draw(state, self.seed)
        assert verify(event_so_far(state, drawn.plan)) == ()
        self.rounds = (*self.rounds, drawn.plan)
        chance = random.Random(len(self.rounds))
        for table in drawn.plan.tables:
            for one in chance.choice(table.sides):
                self.scores[one] = self.scores.get(one, 0) + 1
        return drawn


@pytest.mark.parametrize("draw", [draw_mixed_round, draw_pods])
@pytest.mark.parametrize("shapes", [CARDS, DOMINOES], ids=["cards", "dominoes"])
@pytest.mark.parametrize("count", [4, 5, 6, 7, 9, 11, 13, 19, 30])
def test_mixed_round_seats_everybody_and_takes_turns_at_the_other_sizes(count, shapes, draw) -> None:
    evening = Evening(list(range(1, count + 1)), draw, shapes)

    for _ in range(6):
        drawn = evening.play()
        assert drawn.plan.out == ()
        turns = count_turns(evening.rounds, evening.people, lambda plan: at_other_sizes(plan, PAIRS))
        assert max(turns.values()) - min(turns.values()) <= 1


def test_mixed_round_of_nineteen_is_at_four_four_six_and_five() -> None:
    drawn = Evening(list(range(1, 20))).play()

    assert [len(table.entrants) for table in drawn.plan.tables] == [4, 4, 6, 5]
    assert drawn.remarks[0].code == "draw.mixed"
    assert drawn.remarks[0].params == {"round": 1, "rounds": 50, "people": 19, "sizes": [4, 4, 6, 5]}
    assert sum(remark.code == "draw.other_size" for remark in drawn.remarks) == 11


def test_mixed_round_gives_nobody_the_same_partner_twice_at_tables_of_four() -> None:
    evening = Evening(list(range(1, 14)))
    for _ in range(4):
        evening.play()

    partners = Counter(
        frozenset(side) for plan in evening.rounds for table in plan.tables for side in table.sides if len(side) == 2
    )
    assert max(partners.values()) == 1


@pytest.mark.parametrize("draw", [draw_mixed_round, draw_pods])
def test_mixed_round_is_the_same_for_the_same_input_in_any_order(draw) -> None:
    evening = Evening(list(range(1, 20)), draw)
    evening.play()
    evening.play()
    state = evening.state

    again = draw(replace(state, conflicts=state.conflicts[::-1]), 5)

    assert draw(state, 5) == again
    assert draw(state, 6).plan != again.plan


def test_mixed_round_follows_who_comes_and_goes() -> None:
    evening = Evening(list(range(1, 12)))
    evening.play()
    evening.away = {3, 7}
    evening.people.append(99)

    drawn = evening.play()

    assert set(drawn.plan.seated) == {1, 2, 4, 5, 6, 8, 9, 10, 11, 99}
    assert set(drawn.plan.absent) == {3, 7}


def test_mixed_round_lets_one_of_two_who_share_a_player_sit_out() -> None:
    evening = Evening(list(range(1, 10)), conflicts=((1, 2),))

    drawn = evening.play()

    [out] = drawn.plan.out
    assert out in {1, 2}
    shared = next(remark for remark in drawn.remarks if remark.code == "draw.sits_out_shared_player")
    assert shared.params == {"entrant": out, "others": [3 - out], "before": 0}


def test_pods_put_those_next_to_each_other_in_the_standings_together() -> None:
    evening = Evening(list(range(1, 13)), draw_pods)
    evening.play()
    evening.rounds = tuple(replace(plan, tables=plan.tables) for plan in evening.rounds)
    evening.scores = {one: 100 - one for one in evening.people}

    drawn = draw_pods(replace(evening.state, rounds=()), 3)

    # Before the first round the standings say nothing, so chance decides.
    assert drawn.plan != draw_pods(replace(evening.state, rounds=()), 4).plan
    drawn = evening.play()
    spreads = [max(table.entrants) - min(table.entrants) for table in drawn.plan.tables]
    assert max(spreads) <= 6


def test_mixed_round_of_one_person_is_refused() -> None:
    with pytest.raises(TooFewEntries):
        draw_mixed_round(Evening([1]).state, 1)
    with pytest.raises(AllRoundsDrawn):
        draw_mixed_round(replace(Evening([1, 2, 3, 4]).state, rounds_planned=0), 1)
