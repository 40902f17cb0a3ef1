"""The look-ahead: whole plans that are fair and have no more rematches than need be."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from tournaments.movements.planning import least_rematches, plan_rest
from tournaments.movements.position import Position, Sketch


def make_position(count, sketches=(), **changes):
    """Return the position of entrants 1 to ``count`` after some rounds."""
    zeros = [0] * count
    start = Position(tuple(range(1, count + 1)), [zeros[:] for _ in zeros], zeros[:], zeros[:], **changes)
    for sketch in sketches:
        start = start.after(sketch)
    return start


def chance_rounds(count, rounds, seed):
    """Return rounds by chance without a rematch, of an even number."""
    chance = random.Random(seed)
    met, sketches = set(), []
    while len(sketches) < rounds:
        order = list(range(1, count + 1))
        chance.shuffle(order)
        pairs = {frozenset(order[place : place + 2]) for place in range(0, count, 2)}
        if not pairs & met:
            met |= pairs
            sketches.append(Sketch(tuple((min(pair), max(pair)) for pair in pairs)))
    return sketches


def can_complete(unmet, rounds):
    """Say, by trying everything, whether the unmet pairs fall into that many rounds of all."""
    return rounds == 0 or any(can_complete(unmet - chosen, rounds - 1) for chosen in perfect_matchings(unmet))


def perfect_matchings(pairs):
    everybody = frozenset().union(*pairs)

    def extend(chosen, left):
        if not left:
            yield frozenset(chosen)
            return
        one = min(left)
        for other in left - {one}:
            if frozenset((one, other)) in pairs:
                yield from extend([*chosen, frozenset((one, other))], left - {one, other})

    return extend([], everybody)


def total_rematches(position, sketches):
    total = 0
    for sketch in sketches:
        total += position.rematches(sketch)
        position = position.after(sketch)
    return total


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize(("count", "played"), [(6, 2), (6, 3), (8, 3), (8, 4)])
def test_plan_rest_completes_a_round_robin_exactly_where_it_can_be(count, played, seed):
    sketches = chance_rounds(count, played, seed)
    position = make_position(count, sketches)
    rounds = count - 1 - played
    unmet = {frozenset(pair) for pair in combinations(range(1, count + 1), 2)}.difference(
        *(sketch.pairs for sketch in sketches)
    )

    plan = plan_rest(position, rounds, seed)

    assert len(plan) == rounds
    assert (total_rematches(position, plan) == 0) == can_complete(unmet, rounds)


@pytest.mark.parametrize("count", [5, 9, 12, 20, 30])
def test_plan_rest_of_any_field_completes_a_round_robin(count):
    position = make_position(count, chance_rounds(count - count % 2, 2, seed=count))

    plan = plan_rest(position, count // 2, seed=1)

    assert total_rematches(position, plan) == 0
    for sketch in plan:
        assert position.is_fair(sketch)
        position = position.after(sketch)


def test_plan_rest_keeps_a_candidate_that_nothing_beats():
    position = make_position(6)
    first = (Sketch(((1, 2), (3, 4), (5, 6))), Sketch(((1, 3), (2, 5), (4, 6))))

    assert plan_rest(position, 2, 1, first) == first


@pytest.mark.parametrize(
    "candidate",
    [
        pytest.param((Sketch(((1, 2), (3, 4))), Sketch(((1, 2), (3, 4)))), id="a rematch"),
        pytest.param((Sketch(((1, 2),), frozenset({3, 4})), Sketch(((1, 3), (2, 4)))), id="two who need not sit out"),
    ],
)
def test_plan_rest_drops_a_candidate_that_is_worse(candidate):
    plan = plan_rest(make_position(4), 2, 1, candidate)

    assert plan != candidate
    assert total_rematches(make_position(4), plan) == 0
    assert not any(sketch.out for sketch in plan)


def test_plan_rest_drops_a_candidate_whose_next_round_is_worse_than_need_be():
    position = make_position(4, [Sketch(((1, 2), (3, 4)))])
    candidate = (Sketch(((1, 2), (3, 4))), Sketch(((1, 3), (2, 4))), Sketch(((1, 4), (2, 3))))

    plan = plan_rest(position, 3, 1, candidate)

    assert position.rematches(plan[0]) == 0
    assert total_rematches(position, plan) == total_rematches(position, candidate)


def test_least_rematches_is_never_above_what_is_reached():
    assert least_rematches(make_position(4), 3) == 0
    assert least_rematches(make_position(4), 4) == 2
    assert least_rematches(make_position(2), 4) == 0 + 1 + 2 + 3
    assert least_rematches(make_position(3), 3) == 0
    assert least_rematches(make_position(3), 6) == 3
    assert least_rematches(make_position(2, conflicts={1: frozenset({2}), 2: frozenset({1})}), 9) == 0
    for count in (3, 4, 5, 6, 7):
        for rounds in (1, 4, 9):
            position = make_position(count)
            assert least_rematches(position, rounds) <= total_rematches(position, plan_rest(position, rounds, 3))


def test_draw_rather_lets_sit_out_whose_turn_it_is_than_who_has_just_come():
    position = make_position(5, fresh=frozenset({1, 2, 3, 4}))
    assert position.draw(seed=1, salt=0).out == {5}

    position.turns[4] = 1
    assert position.draw(seed=1, salt=0).out != {5}


def test_draw_rather_lets_sit_out_who_has_few_left_to_meet():
    position = make_position(5, [Sketch(((1, 2),)), Sketch(((1, 3),)), Sketch(((1, 4),))])

    assert position.draw(seed=1, salt=0).out == {1}


def test_draw_keeps_apart_who_are_both_off_to_one_side():
    position = make_position(4)
    position.balance[:] = [1, 1, -1, -1]
    pairs = position.draw(seed=1, salt=0).pairs
    assert frozenset((1, 2)) not in pairs

    position.balance[:] = [2, 2, 0, 0]
    position = position.after(Sketch(((1, 3), (2, 4))))
    position.balance[:] = [2, 2, 0, 0]
    assert position.cost(Sketch(((1, 2), (3, 4)))) == (0, 1)
    assert position.draw(seed=1, salt=1).pairs == {frozenset((1, 4)), frozenset((2, 3))}


def test_after_counts_meetings_sit_outs_and_the_side_had_less():
    position = make_position(3)
    position.balance[:] = [1, 0, 0]

    after = position.after(Sketch(((1, 2),), frozenset({3})))

    assert after.met == [[0, 1, 0], [1, 0, 0], [0, 0, 0]]
    assert after.turns == [0, 0, 1]
    assert after.balance == [0, 1, 0]
    assert position.met == [[0, 0, 0]] * 3
