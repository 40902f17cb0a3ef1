"""The standings: ranks, shared ones with gaps (1, 2=, 2=, 4), with each value and what separates each from the next."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from tournaments.standings.metrics import EntryMetrics, Parts, measure_entries
from tournaments.standings.rules import StandingRules
from tournaments.standings.tie_breaks import Separation, Separator

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from fractions import Fraction

    from tournaments.standings.results import Adjustment, SitOut, TableResult, TallyKey


@dataclass(frozen=True, slots=True)
class Standing:
    """A row. ``values`` has every metric by key, ``parts`` what each tally is made up of.

    ``separation`` says what puts the entry above the next row; it is None if they share the rank and for the last row.
    """

    entry: int
    rank: int
    shared: bool
    values: Mapping[str, Fraction]
    parts: Mapping[TallyKey, Parts]
    tables_played: int
    sit_outs: int
    separation: Separation | None

    @property
    def label(self) -> str:
        """The rank as it is shown: ``2``, or ``2=`` when it is shared."""
        return f"{self.rank}=" if self.shared else str(self.rank)


def compute_standings(
    entries: Sequence[int],
    tables: Iterable[TableResult],
    sit_outs: Iterable[SitOut] = (),
    adjustments: Iterable[Adjustment] = (),
    rules: StandingRules = StandingRules(),  # noqa: B008 - frozen, and every field of it is
) -> tuple[Standing, ...]:
    """Return a row for each entry, best first, those who share a rank in ascending order of entry.

    Only finished tables go in. The order in which anything is given changes nothing.
    Raises KeyError if a table, sit-out or adjustment is of an entry that is not among ``entries``.
    """
    tables = tuple(tables)
    metrics = measure_entries(entries, tables, sit_outs, adjustments, rules)
    tables_of = defaultdict(list)
    for table in tables:
        for entry in chain.from_iterable(table.sides):
            tables_of[entry].append(table)
    separator = Separator({entry: measured.values for entry, measured in metrics.items()}, tables_of)
    rows: list[Standing] = []
    for group in separator.split(entries, rules.criteria) if entries else ():
        rank = len(rows) + 1
        last = group.entries[-1]
        for entry in group.entries:
            separation = group.separation if entry == last else None
            rows.append(_row(metrics[entry], rank, shared=len(group.entries) > 1, separation=separation))
    return tuple(rows)


def _row(metrics: EntryMetrics, rank: int, *, shared: bool, separation: Separation | None) -> Standing:
    return Standing(
        entry=metrics.entry,
        rank=rank,
        shared=shared,
        values=metrics.values,
        parts=metrics.parts,
        tables_played=metrics.tables_played,
        sit_outs=metrics.sit_outs,
        separation=separation,
    )
