"""Howells for every number of pairs: who meets whom, on which boards, on which side, and how evenly that compares."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

from tournaments.errors import TooFewEntries
from tournaments.movements.competition import competition_permille
from tournaments.movements.cyclic_plans import cyclic_plan
from tournaments.movements.howell import howell, reduced_howell, usual_length
from tournaments.movements.planned import (
    BoardsNotPossible,
    EntriesNotPossible,
    RoundsNotPossible,
    StayingNotPossible,
    StayingUnknown,
)
from tournaments.movements.schedule import from_json, to_json
from tournaments.movements.verify import measure, verify

PUBLISHED = json.loads((Path(__file__).parents[2] / "data" / "movements_published.json").read_text())
NUMBERS = range(3, 41)


def names(count):
    """Return ids in entry order that are neither ascending nor from 1."""
    return [100 + 7 * place % 101 for place in range(count)]


@cache
def full(count, sides="level"):
    return howell(names(count), sides=sides)


def codes(planned):
    return [remark.code.removeprefix("movement.") for remark in planned.remarks]


def sides_of(schedule):
    """Return NS less EW of everybody."""
    balance = Counter(dict.fromkeys(schedule.entrants, 0))
    for plan in schedule.rounds:
        for table in plan.tables:
            balance[table.sides[0][0]] += 1
            balance[table.sides[1][0]] -= 1
    return balance


def boards_played(schedule):
    return Counter(
        (entrant, board)
        for plan in schedule.rounds
        for table in plan.tables
        for entrant in table.entrants
        for board in table.boards
    )


@pytest.mark.parametrize("count", NUMBERS)
def test_howell_lets_everybody_meet_once_and_keeps_its_promises(count):
    entrants = names(count)

    schedule = full(count).schedule

    assert verify(schedule) == ()
    assert len(schedule.rounds) == count - 1 + count % 2
    met = Counter(frozenset(table.entrants) for plan in schedule.rounds for table in plan.tables)
    assert met == Counter(frozenset(pair) for pair in combinations(entrants, 2))
    outs = Counter(entrant for plan in schedule.rounds for entrant in plan.out)
    assert outs == (Counter(entrants) if count % 2 else Counter())
    for plan in schedule.rounds:
        assert [table.number for table in plan.tables] == list(range(1, count // 2 + 1))


@pytest.mark.parametrize("count", NUMBERS)
def test_howell_lets_everybody_play_every_board_once(count):
    schedule = full(count).schedule
    rounds = len(schedule.rounds)
    boards = range(1, 2 * rounds + 1)

    played = boards_played(schedule)

    assert set(played.values()) == {1}
    assert {board for _, board in played} == set(boards)
    per_entrant = Counter(entrant for entrant, _ in played)
    assert set(per_entrant.values()) == {2 * (rounds - count % 2)}
    together = max(
        Counter(board for table in plan.tables for board in table.boards).most_common(1)[0][1]
        for plan in schedule.rounds
    )
    assert together == (2 if count == 4 else 1)


@pytest.mark.parametrize("count", NUMBERS)
def test_howell_is_level_on_sides_and_on_starting(count):
    schedule = full(count).schedule

    assert set(map(abs, sides_of(schedule).values())) == ({0} if count % 2 else {1})
    assert measure(schedule)["first_balance"] <= 1
    assert measure(schedule)["first_seat_balance"] <= 1


@pytest.mark.parametrize("count", range(4, 41, 2))
def test_the_pair_that_stays_changes_sides_each_round(count):
    schedule = full(count).schedule
    stays = names(count)[-1]

    at = [next(table for table in plan.tables if stays in table.entrants) for plan in schedule.rounds]

    assert schedule.stationary == (stays,)
    assert {table.number for table in at} == {1}
    sides = [table.sides[0] == (stays,) for table in at]
    if count != 6:
        assert sides == [number % 2 == 0 for number in range(count - 1)]
    assert codes(full(count))[0] == "stay"


@pytest.mark.parametrize("count", range(4, 41, 2))
def test_with_sides_still_the_pair_that_stays_keeps_its_side(count):
    schedule = full(count, "still").schedule

    assert verify(schedule) == ()
    assert "seat_balance" not in schedule.claims
    assert measure(schedule)["first_balance"] <= 1
    balance = sides_of(schedule)
    assert balance.pop(names(count)[-1]) == count - 1
    assert set(balance.values()) == {-1}


PERFECT = (4, 6, 8, 12, 16, 20, 24, 32, 36)


@pytest.mark.parametrize("count", PERFECT)
def test_with_sides_still_competition_is_perfect_where_it_can_be(count):
    assert competition_permille(full(count, "still").schedule) == 0


@pytest.mark.parametrize(
    ("count", "published"),
    [
        (8, "bridgescorer/Movement.Howell08T4B14.yaml"),
        (10, "bridgescorer/Movement.Howell10T5B18.yaml"),
        (12, "bridgescorer/Movement.Howell12T6B22.yaml"),
        (14, "bridgescorer/Movement.Howell14T7B26.yaml"),
        (7, "bridgescorer/Movement.Howell07T3B21.yaml"),
        (9, "bridgescorer/Movement.Howell09T4B18.yaml"),
        (11, "bridgescorer/Movement.Howell11T5B22.yaml"),
        (13, "bridgescorer/Movement.Howell13T6B26.yaml"),
    ],
)
def test_competition_is_as_even_as_in_the_best_that_is_published(count, published):
    best = competition_permille(from_json(PUBLISHED[published]))

    assert competition_permille(full(count, "still").schedule) <= best


@pytest.mark.parametrize("count", range(10, 41, 4))
def test_competition_of_other_even_numbers_is_as_near_as_can_be(count):
    # Not divisible by four: the places of NS on the boards cannot be a difference set, only nearly one.
    nearest = 2 * ((count - 2) / count) ** 0.5 / (count / 2 - 1)

    assert competition_permille(full(count, "still").schedule) <= 1000 * nearest + 1


@pytest.mark.parametrize(("count", "permille"), [(28, 117), (40, 95)])
def test_competition_of_28_and_40_is_near_perfect(count, permille):
    assert competition_permille(full(count, "still").schedule) <= permille


def test_six_pairs_are_level_and_compared_alike_at_once():
    schedule = full(6).schedule

    assert measure(schedule)["seat_balance"] == 1
    assert competition_permille(schedule) == 0
    assert codes(full(6)) == ["stay", "boards_halved"]
    assert all(len(table.boards) == 2 for plan in schedule.rounds for table in plan.tables)


@pytest.mark.parametrize("count", [8, 12])
def test_level_sides_and_perfect_competition_cannot_go_together(count):
    # The sum over all pairs of (NS - EW) squared is n (n - 1) if all compete alike, and n if all are within one.
    for sides, sum_of_squares in (("still", count * (count - 1)), ("level", count)):
        assert sum(value**2 for value in sides_of(full(count, sides).schedule).values()) == sum_of_squares


@pytest.mark.parametrize("count", [3, 4, 5, 6, 8, 9, 13])
def test_howell_without_boards_levels_everybody_all_the_way(count):
    schedule = howell(names(count), boards=0).schedule

    assert verify(schedule) == ()
    assert boards_played(schedule) == Counter()
    assert measure(schedule)["seat_running"] <= 1
    assert {table.first_side for plan in schedule.rounds for table in plan.tables} == {0}
    assert not {"boards_shared", "boards_halved"} & set(codes(howell(names(count), boards=0)))


@pytest.mark.parametrize("count", [4, 7, 8, 11, 16, 23])
def test_the_first_rounds_of_a_howell_say_what_they_are_and_keep_their_promises(count):
    whole = count - 1 + count % 2
    for rounds in range(1, whole):
        planned = howell(names(count), rounds)

        assert verify(planned.schedule) == ()
        assert len(planned.schedule.rounds) == rounds
        assert max(map(abs, sides_of(planned.schedule).values())) <= 1
        assert [remark.params for remark in planned.remarks if remark.code == "movement.first_rounds"] == [
            {"rounds": rounds, "full": whole}
        ]
        assert ("out_at_most_once" in codes(planned)) == (count % 2 == 1)


@pytest.mark.parametrize("count", range(5, 41))
def test_reduced_howell_of_every_length_is_cyclic_or_says_what_it_is_instead(count):
    even = count + count % 2
    lengths = range(even // 2 + 1, even - 1)
    for rounds in lengths if count < 19 else {lengths[0], usual_length(even), lengths[-1]}:
        planned = reduced_howell(names(count), rounds)
        schedule = planned.schedule

        assert verify(schedule) == ()
        assert len(schedule.rounds) == rounds
        assert schedule.claims["meet_max"] == 1
        assert schedule.claims["board_apart"] is True
        if cyclic_plan(rounds, even - rounds) is None:
            assert codes(planned)[0] == "no_cycle"
            assert schedule.rounds[0].tables[0].boards
            assert planned.schedule == howell(names(count), rounds).schedule
        else:
            assert codes(planned)[0] == "stay"
            assert len(schedule.stationary) == even - rounds - count % 2
            outs = Counter(entrant for plan in schedule.rounds for entrant in plan.out)
            movers = [entrant for entrant in schedule.entrants if entrant not in schedule.stationary]
            assert outs == (Counter(movers) if count % 2 else Counter())


@pytest.mark.parametrize("count", [10, 14, 20, 32])
def test_reduced_howell_lets_everybody_play_every_board_level_on_sides(count):
    schedule = reduced_howell(names(count)).schedule
    rounds = len(schedule.rounds)

    played = boards_played(schedule)

    assert set(played.values()) == {1}
    assert len(played) == count * rounds * 2
    assert max(map(abs, sides_of(schedule).values())) <= 1


@pytest.mark.parametrize(("even", "rounds", "permille"), [(10, 7, 1063), (12, 9, 700), (12, 8, 1320), (16, 12, 500)])
def test_reduced_howell_compares_more_evenly_than_what_is_published(even, rounds, permille):
    assert competition_permille(reduced_howell(names(even), rounds).schedule) < permille


def test_usual_length_is_near_three_quarters_and_can_be_played():
    for even in range(6, 41, 2):
        rounds = usual_length(even)

        assert abs(rounds - 3 * even / 4) <= 1.5
        assert (cyclic_plan(rounds, even - rounds) is None) == (even == 8)


def test_those_who_are_asked_to_stay_stay():
    entrants = names(12)
    asked = (entrants[2], entrants[0])

    one = howell(entrants, stationary=asked[:1]).schedule
    two = reduced_howell(entrants, 9, stationary=[*asked, asked[0]]).schedule

    assert one.stationary == asked[:1]
    assert set(asked) < set(two.stationary)
    assert verify(one) == verify(two) == ()
    assert len(two.stationary) == 3


@pytest.mark.parametrize("boards", [1, 3, 4])
def test_boards_are_numbered_by_sets(boards):
    schedule = howell(names(8), boards=boards).schedule

    assert verify(schedule) == ()
    assert {len(table.boards) for plan in schedule.rounds for table in plan.tables} == {boards}
    assert {board for _, board in boards_played(schedule)} == set(range(1, 7 * boards + 1))
    assert schedule.rounds[0].tables[0].boards == tuple(range(1, boards + 1))


@pytest.mark.parametrize("plan", [howell, reduced_howell])
def test_the_same_is_planned_each_time(plan):
    assert to_json(plan(names(13)).schedule) == to_json(plan(names(13)).schedule)


@pytest.mark.parametrize(
    ("plan", "refused", "params", "nearest"),
    [
        pytest.param(
            lambda: howell(names(8), 8), RoundsNotPossible, {"least": 1, "most": 7}, ("howell", 7), id="one too many"
        ),
        pytest.param(
            lambda: howell(names(7), 14),
            RoundsNotPossible,
            {"rounds": 14, "most": 7},
            ("double_round_robin", 14),
            id="twice round",
        ),
        pytest.param(
            lambda: howell(names(8), 0), RoundsNotPossible, {"rounds": 0}, ("mitchell", 1), id="no round at all"
        ),
        pytest.param(
            lambda: reduced_howell(names(12), 6),
            RoundsNotPossible,
            {"least": 7, "most": 10},
            ("mitchell", 6),
            id="as few rounds as tables",
        ),
        pytest.param(
            lambda: reduced_howell(names(12), 11), RoundsNotPossible, {"most": 10}, ("howell", 11), id="the full one"
        ),
        pytest.param(
            lambda: reduced_howell(names(4)), EntriesNotPossible, {"needed": 5}, ("howell", 3), id="too few for that"
        ),
        pytest.param(lambda: howell([4, 5]), EntriesNotPossible, {"needed": 3}, ("round_robin", 1), id="two"),
        pytest.param(
            lambda: howell(names(12), stationary=names(2)),
            StayingNotPossible,
            {"most": 1, "asked": 2},
            ("reduced_howell", 10),
            id="two who stay",
        ),
        pytest.param(
            lambda: howell(names(9), stationary=names(1)),
            StayingNotPossible,
            {"most": 0, "asked": 1},
            ("reduced_howell", 7),
            id="the phantom stays already",
        ),
        pytest.param(
            lambda: reduced_howell(names(8), 6, stationary=names(3)),
            StayingNotPossible,
            {"most": 1, "asked": 3},
            ("mitchell", 3),
            id="no cycle in which so many stay",
        ),
        pytest.param(
            lambda: howell(names(5), boards=3), BoardsNotPossible, {"boards": 3}, ("howell", 4), id="half a board"
        ),
    ],
)
def test_what_cannot_be_is_refused_with_what_comes_nearest(plan, refused, params, nearest):
    with pytest.raises(refused) as refusal:
        plan()

    assert refusal.value.params.items() >= params.items()
    assert refusal.value.nearest == nearest
    assert refusal.value.detail.endswith(".")


@pytest.mark.parametrize("plan", [howell, reduced_howell])
def test_one_alone_and_a_stranger_are_refused(plan):
    with pytest.raises(TooFewEntries):
        plan([4])
    with pytest.raises(StayingUnknown):
        plan(names(10), stationary=[1])


def test_a_schedule_read_back_keeps_its_promises():
    schedule = reduced_howell(names(11), 9).schedule

    assert from_json(json.loads(json.dumps(to_json(schedule)))) == schedule
    spoilt = replace(schedule, rounds=tuple(reversed(schedule.rounds)))
    assert verify(spoilt) != ()
