"""Rounds changed by hand, wishes about who meets, and what is named as broken."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations

import pytest

from tournaments.movements.by_hand import broken_promises, exchange, heed_wishes, meet_wishes, named_in
from tournaments.movements.course import DrawState
from tournaments.movements.individual import draw_individual_round
from tournaments.movements.next_round import draw_next_round, event_so_far
from tournaments.movements.schedule import Remark, RoundPlan, Shape, TablePlan
from tournaments.movements.verify import verify

PAIRS = RoundPlan(1, (TablePlan(1, ((1,), (2,)), 0), TablePlan(2, ((3,), (4,)), 1)), out=(5,), absent=(6,))


def evening(count, rounds, seed=1, draw=draw_next_round, **more):
    """Return the state before the round that follows so many."""
    state = DrawState(entrants=tuple(range(1, count + 1)), rounds_planned=rounds + 1, **more)
    for _ in range(rounds):
        state = replace(state, rounds=(*state.rounds, draw(state, seed).plan))
    return state


def together(plan, pair):
    return any(set(pair) <= set(table.entrants) for table in plan.tables)


def codes(remarks):
    return [remark.code for remark in remarks]


def test_exchange_two_at_tables():
    changed = exchange(PAIRS, 1, 4)

    assert [table.sides for table in changed.tables] == [((4,), (2,)), ((3,), (1,))]
    assert [table.first for table in changed.tables] == [0, 1]
    assert (changed.out, changed.absent) == ((5,), (6,))


def test_exchange_of_one_who_sits_out_and_one_who_sits():
    changed = exchange(PAIRS, 5, 2)

    assert [table.sides for table in changed.tables] == [((1,), (5,)), ((3,), (4,))]
    assert changed.out == (2,)


@pytest.mark.parametrize("pair", [(1, 6), (6, 1), (1, 9)])
def test_exchange_with_somebody_who_is_not_there_is_refused(pair):
    with pytest.raises(KeyError):
        exchange(PAIRS, *pair)


def test_exchange_twice_changes_nothing():
    for pair in combinations(range(1, 6), 2):
        assert exchange(exchange(PAIRS, *pair), *pair) == PAIRS


@pytest.mark.parametrize("count", [4, 5, 8, 9, 12, 19])
@pytest.mark.parametrize("rounds", [0, 2])
def test_heed_wishes_keeps_apart_who_must_not_meet(count, rounds):
    state = evening(count, rounds)
    drawn = draw_next_round(state, 1)
    pair = drawn.plan.tables[0].entrants
    state = replace(state, forbidden=(pair,))

    heeded = heed_wishes(state, drawn)

    assert not together(heeded.plan, pair)
    assert verify(event_so_far(state, heeded.plan)) == ()
    assert len([remark for remark in heeded.remarks if remark.code == "draw.wish_moved"]) == 1
    assert heeded.outlook == ()
    assert "promise.apart" not in codes(broken_promises(state, heeded.plan))


@pytest.mark.parametrize("count", [4, 5, 8, 9, 12, 19])
def test_heed_wishes_brings_together_who_is_to_meet(count):
    state = evening(count, 1)
    drawn = draw_next_round(state, 1)
    met = {frozenset(table.entrants) for plan in (*state.rounds, drawn.plan) for table in plan.tables}
    pair = next(pair for pair in combinations(state.entrants, 2) if frozenset(pair) not in met)
    state = replace(state, fixed=(pair,))

    heeded = heed_wishes(state, drawn)

    assert together(heeded.plan, pair)
    assert verify(event_so_far(state, heeded.plan)) == ()


@pytest.mark.parametrize("seed", range(6))
def test_heed_wishes_of_many_at_once(seed):
    chance = random.Random(seed)
    state = evening(14, 3)
    people = list(state.entrants)
    chance.shuffle(people)
    state = replace(
        state,
        fixed=((people[0], people[1]), (people[2], people[3])),
        forbidden=tuple((people[here], people[here + 1]) for here in range(4, 14, 2)),
    )

    heeded = heed_wishes(state, draw_next_round(state, seed))

    assert all(together(heeded.plan, pair) for pair in state.fixed)
    assert not any(together(heeded.plan, pair) for pair in state.forbidden)
    assert verify(event_so_far(state, heeded.plan)) == ()


def test_heed_wishes_leaves_alone_what_keeps_them():
    state = evening(8, 1)
    drawn = draw_next_round(state, 1)
    met = [table.entrants for table in drawn.plan.tables]
    apart = next(pair for pair in combinations(state.entrants, 2) if not together(drawn.plan, pair))

    assert heed_wishes(replace(state, forbidden=(apart,), fixed=(met[0],)), drawn) == drawn


def test_meet_wishes_that_cannot_be_met_changes_nothing():
    state = evening(2, 0, forbidden=((1, 2),))
    plan = draw_next_round(state, 1).plan

    assert meet_wishes(state, plan) == (plan, [])
    assert codes(broken_promises(state, plan)) == ["promise.apart"]


def test_meet_wishes_prefers_a_change_without_a_rematch():
    state = evening(6, 2)
    plan = draw_next_round(state, 1).plan
    pair = plan.tables[0].entrants

    changed, [_move] = meet_wishes(replace(state, forbidden=(pair,)), plan)

    assert not together(changed, pair)
    again = [remark for remark in broken_promises(state, changed) if remark.code == "promise.rematch"]
    others = [
        len([remark for remark in broken_promises(state, exchange(plan, *swap)) if remark.code == "promise.rematch"])
        for swap in combinations(state.entrants, 2)
        if not together(exchange(plan, *swap), pair)
    ]
    assert len(again) == min(others)


def test_meet_wishes_does_not_put_a_player_in_two_seats():
    state = evening(5, 0, conflicts=((4, 5),))
    plan = RoundPlan(1, (TablePlan(1, ((1,), (2,)), 0), TablePlan(2, ((3,), (4,)), 0)), out=(5,))

    changed, _moves = meet_wishes(replace(state, forbidden=((1, 2),)), plan)

    assert not together(changed, (1, 2))
    assert not {4, 5} <= set(changed.seated)


def test_meet_wishes_is_the_same_again():
    state = evening(12, 2)
    plan = draw_next_round(state, 1).plan
    wished = replace(state, forbidden=(plan.tables[0].entrants, plan.tables[3].entrants))

    assert meet_wishes(wished, plan) == meet_wishes(wished, plan)


def test_broken_promises_of_a_draw_of_ours_are_none():
    state = evening(9, 4)

    assert broken_promises(state, draw_next_round(state, 1).plan) == ()


def test_broken_promises_name_rematches_and_how_often():
    state = evening(4, 1)
    [first] = state.rounds

    found = broken_promises(state, replace(first, number=2))

    assert [(remark.code, remark.params["entrants"], remark.params["times"]) for remark in found] == [
        ("promise.rematch", sorted(table.entrants), 1) for table in first.tables
    ]
    assert broken_promises(state, replace(first, number=2), meetings=2) == ()
    assert broken_promises(state, replace(first, number=2), meetings=None) == ()


def test_broken_promises_name_who_sits_out_before_its_turn():
    state = evening(5, 1)
    [out] = state.rounds[0].out
    plan = draw_next_round(state, 1).plan

    found = broken_promises(state, exchange(plan, out, plan.out[0]), meetings=None)

    assert found == (Remark("promise.sit_out", {"entrant": out, "before": 1, "fewest": 0}),)


def test_broken_promises_name_sides_beyond_two():
    turned = tuple(
        RoundPlan(number, (TablePlan(1, ((1,), (2,)), 0), TablePlan(2, ((3,), (4,)), 0))) for number in (1, 2)
    )
    state = DrawState(entrants=(1, 2, 3, 4), rounds_planned=3, rounds=turned)
    plan = RoundPlan(3, (TablePlan(1, ((1,), (3,)), 0), TablePlan(2, ((2,), (4,)), 0)))

    found = broken_promises(state, plan)

    assert [(remark.code, remark.params) for remark in found] == [
        ("promise.sides", {"entrant": 1, "apart": 3}),
        ("promise.sides", {"entrant": 4, "apart": -3}),
    ]


def test_broken_promises_of_people_name_partners_and_not_meetings():
    state = evening(4, 1, draw=draw_individual_round, kind="individual", shape=Shape(2, 2))
    [first] = state.rounds

    found = broken_promises(state, replace(first, number=2))

    assert [(remark.code, remark.params["entrants"]) for remark in found] == [
        ("promise.partners", sorted(side)) for side in first.tables[0].sides
    ]


def test_tables_of_three_have_no_sides_to_be_level_on():
    three = RoundPlan(1, (TablePlan(1, ((1,), (2,), (3,)), 0), TablePlan(2, ((4,), (5,)), 0)))
    state = DrawState(entrants=(1, 2, 3, 4, 5), rounds_planned=3, rounds=(three,), forbidden=((1, 3),))

    changed, moves = meet_wishes(state, replace(three, number=2))

    assert (len(moves), together(changed, (1, 3))) == (1, False)
    assert "promise.sides" not in codes(broken_promises(state, changed))


def test_named_in_a_remark():
    assert named_in(Remark("x", {"entrants": [1, 2], "times": 3})) == {1, 2}
    assert named_in(Remark("x", {"entrant": 4, "others": [5]})) == {4}
    assert named_in(Remark("x", {})) == frozenset()
