"""Who sits with whom in one round where the company changes from table to table, found by a search of counted steps.

What a round costs: 6 for each time that two partners have been partners before, 1 for each time that two at a table
have sat at one table before, 2 for each table with nobody whose turn it is to deal or open first. The search swaps two
seats at a time, takes what is better and, the less the longer it goes on, what is worse; it keeps the best round that
it has seen: first the fewest partners again, whatever that costs, then the least of the rest. Where sides are of two,
it begins with partners from an exact matching, so a round without partners again is found whenever there is one.

The seed and the ids of the entrants decide everything, not the order that they come in.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from itertools import chain, combinations
from typing import TYPE_CHECKING

from tournaments.movements.matching import TIE_BITS, cheapest_pairs, mix, place_values, tie_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tournaments.movements.schedule import Shape

PARTNERS_AGAIN = 6
NOBODY_DUE = 2
STEPS_EACH, MOST_STEPS = 400, 16_000
"""How many swaps are tried: so many for each entrant, and no more than that."""
HEATS = tuple(round(1200 * (1 / 8) ** (stage / 39)) for stage in range(40))
"""What may be lost by a swap, in thousandths of a meeting again, from the beginning of the search to its end."""
CHANCES = tuple(round(-math.log((part + 0.5) / 256) * 1000) for part in range(256))
"""By which of 256 equal chances the loss that is put up with is multiplied, in thousandths."""
ALL_EDGES = 256
"""Up to so many people everybody is looked at as a partner of everybody; with more, first those who stand near."""
NEAR = 12
# Partners again are counted above this many bits, everything else below: one number compares as the two in order.
LOW_BITS = 20
WISH = 1 << 2 * LOW_BITS
"""What it costs if two who must not meet are at one table, or two who are to meet are not: more than all the rest."""


@dataclass(frozen=True, slots=True)
class Gathering:
    """Those who are there for a round. All sequences run by place in ``entrants``, and people are named by their place.

    ``partnered`` and ``met``: how often each two have been partners, and have sat at one table in any role. ``due``:
    whose turn it is to start. ``free``: of whom ``spare`` are to sit out; the number of the others fills the tables.
    ``apart`` must not be at one table, ``together`` are to be.
    """

    entrants: tuple[int, ...]
    shape: Shape
    partnered: Sequence[Sequence[int]]
    met: Sequence[Sequence[int]]
    due: Sequence[bool]
    free: frozenset[int] = frozenset()
    spare: int = 0
    apart: Sequence[tuple[int, int]] = ()
    together: Sequence[tuple[int, int]] = ()

    @property
    def tables(self) -> int:
        """How many tables there are."""
        return (len(self.entrants) - self.spare) // self.shape.entrants


@dataclass(frozen=True, slots=True)
class Mixed:
    """A round: the sides of each table, and who sits out, by place.

    ``partners_again`` and ``meetings_again`` are how often those who are partners, or at one table, have been so before
    in all; the ``least_`` of them is a number that no round for this gathering can be below.
    """

    tables: tuple[tuple[tuple[int, ...], ...], ...]
    out: frozenset[int]
    partners_again: int
    least_partners_again: int
    meetings_again: int
    least_meetings_again: int


def mix_round(gathering: Gathering, seed: int) -> Mixed:
    """Return the best round that the search finds."""
    ties = [mix(seed, entrant) for entrant in gathering.entrants]
    begin = _partners_first(gathering, ties) if gathering.shape.side_size == 2 else _by_lot(gathering, ties)
    search = _Search(gathering, begin, seed)
    partners, meetings = _least_partners(gathering, begin), _least(gathering, gathering.met, gathering.shape.entrants)
    idle = max(0, gathering.tables - sum(gathering.due))
    search.run((partners << LOW_BITS) + meetings + NOBODY_DUE * idle - WISH * len(gathering.together))
    tables = _tables(search.best, gathering)
    return Mixed(
        tables=tables,
        out=frozenset(search.best[gathering.tables * gathering.shape.entrants :]),
        partners_again=_again(gathering.partnered, chain.from_iterable(tables)),
        least_partners_again=partners,
        meetings_again=_again(gathering.met, (tuple(chain.from_iterable(table)) for table in tables)),
        least_meetings_again=meetings,
    )


class _Search:
    """A round as a list of places: side by side and table by table, then those who sit out."""

    def __init__(self, gathering: Gathering, order: list[int], seed: int) -> None:
        seats = gathering.tables * gathering.shape.entrants
        self.order = order
        self.best = order[:]
        self.seats = seats
        self.side_size = gathering.shape.side_size
        self.free = gathering.free
        self.due = gathering.due
        self.met = _with_wishes(gathering)
        self.as_partners = [
            [(partnered << LOW_BITS) + met for partnered, met in zip(*rows, strict=True)]
            for rows in zip(gathering.partnered, self.met, strict=True)
        ]
        self.partners, self.opponents = _neighbours(gathering, len(order))
        self.table_of = [min(seat // gathering.shape.entrants, gathering.tables) for seat in range(len(order))]
        # Those who sit out are a table of their own at the end, which lacks nobody.
        self.due_at = [0] * gathering.tables + [len(order) + 1]
        for table, place in zip(self.table_of, order, strict=True):
            self.due_at[table] += self.due[place]
        self.total = sum(self._worth(seat, place) for seat, place in enumerate(order[:seats])) // 2
        self.total += NOBODY_DUE * self.due_at.count(0)
        self.chance = random.Random(seed).random  # noqa: S311 - a draw has to be made again from its seed

    def run(self, least: int) -> None:
        """Search until nothing better can be, or the steps are used up."""
        chance, best, count = self.chance, self.total, len(self.order)
        steps = min(STEPS_EACH * count, MOST_STEPS) // len(HEATS)
        for heat, _ in ((heat, step) for heat in HEATS for step in range(steps)):
            if best <= least:
                return
            here, there = int(chance() * self.seats), int(chance() * count)
            if here // self.side_size == there // self.side_size or self._is_bound(here, there):
                continue
            change = self._change(here, there)
            # Back into the two parts, of which the lower one may be negative.
            again = (change + (1 << LOW_BITS - 1)) >> LOW_BITS
            loss = PARTNERS_AGAIN * again + change - (again << LOW_BITS)
            if loss <= 0 or loss * 1_000_000 <= heat * CHANCES[int(chance() * 256)]:
                self._swap(here, there)
                self.total += change
                if self.total < best:
                    best = self.total
                    self.best = self.order[:]

    def _is_bound(self, here: int, there: int) -> bool:
        """Whether the other seat is a sit-out, and it is not for the one who sits here."""
        return there >= self.seats and self.order[here] not in self.free

    def _change(self, here: int, there: int) -> int:
        """Return by how much the total grows if the two change places."""
        one, other = self.order[here], self.order[there]
        change = self._worth(here, other) - self._worth(here, one)
        change += self._worth(there, one) - self._worth(there, other)
        table, second = self.table_of[here], self.table_of[there]
        if table == second:
            # They stay at one table; each has just been looked at as if it were alone there.
            return change + 2 * self.met[one][other]
        gain = self.due[other] - self.due[one]
        if gain:
            before, after = self.due_at[table], self.due_at[second]
            empty = (before + gain == 0) + (after - gain == 0) - (before == 0) - (after == 0)
            change += NOBODY_DUE * empty
        return change

    def _worth(self, seat: int, place: int) -> int:
        """Return what it costs if somebody sits in a seat, everybody else as they are."""
        order, partner, met = self.order, self.as_partners[place], self.met[place]
        cost = 0
        for other in self.partners[seat]:
            cost += partner[order[other]]
        for other in self.opponents[seat]:
            cost += met[order[other]]
        return cost

    def _swap(self, here: int, there: int) -> None:
        one, other = self.order[here], self.order[there]
        self.order[here], self.order[there] = other, one
        gain = self.due[other] - self.due[one]
        self.due_at[self.table_of[here]] += gain
        self.due_at[self.table_of[there]] -= gain


def _with_wishes(gathering: Gathering) -> Sequence[Sequence[int]]:
    """Return what it costs that two sit at one table, as partners or not."""
    if not gathering.apart and not gathering.together:
        return gathering.met
    costs = [list(row) for row in gathering.met]
    for pairs, cost in ((gathering.apart, WISH), (gathering.together, -WISH)):
        for one, other in pairs:
            costs[one][other] += cost
            costs[other][one] += cost
    return costs


def _neighbours(gathering: Gathering, count: int) -> tuple[list[list[int]], list[list[int]]]:
    """Return for each seat the others of its side, and those of the other sides of its table."""
    width, size = gathering.shape.side_size, gathering.shape.entrants
    partners: list[list[int]] = [[] for _ in range(count)]
    opponents: list[list[int]] = [[] for _ in range(count)]
    for table in range(gathering.tables):
        for one, other in combinations(range(table * size, (table + 1) * size), 2):
            same = partners if one // width == other // width else opponents
            same[one].append(other)
            same[other].append(one)
    return partners, opponents


def _by_lot(gathering: Gathering, ties: Sequence[int]) -> list[int]:
    """Return everybody in an order that the seed decides, ``spare`` of those who are free for it at the end."""
    lot = sorted(range(len(ties)), key=lambda place: (ties[place], gathering.entrants[place]))
    last = frozenset([place for place in lot if place in gathering.free][: gathering.spare])
    return sorted(lot, key=last.__contains__)


def _partners_first(gathering: Gathering, ties: Sequence[int]) -> list[int]:
    """Return everybody two by two, so that as few as possible have been partners before; who sits out at the end.

    Whoever is matched with one of the extra nodes sits out.
    """
    count = len(ties)
    pairs = _new_partners(gathering, ties) if count > ALL_EDGES else []
    if 2 * len(pairs) < count + gathering.spare:
        most = max(map(max, gathering.partnered))
        again, _ = place_values((most, (1 << TIE_BITS) - 1), count)
        edges = [
            (one, other, again * gathering.partnered[one][other] + tie_of(ties[one], ties[other]))
            for one, other in combinations(range(count), 2)
        ]
        pairs = cheapest_pairs(count + gathering.spare, edges + _out_edges(gathering, ties))
    pairs.sort(key=lambda pair: mix(sum(ties[place] for place in pair if place < count)))
    seated = [place for pair in pairs if pair[1] < count for place in sorted(pair, key=ties.__getitem__)]
    return seated + [pair[0] for pair in pairs if pair[1] >= count]


def _new_partners(gathering: Gathering, ties: Sequence[int]) -> list[tuple[int, int]]:
    """Return everybody two by two with a partner who is new, sought among few of all; not everybody if that fails.

    In a large gathering nearly everybody is new to everybody. All stand in a ring by lot, and each may take one of
    those who stand near.
    """
    ring = sorted(range(len(ties)), key=ties.__getitem__)
    edges = [
        (min(one, other), max(one, other), tie_of(ties[one], ties[other]))
        for here, one in enumerate(ring)
        for other in (ring[(here + step) % len(ring)] for step in range(1, NEAR + 1))
        if not gathering.partnered[one][other]
    ]
    return cheapest_pairs(len(ties) + gathering.spare, edges + _out_edges(gathering, ties))


def _out_edges(gathering: Gathering, ties: Sequence[int]) -> list[tuple[int, int, int]]:
    """Return the edges by which one of the free can be matched with an extra node, and sit out."""
    return [
        (place, node, tie_of(ties[place], mix(node)))
        for place in sorted(gathering.free)
        for node in range(len(ties), len(ties) + gathering.spare)
    ]


def _least_partners(gathering: Gathering, begin: Sequence[int]) -> int:
    """Return a number of partners again that no round can be below; where sides are of two the search begins there."""
    if gathering.shape.side_size == 2:
        return _again(gathering.partnered, chain.from_iterable(_tables(begin, gathering)))
    return _least(gathering, gathering.partnered, gathering.shape.side_size)


def _least(gathering: Gathering, times: Sequence[Sequence[int]], size: int) -> int:
    """Return how often those put together in groups have been together before at least, if each has the best company.

    It is a bound by counting: that there are groups in which all have it is not said.
    """
    best = [sum(sorted(row[:place] + row[place + 1 :])[: size - 1]) for place, row in enumerate(map(list, times))]
    free = sorted(best[place] for place in gathering.free)
    total = sum(best) - sum(free) + sum(free[: len(free) - gathering.spare])
    return -(-total // 2)


def _tables(order: Sequence[int], gathering: Gathering) -> tuple[tuple[tuple[int, ...], ...], ...]:
    width, size = gathering.shape.side_size, gathering.shape.entrants
    return tuple(
        tuple(tuple(order[side : side + width]) for side in range(start, start + size, width))
        for start in range(0, gathering.tables * size, size)
    )


def _again(times: Sequence[Sequence[int]], groups: Iterable[Sequence[int]]) -> int:
    return sum(times[one][other] for group in groups for one, other in combinations(group, 2))
