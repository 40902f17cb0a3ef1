"""A round in progress: who holds what, the line, whose turn it is, the scores as they are booked (rules B3-B9, C5).

Nothing here judges: whoever calls has made sure that a knock or a placement is legal.
"""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING

from gameplay.rules.fives_threes.line import NO_TILES

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
        "last_accepted",
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
        self.line = NO_TILES
        self.turn = opener
        self.scores = list(before)
        self.end: str | None = None
        self.out_side: int | None = None
        self.winner: int | None = None
        self.last_event = 0
        """What the last placement was worth, accepted or not, with what going out earned."""
        self.last_accepted = True
        """Whether it counted."""
        self.closing_knocks = 0
        """How many more knocks may be written down after a block, at most one by each who holds tiles (rules B7)."""
        self._held = sum(self.hands)

    def copy(self) -> Round:
        """Return a round that can be played on apart from this one."""
        twin = copy(self)
        twin.hands = self.hands.copy()
        twin.scores = self.scores.copy()
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
        rules, hands, scores, seat, bit = self._rules, self.hands, self.scores, self.turn, 1 << tile
        self.line = line = self.line.on[end][tile]
        self._held = held = self._held ^ bit
        hands[seat] = left = hands[seat] ^ bit
        points, side, target = line.points, seat % len(scores), rules.target
        if not left and self._has_no_tiles(side):
            points += rules.out_bonus
            self.end, self.out_side = "out", side
        score = scores[side] + points
        self.last_event = points
        # Whole or not at all, as ``is_accepted`` has it; judging an archive, the call would cost as much as the sum.
        self.last_accepted = accepted = score <= target
        if accepted:
            scores[side] = score
            if score == target:
                self.end, self.winner = "won", side
        if self.end is None:
            if not held & line.fitting:
                self.end = "blocked"
                self.closing_knocks = sum(map(bool, hands))
            self._pass_turn()
        return points

    def _has_no_tiles(self, side: int) -> bool:
        return not any(self.hands[seat] for seat in self._rules.sides[side])

    def _pass_turn(self) -> None:
        """Give the turn to the next seat clockwise that holds tiles (rules B7)."""
        hands = self.hands
        count = len(hands)
        turn = (self.turn + 1) % count
        while not hands[turn]:
            turn = (turn + 1) % count
        self.turn = turn
