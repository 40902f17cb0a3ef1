"""What would be expected of a table from the ratings of now, and is of the tables of a round from those before it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ratings.engine.defaults import default_params
from ratings.engine.expecting import believed_side, forecast
from ratings.engine.params import Params
from ratings.engine.replay import State
from ratings.errors import PlayerNotRated, RoundNotRated, SidesRefused
from ratings.models import RatingPool
from ratings.selectors.bonuses import Bonus, bonus_of_side, keys_of_sides
from ratings.selectors.figures import margin_of, points_of, today_at
from ratings.selectors.pools import club_pool
from ratings.selectors.states import latest_pair_states, latest_states
from tournaments.models import Round, Table
from tournaments.selectors.names import player_names
from tournaments.selectors.tables import SeatView, seats_of

SIDES = range(2, 6)
MEMBERS = range(1, 4)


@dataclass(frozen=True, slots=True)
class Contender:
    """Somebody of a side; ``rating`` and ``margin`` in whole points, of one who is not rated those of newcomers."""

    player_id: int
    name: str
    rating: int
    margin: int
    is_new: bool


@dataclass(frozen=True, slots=True)
class ExpectedSide:
    """A side, and the score that it is expected to make from 0 to 1: on average against each of the others.

    ``bonus`` is that of its two partners, None for another side and where the list has none.
    """

    members: tuple[Contender, ...]
    bonus: Bonus | None
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


@dataclass(frozen=True, slots=True)
class ExpectedRound:
    """The tables of a round by number, each foretold from what was believed before the day of the round."""

    round: Round
    tables: tuple[tuple[Table, ExpectedTable], ...]


def expected_round(round_id: int) -> ExpectedRound:
    """Foretell the tables of a published round of a rated tournament. Raises RoundNotRated.

    Somebody who was not rated before that day counts as a newcomer. It stays the same when the results are in.
    """
    rows = Round.objects.select_related("tournament__club").exclude(status__in=Round.NOT_PLAYED)
    rated = rows.filter(tournament__is_rated=True, tournament__taken_out_at=None)
    round_ = rated.filter(pk=round_id).first()
    if round_ is None:
        raise RoundNotRated
    tournament, day = round_.tournament, round_.session_date
    tables = list(Table.objects.filter(round=round_).order_by("number"))
    seats = seats_of(tables, tournament)
    names = {seat.player_id: seat.player_name for of_table in seats.values() for seat in of_table}
    pool = club_pool(tournament.kind, tournament.club_id)
    params = default_params(tournament.kind) if pool is None else Params.from_mapping(pool.params)
    sides = {table.pk: _sides(seats[table.pk]) for table in tables}
    states: dict[int, State] = {}
    if pool is not None:
        keys = keys_of_sides(side for of_table in sides.values() for side in of_table)
        states = latest_states(pool, before=day, players=names) | latest_pair_states(pool, before=day, keys=keys)
    return ExpectedRound(round_, tuple((table, _told(sides[table.pk], states, names, day, params)) for table in tables))


def _sides(seats: Sequence[SeatView]) -> list[list[int]]:
    found: dict[int, list[int]] = {}
    for seat in seats:
        found.setdefault(seat.side, []).append(seat.player_id)
    return [found[side] for side in sorted(found)]


def expected_table(pool: RatingPool, sides: Sequence[Sequence[int]], *, now: dt.datetime) -> ExpectedTable:
    """Foretell a table of today. Raises SidesRefused, PlayerNotRated."""
    players = [player for side in sides for player in side]
    if len(sides) not in SIDES or any(len(side) not in MEMBERS for side in sides) or len(set(players)) < len(players):
        raise SidesRefused
    states = latest_states(pool, players=players)
    if len(states) < len(players):
        raise PlayerNotRated
    names = player_names(players, pool.club_id)
    states |= latest_pair_states(pool, keys=keys_of_sides(sides))
    return _told(sides, states, names, today_at(pool.club, now), Params.from_mapping(pool.params))


def _told(
    sides: Sequence[Sequence[int]],
    states: Mapping[int, State],
    names: Mapping[int, str],
    day: dt.date,
    params: Params,
) -> ExpectedTable:
    told = forecast([believed_side(sorted(side), states.get, day, params) for side in sides])
    return ExpectedTable(
        day=day,
        sides=tuple(
            ExpectedSide(
                members=tuple(_contender(player, states.get(player), names[player], params) for player in side),
                bonus=bonus_of_side(side, states, params),
                expected=score,
            )
            for side, score in zip(sides, told.scores, strict=True)
        ),
        meetings=tuple(ExpectedMeeting(one + 1, other + 1, score) for one, other, score in told.meetings),
    )


def _contender(player: int, state: State | None, name: str, params: Params) -> Contender:
    mu, sigma = (params.prior_mu, params.prior_sigma) if state is None else (state.mu, state.sigma)
    return Contender(player, name, points_of(mu), margin_of(sigma), is_new=state is None)
