"""Starts in points, as the tournaments ask for them."""

from __future__ import annotations

from collections.abc import Iterable

from ratings.engine.expecting import believed_side
from ratings.engine.handicaps import points_per_logit, suggest_starts
from ratings.engine.marks import is_inactive, is_provisional
from ratings.engine.params import Params
from ratings.engine.replay import State
from ratings.selectors.bonuses import keys_of_sides
from ratings.selectors.pools import club_pool
from ratings.selectors.states import latest_pair_states, latest_states
from tournaments.ports import StartsWanted, SuggestedStart, SuggestedStarts


def starts_of(wanted: StartsWanted) -> SuggestedStarts:
    """Return the start that each should be given, by the club's list of all tables of the game as last computed.

    Somebody without a rating is taken for a newcomer. It is uncertain where a player is that, or has a rating that is
    provisional or has not been played for long.
    """
    pool = club_pool(wanted.kind, wanted.club_id)
    players = {player for side in wanted.sides.values() for player in side}
    states = {} if pool is None else latest_states(pool, players=players)
    if pool is None or not states:
        return SuggestedStarts()
    params = Params.from_mapping(pool.params)
    known = states | latest_pair_states(pool, keys=keys_of_sides(wanted.sides.values()))
    beliefs = {
        key: believed_side(sorted(side), known.get, wanted.day, params) for key, side in wanted.sides.items() if side
    }
    unit = points_per_logit(wanted.kind, params)
    starts = suggest_starts(beliefs, unit=unit, percent=wanted.percent, most=wanted.most)

    def is_uncertain(side: Iterable[int]) -> bool:
        return any(_is_unsure(states.get(player), wanted) for player in side)

    found = {key: SuggestedStart(points, is_uncertain(wanted.sides[key])) for key, points in starts.items()}
    return SuggestedStarts(pool.version, found)


def _is_unsure(state: State | None, wanted: StartsWanted) -> bool:
    return (
        state is None
        or is_provisional(sigma=state.sigma, tables=state.tables)
        or is_inactive(last=state.period, today=wanted.day)
    )
