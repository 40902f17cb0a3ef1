"""The line of tiles: two ends, no spinner, and what the ends count (rules B4, B5).

An end is a number: 0 to 6 for an open half with so many pips, 7 to 13 for a double (0-0 to 6-6) standing there. A
double stays an end as long as one of its two sides is free, whichever was taken first. So a lone double is both ends
at once, and counts only once while it is alone.
"""

from __future__ import annotations

from itertools import product
from typing import Literal

from gameplay.rules.fives_threes.scoring import PIPS, placement_points
from gameplay.rules.fives_threes.tiles import HALVES, set_of

LineEnd = Literal["L", "R"]
LINE_ENDS: tuple[LineEnd, ...] = ("L", "R")

_DOUBLE = len(PIPS)
_EVERY_END = range(2 * _DOUBLE)
_COUNTS: tuple[int, ...] = (*PIPS, *(2 * pip for pip in PIPS))


class Line:
    """The line as it stands on the table, as far as its ends go.

    All lines with the same ends are one object that never changes and knows what each tile makes of it: replaying a
    round goes from one to the next and works nothing out. The first is ``NO_TILES``.
    """

    __slots__ = ("_alone", "_left", "_right", "fitting", "is_empty", "on", "points")

    def __init__(self, left: int, right: int, *, alone: bool = False) -> None:
        self._left, self._right, self._alone = left, right, alone
        self.is_empty = False
        """Whether no tile has been laid."""
        self.points = placement_points(self.total())
        """What the placement that made this line earned, without anything for going out."""
        self.on: dict[LineEnd, dict[int, Line]] = {}
        """By end, the line that each tile makes that can be laid there; the first tile lies alike at either."""
        self.fitting = 0
        """The set of tiles that can be laid."""

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

    def ends_for(self, tile: int) -> tuple[LineEnd, ...]:
        """Return the ends that a tile fits."""
        return _ENDS_FOR[tile in self.on["L"], tile in self.on["R"]]

    def ends_are_alike(self) -> bool:
        """Whether a tile that fits both ends makes the same line at either: same pips, and both doubles or neither."""
        return self._left == self._right

    def connect(self, on_left: dict[int, Line], on_right: dict[int, Line]) -> None:
        """Say once what each tile makes of this line."""
        self.on = {"L": on_left, "R": on_right}
        self.fitting = set_of(on_left.keys() | on_right.keys())


_ENDS_FOR: dict[tuple[bool, bool], tuple[LineEnd, ...]] = {
    (False, False): (),
    (True, False): ("L",),
    (False, True): ("R",),
    (True, True): LINE_ENDS,
}


def _ends_after(end: int) -> dict[int, int]:
    """The end that each tile makes that can be laid on an end."""
    pip = end % _DOUBLE
    return {
        tile: pip + _DOUBLE if low == high else low + high - pip
        for tile, (low, high) in enumerate(HALVES)
        if pip in (low, high)
    }


def _without_tiles() -> Line:
    """Return the line before the first tile, connected with every line there can be."""
    with_ends = {(left, right): Line(left, right) for left, right in product(_EVERY_END, repeat=2)}
    # A lone double is both ends at once, but counts once.
    alone = {double: Line(double, double, alone=True) for double in _EVERY_END[_DOUBLE:]}
    after = [_ends_after(end) for end in _EVERY_END]
    for (left, right), line in (*with_ends.items(), *(((double, double), line) for double, line in alone.items())):
        line.connect(
            {tile: with_ends[end, right] for tile, end in after[left].items()},
            {tile: with_ends[left, end] for tile, end in after[right].items()},
        )
    # The first tile lies with its low half to the left.
    opened = {
        tile: alone[low + _DOUBLE] if low == high else with_ends[low, high] for tile, (low, high) in enumerate(HALVES)
    }
    empty = Line(0, 0)
    empty.is_empty = True
    empty.connect(opened, opened)
    return empty


NO_TILES = _without_tiles()
"""The line before the first tile."""
