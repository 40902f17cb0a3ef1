"""Everybody in a line from the head table down, cut into tables: who leaves it, who comes in, who changes places."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from tournaments.movements.matching import mix

Pairs = Iterable[tuple[int, int]]


def draw_lots(entrants: Iterable[int], luck: int) -> list[int]:
    """Return the entrants in an order that ``luck`` decides, whatever order they come in.

    >>> draw_lots([7, 8, 9], 5) == draw_lots([9, 7, 8], 5)
    True
    """
    return sorted(entrants, key=lambda entrant: (mix(luck, entrant), entrant))


def choose_sit_outs(
    line: Sequence[int], here: Collection[int], turns: Mapping[int, int], spare: int, last: Collection[int] = ()
) -> frozenset[int]:
    """Return ``spare`` of those who are here, whose turn it is to sit out, from the low end of the line up.

    Of those whose turn it equally is, who is not in the line (has just come, or sat out before) is taken after the
    others, and ``last`` after them.
    """
    place = {entrant: number for number, entrant in enumerate(line)}

    def turn(entrant: int) -> tuple[int, bool, bool, int, int]:
        return turns[entrant], entrant in last, entrant not in place, -place.get(entrant, 0), entrant

    return frozenset(sorted(here, key=turn)[:spare])


def close_up(line: Sequence[int], staying: Collection[int], coming: Iterable[int]) -> list[int]:
    """Return the line of all who stay and come: who comes takes the free places from the head on, then the end.

    Places that are left free are filled with those from the end of the line, so that nobody else moves.

    >>> close_up([1, 2, 3, 4, 5, 6], {1, 3, 4, 6}, [9]), close_up([1, 2, 3, 4, 5, 6], {2, 3, 5, 6}, [])
    ([1, 9, 3, 4, 6], [6, 2, 3, 5])
    """
    waiting = list(coming)
    places: list[int | None] = [entrant if entrant in staying else None for entrant in line]
    for number, holder in enumerate(places):
        if holder is None and waiting:
            places[number] = waiting.pop(0)
    end = [entrant for entrant in places if entrant is not None]
    closed = [places[number] if number < len(places) else None for number in range(len(end))]
    moving = [entrant for entrant in places[len(end) :] if entrant is not None]
    return [entrant if entrant is not None else moving.pop() for entrant in closed] + waiting


def keep_apart(
    line: Sequence[int], size: int, apart: Pairs, together: Pairs
) -> tuple[list[int], list[tuple[int, int]]]:
    """Return the line with ``apart`` at different tables of ``size`` and ``together`` at one, as far as that goes.

    Two change places at a time, as near by as helps; which two they were is returned as well.
    """
    order = list(line)
    seated = set(order)
    bonds = [(one, other, kept) for kept, pairs in ((False, apart), (True, together)) for one, other in pairs]
    bonds = [bond for bond in bonds if seated.issuperset(bond[:2])]
    exchanged: list[tuple[int, int]] = []
    while (swap := _best_swap(order, size, bonds)) is not None:
        one, other = swap
        exchanged.append((order[one], order[other]))
        order[one], order[other] = order[other], order[one]
    return order, exchanged


def broken_bonds(line: Sequence[int], size: int, bonds: Iterable[tuple[int, int, bool]]) -> int:
    """Return how many (one, other, whether they belong together) are not kept."""
    table = {entrant: number // size for number, entrant in enumerate(line)}
    return sum((table[one] == table[other]) != kept for one, other, kept in bonds)


def _best_swap(line: Sequence[int], size: int, bonds: Sequence[tuple[int, int, bool]]) -> tuple[int, int] | None:
    """Return the two places whose holders change to keep more bonds, the nearest to each other; None if none do."""
    broken = broken_bonds(line, size, bonds)
    if not broken:
        return None
    bound = [number for number, entrant in enumerate(line) if any(entrant in bond[:2] for bond in bonds)]
    best: tuple[int, int, int, int] | None = None
    for one in bound:
        for other in range(len(line)):
            if one // size != other // size:
                changed = list(line)
                changed[one], changed[other] = changed[other], changed[one]
                found = broken_bonds(changed, size, bonds), abs(one - other), one, other
                best = found if best is None else min(best, found)
    return best[2:] if best is not None and best[0] < broken else None
