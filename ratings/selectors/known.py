"""Ratings as the tournaments ask for them."""

from __future__ import annotations

from collections.abc import Collection

from ratings.engine.partnerships import partners_of
from ratings.selectors.bonuses import keys_of_sides
from ratings.selectors.figures import points_of
from ratings.selectors.pools import club_pool
from ratings.selectors.states import latest_pair_states, latest_states


def ratings_of(kind: str, club_id: int, player_ids: Collection[int]) -> dict[int, int]:
    """Return the ratings, in points, of the players who have one in a game at a club, as last computed."""
    pool = club_pool(kind, club_id)
    if pool is None:
        return {}
    return {player: points_of(state.mu) for player, state in latest_states(pool, players=player_ids).items()}


def bonuses_of(kind: str, club_id: int, pairs: Collection[tuple[int, int]]) -> dict[tuple[int, int], int]:
    """Return the bonuses, in points, of the pairs that have one in a game at a club; the lower id stands first."""
    pool = club_pool(kind, club_id)
    if pool is None:
        return {}
    found = latest_pair_states(pool, keys=keys_of_sides(pairs))
    return {partners_of(key): points_of(state.mu) for key, state in found.items()}
