"""A round of Fives and Threes as pictures: the line of tiles after each placement, doubles crosswise."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gameplay.rules.fives_threes.full_record import deal, step_fault
from gameplay.rules.fives_threes.scoring import is_accepted
from gameplay.rules.fives_threes.tiles import HALVES, TILE_OF
from gameplay.rules.fives_threes.variants import resolve_rules
from gameplay.rules.kinds import Answer

HALF = 24
"""The side of half a tile, in the picture's own units."""
WIDTH = 340
_MARGIN, _GAP = 4, 2
_ROW = 2 * HALF + 10


@dataclass(frozen=True, slots=True)
class LaidTile:
    """A tile of the line: its halves from left to right, and its upper left corner.

    A double stands crosswise, so that ``left`` is its upper and ``right`` its lower half.
    """

    left: int
    right: int
    x: int
    y: int
    is_new: bool

    @property
    def is_double(self) -> bool:
        """Whether it lies crosswise."""
        return self.left == self.right

    @property
    def width(self) -> int:
        """How wide it is as it lies."""
        return HALF if self.is_double else 2 * HALF

    @property
    def height(self) -> int:
        """How tall it is as it lies."""
        return 2 * HALF if self.is_double else HALF

    @property
    def centres(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """The middles of the two halves."""
        x, y = self.x + HALF // 2, self.y + HALF // 2
        return ((x, y), (x, y + HALF)) if self.is_double else ((x, y), (x + HALF, y))

    @property
    def bar(self) -> tuple[int, int, int, int]:
        """The line between the halves, from point to point."""
        if self.is_double:
            return self.x + 4, self.y + HALF, self.x + HALF - 4, self.y + HALF
        return self.x + HALF, self.y + 4, self.x + HALF, self.y + HALF - 4

    @property
    def turn(self) -> int:
        """By how many degrees the pips are turned."""
        return 0 if self.is_double else 90


@dataclass(frozen=True, slots=True)
class LineStep:
    """A placement, or a knock when ``tile`` is empty, and the line after it.

    ``ends`` is what each end counts, ``points`` what the event is worth (with what going out earns), ``scores`` are by
    side after it. ``is_accepted`` says whether the points count.
    """

    number: int
    seat: int
    tile: str
    tiles: tuple[LaidTile, ...]
    ends: tuple[int, ...]
    points: int
    is_accepted: bool
    went_out: bool
    scores: tuple[int, ...]

    @property
    def total(self) -> int:
        """The sum of the ends."""
        return sum(self.ends)

    @property
    def height(self) -> int:
        """How tall the picture is."""
        return max((tile.y + tile.height for tile in self.tiles), default=0) + _MARGIN


def line_steps(record: Mapping[str, Any]) -> Iterator[LineStep]:
    """Yield what was played in a valid level 3 record, step by step."""
    rules = resolve_rules(record["rules"])
    state = deal(record, rules)
    assert not isinstance(state, Answer)
    line: list[tuple[int, int]] = []
    for number, play in enumerate(record["plays"], start=1):
        seat = play["seat"]
        score, was_out, new, points = state.scores[seat % len(state.scores)], state.out_side is not None, -1, 0
        end = _end_taken(play, state.line.ends_for(TILE_OF[play["tile"]])) if "tile" in play else ""
        fault = step_fault(state, play, rules)
        assert fault is None
        if end:
            new = _lay(line, HALVES[TILE_OF[play["tile"]]], end)
            points = state.last_event
        yield LineStep(
            number=number,
            seat=seat,
            tile=play.get("tile", ""),
            tiles=_laid(line, new),
            ends=state.line.contributions(),
            points=points,
            is_accepted=is_accepted(score, points, target=rules.target),
            went_out=state.out_side is not None and not was_out,
            scores=tuple(state.scores),
        )


def _end_taken(play: Mapping[str, Any], ends: Sequence[str]) -> str:
    return str(play.get("end") or ends[0])


def _lay(line: list[tuple[int, int]], halves: tuple[int, int], end: str) -> int:
    """Put a tile to the line, turned so that it fits; return where it lies."""
    low, high = halves
    if not line:
        line.append(halves)
    elif end == "L":
        line.insert(0, halves if high == line[0][0] else (high, low))
        return 0
    else:
        line.append(halves if low == line[-1][1] else (high, low))
    return len(line) - 1


def _laid(line: Sequence[tuple[int, int]], new: int) -> tuple[LaidTile, ...]:
    """Lay a line out in rows, which are read one after the other like lines of text."""
    tiles, x, y = [], _MARGIN, _MARGIN
    for index, (left, right) in enumerate(line):
        width = HALF if left == right else 2 * HALF
        if x + width > WIDTH - _MARGIN:
            x, y = _MARGIN, y + _ROW
        lower = 0 if left == right else HALF // 2
        tiles.append(LaidTile(left, right, x, y + lower, is_new=index == new))
        x += width + _GAP
    return tuple(tiles)
