"""A record under judgement: what was sent, and what the stages have read out of it so far."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeGuard

from gameplay.rules.kinds import Violation

if TYPE_CHECKING:
    from gameplay.rules.five_hundred.bids import Contract
    from gameplay.rules.five_hundred.seating import Seating
    from gameplay.rules.five_hundred.variants import Rules

Faults = Sequence[Violation]


@dataclass(slots=True)
class Case:
    """One record of the right form with its rules.

    ``tricks`` are by side: claimed at level 1, derived at levels 2 and 3; a defending side's number in a misere may
    be None at level 1. ``contract`` is what the record says, ``auctioned`` what its calls say. ``hands`` by seat and
    ``kitty`` are sets of cards, at level 3 only. None before the stage that sets them, and in a hand passed in.
    """

    record: dict[str, Any]
    rules: Rules
    seating: Seating
    contract: Contract | None = None
    called: int | None = None
    auctioned: Contract | None = None
    hands: list[int] = field(default_factory=list)
    kitty: int = 0
    nominated: int | None = None
    tricks: tuple[int | None, ...] | None = None
    points: tuple[int, ...] | None = None

    def count_tricks(self, winners: Sequence[int]) -> None:
        """Set the tricks by side from the seat that won each."""
        side_of = self.seating.side_of
        won = [0] * len(self.seating.sides)
        for seat in winners:
            won[side_of[seat]] += 1
        self.tricks = tuple(won)

    def is_seat(self, value: object) -> TypeGuard[int]:
        """Whether ``value`` is the number of a seat at this table."""
        # The exact type, because JSON's true is not a seat.
        return type(value) is int and 0 <= value < self.seating.players


Stage = Callable[[Case], Faults]
"""Reads a part of the case; an empty answer means that the next stage may go on."""
