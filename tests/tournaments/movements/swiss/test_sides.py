"""Tables in the order of the standing, and who sits NS."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tournaments.movements.swiss.field import EW, NS, Contender, Field
from tournaments.movements.swiss.sides import at_tables


@pytest.mark.parametrize(
    ("high", "low", "north"),
    [
        pytest.param({"balance": 1}, {"balance": 0}, 2, id="who has been NS less"),
        pytest.param({"balance": -2}, {"balance": -1}, 1, id="who has been EW more"),
        pytest.param(
            {"balance": 1, "last_side": EW}, {"balance": 0, "last_side": NS}, 2, id="balance before the last side"
        ),
        pytest.param({"last_side": NS}, {"last_side": EW}, 2, id="who was EW last"),
        pytest.param({"last_side": EW}, {"last_side": NS}, 1, id="who was not NS last"),
        pytest.param({"last_side": NS}, {}, 2, id="who has not sat yet"),
    ],
)
@pytest.mark.parametrize("number", [1, 2])
def test_north_is(high, low, north, number):
    field = Field(number, (Contender(1, Fraction(2), **high), Contender(2, **low)))

    assert at_tables(field, [(1, 2)]) == ((north, 3 - north),)
    assert at_tables(field, [(2, 1)]) == ((north, 3 - north),)


def test_of_two_alike_the_higher_is_north_at_every_second_table():
    contenders = tuple(Contender(entrant, Fraction(10 - entrant)) for entrant in range(1, 9))
    meetings = [(7, 8), (3, 4), (6, 5), (1, 2)]

    assert at_tables(Field(1, contenders), meetings) == ((1, 2), (4, 3), (5, 6), (8, 7))
    assert at_tables(Field(2, contenders), meetings) == ((2, 1), (3, 4), (6, 5), (7, 8))


def test_tables_follow_the_higher_score_then_the_lower_then_the_standing():
    scores = {1: 6, 2: 6, 3: 6, 4: 4, 5: 4, 6: 2, 7: 2, 8: 0}
    field = Field(1, tuple(Contender(entrant, Fraction(score)) for entrant, score in scores.items()))

    ordered = at_tables(field, [(1, 6), (4, 8), (2, 3), (5, 7)])

    assert [frozenset(meeting) for meeting in ordered] == [{2, 3}, {1, 6}, {5, 7}, {4, 8}]
