"""Whist cycles: partner once, opponent twice, for every number that there is one for."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tournaments.movements.course import DrawState
from tournaments.movements.individual import draw_whist_round
from tournaments.movements.next_round import event_so_far
from tournaments.movements.schedule import Schedule, Shape, from_json, to_json
from tournaments.movements.verify import verify
from tournaments.movements.whist import cycle_length, whist_pattern

CYCLES = [count for count in range(4, 34) if count % 4 < 2]
ONCE_AND_TWICE = {"partner_max": 1, "partner_min": 1, "meet_max": 2, "meet_min": 2}


@pytest.mark.parametrize("count", CYCLES)
def test_everybody_plays_once_with_everybody_and_twice_against(count):
    rounds = whist_pattern(count)
    claims = {**ONCE_AND_TWICE, "out_max": count % 4, "out_spread": 0, "first_spread": 1, "seat_balance": 3}

    schedule = Schedule("individual", tuple(range(count)), rounds, claims, shape=Shape(2, 2))

    assert len(rounds) == cycle_length(count) == count - 1 + count % 2
    assert verify(schedule) == ()
    assert from_json(to_json(schedule)) == schedule


@pytest.mark.parametrize("count", [0, 3, 6, 7, 10, 31, 34, 36, 37])
def test_there_is_no_cycle_for_other_numbers(count):
    assert cycle_length(count) is None


def draw_rounds(state, seed, number):
    for _ in range(number):
        drawn = draw_whist_round(state, seed)
        state = replace(state, rounds=(*state.rounds, drawn.plan))
    return state, drawn


def people(count, rounds, **more):
    return DrawState(tuple(range(1, count + 1)), rounds, kind="individual", shape=Shape(2, 2), **more)


@pytest.mark.parametrize("count", [4, 5, 12, 21])
def test_a_cycle_is_drawn_round_by_round(count):
    cycle = cycle_length(count)
    state, drawn = draw_rounds(people(count, cycle), 7, cycle)

    assert drawn.remarks[0].code == "draw.whist"
    assert drawn.remarks[0].params["planned"] == cycle
    event = event_so_far(replace(state, rounds=state.rounds[:-1]), state.rounds[-1])
    assert verify(replace(event, claims={**ONCE_AND_TWICE, "first_spread": 1})) == ()


def test_after_a_cycle_comes_another():
    state, _ = draw_rounds(people(8, 14), 7, 14)

    event = event_so_far(replace(state, rounds=state.rounds[:-1]), state.rounds[-1])
    assert verify(replace(event, claims={"partner_max": 2, "partner_min": 2, "meet_max": 4, "meet_min": 4})) == ()


def test_a_number_without_a_cycle_is_told_where_there_is_one():
    drawn = draw_whist_round(people(11, 5), 7)

    assert [remark.code for remark in drawn.remarks][:2] == ["draw.no_whist", "draw.evening"]
    assert drawn.remarks[0].params == {"people": 11, "nearest": [9, 12, 13]}
    assert draw_whist_round(people(50, 5), 7).remarks[0].params == {"people": 50, "nearest": []}
