"""Into how many tables of which sizes a number of people goes."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tournaments.movements.schedule import Shape


def table_sizes(people: int, usual: Shape, shapes: Mapping[int, Shape]) -> tuple[int, ...]:
    """Return the sizes of the tables at which everybody has a seat, the usual size first, the smallest last.

    ``shapes`` are those that the game can be played at, by number of people. Of all ways it is the one with the fewest
    tables of the smallest size, then of the next one, and so on, the usual size left aside; so nineteen people sit at
    4, 4, 6 and 5, and not at four tables of 4 and one of 3. Empty if there is no way.
    """
    counts = _fewest(people, tuple(sorted({*shapes, usual.entrants})), usual.entrants)
    sizes = [size for size, count in counts.items() for _ in range(count)]
    return tuple(sorted(sizes, key=lambda size: (size != usual.entrants, -size)))


@lru_cache(maxsize=256)
def _fewest(people: int, allowed: tuple[int, ...], usual: int) -> dict[int, int]:
    """Return how many tables there are of each size, none if there is no way."""
    others = tuple(size for size in allowed if size != usual)

    def cost(counts: dict[int, int]) -> tuple[int, ...]:
        return tuple(counts[size] for size in others)

    best: list[dict[int, int] | None] = [dict.fromkeys(allowed, 0)]
    for count in range(1, people + 1):
        ways = [
            {**rest, size: rest[size] + 1}
            for size in allowed
            if size <= count and (rest := best[count - size]) is not None
        ]
        best.append(min(ways, key=cost, default=None))
    return best[people] or {}
