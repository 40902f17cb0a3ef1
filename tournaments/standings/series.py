"""The table of a series: what each night gave to whom, which nights count, who stands before whom and why.

Competitors are ids of people or of fixed pairs; nights are numbered in the order in which they were held.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING

from tournaments.standings.schemes import Scheme

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

CRITERIA = ("total", "best_night", "nights", "first_places")
"""By what a series ranks, first to last, the most of each first. Who is equal in all of them shares the rank."""


@dataclass(frozen=True, slots=True)
class NightResult:
    """How an entry that played ended a night: for whom that counts, its rank there, and the figure that may count."""

    competitors: tuple[int, ...]
    rank: int
    figure: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class Night:
    """A night of the series, with a result for each entry that was at a table."""

    number: int
    results: tuple[NightResult, ...]


@dataclass(frozen=True, slots=True)
class SeriesRules:
    """How a series counts: ``best`` nights of each (None: all), and a rank for who has played at least ``least``."""

    scheme: Scheme = Scheme()  # noqa: RUF009 - frozen
    best: int | None = None
    least: int = 1


@dataclass(frozen=True, slots=True)
class NightLine:
    """What a night gave to somebody: the place among the entries that played, and whether its points count."""

    night: int
    place: int
    sharing: int
    field: int
    points: Fraction
    counts: bool = True


@dataclass(frozen=True, slots=True)
class SeriesSeparation:
    """What puts a row above the next one: the first criterion in which they differ."""

    criterion: str
    value: Fraction
    next: Fraction


@dataclass(frozen=True, slots=True)
class SeriesRow:
    """A competitor's row; ``lines`` in the order of the nights. ``rank`` is None below the least number of nights.

    ``separation`` is None inside a tie, in the last ranked row and in those without a rank.
    """

    competitor: int
    rank: int | None
    shared: bool
    values: Mapping[str, Fraction]
    lines: tuple[NightLine, ...]
    separation: SeriesSeparation | None = None

    @property
    def label(self) -> str:
        """The rank as it is shown: ``2``, or ``2=`` when it is shared, or a dash."""
        if self.rank is None:
            return "-"
        return f"{self.rank}=" if self.shared else str(self.rank)


def compute_series(nights: Iterable[Night], rules: SeriesRules) -> tuple[SeriesRow, ...]:
    """Return a row for everybody who has played a night, best first; then those without a rank, in the same order.

    Who is level comes in ascending order of competitor. The order of the nights given changes nothing: they go by their
    numbers, each of which may stand there once.
    """
    lines: dict[int, list[NightLine]] = {}
    for night in sorted(nights, key=lambda night: night.number):
        for competitor, line in _lines_of(night, rules.scheme).items():
            lines.setdefault(competitor, []).append(line)
    rows = [_row(competitor, _counted(of_one, rules.best)) for competitor, of_one in lines.items()]
    rows.sort(key=lambda row: (*(-value for value in _standing(row)), row.competitor))
    ranked = [row for row in rows if len(row.lines) >= rules.least]
    return (*_ranked(ranked), *(row for row in rows if len(row.lines) < rules.least))


def _lines_of(night: Night, scheme: Scheme) -> dict[int, NightLine]:
    """Return what a night gives to each; to who was in two entries, the better of both."""
    ranks = Counter(result.rank for result in night.results)
    field = len(night.results)
    lines: dict[int, NightLine] = {}
    for result in night.results:
        place = 1 + sum(count for rank, count in ranks.items() if rank < result.rank)
        sharing = ranks[result.rank]
        line = NightLine(night.number, place, sharing, field, scheme.award(place, sharing, field, result.figure))
        for competitor in result.competitors:
            had = lines.get(competitor)
            if had is None or (line.points, -line.place) > (had.points, -had.place):
                lines[competitor] = line
    return lines


def _counted(lines: list[NightLine], best: int | None) -> tuple[NightLine, ...]:
    """Return the lines with the best of them counting; of equal ones, the earlier night counts."""
    if best is None or len(lines) <= best:
        return tuple(lines)
    kept = {line.night for line in sorted(lines, key=lambda line: (-line.points, line.night))[:best]}
    return tuple(replace(line, counts=line.night in kept) for line in lines)


def _row(competitor: int, lines: tuple[NightLine, ...]) -> SeriesRow:
    values = {
        "total": sum((line.points for line in lines if line.counts), Fraction(0)),
        "best_night": max(line.points for line in lines),
        "nights": Fraction(len(lines)),
        "first_places": Fraction(sum(line.place == 1 for line in lines)),
    }
    return SeriesRow(competitor, None, shared=False, values=values, lines=lines)


def _standing(row: SeriesRow) -> tuple[Fraction, ...]:
    return tuple(row.values[criterion] for criterion in CRITERIA)


def _ranked(rows: list[SeriesRow]) -> list[SeriesRow]:
    groups = [list(group) for _values, group in groupby(rows, key=_standing)]
    ranked: list[SeriesRow] = []
    for group, below in zip(groups, [*groups, []][1:], strict=True):
        rank = len(ranked) + 1
        ranked += [replace(row, rank=rank, shared=len(group) > 1) for row in group]
        if below:
            ranked[-1] = replace(ranked[-1], separation=_separation(group[0], below[0]))
    return ranked


def _separation(row: SeriesRow, below: SeriesRow) -> SeriesSeparation:
    criterion = next(key for key in CRITERIA if row.values[key] != below.values[key])
    return SeriesSeparation(criterion, row.values[criterion], below.values[criterion])
