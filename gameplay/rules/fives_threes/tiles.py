"""The 28 tiles as numbers 0 to 27, and hands as sets of bits, for speed; the text of a tile is ``a-b`` (rules B1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gameplay.rules.fives_threes.scoring import PIPS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

HALVES: tuple[tuple[int, int], ...] = tuple((low, high) for low in PIPS for high in PIPS if low <= high)
"""The two halves of each tile, the lower first."""

TEXTS = tuple(f"{low}-{high}" for low, high in HALVES)
"""The text of each tile, the lower half first."""

TILE_OF = {text: tile for tile, (low, high) in enumerate(HALVES) for text in (f"{low}-{high}", f"{high}-{low}")}
"""The tile that a text names, whichever half comes first."""

BIT_OF = {text: 1 << tile for text, tile in TILE_OF.items()}
"""The set of the one tile that a text names."""


def is_tile(value: object) -> bool:
    """Whether a value out of a record names a tile."""
    return type(value) is str and value in TILE_OF


def set_of(tiles: Iterable[int]) -> int:
    """Return tiles as a set of bits."""
    bits = 0
    for tile in tiles:
        bits |= 1 << tile
    return bits


def tiles_in(bits: int) -> Iterator[int]:
    """Return the tiles of a set, from 0-0 upwards.

    >>> [TEXTS[tile] for tile in tiles_in(set_of((27, 3)))]
    ['0-3', '6-6']
    """
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest
