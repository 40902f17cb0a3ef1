"""What is left of the results where somebody withdrew before half of its tables: as if it had never been entered."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING

from tournaments.standings.results import SitOut, SitOutKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from fractions import Fraction

    from tournaments.standings.results import TableResult


def cancelled_entries(
    tables: Sequence[TableResult], withdrawn: Iterable[int], planned: Fraction | None
) -> frozenset[int]:
    """Return who withdrew before half of the planned tables; nobody if nobody can say how many were planned."""
    if planned is None:
        return frozenset()
    had = Counter(entry for table in tables for entry in chain.from_iterable(table.sides) if table.is_played)
    return frozenset(entry for entry in withdrawn if had[entry] * 2 < planned)


def without(
    cancelled: frozenset[int], tables: Sequence[TableResult], sit_outs: Iterable[SitOut]
) -> tuple[list[TableResult], list[SitOut]]:
    """Return the tables and sit-outs that count still.

    Who met a cancelled entry sat out instead, and so has what those have who would have met it later. At a table of
    more than two entries the result was not the cancelled one's alone, so it stays.
    """
    kept: list[TableResult] = []
    left = [sit_out for sit_out in sit_outs if sit_out.entry not in cancelled]
    for table in tables:
        members = tuple(chain.from_iterable(table.sides))
        if len(members) > 2 or cancelled.isdisjoint(members):
            kept.append(table)
            continue
        left += [SitOut(table.round, one, SitOutKind.CANCELLED) for one in members if one not in cancelled]
    return kept, left
