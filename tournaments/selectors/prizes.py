"""Who is read out when the prizes are given: the first places of the standings, with all who share one."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from tournaments.selectors.standings import StandingRow, Standings


@dataclass(frozen=True, slots=True)
class PrizePlace:
    """A place with the entries that hold it, more than one where they are equal in everything that counts."""

    number: int
    rows: tuple[StandingRow, ...]

    @property
    def is_shared(self) -> bool:
        """Whether more than one entry holds it."""
        return len(self.rows) > 1


def prize_places(standings: Standings, most: int) -> list[PrizePlace]:
    """Return the places from the first to number ``most``, best first.

    Shared places leave gaps, as in the standings: after two seconds comes the fourth. There are none while no table
    counts, for then everybody would share the first one.
    """
    if not any(row.tables_played for row in standings.rows):
        return []
    ranked = [(int(number), row) for row in standings.rows if (number := row.rank.rstrip("=")).isdecimal()]
    places = groupby(ranked, key=lambda of_row: of_row[0])
    return [PrizePlace(number, tuple(row for _number, row in rows)) for number, rows in places if number <= most]
