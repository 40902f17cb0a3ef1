"""Into how many tables of which sizes a number of people goes."""

from __future__ import annotations

import pytest

from tournaments.movements.schedule import Shape
from tournaments.movements.table_sizes import table_sizes

PAIRS = Shape(2, 2)
CARDS = {2: Shape(2, 1), 3: Shape(3, 1), 4: PAIRS, 5: Shape(5, 1), 6: Shape(2, 3)}
DOMINOES = {2: Shape(2, 1), 3: Shape(3, 1), 4: PAIRS}


@pytest.mark.parametrize(
    ("people", "sizes"),
    [
        (4, (4,)),
        (5, (5,)),
        (7, (4, 3)),
        (8, (4, 4)),
        (10, (4, 6)),
        (11, (6, 5)),
        (19, (4, 4, 6, 5)),
        (22, (4, 4, 4, 4, 6)),
    ],
)
def test_table_sizes_of_cards_have_as_few_small_tables_as_can_be(people, sizes) -> None:
    assert table_sizes(people, PAIRS, CARDS) == sizes


@pytest.mark.parametrize(
    ("people", "sizes"), [(4, (4,)), (5, (3, 2)), (6, (3, 3)), (7, (4, 3)), (9, (3, 3, 3)), (10, (4, 3, 3))]
)
def test_table_sizes_of_dominoes(people, sizes) -> None:
    assert table_sizes(people, PAIRS, DOMINOES) == sizes


@pytest.mark.parametrize("shapes", [CARDS, DOMINOES])
def test_table_sizes_seat_everybody(shapes) -> None:
    for people in range(4, 200):
        assert sum(table_sizes(people, PAIRS, shapes)) == people


def test_table_sizes_of_one_person_are_none() -> None:
    assert table_sizes(1, PAIRS, CARDS) == ()
    assert table_sizes(0, PAIRS, CARDS) == ()
