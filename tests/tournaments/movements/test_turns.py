"""Turns over a whole schedule: nobody is ever more than one apart, whatever the schedule."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tournaments.movements.fair_seats import seat_in_turn, share_chairs, with_starters
from tournaments.movements.turns import take_turns


def random_rounds(count, size, rounds, seed):
    """Return rounds with a few left out in turn, tables as chance will have it."""
    chance = random.Random(seed)
    spare = count % size
    plans = []
    for number in range(rounds):
        out = {(number * spare + step) % count for step in range(spare)}
        sitting = [place for place in range(count) if place not in out]
        chance.shuffle(sitting)
        plans.append([tuple(sitting[begin : begin + size]) for begin in range(0, len(sitting), size)])
    return plans


@pytest.mark.parametrize("size", [2, 3, 4, 6])
@pytest.mark.parametrize("seed", range(4))
def test_turns_come_once_in_as_many_games_as_sit_at_a_table(size, seed):
    count = random.Random(seed).randint(size, 30)
    rounds = random_rounds(count, size, 11, seed)

    turns = take_turns(rounds)

    had, games = Counter(), Counter()
    for plan, chosen in zip(rounds, turns, strict=True):
        assert all(one in table for one, table in zip(chosen, plan, strict=True))
        had.update(chosen)
        games.update(place for table in plan for place in table)
        for place, played in games.items():
            assert played // size <= had[place] <= -(-played // size)


@pytest.mark.parametrize("count", [3, 7, 10, 24])
def test_single_players_sit_in_every_chair_in_turn(count):
    rounds = [[tuple((place,) for place in table) for table in plan] for plan in random_rounds(count, 3, 10, count)]

    seated = share_chairs(rounds)

    sat, games = Counter(), Counter()
    for plan, chairs in zip(rounds, seated, strict=True):
        assert [sorted(table) for table in chairs] == [sorted(table) for table in plan]
        for table in chairs:
            for chair, (place,) in enumerate(table):
                sat[place, chair] += 1
                games[place] += 1
        for place, played in games.items():
            assert all(played // 3 <= sat[place, chair] <= -(-played // 3) for chair in range(3))


def test_partners_stay_partners_when_they_are_seated_in_turn():
    rounds = [[((0, 1), (2, 3))], [((0, 1), (2, 3))], [((0, 2), (1, 3))], [((0, 2), (1, 3))]]

    seated = seat_in_turn(rounds)

    for (sides,), (given,) in zip(seated, rounds, strict=True):
        assert {frozenset(side) for side in sides} == {frozenset(side) for side in given}
    first, second = (dict(enumerate(sides[0] + sides[1])) for (sides,) in seated[:2])
    assert all(first[seat] != second[seat] for seat in range(4))


def test_starters_are_seats_of_their_tables_and_the_others_sit_out():
    plans = with_starters(5, [[((0, 1), (2, 3))], [((4, 1), (2, 0))], [((0, 3), (4, 2))]])

    assert [plan.number for plan in plans] == [1, 2, 3]
    assert [plan.out for plan in plans] == [(4,), (3,), (1,)]
    starters = []
    for plan in plans:
        (table,) = plan.tables
        starters.append(table.sides[table.first % 2][table.first // 2])
    assert len(set(starters)) == 3
