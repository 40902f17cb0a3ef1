"""Round robin of fixed pairs in advance: everybody meets everybody once, or k times, or only R rounds of it.

Who meets whom is Berger's formula. With m entrants (n made even by a phantom), f = ((k-1)*m/2 mod (m-1)) + 1 in round
k: f meets m, and f+j meets f-j for j = 1..m/2-1, counted round from 1 to m-1. An odd field's phantom is m; whoever
meets it sits out. Sides come from ``orientation``: level within one, and never further apart than two on the way. NS
deals or opens first, the two seats of a pair in turn.

A double cycle has the sides of Berger's tables, the second half mirrored. Where the number is even the last two rounds
of the first half change places, as FIDE has it: so nobody sits three times running on one side.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.errors import TooFewEntries
from tournaments.movements.orientation import Meeting, level_sides
from tournaments.movements.schedule import Schedule
from tournaments.movements.seating import seat_rounds

if TYPE_CHECKING:
    from collections.abc import Sequence

Slots = tuple[tuple[int, int], ...]
"""A round as pairs of places from 0; the last place of an odd field is the phantom's."""


def full_length(count: int) -> int:
    """Return the number of rounds in which ``count`` entrants all meet once."""
    return count - 1 + count % 2


def berger_round(places: int, number: int) -> Slots:
    """Return round ``number`` (from 1) for an even number of places; from the second cycle on it repeats.

    >>> berger_round(4, 1)
    ((0, 3), (1, 2))
    """
    cycle = places - 1
    first = (number - 1) * (places // 2) % cycle
    head = (first, places - 1) if number % 2 else (places - 1, first)
    others = (((first + step) % cycle, (first - step) % cycle) for step in range(1, places // 2))
    return head, *others


def berger_number(number: int, count: int, rounds: int) -> int:
    """Return which of Berger's rounds is played as round ``number``: another only in double cycles of an even field.

    >>> [berger_number(number, 6, 10) for number in range(1, 11)]
    [1, 2, 3, 5, 4, 6, 7, 8, 9, 10]
    """
    cycle = full_length(count)
    place = (number - 1) % (2 * cycle) + 1
    if count % 2 or cycle == 1 or number > _doubled(rounds, cycle) or place not in (cycle - 1, cycle):
        return number
    return number + 1 if place == cycle - 1 else number - 1


def round_robin(entrants: Sequence[int], rounds: int | None = None) -> Schedule:
    """Return ``rounds`` rounds (left out: one full cycle) for two or more entrants in entry order.

    More rounds than a cycle has repeat it. A cycle and its repetition are mirrored, so that two who meet twice change
    sides. Raises TooFewEntries.
    """
    count = len(entrants)
    if count < 2:
        raise TooFewEntries(needed=2, present=count)
    cycle = full_length(count)
    length = cycle if rounds is None else rounds
    plans = seat_rounds(_turned(entrants, length, cycle), [_outs(entrants, number) for number in range(1, length + 1)])
    return Schedule("pairs", tuple(entrants), plans, claims=_claims(count, length))


def double_round_robin(entrants: Sequence[int]) -> Schedule:
    """Return two cycles, the second the mirror of the first. Raises TooFewEntries."""
    return round_robin(entrants, 2 * full_length(len(entrants)))


def _meetings(entrants: Sequence[int], number: int) -> tuple[Meeting, ...]:
    count = len(entrants)
    slots = berger_round(count + count % 2, number)
    return tuple((entrants[one], entrants[other]) for one, other in slots if max(one, other) < count)


def _outs(entrants: Sequence[int], number: int) -> tuple[int, ...]:
    count = len(entrants)
    slots = berger_round(count + count % 2, number)
    return tuple(entrants[min(pair)] for pair in slots if max(pair) == count)


def _doubled(rounds: int, cycle: int) -> int:
    """Return how many of the rounds are in double cycles."""
    return rounds // (2 * cycle) * 2 * cycle


def _turned(entrants: Sequence[int], rounds: int, cycle: int) -> list[tuple[Meeting, ...]]:
    """Return the meetings, NS first: double cycles mirrored, which leaves everybody level, and the rest as one."""
    mirrored = _doubled(rounds, cycle)
    berger = [_meetings(entrants, number) for number in range(1, cycle + 1)] if mirrored else []
    turned: list[tuple[Meeting, ...]] = []
    for number in range(1, mirrored + 1):
        place = (berger_number(number, len(entrants), rounds) - 1) % (2 * cycle)
        there = berger[place % cycle]
        turned.append(there if place < cycle else tuple((east, north) for north, east in there))
    rest = [_meetings(entrants, number) for number in range(len(turned) + 1, rounds + 1)]
    return [*turned, *level_sides(rest)]


def _claims(count: int, rounds: int) -> dict[str, int | bool]:
    cycle = full_length(count)
    return {
        "meet_max": -(-rounds // cycle),
        "meet_min": rounds // cycle,
        "seat_balance": 1,
        "seat_running": 2,
        "first_balance": 1,
        "out_spread": 1 if count % 2 and rounds % cycle else 0,
        "out_once_first": True,
    }
