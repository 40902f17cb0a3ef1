"""The standings: ranks, shared ones with gaps (1, 2=, 2=, 4), with each value and what separates each from the next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tournaments.standings.cancelling import cancelled_entries, without
from tournaments.standings.criteria import LAST_RESORTS, ROUNDS_SURVIVED, last_resort
from tournaments.standings.metrics import EntryMetrics, Parts, measure_entries
from tournaments.standings.opponents import SHARED, Opponents
from tournaments.standings.results import Circumstances
from tournaments.standings.rules import StandingRules
from tournaments.standings.survival import Survival
from tournaments.standings.tie_breaks import Comparison, Separation, Separator

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from fractions import Fraction

    from tournaments.standings.criteria import Criterion
    from tournaments.standings.results import Adjustment, SitOut, TableResult, TallyKey


@dataclass(frozen=True, slots=True)
class Standing:
    """A row. ``values`` has every metric by key, ``parts`` what each tally is made up of.

    ``separation`` says what puts the entry above the next row; it is None if they share the rank and for the last row.
    ``comparisons`` are those that were made only among the tied. Of a ``cancelled`` entry nothing counts: it stands
    below all others and has no rank.
    """

    entry: int
    rank: int
    shared: bool
    values: Mapping[str, Fraction]
    parts: Mapping[TallyKey, Parts]
    tables_played: int
    sit_outs: int
    separation: Separation | None
    forfeits: int = 0
    absences: int = 0
    comparisons: tuple[Comparison, ...] = ()
    cancelled: bool = False

    @property
    def label(self) -> str:
        """The rank as it is shown: ``2``, or ``2=`` when it is shared, or a dash."""
        if self.cancelled:
            return "-"
        return f"{self.rank}=" if self.shared else str(self.rank)


class Book:
    """All that the standings are worked out from, kept so that each value can be explained.

    Only finished tables go in. The order in which anything is given changes nothing, but for decisions.
    Raises KeyError if a table, sit-out or adjustment is of an entry that is not among ``entries``.
    """

    def __init__(
        self,
        entries: Sequence[int],
        tables: Iterable[TableResult],
        sit_outs: Iterable[SitOut] = (),
        adjustments: Iterable[Adjustment] = (),
        rules: StandingRules = StandingRules(),  # noqa: B008 - frozen, and every field of it is
        circumstances: Circumstances = Circumstances(),  # noqa: B008 - so is this one
    ) -> None:
        self.rules = rules
        self.adjustments = tuple(adjustments)
        tables, sit_outs = list(tables), list(sit_outs)
        self.cancelled: frozenset[int] = frozenset()
        if rules.cancel_withdrawn:
            self.cancelled = cancelled_entries(tables, circumstances.withdrawn, circumstances.planned_tables)
            tables, sit_outs = without(self.cancelled, tables, sit_outs)
        self.metrics = measure_entries(entries, tables, sit_outs, self.adjustments, rules)
        self.opponents = Opponents(self.metrics, self.adjustments, rules)
        self.criteria = _with_last_resorts(rules.criteria, circumstances)
        for criterion in self.criteria:
            if criterion.key in SHARED:
                for entry, metrics in self.metrics.items():
                    metrics.values[criterion.column] = self.opponents.value(entry, criterion)
        self.survival = Survival(self.metrics, circumstances.decisions)
        if rules.is_knockout:
            for entry, metrics in self.metrics.items():
                metrics.values[ROUNDS_SURVIVED] = self.survival.value(entry)
        self.rows = self._ranked(circumstances)
        self.row_of = {row.entry: row for row in self.rows}

    def _ranked(self, circumstances: Circumstances) -> tuple[Standing, ...]:
        separator = Separator(
            {entry: measured.values for entry, measured in self.metrics.items()},
            {entry: measured.meetings for entry, measured in self.metrics.items()},
            circumstances,
        )
        counted = [entry for entry in self.metrics if entry not in self.cancelled]
        groups = separator.split(counted, self.criteria) if counted else []
        compared: dict[int, list[Comparison]] = {}
        for comparison in separator.comparisons:
            for entry in comparison.among:
                compared.setdefault(entry, []).append(comparison)
        rows: list[Standing] = []
        for group in groups:
            rank = len(rows) + 1
            for entry in group.entries:
                separation = group.separation if entry == group.entries[-1] else None
                of_one = tuple(compared.get(entry, ()))
                rows.append(_row(self.metrics[entry], rank, len(group.entries) > 1, separation, of_one))
        rank = len(rows) + 1
        rows += [_row(self.metrics[entry], rank, shared=False, cancelled=True) for entry in sorted(self.cancelled)]
        return tuple(rows)


def compute_standings(
    entries: Sequence[int],
    tables: Iterable[TableResult],
    sit_outs: Iterable[SitOut] = (),
    adjustments: Iterable[Adjustment] = (),
    rules: StandingRules = StandingRules(),  # noqa: B008 - frozen, and every field of it is
    circumstances: Circumstances = Circumstances(),  # noqa: B008 - so is this one
) -> tuple[Standing, ...]:
    """Return a row for each entry, best first, those who share a rank in ascending order of entry.

    What may be given and what is raised is as for ``Book``.
    """
    return Book(entries, tables, sit_outs, adjustments, rules, circumstances).rows


def _with_last_resorts(criteria: tuple[Criterion, ...], circumstances: Circumstances) -> tuple[Criterion, ...]:
    """Return the order with what was decided at its end, unless it stands in it: nobody holds a cut for nothing."""
    named = {criterion.key for criterion in criteria}
    decided = {decision.kind.value for decision in circumstances.decisions}
    return (*criteria, *(last_resort(key) for key in LAST_RESORTS if key in decided - named))


def _row(
    metrics: EntryMetrics,
    rank: int,
    shared: bool,
    separation: Separation | None = None,
    comparisons: tuple[Comparison, ...] = (),
    *,
    cancelled: bool = False,
) -> Standing:
    return Standing(
        entry=metrics.entry,
        rank=rank,
        shared=shared,
        values=metrics.values,
        parts=metrics.parts,
        tables_played=metrics.tables_played,
        sit_outs=metrics.sit_outs,
        separation=separation,
        forfeits=metrics.forfeits,
        absences=metrics.absences,
        comparisons=comparisons,
        cancelled=cancelled,
    )
