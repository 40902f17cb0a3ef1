"""A whole event by the name of its movement: every one is planned, judged and kept to what was asked for."""

from __future__ import annotations

import json

import pytest

from tournaments.errors import TooFewEntries
from tournaments.movements.planned import (
    CycleNotPossible,
    EntriesNotPossible,
    RoundsNotPossible,
    StayingNotPossible,
    StayingUnknown,
)
from tournaments.movements.round_robin import full_length, round_robin
from tournaments.movements.schedule import to_json
from tournaments.movements.verify import verify
from tournaments.movements.whole_event import PLANNERS, Request, plan_event

FEWEST = {"mitchell": 3, "howell": 3, "reduced_howell": 5, "individual": 4, "whist": 4}


def entrants(count):
    return tuple(range(1, count + 1))


def planned(movement, count, **changes):
    return plan_event(Request(movement, entrants(count), **changes))


def meetings(schedule):
    return [frozenset(table.sides for table in plan.tables) for plan in schedule.rounds]


@pytest.mark.parametrize("movement", PLANNERS)
@pytest.mark.parametrize("count", [5, 8, 11])
@pytest.mark.parametrize("seed", [None, 7])
def test_every_movement_is_planned_and_keeps_its_promises(movement, count, seed):
    count = 12 if (movement, count) == ("whist", 11) else count
    schedule = planned(movement, count, seed=seed).schedule

    assert verify(schedule) == ()
    assert schedule.entrants == entrants(count)
    assert schedule.claims
    assert len(schedule.rounds) >= 2


@pytest.mark.parametrize("movement", PLANNERS)
def test_the_seed_alone_decides_who_has_which_place(movement):
    one, again, other = (to_json(planned(movement, 9, seed=seed).schedule) for seed in (1, 1, 2))

    assert json.dumps(one) == json.dumps(again)
    assert one != other
    assert {key: one[key] for key in ("entrants", "kind")} == {key: other[key] for key in ("entrants", "kind")}


@pytest.mark.parametrize("movement", [name for name in PLANNERS if name != "double_round_robin"])
def test_so_many_rounds_are_planned_as_are_asked_for(movement):
    assert len(planned(movement, 12, rounds=7 if movement == "reduced_howell" else 5).schedule.rounds) in (5, 7)


def test_a_double_round_robin_has_one_length():
    assert len(planned("double_round_robin", 5).schedule.rounds) == 10
    assert len(planned("double_round_robin", 5, rounds=10).schedule.rounds) == 10
    with pytest.raises(RoundsNotPossible) as refusal:
        planned("double_round_robin", 5, rounds=8)
    assert refusal.value.nearest == ("round_robin", 8)


@pytest.mark.parametrize("movement", PLANNERS)
def test_too_few_are_refused_with_what_comes_nearest(movement):
    fewest = FEWEST.get(movement, 2)
    with pytest.raises(TooFewEntries):
        planned(movement, 1)
    for count in range(2, fewest):
        with pytest.raises(EntriesNotPossible) as refusal:
            planned(movement, count)
        assert refusal.value.params["needed"] == fewest
        assert planned(refusal.value.nearest[0], count, rounds=refusal.value.nearest[1]).schedule.rounds
    assert planned(movement, fewest).schedule.rounds


def test_people_change_partners_and_pairs_do_not():
    people = planned("individual", 8, rounds=4).schedule
    pairs = planned("progressive", 8, rounds=4)

    assert (people.kind, pairs.schedule.kind) == ("individual", "pairs")
    assert people.claims["partner_repeats"] == 0
    assert [remark.code for remark in pairs.remarks] == ["movement.by_results"]
    for plan, after in zip(pairs.schedule.rounds, pairs.schedule.rounds[1:], strict=False):
        assert [table.sides[0] for table in plan.tables] == [table.sides[0] for table in after.tables]


@pytest.mark.parametrize("count", [4, 9, 20, 33])
def test_a_whist_cycle_promises_once_and_twice(count):
    schedule = planned("whist", count).schedule

    assert {name: schedule.claims[name] for name in ("partner_max", "partner_min", "meet_max", "meet_min")} == {
        "partner_max": 1, "partner_min": 1, "meet_max": 2, "meet_min": 2,
    }  # fmt: skip
    assert "partner_min" not in planned("whist", count, rounds=2).schedule.claims


@pytest.mark.parametrize("count", [6, 11, 36])
def test_a_number_without_a_whist_cycle_is_refused_with_what_comes_nearest(count):
    with pytest.raises(CycleNotPossible) as refusal:
        planned("whist", count, rounds=5)

    assert refusal.value.nearest == ("individual", 5)
    assert planned(refusal.value.nearest[0], count, rounds=5).schedule.rounds


def test_howell_and_mitchell_take_the_boards_and_the_sides_that_are_asked_for():
    assert planned("mitchell", 8, boards=0).schedule.rounds[0].tables[0].boards == ()
    assert planned("reduced_howell", 10, boards=3).schedule.rounds[0].tables[0].boards == (1, 2, 3)
    assert "seat_balance" not in planned("howell", 8, sides="still").schedule.claims
    switched = planned("mitchell", 10, arrow_switch=True)
    assert switched.remarks[-1].code == "movement.arrow_switched"


@pytest.mark.parametrize("movement", PLANNERS)
def test_somebody_can_stay_in_every_movement(movement):
    schedule = planned(movement, 12, stationary=(5,)).schedule

    assert 5 in schedule.stationary
    assert verify(schedule) == ()
    assert len({table.number for plan in schedule.rounds for table in plan.tables if 5 in table.entrants}) == 1


@pytest.mark.parametrize("count", [6, 7, 12])
def test_those_who_stay_in_a_round_robin_meet_whom_they_would_meet(count):
    planned_ = planned("round_robin", count, stationary=(5, 2))

    schedule = planned_.schedule
    assert schedule.stationary == (5, 2)
    assert verify(schedule) == ()
    assert meetings(schedule) == meetings(round_robin(entrants(count)))
    stay, *met = planned_.remarks
    assert (stay.code, stay.params) == ("movement.stay", {"entrants": [5, 2]})
    assert [(remark.code, remark.params["entrants"]) for remark in met] == [("movement.staying_meet", [5, 2])]


def test_more_than_there_are_tables_cannot_stay():
    with pytest.raises(StayingNotPossible) as refusal:
        planned("round_robin", 7, stationary=(1, 2, 3, 4))

    assert (refusal.value.params["most"], refusal.value.params["rounds"]) == (3, full_length(7))
    with pytest.raises(StayingUnknown):
        planned("round_robin", 7, stationary=(9,))
