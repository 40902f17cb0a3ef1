"""Results of tables, and the same as columns of numbers in an order that does not depend on when they came in."""

import datetime as dt
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from ratings.engine.columns import Comparisons, Tables, compare_tables


class ResultRefused(ValueError):
    """A result that cannot be rated."""


@dataclass(frozen=True, slots=True)
class Result:
    """Who sat for which side of one table, and the place that each side took (1 is best, equal places are a tie).

    ``key`` is the table's canonical place within its day, for instance (tournament, round, table). ``points`` are the
    sides' scores, summed over the table's ``games``; None where nobody knows them.
    """

    period: dt.date
    key: tuple[int, ...]
    sides: tuple[tuple[int, ...], ...]
    places: tuple[int, ...]
    points: tuple[float, ...] | None = None
    games: int = 1

    def __post_init__(self) -> None:
        players = [player for side in self.sides for player in side]
        if len(self.sides) < 2 or not all(self.sides):
            raise ResultRefused(f"table {self.key}: a result needs two sides or more, each with a player")
        if len(set(players)) != len(players):
            raise ResultRefused(f"table {self.key}: a player sits twice")
        if len(self.places) != len(self.sides):
            raise ResultRefused(f"table {self.key}: {len(self.places)} places for {len(self.sides)} sides")
        if self.points is not None and len(self.points) != len(self.sides):
            raise ResultRefused(f"table {self.key}: {len(self.points)} scores for {len(self.sides)} sides")
        if not all(map(math.isfinite, self.points or ())):
            raise ResultRefused(f"table {self.key}: a score is no number")
        if self.games < 1:
            raise ResultRefused(f"table {self.key}: {self.games} games")


def in_order(results: Iterable[Result]) -> list[Result]:
    """Return results in canonical order: by day and key."""
    return sorted(results, key=lambda result: (result.period, result.key))


def compare(results: Iterable[Result]) -> Comparisons:
    """Lay results out as columns, in canonical order: by day and key, sides and members by player.

    Sums of floating point depend on their order, so the order is part of the result. Raises ResultRefused when two
    results claim the same place.
    """
    ordered = in_order(results)
    for one, other in pairwise(ordered):
        if (one.period, one.key) == (other.period, other.key):
            raise ResultRefused(f"table {one.key} of {one.period} stands twice")
    shapes: dict[tuple[int, ...], list[int]] = {}
    for place, result in enumerate(ordered):
        shapes.setdefault(tuple(len(side) for side in result.sides), []).append(place)
    return compare_tables([_columns(ordered, sizes, places) for sizes, places in shapes.items()])


def _columns(ordered: Sequence[Result], sizes: tuple[int, ...], places: list[int]) -> Tables:
    """Lay out the results at some places of the order, all of one shape; the place is the key."""
    of_shape = [ordered[place] for place in places]
    return Tables(
        sizes=sizes,
        day=np.array([result.period.toordinal() for result in of_shape], dtype=np.int64),
        key=np.array(places, dtype=np.int64),
        players=np.array([[player for side in result.sides for player in side] for result in of_shape], dtype=np.int64),
        places=np.array([result.places for result in of_shape], dtype=np.int64),
        points=np.array([result.points or [math.nan] * len(sizes) for result in of_shape], dtype=np.float64),
        games=np.array([result.games for result in of_shape], dtype=np.int64),
    )
