"""The rating list of a pool, and how a player came to stand there."""

import datetime as dt
from dataclasses import dataclass

from ratings.engine.marks import is_inactive, is_provisional
from ratings.engine.replay import State
from ratings.errors import PlayerNotRated
from ratings.models import RatingPool
from ratings.selectors.figures import (
    change_of,
    margin_of,
    points_of,
    ranks,
    today_at,
)
from ratings.selectors.partnerships import RatedPartnership, partnership_list
from ratings.selectors.states import latest_states, states_of
from ratings.selectors.together import locked_players
from tournaments.selectors.names import player_names


@dataclass(frozen=True, slots=True)
class RatedPlayer:
    """A line of the list: ``rating`` and ``margin`` in whole points; as stored, ``mu`` in 0.1, ``sigma`` in 0.01."""

    rank: int
    rank_label: str
    player_id: int
    name: str
    mu: int
    sigma: int
    rating: int
    margin: int
    tables: int
    last_played: dt.date
    is_provisional: bool
    is_inactive: bool
    is_partner_locked: bool


@dataclass(frozen=True, slots=True)
class HistoryPoint:
    """A player after one day of play; ``change`` is of ``mu``, against the day before or, on the first, a newcomer."""

    period: dt.date
    mu: int
    sigma: int
    rating: int
    margin: int
    change: int
    change_label: str
    tables: int
    tables_played: int


@dataclass(frozen=True, slots=True)
class PlayerHistory:
    """A player's days of play, oldest first, and the line on the list that they led to.

    ``pairs`` are the partnerships of one who cannot be told from their partners, the most played first: for them those
    say more than the player's own rating.
    """

    player: RatedPlayer
    points: tuple[HistoryPoint, ...]
    pairs: tuple[RatedPartnership, ...]


def rating_list(pool: RatingPool, *, now: dt.datetime) -> list[RatedPlayer]:
    """Return everybody rated, best first; of equal means the surer one, and only equal numbers share a rank."""
    states = sorted(latest_states(pool).values(), key=lambda state: (-state.mu, state.sigma, state.player))
    names = player_names([state.player for state in states], pool.club_id)
    today = today_at(pool.club, now)
    places = ranks([(state.mu, state.sigma) for state in states])
    locked = locked_players(pool)
    return [
        _line(state, rank=rank, label=label, name=names[state.player], today=today, is_locked=state.player in locked)
        for state, (rank, label) in zip(states, places, strict=True)
    ]


def player_history(pool: RatingPool, player_id: int, *, now: dt.datetime) -> PlayerHistory:
    """Return a player's days of play. Raises PlayerNotRated."""
    line = next((one for one in rating_list(pool, now=now) if one.player_id == player_id), None)
    if line is None:
        raise PlayerNotRated
    points = []
    before, tables = int(pool.params["prior_mu"]), 0
    for state in states_of(pool, player_id):
        points.append(_point(state, before=before, tables=tables))
        before, tables = state.mu, state.tables
    pairs: list[RatedPartnership] = []
    if line.is_partner_locked:
        pairs = [pair for pair in partnership_list(pool, now=now) if player_id in pair.player_ids]
    pairs.sort(key=lambda pair: (-pair.tables, pair.rank, pair.player_ids))
    return PlayerHistory(line, tuple(points), tuple(pairs))


def _line(state: State, *, rank: int, label: str, name: str, today: dt.date, is_locked: bool) -> RatedPlayer:
    return RatedPlayer(
        rank=rank,
        rank_label=label,
        player_id=state.player,
        name=name,
        mu=state.mu,
        sigma=state.sigma,
        rating=points_of(state.mu),
        margin=margin_of(state.sigma),
        tables=state.tables,
        last_played=state.period,
        is_provisional=is_provisional(sigma=state.sigma, tables=state.tables),
        is_inactive=is_inactive(last=state.period, today=today),
        is_partner_locked=is_locked,
    )


def _point(state: State, *, before: int, tables: int) -> HistoryPoint:
    return HistoryPoint(
        period=state.period,
        mu=state.mu,
        sigma=state.sigma,
        rating=points_of(state.mu),
        margin=margin_of(state.sigma),
        change=state.mu - before,
        change_label=change_of(state.mu - before),
        tables=state.tables,
        tables_played=state.tables - tables,
    )
