"""Tables numbered so that those who are to stay keep theirs from round to round; nobody meets anybody else for it.

``draw.stays`` {entrant, table}: keeps its table. ``draw.staying_meet`` {entrants, table}: several who are to stay meet;
the one with the lower table keeps it, the others come to it for this round.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING

from tournaments.movements.schedule import Remark

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tournaments.movements.schedule import RoundPlan, TablePlan

STAYING_REASON_CODES = ("draw.stays", "draw.staying_meet")


def keep_tables(
    plan: RoundPlan, staying: Sequence[int], played: Iterable[RoundPlan]
) -> tuple[RoundPlan, tuple[Remark, ...]]:
    """Return the round with the tables numbered anew, and what there is to say about it.

    Who stays keeps the first table that it had and nobody before it in ``staying`` has, also where there are fewer
    tables now; whoever has none yet gets the lowest free one. The other tables have the lowest numbers that are left,
    in the order in which they came.
    """
    homes = _homes(staying, list(played))
    numbers: dict[int, int] = {}
    for place, table in enumerate(plan.tables):
        own = [homes[entrant] for entrant in table.entrants if entrant in homes]
        if own:
            numbers[place] = min(own)
    taken = set(numbers.values())
    waiting = [place for place in range(len(plan.tables)) if place not in numbers]
    waiting.sort(key=lambda place: set(staying).isdisjoint(plan.tables[place].entrants))
    free = (number for number in count(1) if number not in taken)
    numbers.update(zip(waiting, free, strict=False))
    tables = [replace(table, number=numbers[place]) for place, table in enumerate(plan.tables)]
    tables.sort(key=lambda table: table.number)
    return replace(plan, tables=tuple(tables)), tuple(_remarks(tables, staying))


def _homes(staying: Sequence[int], played: Sequence[RoundPlan]) -> dict[int, int]:
    homes: dict[int, int] = {}
    for entrant in staying:
        for plan in played:
            number = next((table.number for table in plan.tables if entrant in table.entrants), None)
            if number is not None and number not in homes.values():
                homes[entrant] = number
                break
    return homes


def _remarks(tables: Sequence[TablePlan], staying: Sequence[int]) -> Iterator[Remark]:
    for table in tables:
        held = [entrant for entrant in staying if entrant in table.entrants]
        if len(held) > 1:
            yield Remark("draw.staying_meet", {"entrants": held[:2], "table": table.number})
        elif held:
            yield Remark("draw.stays", {"entrant": held[0], "table": table.number})
