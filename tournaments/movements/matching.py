"""Exact matchings: everybody is paired at the least total cost.

The costs of an edge are a strict order of levels packed into one integer, so that no number of smaller faults outweighs
a greater one. The lowest level is 24 bits mixed from a seed and the two ids: they make the best matching unique,
whatever the library, its version and the order of the input.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import rustworkx

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Edge = tuple[int, int, int]
"""Two nodes and what it costs to pair them."""

TIE_BITS = 24
_WORD = (1 << 64) - 1
_ODD = 0x9E3779B97F4A7C15


def mix(*parts: int) -> int:
    """Return 64 bits that depend on every part and look like chance, the same on every machine."""
    word = 0x243F6A8885A308D3
    for part in parts:
        word = (word ^ (part & _WORD)) * _ODD & _WORD
        word ^= word >> 29
        word = word * 0xBF58476D1CE4E5B9 & _WORD
        word ^= word >> 32
    return word


def tie_of(one: int, other: int) -> int:
    """Return 24 bits for a pair of mixed numbers, whichever comes first."""
    word = (one + other) * _ODD & _WORD
    # Without this step the ties of all perfect matchings would add up to nearly the same.
    word ^= word >> 32
    return (word * _ODD & _WORD) >> (64 - TIE_BITS)


def place_values(greatest: Sequence[int], edges: int) -> tuple[int, ...]:
    """Return what one unit of each level is worth, most important level first.

    ``greatest`` is the greatest value of each level on one edge; over ``edges`` edges no level reaches the one above.

    >>> place_values((1, 9), 10)
    (91, 1)
    """
    values = [1]
    for value in reversed(greatest[1:]):
        values.append(values[-1] * (value * edges + 1))
    return tuple(reversed(values))


def cheapest_pairs(nodes: int, edges: Sequence[Edge]) -> list[tuple[int, int]]:
    """Return the cheapest of the matchings with most pairs, each pair and all pairs in ascending order."""
    top = max((cost for _, _, cost in edges), default=0)
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * nodes)
    graph.add_edges_from([(one, other, top - cost) for one, other, cost in edges])
    return _in_order(rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int))


def _in_order(pairs: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    return sorted((min(pair), max(pair)) for pair in pairs)
