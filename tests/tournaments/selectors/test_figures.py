"""Every column of standings has a name."""

from __future__ import annotations

from fractions import Fraction

from tournaments.selectors.figures import LABELS, Value, value_of
from tournaments.standings.criteria import MEASURES, Criterion


def test_every_column_has_a_name():
    averages = [Criterion(key, average=True) for key, measure in MEASURES.items() if "average" in measure.options]

    assert set(LABELS) == set(MEASURES) | {criterion.column for criterion in averages}


def test_value_is_exact_and_as_it_is_shown():
    assert value_of("points", Fraction(10, 3)) == Value("points", "10/3", "3.33")
    assert value_of("points", Fraction(-5)) == Value("points", -5, "-5")
