"""Standings of a tournament, computed from what is stored now, and how they are said in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from gameplay.models import HandRecord
from tournaments.models import Entry, Round, RoundEntry, Seat, Table, Tournament
from tournaments.selectors.figures import LABELS, Value, value_of
from tournaments.selectors.names import entry_names
from tournaments.selectors.progress import TableProgress, read_tables
from tournaments.standings.ranking import Standing, compute_standings
from tournaments.standings.results import SitOut, TableResult
from tournaments.standings.rules import StandingRules, rules_from_json


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
    hands = HandRecord.objects.filter(game__leg__table__round__tournament_id=tournament_id).count()
    closed = Round.objects.filter(tournament_id=tournament_id, closed_at__isnull=False).count()
    called = Table.objects.filter(round__tournament_id=tournament_id, time_called_at__isnull=False).count()
    placed = RoundEntry.objects.filter(round__tournament_id=tournament_id).count()
    return hands + closed + called + placed


def standings_of(tournament: Tournament, *, closed_only: bool = False) -> Standings:
    """Return the standings from all complete tables, or from those of closed rounds only."""
    version = results_version(tournament.pk)
    rounds = list(Round.objects.filter(tournament=tournament).exclude(status=Round.Status.DRAFT).order_by("number"))
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
    """Return the standings of the entries from the complete tables of these rounds."""
    return compute_standings(entries, table_results(tournament, rounds), _sit_outs(rounds), rules=rules_of(tournament))


def table_results(tournament: Tournament, rounds: list[Round]) -> list[TableResult]:
    """Return the results of all complete tables of the rounds."""
    numbers = {round_.pk: round_.number for round_ in rounds}
    tables = list(Table.objects.filter(round_id__in=numbers).order_by("round_id", "number"))
    progress = read_tables(tournament, tables)
    sides = sides_of([table.pk for table in tables])
    scheme = rules_of(tournament).table_points
    return [
        table_result(numbers[table.round_id], sides[table.pk], progress[table.pk], scheme.award)
        for table in tables
        if progress[table.pk].is_complete
    ]


def table_result(number: int, sides: tuple[tuple[int, ...], ...], progress: TableProgress, award: Any) -> TableResult:
    """Return what a complete table of round ``number`` gives to its sides."""
    return TableResult(
        round=number,
        sides=sides,
        games_won=progress.games_won,
        points=tuple(Fraction(points) for points in progress.points),
        table_points=award(progress.games_won),
    )


def sides_of(table_ids: list[int]) -> dict[int, tuple[tuple[int, ...], ...]]:
    """Return the entries at each side of several tables, each entry once."""
    found: dict[int, dict[int, dict[int, None]]] = {table_id: {} for table_id in table_ids}
    rows = Seat.objects.filter(table_id__in=table_ids).order_by("table_id", "index")
    for table_id, side, entry_id in rows.values_list("table_id", "side", "entry_id"):
        found[table_id].setdefault(side, {})[entry_id] = None
    return {table_id: tuple(tuple(sides[side]) for side in sorted(sides)) for table_id, sides in found.items()}


def _sit_outs(rounds: list[Round]) -> list[SitOut]:
    numbers = {round_.pk: round_.number for round_ in rounds}
    rows = RoundEntry.objects.filter(round_id__in=numbers, role=RoundEntry.Role.SIT_OUT).order_by("pk")
    return [SitOut(numbers[round_id], entry_id) for round_id, entry_id in rows.values_list("round_id", "entry_id")]


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
