"""Second meetings on the other side, also after somebody has come or gone."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from dataclasses import replace

import pytest

from tournaments.movements.course import DrawState
from tournaments.movements.next_round import draw_next_round
from tournaments.movements.orientation import level_sides
from tournaments.movements.returns import turn_rounds
from tournaments.movements.round_robin import double_round_robin, full_length, round_robin
from tournaments.movements.schedule import RoundPlan, TablePlan
from tournaments.movements.seating import count_sides


def played(*rounds):
    return [
        RoundPlan(number, tuple(TablePlan(table, ((one,), (other,))) for table, (one, other) in enumerate(meetings, 1)))
        for number, meetings in enumerate(rounds, 1)
    ]


def norths_of(rounds):
    norths = defaultdict(list)
    for plan in rounds:
        for table in plan.tables:
            norths[frozenset(table.entrants)].append(table.sides[0][0])
    return norths


def longest_run(rounds, entrant):
    sides = [
        "N" if table.sides[0][0] == entrant else "E"
        for plan in rounds
        for table in plan.tables
        if entrant in table.entrants
    ]
    longest = run = 0
    for before, side in zip(["", *sides], sides, strict=False):
        run = run + 1 if side == before else 1
        longest = max(longest, run)
    return longest


def test_return_is_turned_against_the_meeting_before_it():
    history = played([(1, 2), (3, 4)])

    assert turn_rounds([[(1, 2), (3, 4)]], history) == (((2, 1), (4, 3)),)


def test_return_within_the_rounds_to_come_is_turned_too():
    first, second, third = turn_rounds([[(1, 2), (3, 4)], [(1, 3), (2, 4)], [(2, 1), (3, 4)]], ())

    assert {meeting[::-1] for meeting in first} == set(third)
    assert len(second) == 2


def test_return_takes_nobody_beyond_the_limit():
    # 2 was EW when they met, and is two too often NS now.
    history = played([(1, 2)], [(2, 3)], [(2, 4)], [(2, 5)])

    assert turn_rounds([[(1, 2)]], history) == (((1, 2),),)


def test_rounds_without_a_return_are_levelled_as_ever():
    rounds = [[(1, 4), (2, 3)], [(4, 3), (1, 2)]]

    assert turn_rounds(rounds, played([(1, 3), (2, 4)])) == level_sides(rounds, {1: 1, 2: 1, 3: -1, 4: -1})


@pytest.mark.parametrize("count", range(2, 31))
def test_double_round_robin_lets_nobody_sit_three_times_running_on_one_side(count):
    schedule = double_round_robin(range(1, count + 1))

    assert max(longest_run(schedule.rounds, entrant) for entrant in schedule.entrants) <= 2
    for upto in range(len(schedule.rounds) + 1):
        assert max(map(abs, count_sides(schedule.rounds[:upto]).values()), default=0) <= 2


@pytest.mark.parametrize("count", range(2, 13))
def test_double_round_robin_drawn_round_by_round_is_the_one_that_was_planned(count):
    entrants = tuple(range(1, count + 1))
    state = DrawState(entrants, 2 * full_length(count))

    while len(state.rounds) < state.rounds_planned:
        drawn = draw_next_round(state, 7)
        assert drawn.remarks[0].code == "draw.as_planned"
        state = replace(state, rounds=(*state.rounds, drawn.plan))

    assert [(plan.tables, plan.out) for plan in state.rounds] == [
        (plan.tables, plan.out) for plan in double_round_robin(entrants).rounds
    ]


def test_three_cycles_are_a_double_one_and_a_single_one():
    entrants = tuple(range(1, 7))

    rounds = round_robin(entrants, 15).rounds

    assert rounds[:10] == double_round_robin(entrants).rounds
    assert Counter(map(len, norths_of(rounds).values())) == {3: 15}


def test_second_meetings_change_sides_after_people_have_come_and_gone():
    chance = random.Random(1)
    second = same = 0
    for _ in range(12):
        count = chance.randint(4, 9)
        state = DrawState(tuple(range(1, count + 2)), 2 * full_length(count), away=frozenset({count + 1}))
        change, away = chance.randint(1, count), chance.choice([frozenset(), frozenset({1, count + 1})])
        while len(state.rounds) < state.rounds_planned:
            if len(state.rounds) == change:
                state = replace(state, away=away)
            state = replace(state, rounds=(*state.rounds, draw_next_round(state, 7).plan))
            assert max(map(abs, count_sides(state.rounds).values())) <= 2
        for norths in norths_of(state.rounds).values():
            second += len(norths) > 1
            same += len(norths) > 1 and norths[0] == norths[1]

    # Levelled without heed to returns three of five had the same side again.
    assert second > 150
    assert same / second < 0.15


def test_nearly_all_second_meetings_change_sides_whoever_it_is_that_leaves():
    second = same = 0
    for seed in range(40):
        state = DrawState(tuple(range(1, 7)), 10)
        while len(state.rounds) < state.rounds_planned:
            if len(state.rounds) == 2:
                state = replace(state, away=frozenset({6}))
            state = replace(state, rounds=(*state.rounds, draw_next_round(state, seed).plan))
            assert max(map(abs, count_sides(state.rounds).values())) <= 2
        assert max(map(abs, count_sides(state.rounds).values())) <= 1
        for pair, norths in norths_of(state.rounds).items():
            second += 6 not in pair
            same += 6 not in pair and norths[0] == norths[1]

    # Not everywhere can all of them change and everybody be level.
    assert second == 40 * 10
    assert same <= 3
