"""Who sits with whom (rules A0, A13): seats clockwise from 0, sides as tuples of seats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import TYPE_CHECKING

from gameplay.rules.five_hundred.variants import TEAMS, Rules

if TYPE_CHECKING:
    from gameplay.rules.five_hundred.bids import Contract


@dataclass(frozen=True, slots=True, eq=False)
class Seating:
    """The sides of a table; ``side_of[seat]`` is the index of a seat's side. There is one for each way to sit."""

    players: int
    sides: tuple[tuple[int, ...], ...]
    side_of: tuple[int, ...]

    def contracting_sides(self, contract: Contract, called: int | None) -> tuple[int, ...]:
        """Return the sides that stand or fall with the contract, the contractor's first.

        Two of them only where five play and the contractor has called a partner (rules A13).
        """
        own = self.side_of[contract.seat]
        return (own,) if called is None else (own, self.side_of[called])

    def orders_of(self, contract: Contract) -> Mapping[int, tuple[int, ...]]:
        """Return the seats that play, clockwise from each of them; in a misere the contractor's partners do not."""
        return _orders(self, contract.seat, contract.bid.is_misere)

    def is_active(self, seat: int, contract: Contract) -> bool:
        """Whether a seat plays to the tricks (rules A6)."""
        return seat in self.orders_of(contract)


@cache
def _orders(seating: Seating, contractor: int, is_misere: bool) -> Mapping[int, tuple[int, ...]]:
    seats = [(contractor + step) % seating.players for step in range(seating.players)]
    side_of = seating.side_of
    active = tuple(
        seat for seat in seats if not is_misere or seat == contractor or side_of[seat] != side_of[contractor]
    )
    return {seat: active[place:] + active[:place] for place, seat in enumerate(active)}


def _seat(players: int, teams: str) -> Seating:
    if players == 4:
        count = 2
    elif players == 6:
        count = 3 if teams == "three_pairs" else 2
    else:
        count = players
    sides = tuple(tuple(range(side, players, count)) for side in range(count))
    return Seating(players, sides, tuple(seat % count for seat in range(players)))


_SEATINGS = {(players, teams): _seat(players, teams) for players, teams in product(range(2, 7), TEAMS)}


def seating_of(rules: Rules) -> Seating:
    """Return how the players of a table sit."""
    return _SEATINGS[rules.players, rules.teams]
