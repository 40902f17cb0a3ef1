"""A bonus of partnerships: by how much two are better together than the sum of them, or worse.

A pool's option. A side of two has a third member then, the partnership. Its strength is added to those of the two, and
the side still counts as twice the mean of two (``columns``), so that all three coefficients are 1, and in points

    rating of the side = (first + second + bonus) / 2

A bonus is a belief like any other: D and V of ``update`` run over it as well, and it gains and is pushed by the same
formulas. It begins at 0 with a deviation of its own and grows unsure by a drift of its own. The start of newcomers and
the rule about novices are about people and pass it by.

Beside the players a partnership goes by a key below zero, made of theirs.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ratings.engine.columns import Comparisons
from ratings.engine.results import ResultRefused
from ratings.engine.scale import Ints

LARGEST_PLAYER = 2**31 - 1
"""Two of them fit into one key."""


def partnership_key(one: int, other: int) -> int:
    """Return the key of two players, in whichever order they are named.

    >>> partnership_key(7, 3) == partnership_key(3, 7) < 0
    True
    """
    low, high = sorted((one, other))
    return -1 - (low * (LARGEST_PLAYER + 1) + high)


def partners_of(key: int) -> tuple[int, int]:
    """Return the two players, the lower number first.

    >>> partners_of(partnership_key(7, 3))
    (3, 7)
    """
    low, high = divmod(-1 - key, LARGEST_PLAYER + 1)
    return low, high


def partnership_keys(low: Ints, high: Ints) -> Ints:
    """Return the keys of many; in each the lower number comes first."""
    return np.asarray(-1 - (low * (LARGEST_PLAYER + 1) + high))


def partners_of_all(keys: Ints) -> tuple[Ints, Ints]:
    """Return the players of many."""
    low, high = np.divmod(-1 - keys, LARGEST_PLAYER + 1)
    return low, high


def has_partnerships(comparisons: Comparisons) -> bool:
    """Whether any side is of two."""
    return bool(len(_paired(comparisons)))


def keys_met(comparisons: Comparisons) -> Ints:
    """Return the key of every partnership that there is in them. Raises ResultRefused like ``with_partnerships``."""
    keys = with_partnerships(comparisons).player
    return np.unique(keys[keys < 0])


def with_partnerships(comparisons: Comparisons) -> Comparisons:
    """Add the partnership of every side of two to the members of its comparison, behind the players.

    Raises ResultRefused for a player whose number has no room in a key.
    """
    paired = _paired(comparisons)
    low, high = comparisons.player[paired].reshape(-1, 2).T
    if len(low) and not (low.min() >= 0 and high.max() <= LARGEST_PLAYER):
        raise ResultRefused(f"players of partnerships are numbered from 0 to {LARGEST_PLAYER}")
    of_side = paired[::2]
    comparison = np.concatenate([comparisons.comparison, comparisons.comparison[of_side]])
    order = np.argsort(comparison, kind="stable")
    return replace(
        comparisons,
        comparison=comparison[order],
        player=np.concatenate([comparisons.player, partnership_keys(low, high)])[order],
        coefficient=np.concatenate([comparisons.coefficient, comparisons.coefficient[of_side]])[order],
    )


def _paired(comparisons: Comparisons) -> Ints:
    """Return the members of sides of two: the two of a side stand next to each other, the lower number first."""
    side = 2 * comparisons.comparison + (comparisons.coefficient < 0)
    return np.flatnonzero(np.bincount(side)[side] == 2)
