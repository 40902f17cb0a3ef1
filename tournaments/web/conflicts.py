"""Posts that were not kept, in words, beside what is in the books."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from tournaments.selectors.desk import ConflictView, RoundView
from tournaments.selectors.tables import TableView
from tournaments.web.words import hand_at, record_words


@dataclass(frozen=True, slots=True)
class ConflictLine:
    """One post, and the hand that counts in its place; ``kept`` is empty if there is none."""

    table_id: int
    table: int
    leg: int
    number: int
    posted: str
    kept: str
    received_at: dt.datetime


def conflict_lines(view: RoundView) -> list[ConflictLine]:
    """Return the posts of a round that wait for the director."""
    tables = {table.table.number: table for table in view.tables}
    return [_line(conflict, tables[conflict.table]) for conflict in view.conflicts]


def _line(conflict: ConflictView, table: TableView) -> ConflictLine:
    kept = [
        hand_at(table, hand)
        for leg in table.progress.legs
        for hand in leg.game.hands
        if (leg.number, hand.number) == (conflict.leg, conflict.number)
    ]
    seats, sides = [seat.label for seat in table.seats], [side.label for side in table.sides]
    return ConflictLine(
        table_id=table.table.pk,
        table=conflict.table,
        leg=conflict.leg,
        number=conflict.number,
        posted=record_words(conflict.record, seats, sides),
        kept=kept[0] if kept else "",
        received_at=conflict.received_at,
    )
