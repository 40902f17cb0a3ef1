"""A whole event in advance: what a generator gives, what there is to say about it, and what is refused.

The codes of the remarks and what they name (ids are of entrants):
``movement.stay`` {entrants}: they keep their table.
``movement.staying_meet`` {round, table, entrants}: two of them meet, so one gets up.
``movement.two_fields`` {}: those who stay meet those who move, and never each other.
``movement.skip`` {after}: after that round the pairs that move leave out one table.
``movement.relay`` {tables, after}: these two tables play the same boards in each round, and between table ``after`` and
the next a set rests in each round.
``movement.rest`` {after}: a set of boards rests after that table, and nothing is shared.
``movement.boards_shared`` {tables}: these play the same boards in each round.
``movement.boards_halved`` {}: each set of boards travels as two halves.
``movement.arrow_switched`` {round}: all tables turned round, so that both fields are compared.
``movement.first_rounds`` {rounds, full}: the first rounds of the whole; not everybody plays everything.
``movement.no_cycle`` {entries, rounds, full}: there is no reduced Howell of so many rounds, or none is known; these are
the first rounds of the full one.
``movement.by_results`` {}: where winners move, only the first round is known; this is the event in which NS stay.
``movement.out_once`` {}: the number is odd, and everybody sits out once.
``movement.out_at_most_once`` {}: the number is odd, and nobody sits out twice.
``movement.out_movers`` {entrants}: the number is odd; those who move sit out, and those named, who stay, never do.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from gameplay.errors import Invalid, gettext_noop
from tournaments.errors import TooFewEntries
from tournaments.movements.cyclic_plans import cyclic_plan

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tournaments.movements.schedule import Remark, Schedule

PLAN_CODES = (
    "movement.stay",
    "movement.staying_meet",
    "movement.two_fields",
    "movement.skip",
    "movement.relay",
    "movement.rest",
    "movement.boards_shared",
    "movement.boards_halved",
    "movement.arrow_switched",
    "movement.first_rounds",
    "movement.no_cycle",
    "movement.by_results",
    "movement.out_once",
    "movement.out_at_most_once",
    "movement.out_movers",
)

DEFAULT_BOARDS = 2
"""So many boards a table plays in a round, if shared boards are played and nobody says how many."""


@dataclass(frozen=True, slots=True)
class Planned:
    """A schedule, and what there is to say about it."""

    schedule: Schedule
    remarks: tuple[Remark, ...] = ()


class MovementNotPossible(Invalid):
    """There is no such plan. ``nearest`` says what comes closest: a movement, and how many of what it ``counts``."""

    code = "movement.not_possible"
    template = gettext_noop("There is no such movement. What comes nearest: %(nearest)s, rounds: %(number)s.")
    counts: ClassVar[str] = "rounds"

    def __init__(self, *, nearest: tuple[str, int], **params: object) -> None:
        self.nearest = nearest
        super().__init__(nearest=nearest[0], number=nearest[1], **params)


class EntriesNotPossible(MovementNotPossible):
    code = "movement.too_few_entries"
    template = gettext_noop(
        "This movement needs %(needed)s entries, there are %(entries)s. "
        "What comes nearest: %(nearest)s, rounds: %(number)s."
    )


class RoundsNotPossible(MovementNotPossible):
    code = "movement.rounds_not_possible"
    template = gettext_noop(
        "With %(entries)s entries this movement has from %(least)s to %(most)s rounds, not %(rounds)s. "
        "What comes nearest: %(nearest)s, rounds: %(number)s."
    )


class LengthNotPossible(RoundsNotPossible):
    template = gettext_noop(
        "With %(entries)s entries this movement has %(most)s rounds, not %(rounds)s. "
        "What comes nearest: %(nearest)s, rounds: %(number)s."
    )


class StayingNotPossible(MovementNotPossible):
    code = "movement.staying_not_possible"
    template = gettext_noop(
        "In this movement of %(rounds)s rounds %(most)s can keep their table, not %(asked)s. "
        "What comes nearest: %(nearest)s, rounds: %(number)s."
    )


class CycleNotPossible(MovementNotPossible):
    code = "movement.cycle_not_possible"
    template = gettext_noop(
        "There are whist cycles for 4, 5, 8, 9, 12, 13 and so on up to %(largest)s people, not for %(entries)s. "
        "What comes nearest: %(nearest)s, rounds: %(number)s."
    )


class CycleTooLong(MovementNotPossible):
    code = "movement.cycle_too_long"
    template = gettext_noop(
        "A Howell for %(entries)s pairs is not sought: it would have more rounds than anybody plays, and there are "
        "plans for up to %(largest)s pairs. What comes nearest: %(nearest)s, rounds: %(number)s."
    )


class BoardsNotPossible(MovementNotPossible):
    code = "movement.boards_not_possible"
    template = gettext_noop(
        "Five or six pairs share each set of boards in two halves, so a table cannot play %(boards)s in a round. "
        "What comes nearest: %(number)s."
    )
    counts = "boards"


class StayingUnknown(Invalid):
    code = "movement.staying_unknown"
    template = gettext_noop("%(entrant)s is to keep a table, but does not take part.")


def check_entries(entrants: Sequence[int], needed: int, nearest: tuple[str, int]) -> int:
    """Return the number of entries, the phantom of an odd number counted. Raises TooFewEntries, EntriesNotPossible."""
    count = len(entrants)
    if count < 2:
        raise TooFewEntries(needed=needed, present=count)
    if count < needed:
        raise EntriesNotPossible(needed=needed, entries=count, nearest=nearest)
    return count + count % 2


def check_rounds(entrants: Sequence[int], rounds: int, least: int, most: int) -> int:
    """Return a number of rounds that can be; what comes nearest to another is a movement that has so many."""
    even = len(entrants) + len(entrants) % 2
    if rounds >= 2 * (even - 1):
        nearest = ("double_round_robin", 2 * (even - 1))
    elif rounds > even // 2:
        nearest = ("howell", min(rounds, even - 1))
    else:
        nearest = ("mitchell", max(rounds, 1))
    return check_length(entrants, rounds, least, most, nearest)


def check_length(entrants: Sequence[int], rounds: int, least: int, most: int, nearest: tuple[str, int]) -> int:
    """Return a number of rounds that can be. Raises RoundsNotPossible."""
    if least <= rounds <= most:
        return rounds
    refusal = LengthNotPossible if least == most else RoundsNotPossible
    raise refusal(entries=len(entrants), rounds=rounds, least=least, most=most, nearest=nearest)


def check_staying(entrants: Sequence[int], stationary: Sequence[int], most: int, rounds: int) -> tuple[int, ...]:
    """Return who is to keep a table, each once. Raises StayingUnknown, StayingNotPossible."""
    for entrant in stationary:
        if entrant not in entrants:
            raise StayingUnknown(entrant=entrant)
    asked = tuple(dict.fromkeys(stationary))
    if len(asked) > most:
        nearest = _with_staying(len(entrants), len(asked))
        raise StayingNotPossible(rounds=rounds, most=most, asked=len(asked), nearest=nearest)
    return asked


def _with_staying(count: int, asked: int) -> tuple[str, int]:
    """Return the longest movement in which so many can stay."""
    even = count + count % 2
    longest = even - max(2, asked + count % 2)
    for length in range(longest, even // 2, -1):
        if cyclic_plan(length, even - length) is not None:
            return "reduced_howell", length
    tables = even // 2
    return "mitchell", tables if tables % 2 else tables - 1
