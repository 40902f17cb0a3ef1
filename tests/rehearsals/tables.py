"""A table as the rehearsal keeps it: the hands that were acknowledged, and what they come to by its own sum."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tests.rehearsals import five_hundred, fives_threes

if TYPE_CHECKING:
    import random

SEATS = 4


@dataclass(frozen=True)
class Turn:
    """The hand that comes next."""

    leg: int
    number: int
    starter: int
    before: tuple[int, int]


@dataclass
class Leg:
    """One game: who starts it, its acknowledged hands, and the score."""

    first: int
    records: list[dict[str, Any]] = field(default_factory=list)
    score: tuple[int, int] = (0, 0)

    def add(self, record: dict[str, Any], points: tuple[int, int]) -> None:
        """Take a hand into the score."""
        self.records.append(record)
        self.score = (self.score[0] + points[0], self.score[1] + points[1])


class Table(ABC):
    """One table of a round. ``first`` is the seat that deals or opens the first hand."""

    def __init__(self, table_id: int, number: int, first: int) -> None:
        self.id = table_id
        self.number = number
        self.first = first
        self.legs = [Leg(first)]

    @property
    def turn(self) -> Turn:
        """The hand that comes next; there is one until the table is over."""
        leg = self.legs[-1]
        number = len(leg.records) + 1
        return Turn(len(self.legs), number, (leg.first + number - 1) % SEATS, leg.score)

    @property
    def points(self) -> tuple[int, int]:
        """The points of each side over all games."""
        return sum(leg.score[0] for leg in self.legs), sum(leg.score[1] for leg in self.legs)

    @property
    def games_won(self) -> tuple[Fraction, Fraction]:
        """The games of each side; a shared game is half of one."""
        shares = [self._share(leg) for leg in self.legs if self._is_over(leg)]
        return sum((share[0] for share in shares), Fraction(0)), sum((share[1] for share in shares), Fraction(0))

    def add(self, record: dict[str, Any]) -> tuple[int, int]:
        """Take an acknowledged hand into the books and return its points."""
        leg = self.legs[-1]
        points = self.points_of(record)
        leg.add(record, points)
        if self._is_over(leg) and not self.is_over:
            self.legs.append(Leg((self.first + len(self.legs)) % SEATS))
        return points

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """Whether the table has its result."""

    @abstractmethod
    def random_hand(self, chance: random.Random) -> dict[str, Any]:
        """Return a hand that could come next."""

    @abstractmethod
    def points_of(self, record: dict[str, Any]) -> tuple[int, int]:
        """Return what a hand that comes next is worth."""

    @abstractmethod
    def _is_over(self, leg: Leg) -> bool:
        """Whether a game is decided."""

    def _share(self, leg: Leg) -> tuple[Fraction, Fraction]:
        first, second = leg.score
        if first == second:
            return Fraction(1, 2), Fraction(1, 2)
        return Fraction(int(first > second)), Fraction(int(second > first))


class FiveHundredTable(Table):
    """Five Hundred as a fixed number of hands: the higher total wins."""

    HANDS = 4

    @property
    def is_over(self) -> bool:
        return self._is_over(self.legs[-1])

    def random_hand(self, chance: random.Random) -> dict[str, Any]:
        return five_hundred.random_hand(chance, dealer=self.turn.starter)

    def points_of(self, record: dict[str, Any]) -> tuple[int, int]:
        return five_hundred.points_of(record)

    def _is_over(self, leg: Leg) -> bool:
        return len(leg.records) == self.HANDS


class DominoTable(Table):
    """Fives and Threes, best of three, each game to exactly 61."""

    NEEDED = 2

    @property
    def is_over(self) -> bool:
        return max(self.games_won) == self.NEEDED

    def random_hand(self, chance: random.Random) -> dict[str, Any]:
        return fives_threes.random_round(chance, opener=self.turn.starter, before=self.turn.before)

    def points_of(self, record: dict[str, Any]) -> tuple[int, int]:
        return fives_threes.points_of(record, self.legs[-1].score)

    def _is_over(self, leg: Leg) -> bool:
        return fives_threes.TARGET in leg.score
