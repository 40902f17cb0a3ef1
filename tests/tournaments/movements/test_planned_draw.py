"""Mitchell and Howell evenings drawn round by round, also where people come, go and are paired by hand."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from tournaments.errors import AllRoundsDrawn, TooFewEntries
from tournaments.movements.course import DrawState
from tournaments.movements.howell import howell, reduced_howell
from tournaments.movements.mitchell import mitchell
from tournaments.movements.next_round import draw_next_round, event_so_far
from tournaments.movements.planned_draw import rounds_of
from tournaments.movements.registry import MOVEMENTS
from tournaments.movements.schedule import RoundPlan, Shape, TablePlan
from tournaments.movements.verify import verify

PLANS = {"mitchell": mitchell, "howell": howell, "reduced_howell": reduced_howell}


def entrants(count):
    return tuple(100 + 7 * place % 101 for place in range(count))


def draw(movement, state):
    return MOVEMENTS[movement].draw(state, 5)


def play(movement, state):
    """Return all rounds to come as they are drawn one after the other, and what was said about each."""
    said = []
    while len(state.rounds) < state.rounds_planned:
        drawn = draw(movement, state)
        assert faults_of(state, drawn.plan) == []
        state = replace(state, rounds=(*state.rounds, drawn.plan))
        said.append([remark.code for remark in drawn.remarks])
    return state.rounds, said


def faults_of(state, plan):
    """Return what is wrong with the new round; who shares a player now may have sat apart before."""
    faults = verify(event_so_far(state, plan))
    return [fault for fault in faults if fault.params.get("round", plan.number) == plan.number]


def pairs(plan):
    return frozenset(frozenset(table.entrants) for table in plan.tables)


@pytest.mark.parametrize("movement", PLANS)
@pytest.mark.parametrize("count", [5, 6, 9, 12])
def test_an_evening_is_played_as_planned_while_nobody_comes_or_goes(movement, count):
    rounds = rounds_of(movement, count)

    played, said = play(movement, DrawState(entrants(count), rounds))

    assert played == PLANS[movement](entrants(count), rounds, boards=0).schedule.rounds
    assert {codes[0] for codes in said} == {"draw.movement"}
    outs = Counter(entrant for plan in played for entrant in plan.out)
    assert max(outs.values(), default=0) <= 1
    assert sum(codes.count("draw.sits_out_in_turn") for codes in said) == outs.total()


@pytest.mark.parametrize("movement", PLANS)
def test_the_outlook_is_what_is_drawn_later(movement):
    state = DrawState(entrants(10), rounds_of(movement, 10))

    drawn = draw(movement, state)

    assert (drawn.plan, *drawn.outlook) == play(movement, state)[0]


@pytest.mark.parametrize("movement", PLANS)
@pytest.mark.parametrize("change", ["leaves", "comes", "shares a player"])
def test_when_somebody_comes_or_goes_the_evening_goes_on_as_a_round_robin(movement, change):
    state = DrawState(entrants(9)[:8], 7 if movement != "mitchell" else 4)
    two = play(movement, replace(state, rounds_planned=2) if movement != "reduced_howell" else state)[0][:2]
    state = replace(state, rounds=two)
    if change == "comes":
        state = replace(state, entrants=entrants(9))
    elif change == "leaves":
        state = replace(state, away=frozenset({state.entrants[3]}))
    else:
        state = replace(state, conflicts=(state.entrants[:2],))

    drawn = draw(movement, state)

    otherwise = draw_next_round(state, 5)
    assert drawn.plan == otherwise.plan
    assert drawn.remarks[0].code == "draw.movement_left"
    assert drawn.remarks[0].params == {"movement": movement, "round": 3}
    assert drawn.remarks[1:] == otherwise.remarks
    rest, said = play(movement, state)
    assert {codes[0] for codes in said} == {"draw.movement_left"}
    met = Counter(pair for plan in rest for pair in pairs(plan))
    if change == "leaves":
        assert max(met.values()) == 1


def test_a_round_that_was_paired_by_hand_ends_the_plan_and_other_tables_or_sides_do_not():
    state = DrawState(entrants(8), 7)
    first, second = play("howell", state)[0][:2]
    turned = RoundPlan(
        1, tuple(TablePlan(5 - table.number, table.sides[::-1], first=0) for table in first.tables[::-1])
    )

    assert draw("howell", replace(state, rounds=(turned,))).plan == second
    (one, other), *rest = [table.sides for table in first.tables]
    swapped = [(one, rest[0][1]), (rest[0][0], other), *rest[1:]]
    by_hand = RoundPlan(1, tuple(TablePlan(number, sides, first=0) for number, sides in enumerate(swapped, 1)))
    drawn = draw("howell", replace(state, rounds=(by_hand,)))
    assert drawn.remarks[0].code == "draw.movement_left"
    assert not pairs(drawn.plan) & pairs(by_hand)


def test_a_meeting_that_the_director_wants_is_left_to_the_round_robin_unless_it_is_planned():
    state = DrawState(entrants(8), 7)
    planned = draw("howell", state).plan
    meets = planned.tables[0].entrants
    others = (planned.tables[0].entrants[0], planned.tables[1].entrants[0])

    assert draw("howell", replace(state, fixed=(meets,))).plan == planned
    assert draw("howell", replace(state, fixed=(others,))).remarks[0].code == "draw.movement_left"


@pytest.mark.parametrize(("movement", "length"), [("mitchell", 4), ("howell", 7), ("reduced_howell", 6)])
def test_rounds_beyond_the_movement_go_on_as_a_round_robin(movement, length):
    played, said = play(movement, DrawState(entrants(8), length + 1))

    assert [codes[0] for codes in said] == ["draw.movement"] * length + ["draw.movement_over"]
    if movement == "mitchell":
        assert all(pairs(played[-1]).isdisjoint(pairs(plan)) for plan in played[:-1])


def test_what_has_no_plan_is_played_by_what_comes_nearest():
    few = draw("reduced_howell", DrawState(entrants(12), 4))
    small = draw("reduced_howell", DrawState(entrants(4), 3))

    assert [remark.code for remark in few.remarks[:2]] == ["draw.movement", "draw.movement_instead"]
    assert few.remarks[1].params == {"movement": "reduced_howell", "instead": "mitchell", "rounds": 4}
    assert few.plan == mitchell(entrants(12), 4, boards=0).schedule.rounds[0]
    assert small.remarks[1].params["instead"] == "howell"


@pytest.mark.parametrize("movement", PLANS)
def test_two_play_each_other_and_one_alone_does_not(movement):
    assert draw(movement, DrawState((4, 9), 1)).plan.tables[0].sides == ((4,), (9,))
    with pytest.raises(TooFewEntries):
        draw(movement, DrawState((4,), 1))
    with pytest.raises(AllRoundsDrawn):
        draw(movement, replace(DrawState((4, 9, 11), 1), rounds=(RoundPlan(1, ()),)))


@pytest.mark.parametrize(
    ("movement", "lengths"),
    [
        ("mitchell", {2: 1, 7: 4, 8: 4, 12: 6}),
        ("howell", {2: 1, 7: 7, 8: 7, 12: 11}),
        ("reduced_howell", {2: 1, 3: 3, 4: 3, 8: 6, 12: 9}),
        ("double_round_robin", {4: 6, 5: 10}),
    ],
)
def test_a_movement_has_as_many_rounds_as_it_needs(movement, lengths):
    assert {count: MOVEMENTS[movement].length(count, Shape()) for count in lengths} == lengths


def test_a_double_round_robin_is_drawn_round_by_round():
    played, said = play("double_round_robin", DrawState(entrants(5), 10))

    met = Counter(pair for plan in played for pair in pairs(plan))
    assert set(met.values()) == {2}
    turned = Counter((table.sides[0], table.sides[1]) for plan in played for table in plan.tables)
    assert set(turned.values()) == {1}
    assert {codes[0] for codes in said} == {"draw.as_planned"}


@pytest.mark.parametrize("count", [126, 150, 160, 256, 300])
def test_a_howell_of_many_pairs_is_drawn_as_planned(count):
    drawn = draw("howell", DrawState(entrants_of(count), 5))

    assert [remark.code for remark in drawn.remarks][:2] == ["draw.movement", "movement.stay"]
    assert len(drawn.plan.tables) == count // 2
    assert len(drawn.outlook) == 4
    assert faults_of(DrawState(entrants_of(count), 5), drawn.plan) == []


@pytest.mark.parametrize("movement", ["howell", "reduced_howell"])
def test_a_howell_of_more_pairs_than_there_are_plans_for_becomes_what_comes_nearest(movement):
    drawn = draw(movement, DrawState(entrants_of(1004), 3))

    assert [remark.code for remark in drawn.remarks][:2] == ["draw.movement", "draw.movement_instead"]
    assert drawn.remarks[1].params == {"movement": movement, "instead": "mitchell", "rounds": 3}
    assert len(drawn.plan.tables) == 502
    assert len(drawn.outlook) == 2


def entrants_of(count):
    return tuple(range(1, count + 1))
