"""The bonus of two partners, as it is shown: where a list has them, a pair is worth (first + second + bonus) / 2."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from ratings.engine.params import Params
from ratings.engine.partnerships import partnership_key
from ratings.engine.replay import State
from ratings.selectors.figures import change_of, margin_of


@dataclass(frozen=True, slots=True)
class Bonus:
    """A bonus as stored: ``mu`` in 0.1 point, ``sigma`` in 0.01 point; ``tables`` were rated together."""

    mu: int
    sigma: int
    tables: int

    @property
    def label(self) -> str:
        """The bonus with its sign, to 0.1 point."""
        return change_of(self.mu)

    @property
    def margin(self) -> int:
        """The deviation in whole points."""
        return margin_of(self.sigma)


def bonus_of(state: State | None, params: Params) -> Bonus | None:
    """Return the bonus of a pair whose state this is, of a new pair without one; None where lists have no bonuses."""
    if not params.rates_partnerships:
        return None
    return Bonus(0, params.bonus_sigma, 0) if state is None else Bonus(state.mu, state.sigma, state.tables)


def bonus_of_side(side: Collection[int], states: Mapping[int, State], params: Params) -> Bonus | None:
    """Return the bonus of a side, None for one that is not of two; states go by the engine's keys."""
    return bonus_of(states.get(partnership_key(*side)), params) if len(side) == 2 else None


def keys_of_sides(sides: Iterable[Collection[int]]) -> list[int]:
    """Return the engine's keys of the partnerships among some sides."""
    return [partnership_key(*side) for side in sides if len(side) == 2]
