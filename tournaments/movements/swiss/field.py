"""What a Swiss round is drawn from: those who are there, in the order of their standing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterable

Pattern = Literal["slide", "fold", "adjacent", "random"]
"""Who meets whom among those with the same score: the upper half the lower half in order; the first the last; each the
next one; whoever the lot says."""

PATTERNS: tuple[Pattern, ...] = ("slide", "fold", "adjacent", "random")


def in_units(scores: Iterable[Fraction]) -> tuple[list[int], int]:
    """Return scores as multiples of the largest unit that they have in common, and how many of it make a point.

    >>> in_units([Fraction(1, 2), Fraction(2, 3), Fraction(2)])
    ([3, 4, 12], 6)
    """
    fractions = [(score.numerator, score.denominator) for score in scores]
    unit = lcm(*{below for _, below in fractions})
    return [above * (unit // below) for above, below in fractions], unit


NS, EW = 1, -1
UP, DOWN = 1, -1


@dataclass(frozen=True, slots=True)
class Contender:
    """An entrant who is there. ``score`` is what it is drawn by, virtual points included.

    ``met``: how often it has met others. ``recent``: whom it has met so lately that it should not meet them again
    where meeting again is allowed at all. ``balance``: NS less EW. ``last_side``: NS, EW, or 0 before the first table.
    ``sit_outs``: its turn count. ``fresh``: it was not there in the round before. ``floated``: UP or DOWN where it met
    somebody with another score in the last round. ``club``: empty, or one of several whose members are kept apart.
    """

    entrant: int
    score: Fraction = Fraction(0)
    met: Mapping[int, int] = field(default_factory=dict)
    recent: frozenset[int] = frozenset()
    balance: int = 0
    last_side: int = 0
    sit_outs: int = 0
    fresh: bool = False
    floated: int = 0
    club: str = ""


@dataclass(frozen=True, slots=True)
class Field:
    """Everybody who is to be drawn in round ``number``, best first.

    ``forbidden`` must not meet, ``fixed`` meet because the director says so. ``again``: may those who have met meet
    again without need, as long as they are not among each other's ``recent``?
    """

    number: int
    contenders: tuple[Contender, ...]
    pattern: Pattern = "slide"
    forbidden: frozenset[frozenset[int]] = frozenset()
    fixed: tuple[tuple[int, int], ...] = ()
    again: bool = False

    @property
    def by_entrant(self) -> dict[int, Contender]:
        """Everybody by id."""
        return {contender.entrant: contender for contender in self.contenders}

    def without(self, entrants: frozenset[int]) -> Field:
        """Return the field without some of them."""
        left = tuple(contender for contender in self.contenders if contender.entrant not in entrants)
        return replace(self, contenders=left)
