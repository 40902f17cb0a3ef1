"""The line of tiles: two ends, no spinner, and what the ends count (rules B4, B5).

An end is a number: 0 to 6 for an open half with so many pips, 7 to 13 for a double (0-0 to 6-6) standing there. A
double stays an end as long as one of its two sides is free, whichever was taken first. So a lone double is both ends
at once, and counts only once while it is alone.
"""

from __future__ import annotations

from copy import copy
from typing import Literal

from gameplay.rules.fives_threes.scoring import PIPS, placement_points
from gameplay.rules.fives_threes.tiles import ALL_TILES, HALVES, WITH_PIP

LineEnd = Literal["L", "R"]
LINE_ENDS: tuple[LineEnd, ...] = ("L", "R")

_DOUBLE = len(PIPS)
_NO_FIT = -1
_COUNTS: tuple[int, ...] = (*PIPS, *(2 * pip for pip in PIPS))
_FITTING = WITH_PIP * 2
_POINTS: tuple[tuple[int, ...], ...] = tuple(
    tuple(placement_points(left + right) for right in _COUNTS) for left in _COUNTS
)


def _end_after(tile: int, end: int) -> int:
    """The end that a tile makes when it is laid on another end, or _NO_FIT."""
    low, high = HALVES[tile]
    pip = end % _DOUBLE
    if pip not in (low, high):
        return _NO_FIT
    return pip + _DOUBLE if low == high else low + high - pip


_AFTER = tuple(tuple(_end_after(tile, end) for end in range(2 * _DOUBLE)) for tile in range(len(HALVES)))


class Line:
    """The line as it stands on the table."""

    __slots__ = ("_alone", "_left", "_right", "fitting", "fitting_left", "fitting_right", "is_empty")

    def __init__(self) -> None:
        self._left: int = _NO_FIT
        self._right: int = _NO_FIT
        self._alone = False
        self.is_empty = True
        """Whether no tile has been laid."""
        self.fitting = self.fitting_left = self.fitting_right = ALL_TILES
        """The sets of tiles that can be laid, at all and at each end; the first tile lies alike at either."""

    def copy(self) -> Line:
        """Return a line that can be tried out apart from this one."""
        return copy(self)

    def contributions(self) -> tuple[int, ...]:
        """Return what each end counts: nothing on an empty table, one number for a lone double."""
        if self.is_empty:
            return ()
        if self._alone:
            return (_COUNTS[self._left],)
        return (_COUNTS[self._left], _COUNTS[self._right])

    def total(self) -> int:
        """Return the sum of the ends."""
        return sum(self.contributions())

    def open(self, tile: int) -> int:
        """Lay the first tile, its low half to the left; return the points for the placement."""
        low, high = HALVES[tile]
        self.is_empty = False
        self._alone = low == high
        self._left, self._right = (low + _DOUBLE, low + _DOUBLE) if self._alone else (low, high)
        self.fitting_left, self.fitting_right = WITH_PIP[low], WITH_PIP[high]
        self.fitting = self.fitting_left | self.fitting_right
        # A lone double is both ends at once, but counts once: as much as its two halves.
        return placement_points(low + high)

    def lay(self, tile: int, end: LineEnd) -> int:
        """Lay a tile that fits an end of a line already opened; return the points for the placement."""
        self._alone = False
        if end == "L":
            self._left = left = _AFTER[tile][self._left]
            self.fitting_left = _FITTING[left]
        else:
            self._right = right = _AFTER[tile][self._right]
            self.fitting_right = _FITTING[right]
        self.fitting = self.fitting_left | self.fitting_right
        return _POINTS[self._left][self._right]

    def fits(self, tile: int, end: LineEnd) -> bool:
        """Whether a tile fits an end."""
        return bool((self.fitting_left if end == "L" else self.fitting_right) >> tile & 1)

    def ends_for(self, tile: int) -> tuple[LineEnd, ...]:
        """Return the ends that a tile fits."""
        return tuple(end for end in LINE_ENDS if self.fits(tile, end))

    def ends_are_alike(self) -> bool:
        """Whether a tile that fits both ends makes the same line at either: same pips, and both doubles or neither."""
        return self._left == self._right
