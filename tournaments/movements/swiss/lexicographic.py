"""The one matching that is best level by level, over edges whose costs are given for each level.

The costs of an edge are packed into one integer so that nothing at a lower level outweighs anything at a higher one.
For that a level's unit has to be worth more than all that the best matching can cost below it, which is at most half
the sum of the dearest edges of all nodes. As many levels are packed as fit into 100 bits: nearly always all of them. If
not, the best cost at those levels is known after the first matching; edges that alone cost more are dropped, and the
known costs leave room for the levels that are missing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tournaments.movements.matching import cheapest_pairs

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    Ints = npt.NDArray[np.int64]

ROOM = 1 << 100
"""Packed costs stay below this while more than one level is packed at a time."""
EXACT = 1 << 124
"""Up to here the matching reckons exactly, whatever share is taken off."""
FITS_NUMPY = 1 << 63
ROUNDS_OF_SHARING = 8


def best_matching(nodes: int, ends: Ints, costs: Ints) -> Ints | None:
    """Return the indexes of the edges of the best perfect matching, by node, or None if there is none.

    ``ends``: two nodes for each edge, the lower first, shape (2, edges). ``costs``: shape (levels, edges), none
    negative, the highest level first; the lowest should tell any two matchings apart. Raises OverflowError if not even
    the best costs fit, which takes levels of many billions each.
    """
    kept = np.arange(ends.shape[1])
    known: list[int] = []
    while True:
        part = costs[:, kept]
        units = _units(part, _bounds(nodes, ends[:, kept], part, known), len(known))
        chosen = _cheapest(nodes, ends[:, kept], _packed(part, units))
        if chosen is None or len(units) == len(costs):
            return None if chosen is None else kept[chosen]
        known = [int(total) for total in part[: len(units), chosen].sum(axis=1)]
        kept = kept[(part[: len(units)] <= np.array(known)[:, None]).all(axis=0)]


def _bounds(nodes: int, ends: Ints, costs: Ints, known: Sequence[int]) -> list[int]:
    """Return for each level what the best matching costs there at most."""
    bounds = [*known]
    for level in costs[len(known) :]:
        if not level.any():
            bounds.append(0)
            continue
        dearest = np.zeros(nodes, dtype=np.int64)
        np.maximum.at(dearest, ends[0], level)
        np.maximum.at(dearest, ends[1], level)
        bounds.append(sum(dearest.tolist()) // 2)
    return bounds


def _units(costs: Ints, bounds: Sequence[int], known: int) -> list[int]:
    """Return what one unit of each level is worth, for as many levels as there is room for and one more than known."""
    dearest = [int(level.max(initial=0)) for level in costs]
    for depth in range(len(bounds), known, -1):
        units = [1]
        for bound in reversed(bounds[1:depth]):
            units.append(units[-1] * (bound + 1))
        units.reverse()
        top = sum(cost * unit for cost, unit in zip(dearest, units, strict=False))
        if top < ROOM:
            return units
    if top >= EXACT:
        raise OverflowError
    return units


def _packed(costs: Ints, units: Sequence[int]) -> list[int]:
    """Return one integer for each edge, packed by numpy from the lowest level up as far as 63 bits reach."""
    low = np.zeros(costs.shape[1], dtype=np.int64)
    top = 0
    high = []
    for level, unit in reversed([*enumerate(units)]):
        dearest = int(costs[level].max(initial=0))
        top += dearest * unit
        if dearest and top < FITS_NUMPY:
            low += costs[level] * unit
        elif dearest:
            high.append(level)
    packed: list[int] = low.tolist()
    for level in high:
        for index in np.flatnonzero(costs[level]).tolist():
            packed[index] += int(costs[level, index]) * units[level]
    return packed


def _cheapest(nodes: int, ends: Ints, costs: Sequence[int]) -> Ints | None:
    one, other = ends.tolist()
    shares = _shares(nodes, ends, costs)
    less = [cost - shares[here] - shares[there] for cost, here, there in zip(costs, one, other, strict=True)]
    pairs = cheapest_pairs(nodes, list(zip(one, other, less, strict=True)))
    if 2 * len(pairs) < nodes:
        return None
    keys = ends[0] * nodes + ends[1]
    order = np.argsort(keys)
    chosen: Ints = order[np.searchsorted(keys, [first * nodes + second for first, second in pairs], sorter=order)]
    return chosen


def _shares(nodes: int, ends: Ints, costs: Sequence[int]) -> list[int]:
    """Return a share of the costs for each node, to be taken off all its edges.

    That takes the same off every perfect matching, so the best remains the best; but it is found in a fraction of the
    time when the edges that may belong to it cost hardly more than the shares of their ends.
    """
    left = np.array(costs, dtype=np.float64)
    shares = np.zeros(nodes)
    for _ in range(ROUNDS_OF_SHARING):
        least = np.full(nodes, np.inf)
        np.minimum.at(least, ends[0], left)
        np.minimum.at(least, ends[1], left)
        half = np.where(np.isfinite(least), least / 2, 0)
        left -= half[ends[0]] + half[ends[1]]
        shares += half
    return [int(share) for share in shares.tolist()]
