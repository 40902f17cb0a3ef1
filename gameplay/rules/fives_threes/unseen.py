"""A round whose hands nobody has told, as it is written down while it is played.

What a seat can hold is known from what it has shown: nothing that lies on the table, and after a knock nothing that
would have fitted (rules B4).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gameplay.rules.fives_threes.play import Round
from gameplay.rules.fives_threes.tiles import TEXTS, set_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gameplay.rules.fives_threes.line import LineEnd
    from gameplay.rules.fives_threes.variants import Rules

_EVERY_TILE = set_of(range(len(TEXTS)))


class UnseenRound(Round):
    """The state of a round where ``hands`` are the tiles that each seat can hold; ``left`` is how many it has."""

    __slots__ = ("_knocks", "left")

    def __init__(self, *, opener: int, before: Sequence[int], rules: Rules) -> None:
        super().__init__([_EVERY_TILE] * rules.players, opener=opener, before=before, rules=rules)
        self._held = _EVERY_TILE
        self.left = [rules.hand_size] * rules.players
        self._knocks = 0

    def copy(self) -> UnseenRound:
        """Return a round that can be played on apart from this one."""
        twin = super().copy()
        assert isinstance(twin, UnseenRound)
        twin.left = self.left.copy()
        return twin

    def playable(self) -> int:
        """Return the tiles of which the seat whose turn it is has one for certain: only the opener always has."""
        return self.hands[self.turn] if self.line.is_empty else 0

    def knock(self) -> None:
        """Let the seat whose turn it is knock; once all who hold tiles have, the round is blocked (rules B7)."""
        self.hands[self.turn] &= ~self.line.fitting
        self._knocks += 1
        if self.end is None and self._knocks == sum(map(bool, self.left)):
            self.end = "blocked"
        super().knock()

    def place(self, tile: int, end: LineEnd) -> int:
        """Lay a tile of the seat whose turn it is, as in ``Round``."""
        seat, bit = self.turn, 1 << tile
        self._knocks = 0
        self.left[seat] -= 1
        if not self.left[seat]:
            self.hands[seat] = bit
        points = super().place(tile, end)
        self.hands = [hand & ~bit for hand in self.hands]
        return points

    def _has_no_tiles(self, side: int) -> bool:
        return not any(self.left[seat] for seat in self._rules.sides[side])

    def _pass_turn(self) -> None:
        turn = (self.turn + 1) % len(self.left)
        while not self.left[turn]:
            turn = (turn + 1) % len(self.left)
        self.turn = turn
