"""Which table a meeting gets, and who sits NS there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.movements.swiss.field import in_units

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tournaments.movements.orientation import Meeting
    from tournaments.movements.swiss.field import Contender, Field


def at_tables(field: Field, meetings: Iterable[tuple[int, int]]) -> tuple[Meeting, ...]:
    """Return the meetings in the order of the tables, the highest at table 1, each NS first."""
    place = {contender.entrant: here for here, contender in enumerate(field.contenders)}
    units, _ = in_units(contender.score for contender in field.contenders)
    ordered = [sorted(map(place.__getitem__, meeting)) for meeting in meetings]
    ordered.sort(key=lambda meeting: (-units[meeting[0]], -units[meeting[1]], meeting[0]))
    return tuple(
        _turned(field.contenders[one], field.contenders[other], high_is_north=(table + field.number) % 2 == 0)
        for table, (one, other) in enumerate(ordered, start=1)
    )


def _turned(high: Contender, low: Contender, *, high_is_north: bool) -> Meeting:
    """Turn a meeting: NS is who has been NS less, or else was EW last; of two alike the higher every second time."""
    ours, theirs = (high.balance, high.last_side), (low.balance, low.last_side)
    north = high_is_north if ours == theirs else ours < theirs
    return (high.entrant, low.entrant) if north else (low.entrant, high.entrant)
