"""A partnership by itself: how two players did together, day by day."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from itertools import groupby

from ratings.engine.marks import is_inactive, is_provisional
from ratings.engine.params import Params
from ratings.engine.partnerships import partnership_key
from ratings.engine.replay import State
from ratings.errors import NotPartners
from ratings.models import RatingPool
from ratings.selectors.bonuses import Bonus, bonus_of
from ratings.selectors.figures import (
    change_of,
    margin_of,
    pair_points,
    pair_sigma,
    points_of,
    today_at,
)
from ratings.selectors.ledger import results_with
from ratings.selectors.states import all_states_of, pair_states_among
from ratings.selectors.tallies import Seen, Tally, added, seen_by
from tournaments.selectors.names import player_names


@dataclass(frozen=True, slots=True)
class PairMember:
    """One of the two, as the list has them; ``rating`` and ``margin`` in whole points."""

    player_id: int
    name: str
    rating: int
    margin: int
    tables: int
    is_provisional: bool
    is_inactive: bool


@dataclass(frozen=True, slots=True)
class PairDay:
    """A day on which they sat together, and the rating of both after it, with the ``bonus`` if the list has one.

    ``change`` is by all tables of that day, in 0.1; of an uneven tenth it is half a tenth rounded upwards.
    """

    day: dt.date
    tally: Tally
    rating: int
    margin: int
    bonus: Bonus | None
    change: int

    @property
    def change_label(self) -> str:
        """The change with its sign."""
        return change_of(self.change)


@dataclass(frozen=True, slots=True)
class PairRecord:
    """Two players together, ``days`` oldest first: provisional while one of them is, inactive by their last table."""

    members: tuple[PairMember, PairMember]
    name: str
    rating: int
    margin: int
    bonus: Bonus | None
    is_provisional: bool
    is_inactive: bool
    tally: Tally
    days: tuple[PairDay, ...]


def pair_record(pool: RatingPool, one: int, other: int, *, now: dt.datetime) -> PairRecord:
    """Return how two players did as a side of two, in whichever order they are named. Raises NotPartners."""
    low, high = sorted((one, other))
    results = [result for result in results_with(pool, [low, high]) if {low, high} in map(set, result.sides)]
    states = all_states_of(pool, [low, high])
    if low == high or not results or len(states) < 2:
        raise NotPartners
    seen = seen_by(pool, low, results)
    names = player_names([low, high], pool.club_id)
    today = today_at(pool.club, now)
    params = Params.from_mapping(pool.params)
    together = pair_states_among(pool, [low, high]).get(partnership_key(low, high), [])
    histories = (states[low], states[high], together)
    now_of = [states[player][-1] for player in (low, high)]
    bonus = bonus_of(together[-1] if together else None, params)
    first, second = (_member(state, names[state.player], today) for state in now_of)
    return PairRecord(
        members=(first, second),
        name=f"{first.name} + {second.name}",
        rating=pair_points(now_of[0].mu, now_of[1].mu, 0 if bonus is None else bonus.mu),
        margin=margin_of(_deviation([state.sigma for state in now_of], bonus)),
        bonus=bonus,
        is_provisional=first.is_provisional or second.is_provisional,
        is_inactive=is_inactive(last=seen[-1].day, today=today),
        tally=added(seen),
        days=tuple(
            _day(day, list(tables), histories, params) for day, tables in groupby(seen, key=lambda table: table.day)
        ),
    )


def _member(state: State, name: str, today: dt.date) -> PairMember:
    return PairMember(
        player_id=state.player,
        name=name,
        rating=points_of(state.mu),
        margin=margin_of(state.sigma),
        tables=state.tables,
        is_provisional=is_provisional(sigma=state.sigma, tables=state.tables),
        is_inactive=is_inactive(last=state.period, today=today),
    )


def _day(
    day: dt.date, tables: list[Seen], histories: tuple[list[State], list[State], list[State]], params: Params
) -> PairDay:
    *after, together = [_latest(states, until=day) for states in histories]
    *before, together_before = [_latest(states, until=day - dt.timedelta(days=1)) for states in histories]
    bonus, bonus_before = bonus_of(together, params), bonus_of(together_before, params)
    mu = [params.prior_mu if state is None else state.mu for state in (*before, *after)]
    # A day that is still being worked in may have left somebody without a state.
    sigma = [params.prior_sigma if state is None else state.sigma for state in after]
    gained = 0 if bonus is None or bonus_before is None else bonus.mu - bonus_before.mu
    return PairDay(
        day=day,
        tally=added(tables),
        rating=pair_points(mu[2], mu[3], 0 if bonus is None else bonus.mu),
        margin=margin_of(_deviation(sigma, bonus)),
        bonus=bonus,
        change=(mu[2] + mu[3] - mu[0] - mu[1] + gained + 1) // 2,
    )


def _deviation(sigmas: list[int], bonus: Bonus | None) -> int:
    return pair_sigma(*sigmas) if bonus is None else pair_sigma(*sigmas, bonus.sigma)


def _latest(states: list[State], *, until: dt.date) -> State | None:
    return next((state for state in reversed(states) if state.period <= until), None)
