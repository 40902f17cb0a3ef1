"""From places to tables: who sits where, on which boards, and who deals or opens first.

A plan speaks of places; here they get the entrants, and the phantom of an odd number none. Its table is not laid: it is
the last one, so that the others are numbered from 1 without a gap, and whoever is to sit there sits out.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Literal

from tournaments.movements.orientation import level_sides
from tournaments.movements.schedule import TablePlan
from tournaments.movements.seating import count_sides, seat_rounds

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tournaments.movements.orientation import Meeting
    from tournaments.movements.schedule import RoundPlan

Free = Literal["none", "staying", "all"]
"""Whose sides are to be levelled: nobody's, those at the tables where somebody stays, or everybody's."""


@dataclass(frozen=True, slots=True)
class Row:
    """A table in a round, by places, with the numbers (from 0) of the sets of boards that it plays."""

    north: int
    east: int
    sets: tuple[int, ...]

    def turned(self) -> Row:
        """Return the table with the sides changed."""
        return Row(self.east, self.north, self.sets)


@dataclass(frozen=True, slots=True)
class Places:
    """Who has which place; the last one is the phantom's, if it is None. From ``movers`` on are those who stay."""

    holders: tuple[int | None, ...]
    movers: int

    @property
    def staying(self) -> tuple[int, ...]:
        """Those who stay."""
        return tuple(holder for holder in self.holders[self.movers :] if holder is not None)

    @property
    def has_phantom(self) -> bool:
        """Whether the number is odd."""
        return self.holders[-1] is None

    def is_staying(self, row: Row) -> bool:
        """Whether one of the table's two stays."""
        return max(row.north, row.east) >= self.movers


def give_places(entrants: Sequence[int], stationary: Sequence[int], movers: int) -> Places:
    """Return the places of all in entry order, the stationary among those who stay; an odd number has a phantom."""
    free = [entrant for entrant in entrants if entrant not in stationary]
    return Places((*free, *stationary, *([None] * (len(entrants) % 2))), movers)


def lay_out(rounds: Sequence[Sequence[Row]], places: Places, *, free: Free, boards: int) -> tuple[RoundPlan, ...]:
    """Return the rounds. ``boards`` are those that a table plays in a round; none for 0.

    The rows of each round are in table order, cyclic order being kept where the phantom's table is not the last.
    """
    laid = [_laid(rows, places) for rows in rounds]
    outs = [tuple(_out(rows, places)) for rows in rounds]
    meetings = [tuple(_meeting(row, places) for row in rows) for rows in laid]
    meetings = _levelled(meetings, [[free == "all" or places.is_staying(row) for row in rows] for rows in laid], free)
    bare = seat_rounds(meetings, outs)
    if any(abs(balance) > 1 for balance in count_sides(bare).values()):
        bare = seat_rounds(meetings, outs, firsts=level_sides(meetings))
    return tuple(
        replace(plan, tables=tuple(map(partial(_with_boards, boards), plan.tables, rows)))
        for plan, rows in zip(bare, laid, strict=True)
    )


def _laid(rows: Sequence[Row], places: Places) -> list[Row]:
    """Return the tables that are laid, beginning after the phantom's."""
    last = len(places.holders) - 1
    if not places.has_phantom:
        return list(rows)
    begin = next(index for index, row in enumerate(rows) if last in (row.north, row.east))
    return [*rows[begin + 1 :], *rows[:begin]]


def _out(rows: Sequence[Row], places: Places) -> Iterator[int]:
    for row in rows:
        if None in (places.holders[row.north], places.holders[row.east]):
            yield from (holder for place in (row.north, row.east) if (holder := places.holders[place]) is not None)


def _meeting(row: Row, places: Places) -> Meeting:
    north, east = places.holders[row.north], places.holders[row.east]
    assert north is not None
    assert east is not None
    return north, east


def _levelled(meetings: list[tuple[Meeting, ...]], is_free: list[list[bool]], free: Free) -> list[tuple[Meeting, ...]]:
    """Return the rounds with the free meetings turned so that, by themselves, they leave everybody level."""
    if free == "none":
        return meetings
    levelled = level_sides(
        [
            [meeting for meeting, turns in zip(plan, flags, strict=True) if turns]
            for plan, flags in zip(meetings, is_free, strict=True)
        ]
    )
    result = []
    for plan, flags, turned in zip(meetings, is_free, levelled, strict=True):
        following = iter(turned)
        result.append(tuple(next(following) if turns else meeting for meeting, turns in zip(plan, flags, strict=True)))
    return result


def _with_boards(boards: int, table: TablePlan, row: Row) -> TablePlan:
    """Return the table with the boards of its sets; of several sets it plays a part of each."""
    share = boards // len(row.sets)
    numbers = tuple(sorted(number * share + board for number in row.sets for board in range(1, share + 1)))
    return TablePlan(table.number, table.sides, table.first, numbers)
