"""Level by level the best of all perfect matchings, however large the costs are."""

from __future__ import annotations

import random
from itertools import combinations

import numpy as np
import pytest

from tournaments.movements.swiss.lexicographic import best_matching


def perfect_matchings(nodes, edges):
    if not nodes:
        yield ()
        return
    first = nodes[0]
    for index, pair in edges:
        if first in pair and set(pair) <= set(nodes):
            rest = [node for node in nodes if node not in pair]
            for others in perfect_matchings(rest, edges):
                yield (index, *others)


def random_edges(chance, nodes, share):
    pairs = [pair for pair in combinations(range(nodes), 2) if chance.random() < share]
    chance.shuffle(pairs)
    return pairs


def best_by_trying(pairs, costs, nodes):
    def total(chosen):
        return [sum(level[index] for index in chosen) for level in costs]

    return min(perfect_matchings([*range(nodes)], [*enumerate(pairs)]), key=total, default=None)


@pytest.mark.parametrize("highest", [2, 1 << 10, 1 << 18], ids=["small", "large", "not all levels at a time"])
@pytest.mark.parametrize("seed", range(8))
def test_best_matching_is_the_least_in_the_order_of_the_levels(seed, highest):
    chance = random.Random(seed)
    nodes = chance.choice([2, 4, 6, 8])
    pairs = random_edges(chance, nodes, 0.8)
    costs = [[chance.choice([0, 0, 1, chance.randrange(highest)]) for _ in pairs] for _ in range(5)]
    costs.append([chance.randrange(1 << 30) for _ in pairs])
    ends = np.array(pairs, dtype=np.int64).reshape(-1, 2).T

    chosen = best_matching(nodes, ends, np.array(costs, dtype=np.int64).reshape(6, -1))

    expected = best_by_trying(pairs, costs, nodes)
    assert (chosen if chosen is None else set(chosen.tolist())) == (expected if expected is None else set(expected))


def test_best_matching_does_not_let_many_small_costs_outweigh_a_great_one():
    pairs = [(0, 1), (2, 3), (4, 5), (0, 2), (1, 3)]
    costs = [[0, 0, 0, 1, 0], [900, 900, 900, 0, 0]]

    chosen = best_matching(6, np.array(pairs).T, np.array(costs))

    assert chosen.tolist() == [0, 1, 2]


@pytest.mark.parametrize("pairs", [[(0, 1)], [(0, 1), (0, 2), (0, 3)], []], ids=["two alone", "a star", "no edge"])
def test_best_matching_where_somebody_is_left_over_is_none(pairs):
    ends = np.array(pairs, dtype=np.int64).reshape(-1, 2).T

    assert best_matching(4, ends, np.zeros((2, len(pairs)), dtype=np.int64)) is None


def test_best_matching_of_nobody_is_empty():
    assert best_matching(0, np.zeros((2, 0), dtype=np.int64), np.zeros((3, 0), dtype=np.int64)).tolist() == []


def test_best_matching_refuses_costs_that_the_matching_cannot_hold():
    pairs = list(combinations(range(4), 2))
    costs = np.full((4, len(pairs)), (1 << 61) - 1, dtype=np.int64)

    with pytest.raises(OverflowError):
        best_matching(4, np.array(pairs).T, costs)
