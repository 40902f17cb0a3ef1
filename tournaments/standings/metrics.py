"""What each entry has: tallies over its tables, the worth of its sit-outs, adjustments, and what follows from them."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from tournaments.standings.results import Adjustment, SitOut, TableResult, TallyKey
from tournaments.standings.rules import SitOutWorth, StandingRules

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

Tally = dict[TallyKey, Fraction]
NOTHING = Fraction(0)


@dataclass(frozen=True, slots=True)
class Parts:
    """What a tally is made up of."""

    tables: Fraction = NOTHING
    sit_outs: Fraction = NOTHING
    adjustments: Fraction = NOTHING

    @property
    def total(self) -> Fraction:
        """The value that counts."""
        return self.tables + self.sit_outs + self.adjustments


@dataclass(frozen=True, slots=True)
class EntryMetrics:
    """An entry's tallies with their parts. ``tables_played`` leaves forfeits out."""

    entry: int
    parts: Mapping[TallyKey, Parts]
    tables_played: int
    sit_outs: int

    @property
    def values(self) -> dict[str, Fraction]:
        """Every metric by its key."""
        values = {key.value: parts.total for key, parts in self.parts.items()}
        values["net_points"] = values[TallyKey.POINTS] - values[TallyKey.POINTS_AGAINST]
        values["tables_played"] = Fraction(self.tables_played)
        values["sit_outs"] = Fraction(self.sit_outs)
        return values


class _Heap:
    """What is to be added up. Nearly all of it is whole, and whole numbers add up many times faster than fractions."""

    __slots__ = ("parts", "whole")

    def __init__(self) -> None:
        self.whole = dict.fromkeys(TallyKey, 0)
        self.parts: dict[TallyKey, Fraction] = {}

    def add(self, table: TableResult, side: int) -> None:
        """Add what the side has from the table."""
        for key in TallyKey:
            value = table.tally(side, key)
            if value.denominator == 1:
                self.whole[key] += value.numerator
            else:
                self.parts[key] = self.parts.get(key, NOTHING) + value

    def total(self) -> Tally:
        """Return the exact sums."""
        return {key: whole + self.parts.get(key, NOTHING) for key, whole in self.whole.items()}


def measure_entries(
    entries: Sequence[int],
    tables: Iterable[TableResult],
    sit_outs: Iterable[SitOut] = (),
    adjustments: Iterable[Adjustment] = (),
    rules: StandingRules = StandingRules(),  # noqa: B008 - frozen, and every field of it is
) -> dict[int, EntryMetrics]:
    """Return the metrics of each entry.

    Raises KeyError if a table, sit-out or adjustment is of an entry that is not among ``entries``.
    """
    tables = tuple(tables)
    played = {entry: _Heap() for entry in entries}
    forfeited = {entry: _Heap() for entry in entries}
    adjusted = {entry: _empty() for entry in entries}
    counts: Counter[int] = Counter()
    for table in tables:
        for side, members in enumerate(table.sides):
            for entry in members:
                counts[entry] += table.is_played
                (played if table.is_played else forfeited)[entry].add(table, side)
    for adjustment in adjustments:
        adjusted[adjustment.entry][adjustment.metric] += adjustment.amount
    own = {entry: heap.total() for entry, heap in played.items()}
    awarded = {entry: heap.total() for entry, heap in forfeited.items()}
    worth = _sit_out_worth(rules, tables, {entry: _mean(tally, counts[entry]) for entry, tally in own.items()})
    idle = {entry: _empty() for entry in entries}
    missed: Counter[int] = Counter()
    for sit_out in sit_outs:
        missed[sit_out.entry] += 1
        for key, value in worth(sit_out).items():
            idle[sit_out.entry][key] += value
    return {
        entry: EntryMetrics(
            entry,
            {
                key: Parts(own[entry][key] + awarded[entry][key], idle[entry][key], adjusted[entry][key])
                for key in TallyKey
            },
            counts[entry],
            missed[entry],
        )
        for entry in entries
    }


def _sit_out_worth(
    rules: StandingRules, tables: Sequence[TableResult], averages: Mapping[int, Tally]
) -> Callable[[SitOut], Mapping[TallyKey, Fraction]]:
    """Return what says how much a sit-out is worth."""
    policy = rules.sit_out
    fixed: Mapping[TallyKey, Fraction] = {}
    if policy.worth is SitOutWorth.OWN_AVERAGE:
        return lambda sit_out: averages[sit_out.entry]
    if policy.worth is SitOutWorth.ROUND_WINNERS_AVERAGE:
        winners = _winners_averages(tables)
        return lambda sit_out: winners.get(sit_out.round, fixed)
    if policy.worth is SitOutWorth.WIN:
        fixed = {TallyKey.TABLE_POINTS: rules.table_points.win, TallyKey.GAMES_WON: Fraction(1), **policy.values}
    elif policy.worth is SitOutWorth.FIXED:
        fixed = policy.values
    return lambda _: fixed


def _winners_averages(tables: Iterable[TableResult]) -> dict[int, Tally]:
    """Return by round what the winning sides of its played tables had on average; a shared win counts for each side."""
    heaps: dict[int, _Heap] = defaultdict(_Heap)
    counts: Counter[int] = Counter()
    for table in tables:
        best = max(table.table_points)
        for side, points in enumerate(table.table_points):
            if table.is_played and points == best:
                heaps[table.round].add(table, side)
                counts[table.round] += 1
    return {number: _mean(heap.total(), counts[number]) for number, heap in heaps.items()}


def _empty() -> Tally:
    return dict.fromkeys(TallyKey, NOTHING)


def _mean(tally: Tally, count: int) -> Tally:
    return {key: value / count if count else NOTHING for key, value in tally.items()}
