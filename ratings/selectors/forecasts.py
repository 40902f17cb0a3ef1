"""What would be expected of a table, from the ratings of now."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from ratings.engine.expecting import believed, forecast
from ratings.engine.params import Params
from ratings.engine.replay import State
from ratings.errors import PlayerNotRated, SidesRefused
from ratings.models import RatingPool
from ratings.selectors.figures import margin_of, points_of, today_at
from ratings.selectors.states import latest_states
from tournaments.selectors.names import player_names

SIDES = range(2, 6)
MEMBERS = range(1, 4)


@dataclass(frozen=True, slots=True)
class Contender:
    """Somebody of a side; ``rating`` and ``margin`` in whole points."""

    player_id: int
    name: str
    rating: int
    margin: int


@dataclass(frozen=True, slots=True)
class ExpectedSide:
    """A side, and the score that it is expected to make from 0 to 1: on average against each of the others."""

    members: tuple[Contender, ...]
    expected: float

    @property
    def name(self) -> str:
        """Its names as one."""
        return " + ".join(member.name for member in self.members)

    @property
    def percent(self) -> float:
        """The score of a hundred tables."""
        return 100 * self.expected


@dataclass(frozen=True, slots=True)
class ExpectedMeeting:
    """Two sides by their numbers from 1, and the score that the first is expected to make against the second."""

    side: int
    other: int
    expected: float


@dataclass(frozen=True, slots=True)
class ExpectedTable:
    """A table that nobody has played."""

    day: dt.date
    sides: tuple[ExpectedSide, ...]
    meetings: tuple[ExpectedMeeting, ...]


def expected_table(pool: RatingPool, sides: Sequence[Sequence[int]], *, now: dt.datetime) -> ExpectedTable:
    """Foretell a table of today. Raises SidesRefused, PlayerNotRated."""
    players = [player for side in sides for player in side]
    if len(sides) not in SIDES or any(len(side) not in MEMBERS for side in sides) or len(set(players)) < len(players):
        raise SidesRefused
    states = latest_states(pool, players=players)
    if len(states) < len(players):
        raise PlayerNotRated
    day, params = today_at(pool.club, now), Params.from_mapping(pool.params)
    told = forecast([[believed(states[player], day, params) for player in sorted(side)] for side in sides])
    names = player_names(players, pool.club_id)
    return ExpectedTable(
        day=day,
        sides=tuple(
            ExpectedSide(tuple(_contender(states[player], names[player]) for player in side), score)
            for side, score in zip(sides, told.scores, strict=True)
        ),
        meetings=tuple(ExpectedMeeting(one + 1, other + 1, score) for one, other, score in told.meetings),
    )


def _contender(state: State, name: str) -> Contender:
    return Contender(state.player, name, points_of(state.mu), margin_of(state.sigma))
