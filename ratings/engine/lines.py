"""Results as JSON lines, of players and tables with names: for whoever has no database, or compares programs."""

import datetime as dt
import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ratings.engine.results import Result, ResultRefused

FIELDS = frozenset({"period", "table", "sides", "outcome"})
MOST_SIDES = 5
MOST_MEMBERS = 3
LARGEST_OUTCOME = 1e9


class LineRefused(ValueError):
    """A line that is no result; ``number`` counts from 1."""

    def __init__(self, number: int, reason: str) -> None:
        super().__init__(f"line {number}: {reason}")
        self.number = number
        self.reason = reason


@dataclass(frozen=True, slots=True)
class NamedResults:
    """Results with numbers in the place of names: ``players`` and ``tables`` are the names by those numbers."""

    results: tuple[Result, ...]
    players: tuple[str, ...]
    tables: tuple[str, ...]


def read_results(lines: Iterable[bytes | str]) -> NamedResults:
    """Read results, one a line; blank lines are passed over.

    A line is ``{"period": "2026-03-01", "table": "...", "sides": [["p1", "p2"], ["p3", "p4"]], "outcome": [1, 0]}``. In
    the outcome the higher number is better, whatever the numbers are; equal ones share. They are taken for the points
    of one game where margins count. Players and tables are numbered by the order of names, so that neither the order of
    lines nor that of anything in them matters. Raises LineRefused.
    """
    read = [(number, *_read(number, line)) for number, line in enumerate(lines, start=1) if line.strip()]
    seen: dict[tuple[dt.date, str], int] = {}
    for number, period, table, _sides, _outcome in read:
        if (first := seen.setdefault((period, table), number)) != number:
            raise LineRefused(number, f"table {table!r} of {period} stands in line {first} already")
    players = sorted(
        {player for _number, _period, _table, sides, _outcome in read for side in sides for player in side}
    )
    tables = sorted({table for _number, _period, table, _sides, _outcome in read})
    of_player = {name: number for number, name in enumerate(players)}
    of_table = {name: number for number, name in enumerate(tables)}
    results = []
    for number, period, table, sides, outcome in read:
        numbered = tuple(tuple(of_player[player] for player in side) for side in sides)
        places = tuple(1 + sum(other > own for other in outcome) for own in outcome)
        try:
            results.append(Result(period, (of_table[table],), numbered, places, points=tuple(outcome)))
        except ResultRefused as error:
            # The engine knows numbers only.
            reason = str(error).partition(": ")[2]
            raise LineRefused(number, reason) from error
    return NamedResults(tuple(results), tuple(players), tuple(tables))


def _read(number: int, line: bytes | str) -> tuple[dt.date, str, list[list[str]], list[float]]:
    try:
        values = json.loads(line, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise LineRefused(number, f"no JSON: {error}") from error
    if not isinstance(values, dict) or values.keys() != FIELDS:
        raise LineRefused(number, f"needs exactly {', '.join(sorted(FIELDS))}")
    return (
        _period(number, values["period"]),
        _name(number, values["table"], "table"),
        _sides(number, values["sides"]),
        _outcome(number, values["outcome"]),
    )


def _period(number: int, value: Any) -> dt.date:
    try:
        return dt.date.fromisoformat(value)
    except (TypeError, ValueError) as error:
        raise LineRefused(number, f"period {value!r} is no date such as 2026-03-01") from error


def _name(number: int, value: Any, what: str) -> str:
    if not isinstance(value, str) or not value:
        raise LineRefused(number, f"{what} {value!r} is no name")
    return value


def _sides(number: int, value: Any) -> list[list[str]]:
    good = isinstance(value, list) and 2 <= len(value) <= MOST_SIDES
    if not good or not all(isinstance(side, list) and 1 <= len(side) <= MOST_MEMBERS for side in value):
        raise LineRefused(number, f"sides are 2 to {MOST_SIDES} lists of 1 to {MOST_MEMBERS} players")
    return [[_name(number, player, "player") for player in side] for side in value]


def _outcome(number: int, value: Any) -> list[float]:
    if not isinstance(value, list) or not all(type(one) in (int, float) for one in value):
        raise LineRefused(number, "outcome is a list of numbers, one a side")
    if not all(-LARGEST_OUTCOME <= one <= LARGEST_OUTCOME for one in value):
        raise LineRefused(number, "outcome goes beyond a thousand million")
    return value


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} is no number")
