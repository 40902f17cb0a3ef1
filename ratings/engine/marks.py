"""What a rating is marked with because its number says little yet, says nothing any more, or is not the player's alone.

Partners who never play apart cannot be told from each other: what one gains in strength the other may lose, and every
side stays as strong as it was. So it goes on along a chain of partners - A with B, B with C - until somebody of it
plays alone, or the chain closes to a ring of an odd number of players. Until then all of them are partner-locked;
whoever looks at them should look at the pair. In terms of graphs: strengths are unique where the partnerships are not
bipartite.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable

PROVISIONAL_TABLES = 20
PROVISIONAL_SIGMA = 8_000
"""0.01 point: above it, or below so many tables, a rating is provisional."""
INACTIVE_AFTER = dt.timedelta(weeks=26)


def is_provisional(*, sigma: int, tables: int) -> bool:
    """Whether a rating rests on too little to be compared."""
    return tables < PROVISIONAL_TABLES or sigma > PROVISIONAL_SIGMA


def is_inactive(*, last: dt.date, today: dt.date) -> bool:
    """Whether the last table is more than 26 weeks ago."""
    return today - last > INACTIVE_AFTER


def partner_locked(sides: Iterable[tuple[int, ...]]) -> frozenset[int]:
    """Return the players who cannot be told from their partners, from all sides that ever sat together.

    A side of three locks its members if they never sat otherwise; of more than that it is taken to set them free.

    >>> sorted(partner_locked([(1, 2), (2, 3)])), sorted(partner_locked([(1, 2), (2, 3), (3, 1)]))
    ([1, 2, 3], [])
    """
    chains = _Chains()
    for side in sorted({tuple(sorted(side)) for side in sides}):
        chains.take(side)
    return chains.locked()


class _Chains:
    """Players in chains of partners: a forest of parents, each with its parity to the parent (union-find).

    Two in the same chain are even if one gains when the other does.
    """

    def __init__(self) -> None:
        self.parent: dict[int, int] = {}
        self.odd: dict[int, bool] = {}
        self.sides: dict[int, int] = {}
        self.has_larger: dict[int, bool] = {}
        self.free: dict[int, bool] = {}

    def take(self, side: tuple[int, ...]) -> None:
        """Take in a side that was not taken in before."""
        first = side[0]
        self._find(first)
        for other in side[1:]:
            self._join(first, other, as_pair=len(side) == 2)
        root, _ = self._find(first)
        self.sides[root] += 1
        self.has_larger[root] |= len(side) > 2
        self.free[root] |= len(side) == 1

    def locked(self) -> frozenset[int]:
        """Return those in chains that nothing has set free."""
        roots = {player: self._find(player)[0] for player in self.parent}
        return frozenset(
            player
            for player, root in roots.items()
            if not self.free[root] and not (self.has_larger[root] and self.sides[root] > 1)
        )

    def _find(self, player: int) -> tuple[int, bool]:
        """Return the head of a player's chain, and whether the two are odd; on the way the path is made short."""
        if player not in self.parent:
            self.parent[player], self.odd[player] = player, False
            self.sides[player], self.has_larger[player], self.free[player] = 0, False, False
        path = []
        while self.parent[player] != player:
            path.append(player)
            player = self.parent[player]
        odd = False
        for one in reversed(path):
            odd ^= self.odd[one]
            self.parent[one], self.odd[one] = player, odd
        return player, odd

    def _join(self, one: int, other: int, *, as_pair: bool) -> None:
        (root, odd), (other_root, other_odd) = self._find(one), self._find(other)
        if root == other_root:
            # Partners have to be odd to each other; if they are even, only nothing can be both gained and lost.
            self.free[root] |= as_pair and odd == other_odd
            return
        self.parent[other_root], self.odd[other_root] = root, odd == other_odd
        for record in (self.has_larger, self.free):
            record[root] |= record[other_root]
        self.sides[root] += self.sides[other_root]
