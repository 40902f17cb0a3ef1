"""Rounds changed by hand: two change places, wishes about who meets are met, and what a change makes worse is named.

``exchange`` lets two entrants change places, at tables or sitting out. ``heed_wishes`` mends a drawn round where its
movement does not heed who must not meet and who is to. ``broken_promises`` names what a round does not keep; a change
by hand may break one, with a reason, but never unsaid:

``promise.apart`` {entrants}: at one table though they must not meet. ``promise.together`` {entrants}: not at one table
though they are to meet. ``promise.rematch`` {entrants, times}: have met before. ``promise.partners`` {entrants, times}:
have been partners before. ``promise.sit_out`` {entrant, before, fewest}: sits out before its turn.
``promise.table`` {entrant, table, expected}: not at its own table.
``promise.sides`` {entrant, apart}: after this round, NS less EW, where it is more than two.
``draw.wish_moved`` {entrants}: these two changed places for such a wish. ``draw.by_hand`` {draw, user, reason}: made by
hand from that draw. ``draw.swapped_by_hand`` {entrants}: these two changed places then.
``draw.same_company`` {draw}: drawn again, but the same people are together, and sit out, as in that draw.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations, product
from typing import TYPE_CHECKING

from tournaments.movements.course import count_meetings
from tournaments.movements.next_round import DrawnRound
from tournaments.movements.orientation import SIDE_LIMIT
from tournaments.movements.schedule import Remark, RoundPlan
from tournaments.movements.seating import count_sides
from tournaments.movements.sit_outs import conflicts_among, count_turns

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from tournaments.movements.course import DrawState
    from tournaments.movements.schedule import TablePlan

PROMISE_CODES = (
    "promise.apart",
    "promise.together",
    "promise.rematch",
    "promise.partners",
    "promise.sit_out",
    "promise.sides",
    "promise.table",
)
BY_HAND_CODES = (*PROMISE_CODES, "draw.wish_moved", "draw.by_hand", "draw.swapped_by_hand", "draw.same_company")

Cost = tuple[int, ...]


def exchange(plan: RoundPlan, one: int, other: int) -> RoundPlan:
    """Return the round with two entrants in each other's place; KeyError names one who is not there."""
    missing = [entrant for entrant in (one, other) if entrant not in plan.present]
    if missing:
        raise KeyError(missing[0])
    instead = {one: other, other: one}

    def turned(entrants: Sequence[int]) -> tuple[int, ...]:
        return tuple(instead.get(entrant, entrant) for entrant in entrants)

    tables = tuple(replace(table, sides=tuple(turned(side) for side in table.sides)) for table in plan.tables)
    return replace(plan, tables=tables, out=turned(plan.out))


def heed_wishes(state: DrawState, drawn: DrawnRound, *, meetings: int | None = 1) -> DrawnRound:
    """Return a drawn round with who must not meet apart and who is to meet together, where changing places can do that.

    Nothing is done to one whose movement has heeded the wishes. What was to follow was planned from the round as it
    was, and is not known any more. ``meetings`` is as for ``broken_promises``.
    """
    plan, moves = meet_wishes(state, drawn.plan)
    if not moves:
        return drawn
    moved = frozenset(entrant for pair in moves for entrant in pair)
    remarks = [
        *(remark for remark in drawn.remarks if moved.isdisjoint(named_in(remark))),
        *(Remark("draw.wish_moved", {"entrants": list(pair)}) for pair in moves),
        *(remark for remark in broken_promises(state, plan, meetings=meetings) if moved & named_in(remark)),
    ]
    return DrawnRound(plan, tuple(remarks), ())


def named_in(remark: Remark) -> frozenset[int]:
    """Return the entrants that a remark is about."""
    several = remark.params.get("entrants")
    named = [*(several if isinstance(several, list | tuple) else ()), remark.params.get("entrant")]
    return frozenset(entrant for entrant in named if isinstance(entrant, int))


def meet_wishes(state: DrawState, plan: RoundPlan) -> tuple[RoundPlan, list[tuple[int, int]]]:
    """Return the round with the wishes met, and who changed places for that.

    Each change is the one that costs least: nobody in two seats, then wishes, then sit-outs out of turn, then rematches
    and sides. What no change can mend stays as it is.
    """
    moves: list[tuple[int, int]] = []
    if state.forbidden or state.fixed:
        ledger = _Ledger(state, plan)
        while (mended := ledger.better(plan)) is not None:
            plan, pair = mended
            moves.append(pair)
    return plan, moves


def broken_promises(state: DrawState, plan: RoundPlan, *, meetings: int | None = 1) -> tuple[Remark, ...]:
    """Return what a round does not keep. ``meetings``: how often two may meet in the event; None if that is no matter.

    Where people change partners it is being partners again that is named, and not meeting.
    """
    return (
        *_unmet_wishes(state, plan),
        *_out_of_turn(state, plan),
        *(_rematches(state, plan, meetings) if meetings is not None else ()),
        *_sides(state, plan),
    )


def _unmet_wishes(state: DrawState, plan: RoundPlan) -> Iterator[Remark]:
    where = _tables_of(plan)
    for pair in state.forbidden:
        if _meet(where, pair):
            yield Remark("promise.apart", {"entrants": list(pair)})
    for pair in state.fixed:
        if not _meet(where, pair):
            yield Remark("promise.together", {"entrants": list(pair)})


def _out_of_turn(state: DrawState, plan: RoundPlan) -> Iterator[Remark]:
    turns = count_turns(state.rounds, plan.present)
    bound = conflicts_among(state.conflicts, plan.present)
    fewest = min((turns[entrant] for entrant in plan.seated if entrant not in bound), default=0)
    for entrant in plan.out:
        if entrant not in bound and turns[entrant] > fewest:
            yield Remark("promise.sit_out", {"entrant": entrant, "before": turns[entrant], "fewest": fewest})


def _rematches(state: DrawState, plan: RoundPlan, meetings: int) -> Iterator[Remark]:
    if state.shape.side_size > 1:
        before, code = _count_partners(state.rounds), "promise.partners"
        pairs = [pair for table in plan.tables for side in table.sides for pair in combinations(side, 2)]
    else:
        before, code = count_meetings(state.rounds), "promise.rematch"
        pairs = [pair for table in plan.tables for pair in _facing(table)]
    for pair in pairs:
        times = before[frozenset(pair)]
        if times >= meetings:
            yield Remark(code, {"entrants": sorted(pair), "times": times})


def _sides(state: DrawState, plan: RoundPlan) -> Iterator[Remark]:
    if state.shape.side_size > 1 or state.shape.sides > 2:
        return
    balance = count_sides((*state.rounds, plan))
    for entrant in plan.seated:
        if abs(balance.get(entrant, 0)) > SIDE_LIMIT:
            yield Remark("promise.sides", {"entrant": entrant, "apart": balance[entrant]})


def _count_partners(rounds: Iterable[RoundPlan]) -> Counter[frozenset[int]]:
    return Counter(
        frozenset(pair)
        for plan in rounds
        for table in plan.tables
        for side in table.sides
        for pair in combinations(side, 2)
    )


def _facing(table: TablePlan) -> Iterator[tuple[int, int]]:
    for ours, theirs in combinations(table.sides, 2):
        yield from product(ours, theirs)


def _tables_of(plan: RoundPlan) -> dict[int, int]:
    return {entrant: table.number for table in plan.tables for entrant in table.entrants}


def _meet(where: dict[int, int], pair: tuple[int, int]) -> bool:
    return pair[0] in where and where[pair[0]] == where.get(pair[1])


class _Ledger:
    """What a change of places costs, weighed by the tables that it touches."""

    def __init__(self, state: DrawState, plan: RoundPlan) -> None:
        self.state = state
        self.turns = count_turns(state.rounds, plan.present)
        self.conflicts = conflicts_among(state.conflicts, plan.present)
        self.by_partners = state.shape.side_size > 1
        self.again = _count_partners(state.rounds) if self.by_partners else count_meetings(state.rounds)
        self.balance = count_sides(state.rounds)
        self.has_sides = not self.by_partners and state.shape.sides == 2

    def better(self, plan: RoundPlan) -> tuple[RoundPlan, tuple[int, int]] | None:
        """Return the round with the best change of places for a wish that is not met; None if none helps."""
        where = _tables_of(plan)
        wishes = [pair for pair in self.state.fixed if not _meet(where, pair) and plan.present.issuperset(pair)]
        wishes += [pair for pair in self.state.forbidden if _meet(where, pair)]
        tables = {table.number: table for table in plan.tables}
        for wish in wishes:
            changes = [
                (self._change(where, tables, pair), pair)
                for mover in wish
                for pair in ((mover, other) for other in (*plan.seated, *plan.out))
                if pair[1] not in wish and where.get(pair[1], -pair[1]) != where.get(mover)
            ]
            if changes and (best := min(changes))[0] < (0, 0):
                return exchange(plan, *best[1]), best[1]
        return None

    def _change(self, where: dict[int, int], tables: Mapping[int, TablePlan], pair: tuple[int, int]) -> Cost:
        """Return by how much a round gets worse if two change places, the worst first."""
        one, other = pair
        numbers = [where[entrant] for entrant in pair if entrant in where]
        out = tuple(entrant for entrant in pair if entrant not in where)
        before = RoundPlan(0, tuple(tables[number] for number in numbers), out)
        after = exchange(before, one, other)
        now = {**where, one: where.get(other, -one), other: where.get(one, -other)}
        wishes = self._unmet(now) - self._unmet(where)
        old, new = self._cost(before), self._cost(after)
        return self._doubles(where, pair), wishes, *(then - first for first, then in zip(old, new, strict=True))

    def _unmet(self, where: dict[int, int]) -> int:
        apart = sum(_meet(where, pair) for pair in self.state.forbidden)
        return apart + sum(not _meet(where, pair) for pair in self.state.fixed)

    def _doubles(self, where: dict[int, int], pair: tuple[int, int]) -> int:
        """Return how many more would be in two seats, with somebody who sat out at a table."""
        for comes, goes in (pair, pair[::-1]):
            if comes not in where and goes in where:
                left = self.conflicts.get(goes, frozenset()) & where.keys()
                found = (self.conflicts.get(comes, frozenset()) & where.keys()) - {goes}
                return len(found) - len(left)
        return 0

    def _cost(self, plan: RoundPlan) -> Cost:
        """Return turns at sitting out, who meets (or is partners) again, and sides beyond the limit."""
        again = 0
        beyond = 0
        for table in plan.tables:
            sides = [combinations(side, 2) for side in table.sides] if self.by_partners else [_facing(table)]
            again += sum(self.again[frozenset(pair)] for pairs in sides for pair in pairs)
            if self.has_sides and len(table.sides) == 2:
                for step, side in zip((1, -1), table.sides, strict=True):
                    beyond += sum(abs(self.balance.get(entrant, 0) + step) > SIDE_LIMIT for entrant in side)
        return sum(self.turns[entrant] for entrant in plan.out), again, beyond
