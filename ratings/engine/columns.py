"""Many tables at once as columns of numbers, and what they compare.

Whatever order the tables come in, sums of floating point are taken in canonical order, so equal results give equal
numbers to the last bit.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, combinations, pairwise

import numpy as np

from ratings.engine.scale import Floats, Ints


@dataclass(frozen=True, slots=True)
class Tables:
    """Tables whose sides have the same ``sizes``, one row each.

    ``day`` (proleptic ordinal) and ``key`` say where a table stands in canonical order; ``players`` has a column for
    each member, side after side, and ``places`` one for each side (1 is best, equal places are a tie). ``points`` has
    the sides' scores, summed over the table's ``games``: NaN where nobody knows them, None where that is everywhere.
    """

    sizes: tuple[int, ...]
    day: Ints
    key: Ints
    players: Ints
    places: Ints
    points: Floats | None = None
    games: Ints | None = None

    def __len__(self) -> int:
        return len(self.day)


@dataclass(frozen=True, slots=True)
class Comparisons:
    """Tables as pairs of sides: a table of k sides gives every pair of them, each at weight 1/(k-1).

    Per comparison, by day: ``day`` (proleptic ordinal), ``score`` of the first side (1, 0, 1/2), its ``lead`` in points
    of a game (NaN where nobody knows the points), ``weight``, and the ``table`` that it is of, counted from 0 in
    canonical order. Per member of a comparison: its index ``comparison``, the ``player`` and the ``coefficient`` of the
    player's strength in the difference between the sides, 2/n in a side of n (so that a side counts as twice its mean),
    negative for the second side.
    """

    day: Ints
    score: Floats
    lead: Floats
    weight: Floats
    table: Ints
    comparison: Ints
    player: Ints
    coefficient: Floats


@dataclass(frozen=True, slots=True)
class _Pairs:
    """One pair of sides of many tables: a row each, members in columns. ``place`` is the tables' in canonical order."""

    place: Ints
    pair: int
    day: Ints
    score: Floats
    lead: Floats
    weight: float
    player: Ints
    coefficient: Floats


def compare_tables(shapes: Sequence[Tables]) -> Comparisons:
    """Lay tables out as comparisons in canonical order: by day and key, sides and members by player.

    A table stands in one of ``shapes`` only, and no two have the same day and key.
    """
    places = _places(shapes)
    of_a_table = np.zeros(sum(len(tables) for tables in shapes), np.int64)
    for tables, place in zip(shapes, places, strict=True):
        of_a_table[place] = math.comb(len(tables.sizes), 2)
    first = _starts(of_a_table)
    parts = [pairs for tables, place in zip(shapes, places, strict=True) for pairs in _pairs(tables, place)]
    count = int(of_a_table.sum())
    day, table, in_all = (np.empty(count, np.int64) for _ in range(3))
    score, lead, weight = np.empty(count), np.empty(count), np.empty(count)
    # Everything is put where it belongs at once; nothing but the tables themselves has to be sorted.
    rows = [first[part.place] + part.pair for part in parts]
    for part, row in zip(parts, rows, strict=True):
        day[row], table[row], in_all[row] = part.day, part.place, part.player.shape[1]
        score[row], lead[row], weight[row] = part.score, part.lead, part.weight
    start = _starts(in_all)
    player, coefficient = np.empty(int(in_all.sum()), np.int64), np.empty(int(in_all.sum()))
    for part, row in zip(parts, rows, strict=True):
        cells = start[row][:, None] + np.arange(part.player.shape[1])
        player[cells], coefficient[cells] = part.player, part.coefficient
    comparison = np.repeat(np.arange(count), in_all)
    return Comparisons(day, score, lead, weight, table, comparison, player, coefficient)


def _starts(lengths: Ints) -> Ints:
    """Return where each stretch starts when they stand one behind the other.

    >>> _starts(np.array([2, 1, 3])).tolist()
    [0, 2, 3]
    """
    return np.cumsum(lengths) - lengths


def _places(shapes: Sequence[Tables]) -> list[Ints]:
    """Return each table's place in canonical order, shape by shape."""
    if not shapes:
        return []
    order = np.lexsort((np.concatenate([one.key for one in shapes]), np.concatenate([one.day for one in shapes])))
    place = np.empty(len(order), np.int64)
    place[order] = np.arange(len(order))
    return np.split(place, np.cumsum([len(one) for one in shapes])[:-1])


def _pairs(tables: Tables, place: Ints) -> Iterator[_Pairs]:
    """Yield the pairs of sides of all tables that have their sides in the same order."""
    cuts = list(pairwise(accumulate(tables.sizes, initial=0)))
    sides = [np.sort(tables.players[:, start:end], axis=1) for start, end in cuts]
    points = np.full(tables.places.shape, math.nan) if tables.points is None else tables.points
    games = np.ones(len(tables), np.int64) if tables.games is None else tables.games
    # Nobody sits on two sides, so a side's first player alone says where it stands among the others.
    by_player = np.argsort(np.stack([side[:, 0] for side in sides], axis=1), axis=1)
    turns, turn_of = np.unique(by_player @ len(sides) ** np.arange(len(sides)), return_inverse=True)
    for turn in range(len(turns)):
        rows = np.flatnonzero(turn_of == turn)
        for pair, (one, other) in enumerate(combinations(by_player[rows[0]].tolist(), 2)):
            ahead = np.sign(tables.places[rows, other] - tables.places[rows, one])
            first, second = tables.sizes[one], tables.sizes[other]
            yield _Pairs(
                place=place[rows],
                pair=pair,
                day=tables.day[rows],
                score=(1 + ahead) / 2,
                lead=(points[rows, one] - points[rows, other]) / games[rows],
                weight=1 / (len(sides) - 1),
                player=np.concatenate([sides[one][rows], sides[other][rows]], axis=1),
                coefficient=np.array([2 / first] * first + [-2 / second] * second),
            )
