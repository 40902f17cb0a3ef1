"""What a night is worth in a series, as data.

JSON: ``{"by": "places", "places": [10, 8, 6, 5, 4, 3, 2, 1], "rest": 0}``, ``{"by": "beaten"}`` or
``{"by": "figure", "figure": "points"}``.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any

from tournaments.standings.rules import StandingRulesInvalid

FIGURES = ("table_points", "games_won", "points", "net_points")
"""Those that every table of standings shows."""
MOST_PLACES = 200
MOST_POINTS = 10_000
_HUNDREDTHS = 100


class SchemeKind(StrEnum):
    """By what the points of a night go: the place, how much of the field was beaten, or a figure of that night."""

    PLACES = "places"
    BEATEN = "beaten"
    FIGURE = "figure"


@dataclass(frozen=True, slots=True)
class Scheme:
    """What a night is worth. ``places`` from the first down; every place after them is worth ``rest``."""

    by: SchemeKind = SchemeKind.PLACES
    places: tuple[int, ...] = (10, 8, 6, 5, 4, 3, 2, 1)
    rest: int = 0
    figure: str = FIGURES[0]

    def award(self, place: int, sharing: int, field: int, figure: Fraction) -> Fraction:
        """Return the points for a place that ``sharing`` entries of a ``field`` share, in whole hundredths.

        Those who share places share their points equally. Whom one is level with is beaten by half. Hundredths, so that
        what is shown adds up to the total that is shown.

        >>> scheme = Scheme(places=(10, 8, 6), rest=1)
        >>> [str(scheme.award(place, sharing, 9, Fraction(0))) for place, sharing in ((1, 1), (2, 3), (5, 1))]
        ['10', '5', '1']
        >>> str(Scheme(SchemeKind.BEATEN).award(2, 2, 6, Fraction(0)))
        '70'
        """
        if self.by is SchemeKind.FIGURE:
            return hundredths(figure)
        if self.by is SchemeKind.PLACES:
            shared = sum(self._worth(one) for one in range(place, place + sharing))
            return hundredths(Fraction(shared, sharing))
        if field == 1:
            return Fraction(0)
        beaten = field - place - Fraction(sharing - 1, 2)
        return hundredths(100 * beaten / (field - 1))

    def _worth(self, place: int) -> int:
        return self.places[place - 1] if place <= len(self.places) else self.rest


def hundredths(value: Fraction) -> Fraction:
    """Return a value in whole hundredths, half a one away from nothing.

    >>> [str(hundredths(Fraction(*value))) for value in ((1, 3), (1, 200), (-1, 200), (7, 2))]
    ['33/100', '1/100', '-1/100', '7/2']
    """
    whole = (abs(value) * _HUNDREDTHS + Fraction(1, 2)) // 1
    return Fraction(whole if value >= 0 else -whole, _HUNDREDTHS)


def scheme_from_json(document: object) -> Scheme:
    """Read a scheme. Raises StandingRulesInvalid."""
    by = document.get("by") if isinstance(document, dict) else None
    if not isinstance(document, dict) or by not in list(SchemeKind):
        raise StandingRulesInvalid(path="scheme.by", fault=f"must be one of {', '.join(SchemeKind)}")
    known = {SchemeKind.PLACES: ("places", "rest"), SchemeKind.BEATEN: (), SchemeKind.FIGURE: ("figure",)}
    kind = SchemeKind(by)
    for key in document:
        if key not in ("by", *known[kind]):
            raise StandingRulesInvalid(path="scheme", fault=f"must not have {key}")
    if kind is SchemeKind.PLACES:
        return _by_places(document.get("places"), document.get("rest", 0))
    if kind is SchemeKind.FIGURE:
        figure = document.get("figure")
        if figure not in FIGURES:
            raise StandingRulesInvalid(path="scheme.figure", fault=f"must be one of {', '.join(FIGURES)}")
        return Scheme(kind, figure=figure)
    return Scheme(kind)


def scheme_to_json(scheme: Scheme) -> dict[str, Any]:
    """Return a scheme as JSON; ``scheme_from_json`` of it gives it again."""
    if scheme.by is SchemeKind.PLACES:
        return {"by": scheme.by.value, "places": list(scheme.places), "rest": scheme.rest}
    if scheme.by is SchemeKind.FIGURE:
        return {"by": scheme.by.value, "figure": scheme.figure}
    return {"by": scheme.by.value}


def _by_places(places: object, rest: object) -> Scheme:
    if not isinstance(places, list) or not 1 <= len(places) <= MOST_PLACES:
        raise StandingRulesInvalid(path="scheme.places", fault=f"must be a list of 1 to {MOST_PLACES} numbers")
    worths = [*places, rest]
    if any(type(worth) is not int or not 0 <= worth <= MOST_POINTS for worth in worths):
        raise StandingRulesInvalid(path="scheme.places", fault=f"must be whole numbers from 0 to {MOST_POINTS}")
    if worths != sorted(worths, reverse=True):
        raise StandingRulesInvalid(path="scheme.places", fault="must not give a lower place more than a higher one")
    return Scheme(SchemeKind.PLACES, tuple(places), worths[-1])
