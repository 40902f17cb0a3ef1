"""How entries are separated: one criterion after the other, each on the whole group that is still level.

A tied group is resolved as a group, never two by two, so that a circle (A beat B, B beat C, C beat A) stays a tie.
Head to head is a small table of the tables among the tied, and only if all of them met equally often; if it separates
some, it begins again inside each group that is left. Nothing is ever decided by chance.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING

from tournaments.standings.rules import HEAD_TO_HEAD, Criterion, Direction

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tournaments.standings.results import TableResult


@dataclass(frozen=True, slots=True)
class Separation:
    """Why a group stands above the next: the criterion, the two values, and the entries it was applied to."""

    key: str
    value: Fraction
    next_value: Fraction
    among: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TiedGroup:
    """Entries that nothing separates, and what separates them from the group below; None for the last group."""

    entries: tuple[int, ...]
    separation: Separation | None = None


@dataclass(frozen=True, slots=True)
class Separator:
    """Separates groups by the given values (metrics by entry) and tables (those of each entry)."""

    values: Mapping[int, Mapping[str, Fraction]]
    tables: Mapping[int, Sequence[TableResult]]

    def split(self, entries: Sequence[int], criteria: Sequence[Criterion]) -> list[TiedGroup]:
        """Return the entries in groups, best first; entries of a group in ascending order."""
        level = tuple(sorted(entries))
        if len(level) == 1 or not criteria:
            return [TiedGroup(level)]
        criterion, *later = criteria
        scores = self._scores(level, criterion)
        ranked = sorted(set(scores.values()), reverse=criterion.direction is Direction.MOST)
        restart = criterion.key == HEAD_TO_HEAD and len(ranked) > 1
        groups: list[TiedGroup] = []
        for place, score in enumerate(ranked):
            part = self.split([entry for entry in level if scores[entry] == score], criteria if restart else later)
            if place + 1 < len(ranked):
                separation = Separation(criterion.key, score, ranked[place + 1], level)
                part[-1] = TiedGroup(part[-1].entries, separation)
            groups.extend(part)
        return groups

    def _scores(self, level: tuple[int, ...], criterion: Criterion) -> dict[int, Fraction]:
        if criterion.key == HEAD_TO_HEAD:
            return self._mini_table(level, criterion)
        return {entry: self.values[entry][criterion.key] for entry in level}

    def _mini_table(self, level: tuple[int, ...], criterion: Criterion) -> dict[int, Fraction]:
        """Return what each has from tables against the others; all level if they did not meet equally often."""
        scores = dict.fromkeys(level, Fraction(0))
        met: Counter[tuple[int, int]] = Counter()
        for entry in level:
            for table in self.tables.get(entry, ()):
                facing = [other for side in table.sides if entry not in side for other in side if other in scores]
                met.update((entry, other) for other in facing)
                if facing:
                    scores[entry] += table.tally(_side_of(entry, table), criterion.by)
        times = {met[pair] for pair in combinations(level, 2)}
        return scores if len(times) == 1 else dict.fromkeys(level, Fraction(0))


def _side_of(entry: int, table: TableResult) -> int:
    return next(side for side, members in enumerate(table.sides) if entry in members)
