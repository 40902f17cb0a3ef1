"""Meetings that come a second time: the two change sides, and everybody stays level all the same."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tournaments.movements.matching import mix
from tournaments.movements.orientation import SIDE_LIMIT, even_out_sides, level_sides
from tournaments.movements.seating import count_sides

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tournaments.movements.orientation import Meeting
    from tournaments.movements.schedule import RoundPlan

    Rounds = Sequence[Sequence[Meeting]]

LOTS = 12
"""How many ways to turn the meetings are tried at most."""


def turn_rounds(rounds: Rounds, history: Sequence[RoundPlan]) -> tuple[tuple[Meeting, ...], ...]:
    """Return the rounds to come, turned so that everybody is level on sides after ``history``.

    Every second meeting of two is turned against the one before it, as long as that takes nobody further apart than the
    limit on the way, or than one in the end, who would not be otherwise. Where it would, first meetings that could be
    either way are tried the other way and some second ones are turned back; of what is level then, most returns count.
    """
    balance = count_sides(history)
    plain = level_sides(rounds, balance)
    if not _anybody_returns(plain, history):
        return plain
    plain_way, plain_end = _apart(plain, balance)
    best, fewest = plain, _unturned(plain, history)
    for lot in range(LOTS):
        returned = _with_returns(_shuffled(plain, lot) if lot else plain, history)
        for turned in (returned, even_out_sides(returned, balance)):
            on_the_way, in_the_end = _apart(turned, balance)
            is_level = on_the_way <= max(SIDE_LIMIT, plain_way) and in_the_end <= max(1, plain_end)
            if is_level and (unturned := _unturned(turned, history)) < fewest:
                best, fewest = turned, unturned
        if not fewest:
            break
    return best


def _shuffled(rounds: Rounds, lot: int) -> list[list[Meeting]]:
    """Return the rounds with half of the meetings turned; by place, so that it is the same whoever sits there."""
    return [
        [meeting[::-1] if mix(lot, number, table) % 2 else meeting for table, meeting in enumerate(meetings)]
        for number, meetings in enumerate(rounds)
    ]


def _unturned(rounds: Rounds, history: Sequence[RoundPlan]) -> int:
    """Return how many second meetings have the sides of the first."""
    norths = _open_norths(history)
    unturned = 0
    for meetings in rounds:
        for meeting in meetings:
            before = norths.pop(_pair(meeting), None)
            unturned += before == meeting[0]
            if before is None:
                norths[_pair(meeting)] = meeting[0]
    return unturned


def _anybody_returns(rounds: Rounds, history: Sequence[RoundPlan]) -> bool:
    ahead = [_pair(meeting) for meetings in rounds for meeting in meetings]
    return len(set(ahead)) < len(ahead) or not _open_norths(history).keys().isdisjoint(ahead)


def _with_returns(rounds: Rounds, history: Sequence[RoundPlan]) -> tuple[tuple[Meeting, ...], ...]:
    """Return the rounds with every return against what went before it, and level sides among the meetings left.

    What two give each other back in a return is not to be made good elsewhere, so it is left out where those without a
    return are levelled. A first meeting that will return goes to who has had that side less by then.
    """
    norths = _open_norths(history)
    times = Counter(_pair(meeting) for meetings in rounds for meeting in meetings)
    balance = Counter(count_sides(history))
    settled = Counter(balance)
    for pair in times.keys() & norths.keys():
        (east,) = pair - {norths[pair]}
        settled.update({east: 1, norths[pair]: -1})
    alone = _without_return(rounds, times, norths)
    levelled = [iter(meetings) for meetings in level_sides(alone, settled)]
    turned = []
    for meetings, left, level in zip(rounds, map(frozenset, alone), levelled, strict=True):
        this = []
        for one, other in meetings:
            north = norths.pop(_pair((one, other)), None)
            if north is not None:
                meeting = (other, one) if north == one else (one, other)
                # Nobody gets beyond the limit for the sake of a return.
                if balance[meeting[0]] >= SIDE_LIMIT or balance[meeting[1]] <= -SIDE_LIMIT:
                    meeting = (meeting[1], meeting[0])
            else:
                if (one, other) in left:
                    meeting = next(level)
                else:
                    meeting = (one, other) if balance[one] <= balance[other] else (other, one)
                norths[_pair(meeting)] = meeting[0]
            this.append(meeting)
        for north, east in this:
            balance.update({north: 1, east: -1})
        turned.append(tuple(this))
    return tuple(turned)


def _without_return(
    rounds: Rounds, times: Mapping[frozenset[int], int], norths: Mapping[frozenset[int], int]
) -> list[list[Meeting]]:
    """Return of each round the meetings that are no return and have none: the last one of two who meet oddly often."""
    left = Counter(times)
    alone = []
    for meetings in rounds:
        left.subtract(map(_pair, meetings))
        alone.append(
            [
                meeting
                for meeting in meetings
                if not left[_pair(meeting)] and (times[_pair(meeting)] + (_pair(meeting) in norths)) % 2
            ]
        )
    return alone


def _pair(meeting: Meeting) -> frozenset[int]:
    return frozenset(meeting)


def _open_norths(history: Sequence[RoundPlan]) -> dict[frozenset[int], int]:
    """Return who sat NS in the last meeting of those who have met an odd number of times."""
    norths: dict[frozenset[int], int] = {}
    for plan in history:
        for table in plan.tables:
            pair = _pair((table.sides[0][0], table.sides[1][0]))
            if norths.pop(pair, None) is None:
                norths[pair] = table.sides[0][0]
    return norths


def _apart(rounds: Rounds, before: Mapping[int, int]) -> tuple[int, int]:
    """Return how far apart NS and EW ever are for anybody in these rounds, and after the last of them."""
    balance = Counter(before)
    on_the_way = 0
    for meetings in rounds:
        for north, east in meetings:
            balance.update({north: 1, east: -1})
        on_the_way = max([on_the_way, *(abs(balance[entrant]) for meeting in meetings for entrant in meeting)])
    there = {entrant for meetings in rounds for meeting in meetings for entrant in meeting}
    return on_the_way, max((abs(balance[entrant]) for entrant in there), default=0)
