"""The matching is exact and depends on nothing but costs."""

from __future__ import annotations

import random

import networkx as nx
import pytest

from tournaments.movements.matching import TIE_BITS, cheapest_pairs, mix, place_values, tie_of


def slow_pairs(edges):
    graph = nx.Graph()
    top = max(cost for _, _, cost in edges)
    graph.add_weighted_edges_from((one, other, top - cost) for one, other, cost in edges)
    return sorted(tuple(sorted(pair)) for pair in nx.max_weight_matching(graph, maxcardinality=True))


@pytest.mark.parametrize("seed", range(20))
def test_cheapest_pairs_agrees_with_another_library_whatever_the_order(seed):
    chance = random.Random(seed)
    nodes = chance.choice([2, 6, 9, 12])
    mixed = [mix(seed, node) for node in range(nodes)]
    edges = [
        (one, other, chance.choice([0, 1, 7]) * 10**24 + tie_of(mixed[one], mixed[other]))
        for one in range(nodes)
        for other in range(one + 1, nodes)
        if chance.random() < 0.8
    ] or [(0, 1, 0)]
    shuffled = edges.copy()
    chance.shuffle(shuffled)

    pairs = cheapest_pairs(nodes, edges)

    assert pairs == slow_pairs(edges)
    assert pairs == cheapest_pairs(nodes, shuffled)


def test_cheapest_pairs_without_an_edge_are_none():
    assert cheapest_pairs(3, []) == []


def test_place_values_let_no_level_reach_the_one_above():
    high, middle, low = place_values((5, 2, 7), 4)

    assert (high, middle, low) == (29 * 9, 29, 1)
    assert middle > 4 * 7 * low
    assert high > 4 * (2 * middle + 7 * low)


def test_mix_is_the_same_on_every_machine_and_depends_on_every_part():
    assert mix(1, 2, 3) == 0xE6534AC8E0FCC739
    assert len({mix(one, two) for one in range(-20, 20) for two in range(20)}) == 800
    assert all(0 <= mix(part) < 1 << 64 for part in (0, -1, 1 << 70))


def test_tie_of_is_the_same_either_way_and_fits_its_bits():
    assert tie_of(mix(1), mix(2)) == tie_of(mix(2), mix(1))
    assert all(0 <= tie_of(mix(one), mix(other)) < 1 << TIE_BITS for one in range(20) for other in range(20))
