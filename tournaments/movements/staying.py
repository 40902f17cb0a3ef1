"""Tables numbered so that those who are to stay keep theirs from round to round; nobody meets anybody else for it.

``draw.stays`` {entrant, table}: keeps its table. ``draw.sits_fixed`` {entrant, table}: sits at the table that was fixed
for it. ``draw.staying_meet`` {entrants, table}: several who are to stay meet; a table that was fixed goes before one
that is merely kept, then the lower number counts, and the others come to it for this round. ``draw.off_rank``
{entrant, table, due}: sits at its table, though where the table is the rank it was due at another.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING

from gameplay.errors import Invalid, gettext_noop
from tournaments.movements.schedule import Remark

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from tournaments.movements.schedule import RoundPlan, TablePlan

STAYING_REASON_CODES = ("draw.stays", "draw.sits_fixed", "draw.staying_meet", "draw.off_rank")
MOST_TABLES = 1000
"""The highest number that a table can be fixed at."""


class TableFixedTwice(Invalid):
    code = "arrangement.table_fixed_twice"
    template = gettext_noop(
        "%(one)s and %(other)s cannot both sit at table %(table)s in every round: they would have to meet each time. "
        "Give one of them another table."
    )


def keep_tables(
    plan: RoundPlan,
    staying: Sequence[int],
    played: Iterable[RoundPlan],
    fixed: Mapping[int, int] | None = None,
    *,
    is_rank: bool = False,
) -> tuple[RoundPlan, tuple[Remark, ...]]:
    """Return the round with the tables numbered anew, and what there is to say about it.

    ``fixed`` are entrants with the number of their table, each number once. Who stays keeps the first table that it had
    and nobody before it has, also where there are fewer tables now; whoever has none yet gets the lowest free one. The
    other tables have the lowest numbers that are left, in the order in which they came. ``is_rank``: does a table's
    number say how its entrants stand?
    """
    fixed = fixed or {}
    staying = [*fixed, *(entrant for entrant in staying if entrant not in fixed)]
    homes = homes_of(staying, list(played), fixed)
    numbers: dict[int, int] = {}
    for place, table in enumerate(plan.tables):
        own = [homes[entrant] for entrant in table.entrants if entrant in homes]
        first = [homes[entrant] for entrant in table.entrants if entrant in fixed]
        if own:
            numbers[place] = min(first or own)
    taken = set(numbers.values())
    waiting = [place for place in range(len(plan.tables)) if place not in numbers]
    waiting.sort(key=lambda place: set(staying).isdisjoint(plan.tables[place].entrants))
    free = (number for number in count(1) if number not in taken)
    numbers.update(zip(waiting, free, strict=False))
    tables = [replace(table, number=numbers[place]) for place, table in enumerate(plan.tables)]
    tables.sort(key=lambda table: table.number)
    remarks = list(_remarks(tables, staying, fixed))
    if is_rank:
        due = {entrant: table.number for table in plan.tables for entrant in table.entrants}
        remarks += _off_rank(tables, staying, due)
    return replace(plan, tables=tuple(tables)), tuple(remarks)


def homes_of(staying: Sequence[int], played: Sequence[RoundPlan], fixed: Mapping[int, int]) -> dict[int, int]:
    """Return the table of each who is to stay and has one: the fixed one, else the first that was nobody else's."""
    homes = dict(fixed)
    for entrant in staying:
        if entrant in homes:
            continue
        for plan in played:
            number = next((table.number for table in plan.tables if entrant in table.entrants), None)
            if number is not None and number not in homes.values():
                homes[entrant] = number
                break
    return homes


def away_from_home(plan: RoundPlan, homes: Mapping[int, int]) -> Iterator[tuple[int, int, int]]:
    """Yield who sits at another table than its own, that table, and its own; not where it meets another at home there.

    >>> from tournaments.movements.schedule import RoundPlan, TablePlan
    >>> plan = RoundPlan(2, (TablePlan(1, ((4,), (5,))), TablePlan(2, ((6,), (7,)))))
    >>> list(away_from_home(plan, {5: 1, 6: 1}))
    [(6, 2, 1)]
    """
    for table in plan.tables:
        held = [entrant for entrant in table.entrants if entrant in homes]
        if all(homes[entrant] != table.number for entrant in held):
            yield from ((entrant, table.number, homes[entrant]) for entrant in held)


def _remarks(tables: Sequence[TablePlan], staying: Sequence[int], fixed: Mapping[int, int]) -> Iterator[Remark]:
    for table in tables:
        held = [entrant for entrant in staying if entrant in table.entrants]
        if len(held) > 1:
            yield Remark("draw.staying_meet", {"entrants": held[:2], "table": table.number})
        elif held:
            code = "draw.sits_fixed" if held[0] in fixed else "draw.stays"
            yield Remark(code, {"entrant": held[0], "table": table.number})


def _off_rank(tables: Sequence[TablePlan], staying: Sequence[int], due: Mapping[int, int]) -> Iterator[Remark]:
    for table in tables:
        for entrant in staying:
            if entrant in table.entrants and due[entrant] != table.number:
                yield Remark("draw.off_rank", {"entrant": entrant, "table": table.number, "due": due[entrant]})
