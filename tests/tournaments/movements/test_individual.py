"""Rounds with changing company, one at a time, for every number of people and while people come and go."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field, replace

import pytest

from tournaments.errors import AllRoundsDrawn, TooFewEntries
from tournaments.movements.course import DrawState
from tournaments.movements.individual import draw_by_itself, rounds_to_meet
from tournaments.movements.individual_reasons import INDIVIDUAL_REASON_CODES
from tournaments.movements.next_round import event_so_far
from tournaments.movements.round_robin import full_length
from tournaments.movements.schedule import Shape, from_json, to_json
from tournaments.movements.sit_outs import count_turns
from tournaments.movements.verify import measure, verify

SEED = 20260728
TWO_PAIRS, TEAMS, THREE_PAIRS = Shape(2, 2), Shape(2, 3), Shape(3, 2)
ONE_EACH = {count: Shape(count, 1) for count in (3, 5)}
FIXED_PAIRS = Shape(3, 1)


@dataclass
class Event:
    """An event that is drawn round by round."""

    entrants: list
    shape: Shape
    rounds_planned: int = 100
    kind: str = "individual"
    seed: int = SEED
    away: set = field(default_factory=set)
    conflicts: tuple = ()
    rounds: tuple = ()

    @property
    def state(self):
        return DrawState(
            tuple(self.entrants), self.rounds_planned, self.rounds, frozenset(self.away), tuple(self.conflicts),
            self.kind, self.shape,
        )  # fmt: skip

    def draw(self):
        drawn = draw_by_itself(self.state, self.seed)
        assert {remark.code for remark in drawn.remarks} <= set(INDIVIDUAL_REASON_CODES)
        assert drawn.outlook == ()
        self.rounds = (*self.rounds, drawn.plan)
        return drawn

    def schedule(self, **claims):
        """Return the event so far, with promises to be judged."""
        last = self.rounds[-1]
        so_far = event_so_far(replace(self.state, rounds=self.rounds[:-1]), last)
        return replace(so_far, claims=claims)


def make_event(count, shape, *, rounds=0, **more):
    event = Event(list(range(1, count + 1)), shape, **more)
    for _ in range(rounds):
        event.draw()
    return event


def told(drawn, code):
    return [dict(remark.params) for remark in drawn.remarks if remark.code == code]


def groups(plan):
    return {frozenset(map(frozenset, table.sides)) for table in plan.tables}


@pytest.mark.parametrize("count", range(4, 67))
def test_two_pairs_at_a_table_are_fair_for_every_number_of_people(count):
    rounds = min(4, count // 4 * 2)
    event = make_event(count, TWO_PAIRS, rounds=rounds)

    promises = {"partner_max": 1, "out_max": count % 4, "out_spread": 1, "out_once_first": True, "seat_balance": 2}
    schedule = event.schedule(**promises, first_spread=1)
    assert verify(schedule) == ()
    assert from_json(to_json(schedule)) == schedule
    if count >= 40:
        assert measure(schedule)["together_max"] == 1


@pytest.mark.parametrize("count", [6, 7, 11, 12, 18, 25, 31, 48, 66])
@pytest.mark.parametrize(
    "shape",
    [
        pytest.param(ONE_EACH[3], id="3"),
        pytest.param(ONE_EACH[5], id="5"),
        pytest.param(TEAMS, id="2x3"),
        pytest.param(THREE_PAIRS, id="3x2"),
    ],
)
def test_other_tables_are_fair_for_every_number_of_people(count, shape):
    event = make_event(count, shape, rounds=3)

    promises = {"out_max": count % shape.entrants, "out_spread": 1, "out_once_first": True, "seat_balance": 2}
    schedule = event.schedule(**promises, first_spread=1)
    assert verify(schedule) == ()
    assert from_json(to_json(schedule)) == schedule
    facts = measure(schedule)
    assert facts["partner_repeats"] == 0 or count // shape.entrants < 3
    if count >= 48:
        assert facts["together_repeats"] == 0


@pytest.mark.parametrize("count", [3, 4, 7, 10, 15, 33])
def test_three_pairs_at_a_table_are_fair_for_every_number_of_pairs(count):
    event = make_event(count, FIXED_PAIRS, rounds=6, kind="pairs")

    promises = {"out_max": count % 3, "out_spread": 1, "out_once_first": True, "seat_balance": 2}
    schedule = event.schedule(**promises, first_spread=1, first_seat_balance=1)
    assert verify(schedule) == ()
    assert from_json(to_json(schedule)) == schedule
    assert any(table.first >= 3 for plan in event.rounds for table in plan.tables)


@pytest.mark.parametrize(
    ("count", "shape", "rounds", "most"),
    [
        pytest.param(8, TWO_PAIRS, 4, 24, id="8 people"),
        pytest.param(12, TWO_PAIRS, 6, 50, id="12 people"),
        pytest.param(16, TWO_PAIRS, 8, 76, id="16 people"),
        pytest.param(20, TWO_PAIRS, 8, 54, id="20 people"),
        pytest.param(24, TWO_PAIRS, 8, 36, id="24 people"),
        pytest.param(32, TWO_PAIRS, 8, 12, id="32 people"),
        pytest.param(9, ONE_EACH[3], 4, 0, id="9 people at threes"),
        pytest.param(21, ONE_EACH[3], 8, 3, id="21 people at threes"),
    ],
)
def test_a_whole_evening_repeats_no_partner_and_few_meetings(count, shape, rounds, most):
    """The bounds are near what a search of many seconds over all rounds at once has found."""
    facts = measure(make_event(count, shape, rounds=rounds).schedule())

    assert facts["partner_repeats"] == 0
    assert facts["together_repeats"] <= most


def test_everybody_partners_everybody_once_before_anybody_again():
    event = make_event(4, TWO_PAIRS, rounds=3)

    assert verify(event.schedule(partner_max=1, partner_min=1)) == ()
    again = event.draw()

    assert [params["times"] for params in told(again, "draw.partners_again")] == [1, 1]
    assert told(again, "draw.partner_repeats") == [{"repeats": 2, "least": 2}]
    assert told(again, "draw.meeting_repeats") == [{"repeats": 18, "least": 18}]


def test_a_round_says_who_sits_out_and_why():
    event = make_event(6, TWO_PAIRS, rounds=1)
    first = event.rounds[0].out

    drawn = event.draw()

    assert told(drawn, "draw.individual") == [{"round": 2, "rounds": 100, "tables": 1, "seats": 4}]
    assert [params["entrant"] for params in told(drawn, "draw.sits_out_left_over")] == list(drawn.plan.out)
    assert {params["before"] for params in told(drawn, "draw.sits_out_left_over")} == {0}
    assert told(drawn, "draw.sits_out_left_over")[0] == {
        "entrant": drawn.plan.out[0], "before": 0, "fewest": 0, "present": 6, "seats": 4,
    }  # fmt: skip
    assert set(first).isdisjoint(drawn.plan.out)


def test_a_round_says_when_somebody_starts_again_before_others():
    event = make_event(7, ONE_EACH[3], rounds=3)
    while not (again := told(event.draw(), "draw.starts_again")):
        assert len(event.rounds) < 50

    starts = Counter(table.sides[table.first][0] for plan in event.rounds[:-1] for table in plan.tables)
    assert again[0]["before"] == starts[again[0]["entrant"]]
    assert again[0]["fewest"] == min(starts[entrant] for entrant in event.entrants) < again[0]["before"]


def test_the_same_seed_draws_the_same_round_whatever_the_order_of_entry():
    event = make_event(21, TWO_PAIRS, rounds=2)
    drawn = draw_by_itself(event.state, 5)
    mirrored = replace(event.state, entrants=tuple(reversed(event.state.entrants)))

    assert draw_by_itself(event.state, 5) == drawn
    assert groups(draw_by_itself(mirrored, 5).plan) == groups(drawn.plan)
    assert groups(draw_by_itself(event.state, 6).plan) != groups(drawn.plan)


def test_tables_are_in_the_order_of_entry():
    plan = make_event(22, TWO_PAIRS).draw().plan

    firsts = [min(table.entrants) for table in plan.tables]
    assert firsts == sorted(firsts)
    assert [table.number for table in plan.tables] == [1, 2, 3, 4, 5]


def test_who_comes_late_starts_level_and_is_not_sent_out_at_once():
    event = make_event(9, TWO_PAIRS, rounds=9)
    assert Counter(entrant for plan in event.rounds for entrant in plan.out) == dict.fromkeys(range(1, 10), 1)
    event.entrants += [10, 11]

    plan = event.draw().plan

    assert len(plan.out) == 3
    assert {10, 11}.isdisjoint(plan.out)


def test_a_whole_group_whose_turn_it_is_sits_out():
    event = make_event(5, ONE_EACH[3])
    event.away = {4, 5}
    event.draw()
    event.away = set()

    first = event.draw().plan
    second = event.draw().plan

    assert set(first.out) <= {1, 2, 3}
    assert set(second.out) & {1, 2, 3} == {1, 2, 3} - set(first.out)


def test_two_entries_of_one_player_never_sit_in_one_round():
    event = make_event(9, TWO_PAIRS, conflicts=((1, 9), (2, 9)))

    for _ in range(6):
        drawn = event.draw()
        assert verify(event.schedule()) == ()
        sitting = set(drawn.plan.seated)
        assert not {1, 9} <= sitting
        assert not {2, 9} <= sitting
        told_of = told(drawn, "draw.sits_out_shared_player")
        assert told_of
        for params in told_of:
            assert params["entrant"] in drawn.plan.out
            assert set(params["others"]) <= sitting


@pytest.mark.parametrize(
    ("shape", "needed"), [(TWO_PAIRS, 4), (TEAMS, 6), (ONE_EACH[3], 3), (ONE_EACH[5], 5), (THREE_PAIRS, 6)]
)
def test_too_few_for_a_table_are_refused(shape, needed):
    with pytest.raises(TooFewEntries) as refusal:
        make_event(needed - 1, shape).draw()

    assert refusal.value.params == {"needed": needed, "present": needed - 1}
    with pytest.raises(TooFewEntries):
        make_event(0, shape).draw()
    with pytest.raises(TooFewEntries):
        make_event(needed, shape, conflicts=((1, 2),)).draw()


def test_no_round_is_drawn_beyond_the_last():
    event = make_event(4, TWO_PAIRS, rounds=2, rounds_planned=2)

    with pytest.raises(AllRoundsDrawn):
        event.draw()


SHAPES = (TWO_PAIRS, TEAMS, ONE_EACH[3], THREE_PAIRS, ONE_EACH[5])


@pytest.mark.parametrize("seed", range(10))
def test_fairness_holds_while_people_come_leave_and_stand_in(seed):
    chance = random.Random(seed)
    shape = SHAPES[seed % len(SHAPES)]
    event = make_event(chance.randint(shape.entrants, 24), shape, seed=seed)
    for _ in range(8):
        before, present = event.rounds, event.state.active
        turns = count_turns(before, present)
        drawn = event.draw()

        # Who shares a player changes; the rounds before are judged no more.
        assert [fault for fault in verify(event.schedule()) if fault.params["round"] == drawn.plan.number] == []
        bound = {entrant for pair in event.conflicts for entrant in pair}
        sitting, out = set(drawn.plan.seated), set(drawn.plan.out)
        assert sitting | out == set(present)
        if not event.conflicts:
            assert len(out) == len(present) % shape.entrants
        for entrant in out - bound:
            assert turns[entrant] <= min(turns[other] for other in sitting)
        change(event, chance)


def change(event, chance):
    """Let somebody come, leave, come back or play for two entries."""
    if chance.random() < 0.5:
        event.entrants.append(len(event.entrants) + 1)
    staying = [entrant for entrant in event.entrants if entrant not in event.away]
    if chance.random() < 0.5 and len(staying) > event.shape.entrants + 2:
        event.away.add(chance.choice(staying))
    if event.away and chance.random() < 0.3:
        event.away.discard(chance.choice(sorted(event.away)))
    if chance.random() < 0.3:
        event.conflicts = (tuple(chance.sample(event.entrants, 2)),)


@pytest.mark.parametrize("count", range(70))
def test_rounds_to_meet_is_a_full_round_robin_for_two_at_a_table(count):
    assert rounds_to_meet(count, 2) == max(1, full_length(count))


@pytest.mark.parametrize(
    ("count", "together", "rounds"),
    [(16, 4, 5), (13, 4, 5), (8, 4, 3), (5, 4, 3), (9, 3, 4), (15, 3, 7), (6, 6, 1), (25, 5, 6), (3, 4, 1), (0, 3, 1)],
)
def test_rounds_to_meet_counts_how_soon_everybody_could_have_met(count, together, rounds):
    assert rounds_to_meet(count, together) == rounds


def test_individual_round_of_very_many_gives_all_of_them_new_partners():
    event = Event(list(range(1, 303)), TWO_PAIRS)
    for _ in range(3):
        drawn = event.draw()
        assert len(drawn.plan.out) == 2

    assert verify(event.schedule(partner_max=1, out_spread=1)) == ()
