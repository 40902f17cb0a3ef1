"""The table of a series as its nights stand now: ranks, the nights of each, which count, and what separates whom."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from gameplay.errors import gettext_noop
from tournaments.models import Series
from tournaments.names import sort_key
from tournaments.selectors.figures import shown
from tournaments.selectors.names import joined, player_names
from tournaments.selectors.series import nights_of, rules_of_series
from tournaments.selectors.series_nights import SeriesNight, read_nights
from tournaments.standings.series import Night, NightLine, NightResult, SeriesRow, SeriesRules, compute_series

Members = tuple[int, ...]
"""The players of a competitor: one, or the two of a fixed pair."""
LABELS = {
    "total": gettext_noop("Total"),
    "best_night": gettext_noop("Best night"),
    "nights": gettext_noop("Nights"),
    "first_places": gettext_noop("First places"),
}


@dataclass(frozen=True, slots=True)
class LineView:
    """What one night gave to somebody; ``shown`` are the points."""

    night: SeriesNight
    line: NightLine

    @property
    def place(self) -> str:
        """The place as it is shown: ``2``, or ``2=`` when it is shared."""
        return f"{self.line.place}=" if self.line.sharing > 1 else str(self.line.place)

    @property
    def shown(self) -> str:
        """The points."""
        return shown(self.line.points)


@dataclass(frozen=True, slots=True)
class RowView:
    """Somebody's row; ``lines`` are the nights that they played in, ``cells`` all nights, None where they did not."""

    members: Members
    name: str
    row: SeriesRow
    lines: tuple[LineView, ...]
    cells: tuple[LineView | None, ...]

    @property
    def rank(self) -> str:
        """The rank as it is shown."""
        return self.row.label

    @property
    def figures(self) -> dict[str, str]:
        """The values that rank, as they are shown."""
        return {key: shown(value) for key, value in self.row.values.items()}

    @property
    def sum(self) -> str:
        """The points that count as a sum that anybody can check, such as ``10 + 8 + 6.5``."""
        counting = [one.shown for one in self.lines if one.line.counts]
        return " + ".join(points if not points.startswith("-") else f"({points})" for points in counting)

    @property
    def separated_by(self) -> tuple[str, str, str] | None:
        """What puts it above the next row: the criterion's label in English, its value and the next one's."""
        found = self.row.separation
        return None if found is None else (LABELS[found.criterion], shown(found.value), shown(found.next))


@dataclass(frozen=True, slots=True)
class SeriesTable:
    """A series with its nights and rows; those without a rank come last."""

    series: Series
    rules: SeriesRules
    nights: tuple[SeriesNight, ...]
    rows: tuple[RowView, ...]
    names: Mapping[Members, str]

    @property
    def ranked(self) -> list[RowView]:
        """The rows with a rank."""
        return [row for row in self.rows if row.row.rank is not None]

    @property
    def unranked(self) -> list[RowView]:
        """The rows of those who have played too few nights."""
        return [row for row in self.rows if row.row.rank is None]

    @property
    def version(self) -> str:
        """How often the series was changed, and the versions of its nights added up: both only grow."""
        return f"{self.series.version}.{sum(night.version for night in self.nights)}"

    @property
    def final_nights(self) -> int:
        """How many of the nights have final standings."""
        return sum(night.is_final for night in self.nights)

    @property
    def is_provisional(self) -> bool:
        """Whether the standings of a night are not final, so that ranks may change."""
        return self.final_nights < len(self.nights)


def table_of(series: Series) -> SeriesTable:
    """Return the table of a series."""
    rules = rules_of_series(series)
    nights = read_nights(nights_of(series))
    competing = {members for night in nights for members in _competing(series, night)}
    names = player_names({player for members in competing for player in members}, series.club_id)
    told = {members: joined(members, names) for members in competing}
    # Those who are level stand in the order of their names.
    competitors = sorted(competing, key=lambda members: (sort_key(told[members]), members))
    numbers = {members: number for number, members in enumerate(competitors)}
    rows = compute_series([_night(series, night, numbers, rules) for night in nights], rules)
    by_number = {night.number: night for night in nights}
    return SeriesTable(
        series=series,
        rules=rules,
        nights=tuple(nights),
        rows=tuple(_view(row, competitors[row.competitor], told, by_number) for row in rows),
        names=told,
    )


def _competing(series: Series, night: SeriesNight) -> list[Members]:
    return [one for result in night.results for one in _competitors(series, result.members)]


def _competitors(series: Series, members: Members) -> list[Members]:
    if series.counted_by == Series.CountedBy.PARTNERSHIP:
        return [tuple(sorted(members))]
    return [(member,) for member in members]


def _night(series: Series, night: SeriesNight, numbers: Mapping[Members, int], rules: SeriesRules) -> Night:
    results = tuple(
        NightResult(
            tuple(numbers[one] for one in _competitors(series, result.members)),
            result.rank,
            result.figures.get(rules.scheme.figure, Fraction(0)),
        )
        for result in night.results
    )
    return Night(night.number, results)


def _view(row: SeriesRow, members: Members, names: Mapping[Members, str], nights: Mapping[int, SeriesNight]) -> RowView:
    lines = {line.night: LineView(nights[line.night], line) for line in row.lines}
    return RowView(members, names[members], row, tuple(lines.values()), tuple(map(lines.get, nights)))
