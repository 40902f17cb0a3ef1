"""How many facts there are that standings are made from. Those rows are only ever added, so the count is a version."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db import connection

# One statement, because every draw and every page of standings asks for it, and a series for many tournaments at once.
_FACTS = """
    WITH its AS (SELECT id, tournament_id, closed_at FROM tournaments_round WHERE tournament_id = ANY(%(tournaments)s)),
    hands AS (
        SELECT its_table.round_id, count(*) AS facts, max(hand.created_at) AS last
        FROM gameplay_handrecord AS hand
        JOIN tournaments_leg AS leg ON leg.game_id = hand.game_id
        JOIN tournaments_table AS its_table ON its_table.id = leg.table_id
        WHERE its_table.round_id IN (SELECT id FROM its)
        GROUP BY its_table.round_id
    )
    SELECT its.tournament_id,
           its.id,
           (its.closed_at IS NOT NULL)::int
           + (SELECT count(*) FROM tournaments_roundentry WHERE round_id = its.id)
           + (SELECT count(*) + count(*) FILTER (WHERE kind = 'time_taken_back')
              FROM tournaments_roundchange WHERE round_id = its.id)
           + (SELECT count(time_called_at) FROM tournaments_table WHERE round_id = its.id)
           + coalesce(hands.facts, 0),
           hands.last
    FROM its LEFT JOIN hands ON hands.round_id = its.id
    UNION ALL
    SELECT event.id,
           NULL,
           (SELECT count(*) FROM tournaments_entry WHERE tournament_id = event.id)
           + (SELECT count(*) FROM tournaments_adjustment AS given
              JOIN tournaments_entry AS entry ON entry.id = given.entry_id
              WHERE entry.tournament_id = event.id)
           + (SELECT count(*) FROM tournaments_tiedecision WHERE tournament_id = event.id)
           + event.counting_version,
           NULL
    FROM tournaments_tournament AS event WHERE event.id = ANY(%(tournaments)s)
"""
"""By round: closed, entries placed, changes in play, games ended by the clock, hands. Of none: entries, penalties and
awards, decisions of ties, and how often the settings were changed. A call of time that is taken back counts twice,
because the game that it had ended counts no more: so the version grows all the same."""


@dataclass(frozen=True, slots=True)
class RoundVersion:
    """How many facts a round has, and when its last hand was entered.

    A database that was brought back from a copy counts the same again for other hands, but not at the same moment.
    """

    facts: int
    last_hand_at: dt.datetime | None


@dataclass(frozen=True, slots=True)
class Versions:
    """The versions of the rounds by id, drafts included, and of the whole."""

    rounds: Mapping[int, RoundVersion]
    total: int


def versions_of(tournament_id: int) -> Versions:
    """Return the versions of a tournament and of its rounds."""
    return versions_of_many([tournament_id])[tournament_id]


def versions_of_many(tournament_ids: Iterable[int]) -> dict[int, Versions]:
    """Return the versions of several tournaments and of their rounds: one query."""
    wanted = list(tournament_ids)
    with connection.cursor() as cursor:
        cursor.execute(_FACTS, {"tournaments": wanted})
        rows = cursor.fetchall()
    rounds: dict[int, dict[int, RoundVersion]] = {tournament: {} for tournament in wanted}
    totals = dict.fromkeys(wanted, 0)
    for tournament, round_id, facts, last in rows:
        totals[tournament] += facts
        if round_id is not None:
            rounds[tournament][round_id] = RoundVersion(facts, last)
    return {tournament: Versions(rounds[tournament], totals[tournament]) for tournament in wanted}
