"""What standings are made from: finished tables, sit-outs and adjustments. Entries are ids; all values are exact."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection


class TallyKey(StrEnum):
    """What is added up over tables; each may be adjusted, and a sit-out may be worth some."""

    GAMES_WON = "games_won"
    POINTS = "points"
    POINTS_AGAINST = "points_against"
    TABLE_POINTS = "table_points"


class TableKind(StrEnum):
    """How a table came by its result. Only a played table counts as played and goes into averages."""

    PLAYED = "played"
    FORFEIT = "forfeit"


@dataclass(frozen=True, slots=True)
class TableResult:
    """A finished table. All tuples run by side; a side is a tuple of entries, one for fixed pairs.

    ``games_won`` counts the games (legs) that a side won, a shared game as 1/2 each.
    """

    round: int
    sides: tuple[tuple[int, ...], ...]
    games_won: tuple[Fraction, ...]
    points: tuple[Fraction, ...]
    table_points: tuple[Fraction, ...]
    kind: TableKind = TableKind.PLAYED

    @property
    def is_played(self) -> bool:
        """Whether the table was played, and not awarded."""
        return self.kind is TableKind.PLAYED

    def tally(self, side: int, key: TallyKey) -> Fraction:
        """Return what the side gets from this table."""
        if key is TallyKey.GAMES_WON:
            return self.games_won[side]
        if key is TallyKey.TABLE_POINTS:
            return self.table_points[side]
        if key is TallyKey.POINTS:
            return self.points[side]
        return sum((points for other, points in enumerate(self.points) if other != side), Fraction(0))


@dataclass(frozen=True, slots=True)
class SitOut:
    """An entry that was present at the draw of a round and got no table."""

    round: int
    entry: int


@dataclass(frozen=True, slots=True)
class Adjustment:
    """A penalty or an award; added to what was played, never mixed into it."""

    entry: int
    metric: TallyKey
    amount: Fraction
    reason: str


def share_game(sides: int, winners: Collection[int]) -> tuple[Fraction, ...]:
    """Return the games won by each side in one game: 1 for the winner, equal parts for those who share the win.

    >>> share_game(2, (0, 1))
    (Fraction(1, 2), Fraction(1, 2))
    """
    return tuple(Fraction(1, len(winners)) if side in winners else Fraction(0) for side in range(sides))
