"""Results of tables, and the same as columns of numbers in an order that does not depend on when they came in."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations, pairwise

import numpy as np

from ratings.engine.scale import Floats, Ints


class ResultRefused(ValueError):
    """A result that cannot be rated."""


@dataclass(frozen=True, slots=True)
class Result:
    """Who sat for which side of one table, and the place that each side took (1 is best, equal places are a tie).

    ``key`` is the table's canonical place within its day, for instance (tournament, round, table).
    """

    period: dt.date
    key: tuple[int, ...]
    sides: tuple[tuple[int, ...], ...]
    places: tuple[int, ...]

    def __post_init__(self) -> None:
        players = [player for side in self.sides for player in side]
        if len(self.sides) < 2 or not all(self.sides):
            raise ResultRefused(f"table {self.key}: a result needs two sides or more, each with a player")
        if len(set(players)) != len(players):
            raise ResultRefused(f"table {self.key}: a player sits twice")
        if len(self.places) != len(self.sides):
            raise ResultRefused(f"table {self.key}: {len(self.places)} places for {len(self.sides)} sides")


@dataclass(frozen=True, slots=True)
class Comparisons:
    """Tables as pairs of sides: a table of k sides gives every pair of them, each at weight 1/(k-1).

    Per comparison, by day: ``day`` (proleptic ordinal), ``score`` of the first side (1, 0, 1/2), ``weight``, and the
    ``table`` that it is of, counted from 0 in canonical order. Per member of a comparison: its index ``comparison``,
    the ``player`` and the ``coefficient`` of the player's strength in the difference between the sides, 2/n in a side
    of n (so that a side counts as twice its mean), negative for the second side.
    """

    day: Ints
    score: Floats
    weight: Floats
    table: Ints
    comparison: Ints
    player: Ints
    coefficient: Floats


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
    pairs: list[tuple[int, float, float, int]] = []
    members: list[tuple[int, int, float]] = []
    for table, result in enumerate(ordered):
        day = result.period.toordinal()
        sides = sorted((sorted(side), place) for side, place in zip(result.sides, result.places, strict=True))
        weight = 1 / (len(sides) - 1)
        for (first, place), (second, other_place) in combinations(sides, 2):
            members.extend((len(pairs), player, 2 / len(first)) for player in first)
            members.extend((len(pairs), player, -2 / len(second)) for player in second)
            pairs.append((day, _score(place, other_place), weight, table))
    days, scores, weights, tables = zip(*pairs, strict=True) if pairs else ((), (), (), ())
    owners, players, coefficients = zip(*members, strict=True) if members else ((), (), ())
    return Comparisons(
        day=np.array(days, dtype=np.int64),
        score=np.array(scores, dtype=np.float64),
        weight=np.array(weights, dtype=np.float64),
        table=np.array(tables, dtype=np.int64),
        comparison=np.array(owners, dtype=np.int64),
        player=np.array(players, dtype=np.int64),
        coefficient=np.array(coefficients, dtype=np.float64),
    )


def _score(place: int, other: int) -> float:
    if place == other:
        return 0.5
    return 1.0 if place < other else 0.0
