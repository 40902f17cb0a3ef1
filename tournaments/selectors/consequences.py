"""What a change makes of the standings: old and new, for each entry that it touches."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.selectors.standings import StandingRow, Standings

FIGURES = ("table_points", "games_won", "points")


@dataclass(frozen=True, slots=True)
class Figures:
    """Where an entry stands: its rank as it is shown, and what it has."""

    rank: str
    table_points: str
    games_won: str
    points: str


@dataclass(frozen=True, slots=True)
class EntryConsequence:
    """An entry whose line in the standings changes."""

    entry_id: int
    entry_number: int
    entry_name: str
    before: Figures
    after: Figures


@dataclass(frozen=True, slots=True)
class Consequences:
    """What would change, on the results of ``version``: whoever confirms it names that version."""

    version: int
    entries: tuple[EntryConsequence, ...]


def compare(before: Standings, after: Standings) -> Consequences:
    """Return what lies between two standings of one tournament, in the order of the new ones."""
    old = {row.entry_id: _figures(row) for row in before.rows}
    changed = [
        EntryConsequence(row.entry_id, row.entry_number, row.entry_name, old[row.entry_id], _figures(row))
        for row in after.rows
        if row.entry_id in old and old[row.entry_id] != _figures(row)
    ]
    return Consequences(before.version, tuple(changed))


def _figures(row: StandingRow) -> Figures:
    shown = {value.key: value.shown for value in row.values}
    return Figures(row.rank, *(shown[key] for key in FIGURES))
