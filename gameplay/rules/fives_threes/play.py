"""A round in progress: who holds what, the line, whose turn it is, the scores as they are booked (rules B3-B9, C5).

Nothing here judges: whoever calls has made sure that a knock or a placement is legal.
"""

from __future__ import annotations

from copy import copy
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

from gameplay.rules.fives_threes.line import Line
from gameplay.rules.fives_threes.scoring import is_accepted

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from gameplay.rules.fives_threes.line import LineEnd
    from gameplay.rules.fives_threes.variants import Rules


class Round:
    """The state of a round; ``hands`` are sets of bits by seat, ``end`` is None until the round is over."""

    __slots__ = (
        "_held",
        "_rules",
        "closing_knocks",
        "end",
        "hands",
        "held_by_side",
        "last_event",
        "line",
        "out_side",
        "scores",
        "turn",
        "winner",
    )

    def __init__(self, hands: Iterable[int], *, opener: int, before: Sequence[int], rules: Rules) -> None:
        self._rules = rules
        self.hands = list(hands)
        self.line = Line()
        self.turn = opener
        self.scores = list(before)
        self.end: str | None = None
        self.out_side: int | None = None
        self.winner: int | None = None
        self.last_event = 0
        """What the last placement was worth, accepted or not, with what going out earned."""
        self.closing_knocks = 0
        """How many more knocks may be written down after a block, at most one by each who holds tiles (rules B7)."""
        self.held_by_side = [reduce(or_, (self.hands[seat] for seat in seats)) for seats in rules.sides]
        self._held = reduce(or_, self.held_by_side)

    def copy(self) -> Round:
        """Return a round that can be played on apart from this one."""
        twin = copy(self)
        twin.hands = self.hands.copy()
        twin.line = self.line.copy()
        twin.scores = self.scores.copy()
        twin.held_by_side = self.held_by_side.copy()
        return twin

    def playable(self) -> int:
        """Return the tiles that the seat whose turn it is can lay; without any it must knock (rules B4)."""
        return self.hands[self.turn] & self.line.fitting

    def knock(self) -> None:
        """Let the seat whose turn it is knock."""
        if self.end is not None:
            self.closing_knocks -= 1
        self._pass_turn()

    def place(self, tile: int, end: LineEnd) -> int:
        """Lay a tile of the seat whose turn it is; return what the event is worth, accepted or not (rules B6 to B8)."""
        points = self.line.open(tile) if self.line.is_empty else self.line.lay(tile, end)
        seat, bit = self.turn, 1 << tile
        side = seat % len(self.scores)
        self.hands[seat] ^= bit
        self.held_by_side[side] ^= bit
        self._held ^= bit
        if not self.held_by_side[side]:
            points += self._rules.out_bonus
            self.end, self.out_side = "out", side
        self.last_event = points
        if is_accepted(self.scores[side], points, target=self._rules.target):
            self.scores[side] += points
            if self.scores[side] == self._rules.target:
                self.end, self.winner = "won", side
        if self.end is None:
            if not self._held & self.line.fitting:
                self.end = "blocked"
                self.closing_knocks = sum(map(bool, self.hands))
            self._pass_turn()
        return points

    def _pass_turn(self) -> None:
        """Give the turn to the next seat clockwise that holds tiles (rules B7)."""
        hands = self.hands
        self.turn = (self.turn + 1) % len(hands)
        while not hands[self.turn]:
            self.turn = (self.turn + 1) % len(hands)
