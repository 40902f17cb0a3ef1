"""Evenings that follow a plan made for all of them, and leave it when somebody comes or goes."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field, replace
from itertools import pairwise

import pytest

from tournaments.errors import AllRoundsDrawn, TooFewEntries
from tournaments.movements.course import DrawState
from tournaments.movements.individual import draw_by_itself, draw_individual_round
from tournaments.movements.individual_reasons import INDIVIDUAL_REASON_CODES
from tournaments.movements.next_round import event_so_far
from tournaments.movements.schedule import Shape
from tournaments.movements.sit_outs import count_turns
from tournaments.movements.verify import measure, verify

SEED = 20260728
FOURS, THREES = Shape(2, 2), Shape(3, 1)


@dataclass
class Event:
    """An evening that is drawn round by round."""

    entrants: list
    shape: Shape = FOURS
    rounds_planned: int = 8
    kind: str = "individual"
    seed: int = SEED
    away: set = field(default_factory=set)
    rounds: tuple = ()
    more: dict = field(default_factory=dict)

    @property
    def state(self):
        return DrawState(
            tuple(self.entrants), self.rounds_planned, self.rounds, frozenset(self.away), kind=self.kind,
            shape=self.shape, **self.more,
        )  # fmt: skip

    def draw(self):
        drawn = draw_individual_round(self.state, self.seed)
        assert {remark.code for remark in drawn.remarks} <= set(INDIVIDUAL_REASON_CODES)
        self.rounds = (*self.rounds, drawn.plan)
        return drawn

    def schedule(self, **claims):
        last = self.rounds[-1]
        return replace(event_so_far(replace(self.state, rounds=self.rounds[:-1]), last), claims=claims)


def make_event(count, *, rounds=0, **more):
    event = Event(list(range(1, count + 1)), **more)
    for _ in range(rounds):
        event.draw()
    return event


def told(drawn, code):
    return [dict(remark.params) for remark in drawn.remarks if remark.code == code]


def codes(drawn):
    return [remark.code for remark in drawn.remarks]


def company(plan):
    return {frozenset(map(frozenset, table.sides)) for table in plan.tables}, set(plan.out)


@pytest.mark.parametrize("count", range(4, 67))
def test_evenings_keep_their_promises_for_every_number_of_people(count):
    rounds = 4 + count % 7
    event = make_event(count, rounds=rounds, rounds_planned=rounds, seed=count)

    promises = {"out_max": count % 4, "out_spread": 1, "out_once_first": True, "first_spread": 1, "seat_balance": 3}
    assert verify(event.schedule(**promises)) == ()
    assert measure(event.schedule())["partner_repeats"] == max(0, rounds * (count // 4 * 2) - count * (count - 1) // 2)


@pytest.mark.parametrize("kind", ["individual", "pairs"])
@pytest.mark.parametrize("count", [3, 7, 9, 16, 30])
def test_tables_of_three_go_round_as_evenly(count, kind):
    event = make_event(count, shape=THREES, kind=kind, rounds=7, rounds_planned=7)

    promises = {"out_max": count % 3, "out_spread": 1, "first_spread": 1, "first_seat_balance": 1, "seat_balance": 1}
    assert verify(event.schedule(**promises)) == ()


def test_what_is_to_come_is_known_and_comes():
    event = make_event(21)
    first = event.draw()
    assert len(first.outlook) == 7

    for expected in first.outlook:
        assert event.draw().plan == expected
    with pytest.raises(AllRoundsDrawn):
        event.draw()


def test_a_planned_round_says_what_the_whole_evening_will_be():
    drawn = make_event(18).draw()

    assert codes(drawn) == ["draw.evening", "draw.evening_whole", "draw.sits_out_left_over", "draw.sits_out_left_over"]
    assert told(drawn, "draw.evening") == [{"round": 1, "rounds": 8, "tables": 4, "seats": 4, "planned": 8}]
    assert told(drawn, "draw.evening_whole") == [{"rounds": 8, "repeats": 39, "least": 39}]
    assert {params["entrant"] for params in told(drawn, "draw.sits_out_left_over")} == set(drawn.plan.out)


def test_the_seed_gives_the_places_and_the_order_of_entry_does_not_matter():
    event = make_event(22, rounds=2)
    mirrored = replace(event.state, entrants=tuple(reversed(event.state.entrants)))

    assert company(draw_individual_round(mirrored, SEED).plan) == company(draw_individual_round(event.state, SEED).plan)
    first = replace(event.state, rounds=())
    assert company(draw_individual_round(first, 1).plan) != company(draw_individual_round(first, 2).plan)
    assert draw_individual_round(first, 1) == draw_individual_round(first, 1)


def test_tables_are_in_the_order_of_entry():
    plan = make_event(22).draw().plan

    firsts = [min(table.entrants) for table in plan.tables]
    assert firsts == sorted(firsts)
    assert [table.number for table in plan.tables] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("count", [8, 19, 40])
def test_a_first_round_as_people_sat_down_is_the_beginning_of_a_plan(count):
    event = make_event(count)
    event.rounds = (draw_by_itself(event.state, 99).plan,)

    drawn = event.draw()
    for _ in range(6):
        event.draw()

    assert codes(drawn)[0] == "draw.evening"
    assert measure(event.schedule())["partner_repeats"] == max(0, 8 * (count // 4 * 2) - count * (count - 1) // 2)


def test_a_round_drawn_again_from_another_seed_keeps_to_the_plan():
    event = make_event(20)
    event.seed = 5
    event.draw()
    event.seed = SEED

    drawn = [event.draw() for _ in range(7)]

    assert {codes(one)[0] for one in drawn} == {"draw.evening"}
    assert verify(event.schedule(partner_max=1, together_repeats=50, first_spread=2)) == ()


def test_who_comes_when_somebody_leaves_takes_over_the_place():
    event = make_event(16, rounds=3)
    expected = make_event(16, rounds=4)
    event.entrants.append(17)
    event.away.add(5)

    drawn = event.draw()

    assert told(drawn, "draw.evening_place") == [{"entrants": [17, 5]}]
    sides = {
        frozenset(17 if one == 5 else one for one in side)
        for table in expected.rounds[3].tables
        for side in table.sides
    }
    assert {frozenset(side) for table in drawn.plan.tables for side in table.sides} == sides
    for _ in range(4):
        assert codes(event.draw())[0] == "draw.evening"


@pytest.mark.parametrize("change", ["comes", "leaves"])
def test_rounds_are_drawn_by_themselves_once_there_are_more_or_fewer(change):
    event = make_event(16, rounds=3)
    if change == "comes":
        event.entrants.append(17)
    else:
        event.away.add(5)

    drawn = event.draw()

    assert codes(drawn)[:2] == ["draw.evening_left", "draw.individual"]
    assert told(drawn, "draw.evening_left") == [{}]
    assert drawn.outlook == ()
    alone = draw_by_itself(replace(event.state, rounds=event.rounds[:-1]), SEED)
    assert alone.plan == drawn.plan
    event.draw()
    assert measure(event.schedule())["partner_repeats"] == 0


def test_who_comes_back_brings_the_evening_back_to_no_plan():
    event = make_event(16, rounds=2)
    event.away.add(5)
    event.draw()
    event.away.clear()

    assert codes(event.draw())[0] == "draw.evening_left"


def test_more_rounds_than_were_planned_go_on_by_the_longer_plan_or_by_themselves():
    event = make_event(34, rounds=6, rounds_planned=6)
    event.rounds_planned = 12

    later = [codes(event.draw())[0] for _ in range(6)]

    assert later == ["draw.evening"] * 4 + ["draw.evening_over"] * 2
    assert measure(event.schedule())["partner_repeats"] == 0


def test_fewer_rounds_than_were_planned_end_the_same_plan():
    long, short = make_event(10, rounds=2, rounds_planned=8), make_event(10, rounds=2, rounds_planned=8)
    short.rounds_planned = 4

    assert company(short.draw().plan) == company(long.draw().plan)
    assert len(draw_individual_round(short.state, SEED).outlook) == 0


def test_nobody_sits_out_before_it_is_their_turn_because_of_the_plan():
    event = make_event(9, rounds=5)
    had = {one for plan in event.rounds for one in plan.out}
    due = next(one for one in event.entrants if one not in had)
    event.entrants.append(10)
    event.away.add(due)
    while len(event.rounds) < 8:
        turns = count_turns(event.rounds, event.state.active)
        plan = event.draw().plan
        assert max(turns[one] for one in plan.out) <= min(turns[one] for one in plan.seated)


@pytest.mark.parametrize(("count", "shape"), [(24, FOURS), (40, FOURS), (30, THREES)])
def test_those_who_must_not_meet_get_places_that_never_do(count, shape):
    event = make_event(count, shape=shape, more={"forbidden": ((1, 2), (3, 4))}, rounds_planned=5)

    drawn = [event.draw() for _ in range(5)]

    assert {codes(one)[0] for one in drawn} == {"draw.evening"}
    for plan in event.rounds:
        for table in plan.tables:
            assert not {1, 2} <= set(table.entrants)
            assert not {3, 4} <= set(table.entrants)


def test_a_wish_that_the_plan_would_break_is_kept_without_it():
    event = make_event(12, rounds=1, more={"forbidden": ((1, 2),), "fixed": ()})
    event.more["forbidden"] = ((1, 2), (3, 4), (5, 6), (7, 8))
    event.more["fixed"] = ((9, 10), (11, 12))

    drawn = event.draw()

    tables = [set(table.entrants) for table in drawn.plan.tables]
    for apart in event.more["forbidden"]:
        assert not any(set(apart) <= table for table in tables)
    for together in event.more["fixed"]:
        assert any(set(together) <= table for table in tables)
    assert told(drawn, "draw.wish_apart") == told(drawn, "draw.wish_together") == []


def test_wishes_that_cannot_be_kept_are_named():
    event = make_event(4, more={"forbidden": ((1, 2),)})

    assert told(event.draw(), "draw.wish_apart") == [{"entrants": [1, 2]}]


def test_two_entries_of_one_player_leave_the_plan():
    event = make_event(13, rounds=2)
    event.more["conflicts"] = ((1, 2),)

    drawn = event.draw()

    assert codes(drawn)[0] == "draw.evening_left"
    assert not {1, 2} <= set(drawn.plan.seated)


@pytest.mark.parametrize("seed", range(3))
def test_a_round_by_itself_looks_ahead_where_partners_get_few(seed):
    """Nine begin seven rounds and one leaves: without looking ahead somebody partners somebody again."""
    event = make_event(9, rounds=3, rounds_planned=7, seed=seed)
    event.away.add(1)
    for _ in range(4):
        event.draw()

    assert measure(event.schedule())["partner_repeats"] == 0


@pytest.mark.parametrize("seed", range(6))
def test_fairness_holds_while_people_come_and_leave(seed):
    chance = random.Random(seed)
    event = make_event(chance.randint(8, 30), seed=seed, rounds_planned=8)
    for _ in range(8):
        turns = count_turns(event.rounds, event.state.active)
        plan = event.draw().plan
        assert verify(event.schedule()) == ()
        assert len(plan.out) == len(event.state.active) % 4
        assert max((turns[one] for one in plan.out), default=0) <= min(turns[one] for one in plan.seated)
        assert not event.away & plan.present
        if chance.random() < 0.3:
            event.entrants.append(len(event.entrants) + 1)
        if chance.random() < 0.3:
            event.away.add(chance.choice(event.entrants))
    assert measure(event.schedule())["partner_repeats"] <= 1


def test_starters_and_chairs_go_on_fairly_when_a_chair_was_changed_by_hand():
    event = make_event(12, rounds=3)
    plan = event.rounds[-1]
    table = plan.tables[0]
    changed = replace(table, first=(table.first + 1) % 4)
    event.rounds = (*event.rounds[:-1], replace(plan, tables=(changed, *plan.tables[1:])))

    drawn = [event.draw() for _ in range(5)]

    assert {codes(one)[0] for one in drawn} == {"draw.evening"}
    starts = Counter(table.sides[table.first % 2][table.first // 2] for plan in event.rounds for table in plan.tables)
    assert max(starts.values()) - min(starts[one] for one in event.entrants) <= 2


def test_too_few_are_refused():
    for present in (0, 3):
        with pytest.raises(TooFewEntries):
            make_event(present).draw()


def test_no_partner_comes_twice_over_neighbouring_rounds_of_two_tables():
    event = make_event(8, rounds=7, rounds_planned=7)

    partners = [{frozenset(side) for table in plan.tables for side in table.sides} for plan in event.rounds]
    assert all(before.isdisjoint(now) for before, now in pairwise(partners))
    assert len(set().union(*partners)) == 28
