"""Tables laid out as columns, beside the same thing said one table at a time."""

from itertools import combinations, pairwise

import numpy as np
import pytest

from ratings.engine.columns import Tables, compare_tables

DAY = 739_000


def one_by_one(tables):
    """Return the comparisons of ``(day, key, sides, places, points, games)`` as the definition has them."""
    rows = []
    for at, (day, _, sides, places, points, games) in enumerate(sorted(tables)):
        ordered = sorted((sorted(side), *rest) for side, *rest in zip(sides, places, points, strict=True))
        for (first, place, scored), (second, other, other_scored) in combinations(ordered, 2):
            score = 0.5 if place == other else float(place < other)
            members = [(player, 2 / len(first)) for player in first]
            members += [(player, -2 / len(second)) for player in second]
            rows.append((day, at, score, (scored - other_scored) / games, 1 / (len(sides) - 1), members))
    return rows


def as_rows(columns):
    rows = []
    for at, day in enumerate(columns.day.tolist()):
        members = np.flatnonzero(columns.comparison == at)
        pairs = zip(columns.player[members].tolist(), columns.coefficient[members].tolist(), strict=True)
        of_one = (column[at].item() for column in (columns.table, columns.score, columns.lead, columns.weight))
        rows.append((day, *of_one, list(pairs)))
    return rows


def by_shape(tables):
    """Return tables as shapes, in whatever order they come."""
    shapes = {}
    for day, key, sides, places, points, games in tables:
        row = (day, key, sum(sides, ()), places, points, games)
        shapes.setdefault(tuple(len(side) for side in sides), []).append(row)
    return [
        Tables(sizes, *(np.array(column, dtype=np.int64) for column in zip(*rows, strict=True)))
        for sizes, rows in shapes.items()
    ]


@pytest.mark.parametrize("seed", range(8))
def test_comparisons_of_all_shapes_are_those_of_one_table_at_a_time(seed):
    chance = np.random.default_rng(seed)
    tables = []
    for key in range(60):
        sizes = [(2, 2), (1, 1), (1, 1, 1), (3, 3), (2, 2, 2), (1,) * 5, (2, 1)][chance.integers(7)]
        players = chance.permutation(40)[: sum(sizes)].tolist()
        cuts = np.cumsum((0, *sizes))
        sides = tuple(tuple(players[start:end]) for start, end in pairwise(cuts))
        places = tuple(chance.integers(1, 4, len(sizes)).tolist())
        points = tuple(chance.integers(-300, 300, len(sizes)).tolist())
        tables.append((DAY + int(chance.integers(4)), int(key), sides, places, points, int(chance.integers(1, 4))))
    shuffled = [tables[place] for place in chance.permutation(len(tables))]

    columns = compare_tables(by_shape(shuffled))

    assert as_rows(columns) == one_by_one(tables)


def test_leads_of_tables_without_points_are_no_numbers():
    tables = Tables((1, 1), *(np.array(column) for column in ([DAY], [1], [[7, 3]], [[1, 2]])))

    assert np.isnan(compare_tables([tables]).lead).tolist() == [True]


def test_no_tables_give_no_comparisons():
    columns = compare_tables([])

    assert [
        len(getattr(columns, name)) for name in ("day", "score", "lead", "weight", "table", "comparison", "player")
    ] == ([0] * 7)
