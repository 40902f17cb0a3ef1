"""The figures of standings: what they are called, and how a value is shown."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from gameplay.errors import gettext_noop
from tournaments.standings.rules import fraction_to_json

LABELS = {
    "table_points": gettext_noop("Table points"),
    "wins": gettext_noop("Tables won"),
    "games_won": gettext_noop("Games won"),
    "points": gettext_noop("Points"),
    "points_against": gettext_noop("Points against"),
    "net_points": gettext_noop("Net points"),
    "table_points_average": gettext_noop("Table points a table"),
    "wins_average": gettext_noop("Wins a table"),
    "games_won_average": gettext_noop("Games a table"),
    "points_average": gettext_noop("Points a table"),
    "points_against_average": gettext_noop("Points against a table"),
    "net_points_average": gettext_noop("Net points a table"),
    "buchholz": gettext_noop("Buchholz"),
    "buchholz_cut_1": gettext_noop("Buchholz cut 1"),
    "buchholz_median": gettext_noop("Buchholz median"),
    "sonneborn_berger": gettext_noop("Sonneborn-Berger"),
    "koya": gettext_noop("Koya"),
    "progressive": gettext_noop("Progressive score"),
    "rounds_survived": gettext_noop("Rounds survived"),
    "tables_played": gettext_noop("Tables"),
    "sit_outs": gettext_noop("Sit-outs"),
    "first_side": gettext_noop("Tables at the first side"),
    "head_to_head": gettext_noop("Head to head"),
    "common_opponents": gettext_noop("Common opponents"),
    "rating": gettext_noop("Rating"),
    "play_off": gettext_noop("Play-off"),
    "cut": gettext_noop("Cut of cards"),
}
"""By column, in English; translated where they are shown."""


@dataclass(frozen=True, slots=True)
class Value:
    """One figure, exact and as it is shown."""

    key: str
    exact: int | str
    shown: str


def shown(value: Fraction) -> str:
    """Return a figure as it is shown: whole numbers bare, others with at most two decimals.

    >>> shown(Fraction(7, 2)), shown(Fraction(-40)), shown(Fraction(1, 3))
    ('3.5', '-40', '0.33')
    """
    if value.denominator == 1:
        return str(value.numerator)
    return f"{float(value):.2f}".rstrip("0").rstrip(".")


def value_of(key: str, value: Fraction) -> Value:
    """Return a figure under its column."""
    return Value(key, fraction_to_json(value), shown(value))
