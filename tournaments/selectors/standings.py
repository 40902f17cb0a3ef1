"""Standings of a tournament, computed from what is stored now, and how they are said in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import connection

from tournaments.models import Entry, Round, Tournament
from tournaments.selectors.figures import LABELS, Value, value_of
from tournaments.selectors.names import entry_names
from tournaments.selectors.played import played_in
from tournaments.standings.ranking import Standing, compute_standings
from tournaments.standings.rules import StandingRules, rules_from_json

# One statement, because every draw and every page of standings asks for it.
_FACTS = """
    WITH its AS (SELECT id, closed_at FROM tournaments_round WHERE tournament_id = %(tournament)s)
    SELECT (SELECT count(closed_at) FROM its)
         + (SELECT count(*) FROM tournaments_roundentry WHERE round_id IN (SELECT id FROM its))
         + (SELECT count(*) FROM tournaments_roundchange WHERE round_id IN (SELECT id FROM its))
         + (SELECT count(time_called_at) FROM tournaments_table WHERE round_id IN (SELECT id FROM its))
         + (SELECT count(*) FROM gameplay_handrecord AS hand
            JOIN tournaments_leg AS leg ON leg.game_id = hand.game_id
            JOIN tournaments_table AS its_table ON its_table.id = leg.table_id
            WHERE its_table.round_id IN (SELECT id FROM its))
"""
"""What is counted: rounds closed, entries placed, changes of rounds in play, games ended by the clock, hands."""


@dataclass(frozen=True, slots=True)
class StandingRow:
    """An entry's line in the standings."""

    rank: str
    entry_id: int
    entry_number: int
    entry_name: str
    is_withdrawn: bool
    values: tuple[Value, ...]
    tables_played: int
    sit_outs: int


@dataclass(frozen=True, slots=True)
class Standings:
    """A table of standings.

    ``version`` grows with everything that is entered: while it and the settings stay, so do the standings. What was
    entered while they were being computed may be in them already, but is never missing from a version that counts it.
    """

    version: int
    columns: tuple[tuple[str, str], ...]
    criteria: tuple[str, ...]
    rows: tuple[StandingRow, ...]
    rounds_closed: int
    open_round: int | None
    sit_out_policy: str

    @property
    def is_provisional(self) -> bool:
        """Whether a round is still in play, so that the ranks may change."""
        return self.open_round is not None


def rules_of(tournament: Tournament) -> StandingRules:
    """Return how a tournament counts and ranks."""
    return rules_from_json(
        {
            "criteria": tournament.criteria,
            "table_points": tournament.table_points,
            "sit_out": {"policy": tournament.sit_out_policy, "values": tournament.sit_out_values},
        }
    )


def results_version(tournament_id: int) -> int:
    """Return a number that grows with every fact that standings are made from: those rows are only ever added."""
    with connection.cursor() as cursor:
        cursor.execute(_FACTS, {"tournament": tournament_id})
        return int(cursor.fetchone()[0])


def standings_of(tournament: Tournament, *, closed_only: bool = False) -> Standings:
    """Return the standings from all complete tables, or from those of closed rounds only."""
    version = results_version(tournament.pk)
    rounds = list(Round.objects.filter(tournament=tournament).exclude(status__in=Round.NOT_PLAYED).order_by("number"))
    counted = [round_ for round_ in rounds if round_.status == Round.Status.CLOSED or not closed_only]
    entries = list(Entry.objects.filter(tournament=tournament).order_by("number"))
    rows = rank_entries(tournament, counted, [entry.pk for entry in entries])
    names = entry_names(tournament.pk, tournament.club_id)
    by_id = {entry.pk: entry for entry in entries}
    rules = rules_of(tournament)
    columns = _columns(rules)
    return Standings(
        version=version,
        columns=tuple((key, LABELS[key]) for key in columns),
        criteria=tuple(LABELS[criterion.column] for criterion in rules.criteria),
        rows=tuple(_row(row, by_id[row.entry], names[row.entry], columns) for row in rows),
        rounds_closed=sum(round_.status == Round.Status.CLOSED for round_ in rounds),
        open_round=next((round_.number for round_ in rounds if round_.status == Round.Status.PUBLISHED), None),
        sit_out_policy=tournament.sit_out_policy,
    )


def rank_entries(tournament: Tournament, rounds: list[Round], entries: Sequence[int]) -> tuple[Standing, ...]:
    """Return the standings of the entries from what counts of these rounds."""
    rules = rules_of(tournament)
    played = played_in(tournament, rounds, rules.table_points)
    return compute_standings(entries, played.tables, played.sit_outs, rules=rules)


def _columns(rules: StandingRules) -> tuple[str, ...]:
    """Return the figures shown: those that rank, then the usual ones that are not among them."""
    ranking = [criterion.column for criterion in rules.criteria if not criterion.in_ties]
    usual = [key for key in ("table_points", "games_won", "points", "net_points") if key not in ranking]
    return (*ranking, *usual)


def _row(row: Standing, entry: Entry, name: str, columns: tuple[str, ...]) -> StandingRow:
    return StandingRow(
        rank=row.label,
        entry_id=entry.pk,
        entry_number=entry.number,
        entry_name=name,
        is_withdrawn=entry.status == Entry.Status.WITHDRAWN,
        values=tuple(value_of(key, row.values[key]) for key in columns),
        tables_played=row.tables_played,
        sit_outs=row.sit_outs,
    )
