"""Partnerships: two players who sat together, shown as the mean of both and, where lists have one, with their bonus."""

import datetime as dt
from dataclasses import dataclass

from ratings.engine.marks import is_inactive, is_provisional
from ratings.engine.params import Params
from ratings.engine.replay import State
from ratings.models import RatingPool
from ratings.selectors.bonuses import Bonus, bonus_of_side
from ratings.selectors.figures import margin_of, pair_points, pair_sigma, ranks, today_at
from ratings.selectors.states import latest_pair_states, latest_states
from ratings.selectors.together import pairs_together
from tournaments.selectors.names import player_names


@dataclass(frozen=True, slots=True)
class RatedPartnership:
    """A line of the list. ``tables`` are those played together; provisional while one of the two is.

    ``rating`` and ``margin`` are of the two with their ``bonus``, which is None where the list has none.
    """

    rank: int
    rank_label: str
    player_ids: tuple[int, int]
    name: str
    rating: int
    margin: int
    bonus: Bonus | None
    tables: int
    last_played: dt.date
    is_provisional: bool
    is_inactive: bool


def partnership_list(pool: RatingPool, *, now: dt.datetime) -> list[RatedPartnership]:
    """Return all who sat together as two, best mean first."""
    states = latest_states(pool)
    pairs = {one.player_ids: one for one in pairs_together(pool) if states.keys() >= {*one.player_ids}}
    bonuses = latest_pair_states(pool)
    params = Params.from_mapping(pool.params) if pool.rates_pairs else Params()
    bonus = {pair: bonus_of_side(pair, bonuses, params) for pair in pairs}
    figures = {pair: _together(states[pair[0]], states[pair[1]], bonus[pair]) for pair in pairs}
    ordered = sorted(pairs, key=lambda pair: (-figures[pair][0], figures[pair][1], pair))
    names = player_names({player for pair in pairs for player in pair}, pool.club_id)
    today = today_at(pool.club, now)
    return [
        RatedPartnership(
            rank=rank,
            rank_label=label,
            player_ids=pair,
            name=" + ".join(names[player] for player in pair),
            rating=pair_points(figures[pair][0], 0),
            margin=margin_of(figures[pair][1]),
            bonus=bonus[pair],
            tables=pairs[pair].tables,
            last_played=pairs[pair].last,
            is_provisional=any(
                is_provisional(sigma=states[player].sigma, tables=states[player].tables) for player in pair
            ),
            is_inactive=is_inactive(last=pairs[pair].last, today=today),
        )
        for pair, (rank, label) in zip(ordered, ranks([figures[pair] for pair in ordered]), strict=True)
    ]


def _together(first: State, second: State, bonus: Bonus | None) -> tuple[int, int]:
    """Return twice the rating, so that it stays whole, and its deviation."""
    if bonus is None:
        return first.mu + second.mu, pair_sigma(first.sigma, second.sigma)
    return first.mu + second.mu + bonus.mu, pair_sigma(first.sigma, second.sigma, bonus.sigma)
