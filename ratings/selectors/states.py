"""Stored states of a pool's live generation, as the replay knows them: of players, and of pairs where it has them."""

import datetime as dt
from collections.abc import Collection, Iterable
from typing import Any

import numpy as np
from django.db import connection
from django.db.models import Q, QuerySet

from ratings.binary_copy import read_columns
from ratings.engine.partnerships import partners_of, partnership_key, partnership_keys
from ratings.engine.replay import History, State
from ratings.models import PairState, RatingPool, RatingState

STATE_TYPES = {"player_id": "int8", "period": "day", "mu": "int4", "sigma": "int4", "tables": "int4"}
"""The columns of a history as they are stored, with their types."""
PAIR_TYPES = {"first_id": "int8", "second_id": "int8", "period": "day", "mu": "int4", "sigma": "int4", "tables": "int4"}
"""Likewise of pairs, whose two players are one key in the history."""
_COLUMNS = tuple(STATE_TYPES)
_PAIR_COLUMNS = tuple(PAIR_TYPES)
_LATEST = """
    SELECT state.* FROM unnest(%(players)s::bigint[]) AS asked (player)
    CROSS JOIN LATERAL (
        SELECT player_id, period, mu, sigma, tables FROM ratings_ratingstate
        WHERE pool_id = %(pool)s AND generation = %(generation)s AND player_id = asked.player AND period < %(before)s
        ORDER BY period DESC LIMIT 1
    ) AS state
"""

_LATEST_PAIRS = """
    SELECT state.* FROM unnest(%(first)s::bigint[], %(second)s::bigint[]) AS asked (first, second)
    CROSS JOIN LATERAL (
        SELECT first_id, second_id, period, mu, sigma, tables FROM ratings_pairstate
        WHERE pool_id = %(pool)s AND generation = %(generation)s
          AND first_id = asked.first AND second_id = asked.second AND period < %(before)s
        ORDER BY period DESC LIMIT 1
    ) AS state
"""


def live_states(pool: RatingPool) -> QuerySet[RatingState]:
    """Return the states that count."""
    return RatingState.objects.filter(pool=pool, generation=pool.live_generation)


def latest_states(
    pool: RatingPool, *, before: dt.date | None = None, players: Collection[int] | None = None
) -> dict[int, State]:
    """Return each player's latest state, or the latest before a day; of the players named, or of all."""
    if players is not None:
        return _latest_of(pool, before or dt.date.max, sorted(players))
    rows = live_states(pool)
    if before is not None:
        rows = rows.filter(period__lt=before)
    latest = rows.order_by("player_id", "-period").distinct("player_id")
    return {row[0]: State(*row) for row in latest.values_list(*_COLUMNS)}


def _latest_of(pool: RatingPool, before: dt.date, players: list[int]) -> dict[int, State]:
    """Look each player up by the index, whatever their history is long; ``DISTINCT ON`` would read all of it."""
    live = {"pool": pool.pk, "generation": pool.live_generation}
    with connection.cursor() as cursor:
        cursor.execute(_LATEST, {**live, "players": players, "before": before})
        return {row[0]: State(*row) for row in cursor.fetchall()}


def live_pair_states(pool: RatingPool) -> QuerySet[PairState]:
    """Return the states of pairs that count."""
    return PairState.objects.filter(pool=pool, generation=pool.live_generation)


def latest_pair_states(
    pool: RatingPool, *, before: dt.date | None = None, keys: Collection[int] | None = None
) -> dict[int, State]:
    """Return each pair's latest state by its key, or the latest before a day; of the pairs named, or of all.

    Where the pool does not rate pairs there are none, and nothing is asked.
    """
    if not pool.rates_pairs:
        return {}
    if keys is not None:
        return _latest_of_pairs(pool, before or dt.date.max, sorted(partners_of(key) for key in keys))
    rows = live_pair_states(pool)
    if before is not None:
        rows = rows.filter(period__lt=before)
    latest = rows.order_by("first_id", "second_id", "-period").distinct("first_id", "second_id")
    return _by_key(latest.values_list(*_PAIR_COLUMNS))


def _latest_of_pairs(pool: RatingPool, before: dt.date, pairs: list[tuple[int, int]]) -> dict[int, State]:
    live = {"pool": pool.pk, "generation": pool.live_generation}
    asked = {"first": [first for first, _ in pairs], "second": [second for _, second in pairs]}
    with connection.cursor() as cursor:
        cursor.execute(_LATEST_PAIRS, {**live, **asked, "before": before})
        return _by_key(cursor.fetchall())


def pair_states_among(pool: RatingPool, player_ids: Collection[int]) -> dict[int, list[State]]:
    """Return by key the states of pairs both of whom are among some players, each one's oldest first."""
    found: dict[int, list[State]] = {}
    if pool.rates_pairs:
        among = Q(first_id__in=player_ids, second_id__in=player_ids)
        rows = live_pair_states(pool).filter(among).order_by("first_id", "second_id", "period")
        for row in rows.values_list(*_PAIR_COLUMNS):
            state = _pair_state(*row)
            found.setdefault(state.player, []).append(state)
    return found


def _by_key(rows: Iterable[tuple[Any, ...]]) -> dict[int, State]:
    return {state.player: state for state in (_pair_state(*row) for row in rows)}


def _pair_state(first: int, second: int, *rest: Any) -> State:
    return State(partnership_key(first, second), *rest)


def stored_history(pool: RatingPool, since: dt.date | None, *, with_pairs: bool) -> History:
    """Return the stored rows from a day on, or all: those of players, and of pairs if they are asked for."""
    players: QuerySet[Any] = live_states(pool)
    pairs: QuerySet[Any] = live_pair_states(pool)
    if since is not None:
        players, pairs = players.filter(period__gte=since), pairs.filter(period__gte=since)
    columns = [*read_columns(players, STATE_TYPES).values()]
    if with_pairs:
        first, second, *others = read_columns(pairs, PAIR_TYPES).values()
        of_pairs = [partnership_keys(first, second), *others]
        columns = [np.concatenate(both) for both in zip(columns, of_pairs, strict=True)]
    return History(*columns)


def states_of(pool: RatingPool, player_id: int) -> list[State]:
    """Return a player's states, oldest first."""
    rows = live_states(pool).filter(player_id=player_id).order_by("period")
    return [State(*row) for row in rows.values_list(*_COLUMNS)]


def all_states_of(pool: RatingPool, player_ids: Collection[int]) -> dict[int, list[State]]:
    """Return the states of some players, each one's oldest first; without those who have none."""
    found: dict[int, list[State]] = {}
    rows = live_states(pool).filter(player_id__in=player_ids).order_by("player_id", "period")
    for row in rows.values_list(*_COLUMNS):
        state = State(*row)
        found.setdefault(state.player, []).append(state)
    return found
