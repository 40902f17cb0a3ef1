"""One round with changing company: exact where the search can be compared with every round that there is."""

from __future__ import annotations

import random
from itertools import combinations

import networkx as nx
import pytest

from tournaments.movements.mixing import LOW_BITS, NOBODY_DUE, Gathering, mix_round
from tournaments.movements.schedule import Shape

TWO_PAIRS = Shape(2, 2)
ONE_EACH = Shape(3, 1)


def make_gathering(count, shape, *, chance=None, rounds=3, **changes):
    """Return a gathering with a past of random rounds, in which partners and companions are counted alike."""
    partnered = [[0] * count for _ in range(count)]
    met = [[0] * count for _ in range(count)]
    for _ in range(rounds if chance else 0):
        order = chance.sample(range(count), count)
        for start in range(0, count - shape.entrants + 1, shape.entrants):
            table = order[start : start + shape.entrants]
            for one, other in combinations(range(shape.entrants), 2):
                both = table[one], table[other]
                for here, there in (both, both[::-1]):
                    met[here][there] += 1
                    partnered[here][there] += one // shape.side_size == other // shape.side_size
    values = {"entrants": tuple(range(100, 100 + count)), "shape": shape, "partnered": partnered, "met": met}
    return Gathering(**{**values, "due": [False] * count, **changes})


def price(gathering, tables):
    """Return what a round costs, partners again first: a second reckoning, from the tables alone."""
    partners = meetings = idle = 0
    for table in tables:
        people = [place for side in table for place in side]
        meetings += sum(gathering.met[one][other] for one, other in combinations(people, 2))
        partners += sum(gathering.partnered[one][other] for side in table for one, other in combinations(side, 2))
        idle += not any(gathering.due[place] for place in people)
    return (partners << LOW_BITS) + meetings + NOBODY_DUE * idle


def every_round(people, shape):
    """Return all ways to seat people, whatever the order of tables, sides and members."""
    if not people:
        yield ()
        return
    first, *others = people
    for rest in combinations(others, shape.entrants - 1):
        left = [place for place in others if place not in rest]
        for table in every_table((first, *rest), shape):
            for tables in every_round(left, shape):
                yield (table, *tables)


def every_table(people, shape):
    if not people:
        yield ()
        return
    first, *others = people
    for rest in combinations(others, shape.side_size - 1):
        left = [place for place in others if place not in rest]
        for sides in every_table(left, shape):
            yield ((first, *rest), *sides)


def everybody_of(mixed):
    return sorted([place for table in mixed.tables for side in table for place in side] + list(mixed.out))


@pytest.mark.parametrize(
    ("count", "shape"),
    [
        pytest.param(8, TWO_PAIRS, id="eight in pairs"),
        pytest.param(9, ONE_EACH, id="nine for themselves"),
        pytest.param(6, Shape(2, 3), id="six in teams"),
        pytest.param(6, Shape(3, 2), id="six in three pairs"),
        pytest.param(10, Shape(5, 1), id="ten at fives"),
    ],
)
@pytest.mark.parametrize("seed", range(3))
def test_mix_round_finds_the_cheapest_of_all_rounds(count, shape, seed):
    chance = random.Random(seed)
    due = [chance.random() < 0.3 for _ in range(count)]
    gathering = make_gathering(count, shape, chance=chance, due=due)

    mixed = mix_round(gathering, seed)

    best = min(price(gathering, tables) for tables in every_round(range(count), shape))
    assert price(gathering, mixed.tables) == best
    assert everybody_of(mixed) == list(range(count))


@pytest.mark.parametrize("seed", range(3))
def test_mix_round_picks_among_those_who_may_sit_out_who_suits_best(seed):
    gathering = make_gathering(
        10, TWO_PAIRS, chance=random.Random(seed), rounds=5, free=frozenset({1, 4, 6, 7}), spare=2
    )

    mixed = mix_round(gathering, seed)

    best = min(
        price(gathering, tables)
        for out in combinations(sorted(gathering.free), 2)
        for tables in every_round([place for place in range(10) if place not in out], TWO_PAIRS)
    )
    assert price(gathering, mixed.tables) == best
    assert mixed.out <= gathering.free
    assert everybody_of(mixed) == list(range(10))


@pytest.mark.parametrize(("count", "spare"), [(16, 0), (19, 3), (33, 1)])
@pytest.mark.parametrize("rounds", [2, 9])
def test_mix_round_has_no_more_partners_again_than_an_exact_matching(count, spare, rounds):
    chance = random.Random(count)
    gathering = make_gathering(
        count, TWO_PAIRS, chance=chance, rounds=rounds, free=frozenset(range(0, count, 2)) if spare else frozenset(),
        spare=spare,
    )  # fmt: skip
    graph = nx.Graph()
    for one, other in combinations(range(count), 2):
        graph.add_edge(one, other, weight=gathering.partnered[one][other])
    for out in range(spare):
        graph.add_edges_from(((place, ("out", out)) for place in gathering.free), weight=0)
    matching = nx.min_weight_matching(graph)
    exact = sum(graph.edges[pair]["weight"] for pair in matching)

    mixed = mix_round(gathering, 1)

    assert (mixed.partners_again, mixed.least_partners_again) == (exact, exact)


def test_mix_round_counts_what_cannot_be_avoided():
    everybody_twice = [[2 * (one != other) for other in range(6)] for one in range(6)]
    gathering = make_gathering(6, Shape(2, 3), partnered=everybody_twice, met=everybody_twice)

    mixed = mix_round(gathering, 1)

    assert (mixed.partners_again, mixed.least_partners_again) == (12, 12)
    assert (mixed.meetings_again, mixed.least_meetings_again) == (30, 30)


def test_mix_round_counts_the_least_for_those_who_can_sit_best():
    met = [[0, 5, 5], [5, 0, 1], [5, 1, 0]]
    gathering = make_gathering(3, Shape(2, 1), met=met, free=frozenset({0, 2}), spare=1)

    mixed = mix_round(gathering, 1)

    assert mixed.out == {0}
    assert (mixed.meetings_again, mixed.least_meetings_again) == (1, 1)


def test_mix_round_depends_on_seed_and_ids_alone():
    chance = random.Random(5)
    gathering = make_gathering(22, TWO_PAIRS, chance=chance, free=frozenset({3, 8, 9, 20}), spare=2)
    order = chance.sample(range(22), 22)
    shuffled = Gathering(
        entrants=tuple(gathering.entrants[place] for place in order),
        shape=gathering.shape,
        partnered=[[gathering.partnered[one][other] for other in order] for one in order],
        met=[[gathering.met[one][other] for other in order] for one in order],
        due=gathering.due,
        free=frozenset(order.index(place) for place in gathering.free),
        spare=2,
    )

    def named(of, seed):
        tables = mix_round(of, seed).tables
        return {frozenset(frozenset(of.entrants[place] for place in side) for side in table) for table in tables}

    assert named(gathering, 3) == named(shuffled, 3)
    assert named(gathering, 3) == named(gathering, 3)
    assert named(gathering, 3) != named(gathering, 4)


@pytest.mark.parametrize("shape", [TWO_PAIRS, ONE_EACH])
@pytest.mark.parametrize("seed", range(4))
def test_mix_round_keeps_wishes_before_all_else(shape, seed):
    apart, together = [(0, 1), (2, 3), (4, 5)], [(0, 6), (7, 8)]
    gathering = make_gathering(
        12, shape, chance=random.Random(seed), rounds=6, apart=apart, together=together, free=frozenset({0, 9}), spare=0
    )

    tables = [{place for side in table for place in side} for table in mix_round(gathering, seed).tables]

    assert not any(set(pair) <= table for pair in apart for table in tables)
    assert all(any(set(pair) <= table for table in tables) for pair in together)


def test_mix_round_lets_neither_of_two_who_are_to_meet_sit_out():
    gathering = make_gathering(9, TWO_PAIRS, together=[(2, 5)], free=frozenset({2, 5, 7}), spare=1)

    assert mix_round(gathering, 3).out == {7}


def test_mix_round_gives_every_table_somebody_whose_turn_it_is():
    gathering = make_gathering(24, Shape(4, 1), due=[place < 6 for place in range(24)])

    mixed = mix_round(gathering, 9)

    assert [sum(place < 6 for side in table for place in side) for table in mixed.tables] == [1] * 6
