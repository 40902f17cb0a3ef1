"""What every movement promises, drawn round by round for every number of entries and while they come and go.

Which promise is tested where, for every generator:

P1 everybody once in a round, P2 every table once: here, and ``test_whole_event`` for plans made in advance.
P3 nobody meets again, P4 sides: ``test_round_robin``, ``test_howell``, ``test_mitchell``; sides also here.
P5 sit-outs in turn: here. P6 boards: ``test_howell``, ``test_mitchell``. P7 who stays: ``test_staying``,
``test_whole_event``. P8 whist: ``test_whist``. P9 who starts: ``test_turns``, ``test_evenings``, ``test_howell``; here.
P10 no rematch in a Swiss or Monrad: here. P11 the exact optimum: ``swiss/test_pairing``. P12 the same again: here.
P13 who sits out in a Swiss: ``swiss/test_draw``, and here. P14 who is away is not drawn, P15 wishes: here.
P16 knock-outs: ``test_knockout``; they are not here: who is out is not drawn, and nobody's turn or wish counts.
P17 standings: ``tests/tournaments/standings/test_second_opinion``.
P18 what is spoilt is found: ``test_verify_corruptions``, and here for rounds as they are stored.
"""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, field, replace
from fractions import Fraction

import pytest

from tournaments.movements.by_hand import heed_wishes
from tournaments.movements.course import DrawState
from tournaments.movements.mixed import at_other_sizes
from tournaments.movements.next_round import event_so_far
from tournaments.movements.registry import MOVEMENTS
from tournaments.movements.schedule import Shape, from_json, round_from_json, round_to_json, to_json
from tournaments.movements.sit_outs import count_turns
from tournaments.movements.verify import measure, verify

PAIRS, FOURS = Shape(), Shape(2, 2)
SIZES = {2: Shape(2, 1), 3: Shape(3, 1), 4: FOURS, 5: Shape(5, 1), 6: Shape(2, 3)}
OF_PAIRS = [name for name, movement in MOVEMENTS.items() if movement.suits("pairs", PAIRS) and not movement.knocks_out]
OF_PEOPLE = [name for name, movement in MOVEMENTS.items() if movement.suits("individual", FOURS)]
CASES = [(name, "pairs") for name in OF_PAIRS] + [(name, "individual") for name in OF_PEOPLE]
NOT_KEPT = ("draw.wish_apart", "draw.wish_together")
LEVEL_ON_SIDES = {"round_robin", "double_round_robin", "howell", "swiss", "monrad", "danish"}


@dataclass
class Event:
    """An event drawn round by round; each table is won by chance, and who is out gets what a win is worth."""

    movement: str
    kind: str
    entrants: list[int]
    seed: int
    rounds_planned: int = 6
    away: set = field(default_factory=set)
    forbidden: tuple = ()
    fixed: tuple = ()
    rounds: tuple = ()
    winners: dict = field(default_factory=dict)
    points: dict = field(default_factory=dict)
    scores: dict = field(default_factory=dict)

    @property
    def state(self):
        movement = MOVEMENTS[self.movement]
        place = {entrant: here for here, entrant in enumerate(self.entrants)}
        scores = {entrant: self.scores.get(entrant, Fraction(0)) for entrant in self.entrants}
        return DrawState(
            entrants=tuple(self.entrants),
            rounds_planned=self.rounds_planned,
            rounds=self.rounds,
            away=frozenset(self.away),
            kind=self.kind,
            shape=FOURS if self.kind == "individual" else PAIRS,
            shapes=SIZES if movement.mixes_sizes else {},
            options=movement.options_of({}),
            forbidden=self.forbidden,
            fixed=self.fixed,
            scores=scores,
            order=tuple(sorted(self.entrants, key=lambda entrant: (-scores[entrant], place[entrant]))),
            winners=self.winners,
            points=self.points,
        )

    def play(self):
        """Draw the next round and let chance decide its tables; return the draw and the state it was made from."""
        state = self.state
        drawn = draw(self.movement, state, self.seed)
        plan = drawn.plan
        self.rounds = (*self.rounds, plan)
        for table in plan.tables:
            chance = random.Random(f"{self.seed} {plan.number} {sorted(table.entrants)}")
            winner = chance.randrange(len(table.sides))
            self.winners[plan.number, table.number] = (winner,)
            self.points[plan.number, table.number] = tuple(chance.randrange(500) for _ in table.sides)
            for entrant in table.sides[winner]:
                self.scores[entrant] = self.scores.get(entrant, Fraction(0)) + 2
        for entrant in plan.out:
            self.scores[entrant] = self.scores.get(entrant, Fraction(0)) + 2
        return state, drawn


def draw(movement, state, seed):
    """Return the round as a tournament gets it: drawn, and mended where its movement does not heed wishes."""
    here = MOVEMENTS[movement]
    return heed_wishes(state, here.draw(state, seed), meetings=here.meetings)


def make_event(movement, kind, count, **more):
    """Return an event of ids that are neither ascending nor from 1."""
    return Event(movement, kind, [100 + 71 * place % 211 for place in range(count)], seed=count, **more)


def numbers(kind):
    return range(2, 34) if kind == "pairs" else range(4, 67)


def is_nobody_out_early(state, plan):
    turns = count_turns(state.rounds, state.active)
    least = min((turns[entrant] for entrant in plan.seated), default=0)
    return all(turns[entrant] <= least for entrant in plan.out)


@pytest.mark.parametrize(("movement", "kind"), CASES)
def test_every_number_is_seated_once_in_turn_and_level_on_sides(movement, kind):
    for count in numbers(kind):
        event = make_event(movement, kind, count)
        rounds = 4 if count < 20 else 2
        for number in range(1, rounds + 1):
            state, drawn = event.play()
            plan = drawn.plan
            schedule = event_so_far(state, plan)

            assert verify(schedule) == (), count
            assert plan.number == number
            assert sorted(table.number for table in plan.tables) == list(range(1, len(plan.tables) + 1))
            assert len(plan.out) == (0 if state.shapes else count % state.shape.entrants), count
            assert is_nobody_out_early(state, plan), count
            facts = measure(schedule)
            assert facts["out_spread"] <= 1
            if movement in LEVEL_ON_SIDES:
                assert max(facts["seat_running"], facts["first_balance"]) <= 2, count
        assert from_json(to_json(schedule)) == schedule


@pytest.mark.parametrize("movement", ["round_robin", "howell", "reduced_howell", "swiss", "monrad"])
@pytest.mark.parametrize("seed", range(3))
def test_nobody_meets_again_while_half_of_the_others_are_left(movement, seed):
    for count in (*range(4, 13), 16, 21, 27):
        event = make_event(movement, "pairs", count, rounds_planned=count // 2)
        event.seed = 100 * seed + count
        while len(event.rounds) < min(count // 2, 7):
            state, drawn = event.play()

        assert measure(event_so_far(state, drawn.plan))["meet_max"] == 1, count


@pytest.mark.parametrize(("movement", "kind"), CASES)
@pytest.mark.parametrize("count", [7, 12, 19])
def test_the_same_state_in_any_order_gives_the_same_bytes(movement, kind, count):
    event = make_event(movement, kind, count)
    event.forbidden = ((event.entrants[0], event.entrants[3]),)
    for number in range(3):
        state, drawn = event.play()
        chance = random.Random(number)

        def shuffled(items, chance=chance):
            return tuple(chance.sample(list(items), len(items)))

        other = replace(
            state,
            away=frozenset(shuffled(state.away)),
            scores=dict(shuffled(state.scores.items())),
            winners=dict(shuffled(state.winners.items())),
            points=dict(shuffled(state.points.items())),
            forbidden=tuple(pair[::-1] for pair in state.forbidden),
            rounds=tuple(replace(plan, tables=shuffled(plan.tables)) for plan in state.rounds),
        )

        written = json.dumps(round_to_json(kind, drawn.plan))
        again = draw(movement, other, event.seed)
        assert json.dumps(round_to_json(kind, again.plan)) == written
        assert again.remarks == drawn.remarks
        assert round_from_json(kind, json.loads(written)) == drawn.plan


@pytest.mark.parametrize(("movement", "kind"), CASES)
@pytest.mark.parametrize("seed", range(4))
def test_rounds_stay_sound_while_people_come_leave_and_stay_away(movement, kind, seed):
    chance = random.Random(f"{movement} {seed}")
    event = make_event(movement, kind, chance.randint(6, 24))
    for number in range(1, 7):
        if chance.random() < 0.5:
            event.entrants.append(500 + number)
        if chance.random() < 0.6 and len(event.entrants) - len(event.away) > 6:
            event.away.add(chance.choice([one for one in event.entrants if one not in event.away]))
        if event.away and chance.random() < 0.4:
            event.away.remove(chance.choice(sorted(event.away)))

        state, drawn = event.play()

        plan = drawn.plan
        assert verify(event_so_far(state, plan)) == ()
        assert event.away.isdisjoint(plan.present)
        assert set(plan.absent) <= event.away
        assert is_nobody_out_early(state, plan)
        if state.shapes:
            turns = count_turns(state.rounds, state.active, lambda round_: at_other_sizes(round_, FOURS))
            assert max(turns.values()) - min(turns.values()) <= 1
        else:
            assert len(plan.out) == len(state.active) % state.shape.entrants


@pytest.mark.parametrize(("movement", "kind"), CASES)
@pytest.mark.parametrize("seed", range(4))
def test_wishes_are_kept_or_named(movement, kind, seed):
    chance = random.Random(f"{movement} {seed}")
    event = make_event(movement, kind, chance.randint(12, 23))
    event.forbidden = tuple(tuple(sorted(chance.sample(event.entrants, 2))) for _ in range(3))
    missed = 0
    free = [one for one in event.entrants if all(one not in pair for pair in event.forbidden)]
    for number in range(4):
        event.fixed = (tuple(chance.sample(free, 2)),) if number % 2 else ()

        state, drawn = event.play()

        assert verify(event_so_far(state, drawn.plan)) == ()
        tables = [set(table.entrants) for table in drawn.plan.tables]
        named = {remark.code: remark.params["entrants"] for remark in drawn.remarks if remark.code in NOT_KEPT}
        for pair in event.forbidden:
            assert not any(table.issuperset(pair) for table in tables) or list(pair) == named["draw.wish_apart"]
        for pair in event.fixed:
            assert any(table.issuperset(pair) for table in tables) or list(pair) == named["draw.wish_together"]
        missed += len(named)
    assert missed <= (1 if movement == "progressive" else 0)


@pytest.mark.parametrize(("movement", "kind"), CASES)
def test_a_stored_round_that_was_spoilt_is_rejected(movement, kind):
    chance = random.Random(movement)
    event = make_event(movement, kind, 13)
    for _ in range(2):
        state, drawn = event.play()
    written = round_to_json(kind, drawn.plan)
    for _ in range(40):
        spoilt = json.loads(json.dumps(written))
        table, other = chance.sample(spoilt["tables"], 2)
        seat, its = chance.choice(list(table["seats"])), chance.choice(list(other["seats"]))
        how = chance.choice(["double", "drop", "stranger", "number", "idle"])
        if how == "double":
            table["seats"][seat] = other["seats"][its]
        elif how == "drop":
            spoilt["tables"].remove(table)
        elif how == "stranger":
            table["seats"][seat] = 9999
        elif how == "number":
            table["table"] = other["table"]
        else:
            spoilt["out"].append(table["seats"][seat])

        assert verify(event_so_far(state, round_from_json(kind, spoilt))) != (), how
