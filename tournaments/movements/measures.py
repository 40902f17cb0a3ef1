"""What a schedule really is: one measure for each promise that a schedule may make (see ``MEASURES``).

Each measure gives a value and, where somebody in particular is behind it, who. Nothing here trusts the generators.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import combinations, product
from typing import TYPE_CHECKING

from tournaments.movements.chairs import starters
from tournaments.movements.competition import competition, competition_permille

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from tournaments.movements.schedule import Schedule, TablePlan

Measured = tuple[int, tuple[int, ...]]
"""The value (0 or 1 for yes or no), and the entrants who make it so."""


def _tables(schedule: Schedule) -> Iterator[TablePlan]:
    return (table for plan in schedule.rounds for table in plan.tables)


def _constant(schedule: Schedule) -> tuple[int, ...]:
    """Return who takes part in every round."""
    present = frozenset(schedule.entrants).intersection(*(plan.present for plan in schedule.rounds))
    return tuple(entrant for entrant in schedule.entrants if entrant in present)


def _highest(values: Iterable[Measured]) -> Measured:
    return max(values, key=lambda measured: measured[0], default=(0, ()))


def _lowest(values: Iterable[Measured]) -> Measured:
    return min(values, key=lambda measured: measured[0], default=(0, ()))


def _met(schedule: Schedule) -> Counter[tuple[int, int]]:
    met: Counter[tuple[int, int]] = Counter()
    for table in _tables(schedule):
        for ours, theirs in combinations(table.sides, 2):
            met.update((min(pair), max(pair)) for pair in product(ours, theirs))
    return met


def _partnered(schedule: Schedule) -> Counter[tuple[int, int]]:
    return Counter(
        (min(pair), max(pair)) for table in _tables(schedule) for side in table.sides for pair in combinations(side, 2)
    )


def _pairs_to_meet(schedule: Schedule) -> Iterator[tuple[int, int]]:
    """Return each two who could meet: there in every round, and without a player in common."""
    apart = {(min(pair), max(pair)) for pair in schedule.conflicts}
    return (pair for pair in combinations(sorted(_constant(schedule)), 2) if pair not in apart)


def _meet_max(schedule: Schedule) -> Measured:
    return _highest((times, pair) for pair, times in sorted(_met(schedule).items()))


def _meet_min(schedule: Schedule) -> Measured:
    met = _met(schedule)
    return _lowest((met[pair], pair) for pair in _pairs_to_meet(schedule))


def _partner_max(schedule: Schedule) -> Measured:
    return _highest((times, pair) for pair, times in sorted(_partnered(schedule).items()))


def _partner_min(schedule: Schedule) -> Measured:
    partnered = _partnered(schedule)
    return _lowest((partnered[pair], pair) for pair in _pairs_to_meet(schedule))


def _together(schedule: Schedule) -> Counter[tuple[int, int]]:
    """Return how often each two have sat at one table, as partners or not."""
    return Counter(
        (min(pair), max(pair)) for table in _tables(schedule) for pair in combinations(sorted(set(table.entrants)), 2)
    )


def _together_max(schedule: Schedule) -> Measured:
    return _highest((times, pair) for pair, times in sorted(_together(schedule).items()))


def _partner_repeats(schedule: Schedule) -> Measured:
    return _repeats(_partnered(schedule))


def _together_repeats(schedule: Schedule) -> Measured:
    return _repeats(_together(schedule))


def _repeats(times: Counter[tuple[int, int]]) -> Measured:
    """Return how often it was not the first time, in all, and all who have a part in that."""
    again = {pair: count - 1 for pair, count in times.items() if count > 1}
    return sum(again.values()), tuple(sorted({entrant for pair in again for entrant in pair}))


def _sitting(table: TablePlan) -> Iterator[tuple[int, int, int]]:
    """Return (entrant, where it sits, how many such places there are): a side for pairs, a seat for individuals."""
    width = max(len(side) for side in table.sides)
    for number, side in enumerate(table.sides):
        for seat, entrant in enumerate(side):
            yield entrant, seat * len(table.sides) + number, width * len(table.sides)


def _seat_spreads(schedule: Schedule) -> Iterator[Measured]:
    """Return after every table, for everybody at it, how far apart the counts of the places it has sat in are."""
    counts: defaultdict[int, Counter[int]] = defaultdict(Counter)
    for table in _tables(schedule):
        for entrant, place, places in _sitting(table):
            counts[entrant][place] += 1
            sat = [counts[entrant][other] for other in range(places)]
            yield max(sat) - min(sat), (entrant,)


def _seat_running(schedule: Schedule) -> Measured:
    return _highest(_seat_spreads(schedule))


def _seat_balance(schedule: Schedule) -> Measured:
    final = {who: value for value, who in _seat_spreads(schedule)}
    return _highest((value, who) for who, value in final.items())


def _first_balance(schedule: Schedule) -> Measured:
    balance: Counter[int] = Counter()
    for table in _tables(schedule):
        for number, side in enumerate(table.sides):
            if table.first is not None:
                balance.update(dict.fromkeys(side, len(table.sides) - 1 if number == table.first_side else -1))
    return _highest((abs(value), (entrant,)) for entrant, value in balance.items())


def _first_spread(schedule: Schedule) -> Measured:
    """Measure how evenly starting goes round among those who are there in every round."""
    starts = Counter(starter for plan in schedule.rounds for starter in starters(plan))
    counts = [(starts[entrant], (entrant,)) for entrant in _free(schedule)]
    (most, who), (fewest, _) = _highest(counts), _lowest(counts)
    return most - fewest, who


def _first_seat_balance(schedule: Schedule) -> Measured:
    """Measure how evenly the two seats of a pair start; single seats have nothing to share."""
    counts: defaultdict[int, list[int]] = defaultdict(lambda: [0, 0])
    for table in _tables(schedule):
        if table.first is not None and schedule.kind == "pairs":
            (entrant,) = table.sides[table.first % len(table.sides)]
            counts[entrant][table.first // len(table.sides)] += 1
    return _highest((abs(one - other), (entrant,)) for entrant, (one, other) in counts.items())


def _free(schedule: Schedule) -> tuple[int, ...]:
    """Return who is there in every round and shares no player, so that sit-outs can be compared."""
    bound = {entrant for pair in schedule.conflicts for entrant in pair}
    return tuple(entrant for entrant in _constant(schedule) if entrant not in bound)


def _out_spread(schedule: Schedule) -> Measured:
    outs = Counter(entrant for plan in schedule.rounds for entrant in plan.out)
    counts = [(outs[entrant], (entrant,)) for entrant in _free(schedule)]
    (most, who), (fewest, _) = _highest(counts), _lowest(counts)
    return most - fewest, who


def _out_max(schedule: Schedule) -> Measured:
    return _highest((len(plan.out), plan.out) for plan in schedule.rounds)


def _out_once_first(schedule: Schedule) -> Measured:
    """Whether nobody sits out while somebody who has been there from the start, and sits, has done so less often."""
    bound = {entrant for pair in schedule.conflicts for entrant in pair}
    constant = set(schedule.entrants) - bound
    outs: Counter[int] = Counter()
    for plan in schedule.rounds:
        constant &= plan.present
        seated = [outs[entrant] for entrant in constant.intersection(plan.seated)]
        for entrant in plan.out:
            if entrant not in bound and seated and outs[entrant] > min(seated):
                return 0, (entrant,)
        outs.update(plan.out)
    return 1, ()


def _board_once(schedule: Schedule) -> Measured:
    played = Counter((who, board) for table in _tables(schedule) for who in table.entrants for board in table.boards)
    again = next((entrant for (entrant, _), times in sorted(played.items()) if times > 1), None)
    return (1, ()) if again is None else (0, (again,))


def _board_apart(schedule: Schedule) -> Measured:
    in_use = Counter(
        (plan.number, board) for plan in schedule.rounds for table in plan.tables for board in table.boards
    )
    return int(max(in_use.values(), default=0) <= 1), ()


def _board_all(schedule: Schedule) -> Measured:
    boards = {board for table in _tables(schedule) for board in table.boards}
    played: defaultdict[int, set[int]] = defaultdict(set)
    for table in _tables(schedule):
        for entrant in table.entrants:
            played[entrant].update(table.boards)
    short = next((entrant for entrant in schedule.entrants if played[entrant] != boards), None)
    return (1, ()) if short is None else (0, (short,))


def _competition_permille(schedule: Schedule) -> Measured:
    sums = competition(schedule)
    total = sum(sums.values())
    farthest = max(sums, key=lambda pair: abs(sums[pair] * len(sums) - total), default=())
    return competition_permille(schedule), farthest


MEASURES: dict[str, Callable[[Schedule], Measured]] = {
    "meet_max": _meet_max,
    "meet_min": _meet_min,
    "partner_max": _partner_max,
    "partner_min": _partner_min,
    "partner_repeats": _partner_repeats,
    "together_max": _together_max,
    "together_repeats": _together_repeats,
    "seat_balance": _seat_balance,
    "seat_running": _seat_running,
    "first_balance": _first_balance,
    "first_spread": _first_spread,
    "first_seat_balance": _first_seat_balance,
    "out_max": _out_max,
    "out_spread": _out_spread,
    "out_once_first": _out_once_first,
    "board_once": _board_once,
    "board_apart": _board_apart,
    "board_all": _board_all,
    "competition_permille": _competition_permille,
}
"""By the name of the claim: how often any two meet (on different sides) at most and at least, are partners at most and
at least, and again in all; how often any two are at one table at most, and again in all; how far apart the counts of
sides (of seats, for individuals) are in the end and at any time; dealing or opening first against not for each side,
how far apart the counts of it are by entrant, and the first of a pair's seats against the second; how many sit out in a
round at most, and how far apart sit-outs are; whether nobody is out again before all once; whether nobody plays a board
twice, no board is at two tables in a round, everybody plays every board; how unevenly the scores on shared boards
compare the pairs (``competition``)."""

AT_LEAST = frozenset({"meet_min", "partner_min", "out_once_first", "board_once", "board_apart", "board_all"})
"""The claims that promise a value or more; the others promise a value or less."""
