"""Ratings as they would follow from rounds as they stand below, whatever the ledger has heard of them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection

from ratings.engine.params import Params
from ratings.engine.replay import State, replay
from ratings.engine.results import Result, compare
from ratings.models import RatingPool
from ratings.selectors.figures import points_of
from ratings.selectors.ledger import counted_results, outcome_of, result_of, results_since
from ratings.selectors.pools import club_pool
from ratings.selectors.states import latest_pair_states, latest_states
from tournaments.models import Table
from tournaments.selectors.rated import rated_tables


def ratings_with(kind: str, club_id: int, round_ids: Collection[int]) -> dict[int, int]:
    """Return the ratings, in points, of all who have one in a game at a club, with some rounds as they stand now.

    Reads only; what stands in the caller's transaction counts, so a change can be tried and taken back.
    """
    pool = club_pool(kind, club_id)
    if pool is None:
        return {}
    tables = set(Table.objects.filter(round_id__in=round_ids).values_list("pk", flat=True))
    now = {
        table.table_id: outcome_of(table)
        for round_id in sorted(round_ids)
        for table in rated_tables(kind=kind, club_id=club_id, round_id=round_id)
    }
    known = counted_results(pool).filter(table_id__in=tables).values_list("period", flat=True)
    days = [*known, *(outcome.period for outcome in now.values())]
    if not days:
        return {player: points_of(state.mu) for player, state in latest_states(pool).items()}
    since = min(days if pool.dirty_from is None else [*days, pool.dirty_from])
    others = [result for result in results_since(pool, since) if result.key[0] not in tables]
    fresh = [result_of(table_id, one) for table_id, one in now.items()]
    return {player: points_of(state.mu) for player, state in _states(pool, [*others, *fresh], since).items()}


def _states(pool: RatingPool, results: list[Result], since: dt.date) -> dict[int, State]:
    """Return everybody's latest state when these are the results from a day on."""
    latest = latest_states(pool, before=since)
    before = latest | latest_pair_states(pool, before=since)
    replayed = replay(compare(results), params=Params.from_mapping(pool.params), before=before).states()
    of_players = (state for state in replayed if state.player >= 0)
    return {**latest, **{state.player: state for state in sorted(of_players, key=lambda state: state.period)}}
