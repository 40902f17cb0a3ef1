"""Howell movements of fixed pairs: the full one, in which everybody meets everybody, and the reduced one.

A full Howell for n pairs (n even) has n - 1 rounds; one pair stays, all others follow each other from place to place,
and every pair plays every set of boards once. A reduced one has fewer rounds, so more pairs stay, who never meet each
other; every pair still plays every set. If the number is odd the phantom stays, and whoever meets it sits out.

Four and six pairs have no Howell in which no set is at two tables at once: four share each set, six play each set in
two halves that travel apart. Where there is no reduced Howell the first rounds of the full one are played. For more
than a thousand pairs no Howell is sought.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from tournaments.movements.cyclic_plans import MOST_SEARCHED, cyclic_plan
from tournaments.movements.laid_out import Places, Row, give_places, lay_out
from tournaments.movements.planned import (
    DEFAULT_BOARDS,
    BoardsNotPossible,
    CycleTooLong,
    Planned,
    check_entries,
    check_rounds,
    check_staying,
)
from tournaments.movements.schedule import Remark, Schedule
from tournaments.movements.strong_starters import MOST_ROUNDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tournaments.movements.laid_out import Free
    from tournaments.movements.schedule import Claim

Sides = Literal["level", "still"]
"""Are all to be level on sides, or does the pair that stays keep its side, so that shared boards compare all alike?"""

FEWEST = 3
FEWEST_FOR_REDUCED = 5
SIX_TURNED = ("000", "010", "100", "011", "100")
"""Which tables of six pairs are turned in which round: all are level on sides, and compared alike."""


def howell(
    entrants: Sequence[int],
    rounds: int | None = None,
    *,
    boards: int = DEFAULT_BOARDS,
    sides: Sides = "level",
    stationary: Sequence[int] = (),
) -> Planned:
    """Return a full Howell, or its first ``rounds``; the last entry stays unless ``stationary`` names another.

    ``boards`` are those that a table plays in a round; with 0 there are none, and everybody's sides are levelled.
    Raises TooFewEntries, StayingUnknown, and what is a MovementNotPossible.
    """
    full = check_entries(entrants, FEWEST, ("round_robin", 1)) - 1
    length = check_rounds(entrants, full if rounds is None else rounds, 1, full)
    staying = check_staying(entrants, stationary, 1 - len(entrants) % 2, length)
    places = give_places(entrants, staying, full)
    halved = full == 5 and boards > 0
    if halved and boards % 2:
        raise BoardsNotPossible(boards=boards, nearest=("howell", boards + 1))
    rows = _full_rows(full, length, level=sides == "level" and not places.has_phantom)
    free: Free = "staying" if sides == "level" and full != 5 else "none"
    if sides == "level" and (length < full or not boards):
        free = "all"
    plans = lay_out(rows, places, free=free, boards=boards)
    claims = _claims(places, length, full, boards, is_level=sides == "level")
    schedule = Schedule("pairs", tuple(entrants), plans, claims, stationary=places.staying)
    return Planned(schedule, tuple(_full_remarks(places, length, full, boards)))


def reduced_howell(
    entrants: Sequence[int],
    rounds: int | None = None,
    *,
    boards: int = DEFAULT_BOARDS,
    stationary: Sequence[int] = (),
) -> Planned:
    """Return a Howell of fewer rounds in which several stay; about three quarters of the full one if not said.

    Raises TooFewEntries, StayingUnknown, and what is a MovementNotPossible.
    """
    even = check_entries(entrants, FEWEST_FOR_REDUCED, ("howell", 3) if len(entrants) > 2 else ("round_robin", 1))
    length = check_rounds(entrants, usual_length(even) if rounds is None else rounds, even // 2 + 1, even - 2)
    plan = cyclic_plan(length, even - length)
    if plan is None:
        fallback = howell(entrants, length, boards=boards, stationary=stationary)
        said = Remark("movement.no_cycle", {"entries": len(entrants), "rounds": length, "full": even - 1})
        others = (remark for remark in fallback.remarks if remark.code != "movement.first_rounds")
        return Planned(fallback.schedule, (said, *others))
    staying = check_staying(entrants, stationary, even - length - len(entrants) % 2, length)
    places = give_places(entrants, staying, length)
    rows = [plan.rows(number) for number in range(length)]
    plans = lay_out(rows, places, free="staying" if boards else "all", boards=boards)
    claims = _claims(places, length, length, boards, is_level=True)
    schedule = Schedule("pairs", tuple(entrants), plans, claims, stationary=places.staying)
    return Planned(schedule, tuple(_reduced_remarks(places)))


def usual_length(even: int) -> int:
    """Return the number of rounds nearest to three quarters of an even number of pairs for which there is a plan.

    >>> [usual_length(even) for even in (6, 8, 12, 20)]
    [4, 6, 9, 15]
    """
    if 3 * even // 4 > MOST_SEARCHED:
        return 3 * even // 4
    lengths = sorted(range(even // 2 + 1, even - 1), key=lambda length: abs(4 * length - 3 * even))
    known = (length for length in lengths if cyclic_plan(length, even - length) is not None)
    return next(known, 3 * even // 4)


def _full_rows(full: int, length: int, *, level: bool) -> list[tuple[Row, ...]]:
    """Return the first rounds of a full Howell by places. Raises CycleTooLong."""
    numbers = range(length)
    if full == 3:
        return [(Row(3, number, (number,)), Row((1 + number) % 3, (2 + number) % 3, (number,))) for number in numbers]
    if full == 5:
        return [_six_pairs(number, SIX_TURNED[number] if level else "000") for number in numbers]
    plan = cyclic_plan(full, 1)
    if plan is None:
        nearest = ("mitchell", min(length, (full + 1) // 2))
        raise CycleTooLong(entries=full + 1, largest=MOST_ROUNDS + 1, nearest=nearest)
    return [plan.rows(number) for number in numbers]


def _six_pairs(number: int, turned: str) -> tuple[Row, ...]:
    """Return a round of six pairs: ten half sets in two rings of five, each at every table of its ring once."""

    def row(north: int, east: int, sets: tuple[tuple[int, int], tuple[int, int]]) -> Row:
        shifted = tuple(ring * 5 + (place + number) % 5 for ring, place in sets)
        return Row(north if north == 5 else (north + number) % 5, (east + number) % 5, shifted)

    rows = (
        row(5, 0, ((0, 1), (1, 1))),
        row(1, 4, ((1, 3), (1, 4))),
        row(2, 3, ((0, 0), (0, 2))),
    )
    return tuple(plan.turned() if turn == "1" else plan for plan, turn in zip(rows, turned, strict=True))


def _claims(places: Places, length: int, full: int, boards: int, *, is_level: bool) -> dict[str, Claim]:
    """Return the promises of the first rounds of a cycle."""
    is_odd = places.has_phantom
    is_whole = length == full
    all_move = len(places.holders) - places.movers == 1
    claims: dict[str, Claim] = {"meet_max": 1, "first_balance": 1, "out_max": int(is_odd), "out_once_first": True}
    claims["meet_min"] = int(is_whole and all_move)
    claims["out_spread"] = int(is_odd and not (is_whole and all_move))
    if is_level:
        claims["seat_balance"] = 1
    if boards:
        shared = len(places.holders) == 4 and not is_odd
        claims |= {"board_once": True, "board_apart": not shared, "board_all": is_whole and not is_odd}
    return claims


def _full_remarks(places: Places, length: int, full: int, boards: int) -> Iterator[Remark]:
    if places.staying:
        yield Remark("movement.stay", {"entrants": list(places.staying)})
    else:
        yield Remark("movement.out_once" if length == full else "movement.out_at_most_once")
    if length < full:
        yield Remark("movement.first_rounds", {"rounds": length, "full": full})
    if boards and full == 5:
        yield Remark("movement.boards_halved")
    if boards and full == 3 and not places.has_phantom:
        yield Remark("movement.boards_shared", {"tables": [1, 2]})


def _reduced_remarks(places: Places) -> Iterator[Remark]:
    staying = list(places.staying)
    yield Remark("movement.stay", {"entrants": staying})
    if places.has_phantom:
        yield Remark("movement.out_movers", {"entrants": staying})
