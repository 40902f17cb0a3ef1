"""Partnerships: two players who sat together, shown as the mean of both. They are not rated for themselves."""

import datetime as dt
from dataclasses import dataclass

from ratings.engine.marks import is_inactive, is_provisional
from ratings.engine.replay import State
from ratings.models import RatingPool
from ratings.selectors.figures import margin_of, mean_points, mean_sigma, ranks, today_at
from ratings.selectors.ledger import results_since
from ratings.selectors.states import latest_states
from tournaments.selectors.names import player_names


@dataclass(frozen=True, slots=True)
class RatedPartnership:
    """A line of the list. ``tables`` are those played together; provisional while one of the two is."""

    rank: int
    rank_label: str
    player_ids: tuple[int, int]
    name: str
    rating: int
    margin: int
    tables: int
    last_played: dt.date
    is_provisional: bool
    is_inactive: bool


@dataclass(slots=True)
class _Together:
    tables: int = 0
    last: dt.date = dt.date.min


def partnership_list(pool: RatingPool, *, now: dt.datetime) -> list[RatedPartnership]:
    """Return all who sat together as two, best mean first."""
    states = latest_states(pool)
    pairs = {pair: one for pair, one in _pairs(pool).items() if all(player in states for player in pair)}
    figures = {pair: _mean(states[pair[0]], states[pair[1]]) for pair in pairs}
    ordered = sorted(pairs, key=lambda pair: (-figures[pair][0], figures[pair][1], pair))
    names = player_names({player for pair in pairs for player in pair}, pool.club_id)
    today = today_at(pool.club, now)
    return [
        RatedPartnership(
            rank=rank,
            rank_label=label,
            player_ids=pair,
            name=" + ".join(names[player] for player in pair),
            rating=mean_points(states[pair[0]].mu, states[pair[1]].mu),
            margin=margin_of(figures[pair][1]),
            tables=pairs[pair].tables,
            last_played=pairs[pair].last,
            is_provisional=any(
                is_provisional(sigma=states[player].sigma, tables=states[player].tables) for player in pair
            ),
            is_inactive=is_inactive(last=pairs[pair].last, today=today),
        )
        for pair, (rank, label) in zip(ordered, ranks([figures[pair] for pair in ordered]), strict=True)
    ]


def _mean(first: State, second: State) -> tuple[int, int]:
    """Return twice the mean, so that it stays whole, and the deviation of the mean."""
    return first.mu + second.mu, mean_sigma(first.sigma, second.sigma)


def _pairs(pool: RatingPool) -> dict[tuple[int, int], _Together]:
    found: dict[tuple[int, int], _Together] = {}
    for result in results_since(pool, None):
        for side in result.sides:
            if len(side) == 2:
                low, high = sorted(side)
                together = found.setdefault((low, high), _Together())
                together.tables += 1
                together.last = max(together.last, result.period)
    return found
