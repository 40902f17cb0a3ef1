"""Stored states of a pool's live generation, as the replay knows them."""

import datetime as dt
from collections.abc import Collection

from django.db import connection
from django.db.models import QuerySet

from ratings.binary_copy import read_columns
from ratings.engine.replay import History, State
from ratings.models import RatingPool, RatingState

STATE_TYPES = {"player_id": "int8", "period": "day", "mu": "int4", "sigma": "int4", "tables": "int4"}
"""The columns of a history as they are stored, with their types."""
_COLUMNS = tuple(STATE_TYPES)
_LATEST = """
    SELECT state.* FROM unnest(%(players)s::bigint[]) AS asked (player)
    CROSS JOIN LATERAL (
        SELECT player_id, period, mu, sigma, tables FROM ratings_ratingstate
        WHERE pool_id = %(pool)s AND generation = %(generation)s AND player_id = asked.player AND period < %(before)s
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


def stored_history(pool: RatingPool, since: dt.date | None) -> History:
    """Return the stored rows from a day on, or all."""
    rows = live_states(pool)
    if since is not None:
        rows = rows.filter(period__gte=since)
    return History(*read_columns(rows, STATE_TYPES).values())


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
