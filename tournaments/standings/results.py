"""What standings are made from: finished tables, sit-outs, adjustments, decisions.

Entries are ids; all values are exact.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping


class TallyKey(StrEnum):
    """What is added up over tables; each may be adjusted, and a sit-out may be worth some."""

    GAMES_WON = "games_won"
    POINTS = "points"
    POINTS_AGAINST = "points_against"
    TABLE_POINTS = "table_points"
    WINS = "wins"


class TableKind(StrEnum):
    """How a table came by its result. Only a played table counts as played and goes into averages."""

    PLAYED = "played"
    FORFEIT = "forfeit"


class SitOutKind(StrEnum):
    """Why an entry had no table. A requested one and an absence are the entry's own doing, the others are not."""

    ALLOCATED = "allocated"
    REQUESTED = "requested"
    ABSENT = "absent"
    CANCELLED = "cancelled"


class DecisionKind(StrEnum):
    """How a tie was settled where no figure did it."""

    PLAY_OFF = "play_off"
    CUT = "cut"


@dataclass(frozen=True, slots=True)
class TableResult:
    """A finished table. All tuples run by side; a side is a tuple of entries, one for fixed pairs.

    ``games_won`` counts the games (legs) that a side won, a shared game as 1/2 each. ``starts`` is how much of its
    ``points`` each side was given before play; empty at a table without handicaps.
    """

    round: int
    sides: tuple[tuple[int, ...], ...]
    games_won: tuple[Fraction, ...]
    points: tuple[Fraction, ...]
    table_points: tuple[Fraction, ...]
    kind: TableKind = TableKind.PLAYED
    starts: tuple[int, ...] = ()

    @property
    def is_played(self) -> bool:
        """Whether the table was played, and not awarded."""
        return self.kind is TableKind.PLAYED

    def tallies(self) -> list[tuple[int | Fraction, ...]]:
        """Return what each side gets from this table, in the order of ``TallyKey``; whole numbers as such.

        Of more than two sides, the points of all others are against one. A shared table is nobody's win.
        """
        games, points = list(map(plain, self.games_won)), list(map(plain, self.points))
        best, everything = max(games), sum(points)
        alone = games.count(best) == 1
        return [
            (games[side], points[side], everything - points[side], plain(worth), int(alone and games[side] == best))
            for side, worth in enumerate(self.table_points)
        ]


@dataclass(frozen=True, slots=True)
class SitOut:
    """A round without a table: by default of an entry that was present at the draw and got none."""

    round: int
    entry: int
    kind: SitOutKind = SitOutKind.ALLOCATED


@dataclass(frozen=True, slots=True)
class Adjustment:
    """A penalty or an award; added to what was played, never mixed into it. ``round`` None: of the whole event."""

    entry: int
    metric: TallyKey
    amount: Fraction
    reason: str
    round: int | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """A play-off or a cut of cards that was held: the entries, best first. It settles ties among them and no others."""

    kind: DecisionKind
    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What is known beside the results.

    ``decisions`` in the order in which they were taken: of two that settle the same tie the later one counts.
    ``planned_tables``: how many each was to play, None if nobody can say.
    """

    ratings: Mapping[int, int] = field(default_factory=dict)
    withdrawn: frozenset[int] = frozenset()
    decisions: tuple[Decision, ...] = ()
    planned_tables: Fraction | None = None


def plain(value: Fraction) -> int | Fraction:
    """Return a whole number as int: nearly all are whole, and ints add up many times faster than fractions."""
    return value.numerator if value.denominator == 1 else value


def share_game(sides: int, winners: Collection[int]) -> tuple[Fraction, ...]:
    """Return the games won by each side in one game: 1 for the winner, equal parts for those who share the win.

    >>> share_game(2, (0, 1))
    (Fraction(1, 2), Fraction(1, 2))
    """
    return tuple(Fraction(1, len(winners)) if side in winners else Fraction(0) for side in range(sides))
