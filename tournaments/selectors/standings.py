"""Standings of a tournament, as what is stored now makes them, and how they are said in words.

They are kept in the cache under a name that says all that they depend on, so nothing has to be told to go.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache

from tournaments.models import Round, Tournament
from tournaments.selectors.adjustments import AdjustmentView, DecisionView, in_order
from tournaments.selectors.book import Additions, Entrant, additions_of, book_of, entrants_of, rules_of
from tournaments.selectors.figures import LABELS, Value, value_of
from tournaments.selectors.names import joined, player_names
from tournaments.selectors.versions import Versions, versions_of
from tournaments.standings.ranking import Book, Standing
from tournaments.standings.rules import StandingRules

FORM = 1
"""To be raised with every change of what is kept."""
KEPT_SECONDS = 24 * 60 * 60


@dataclass(frozen=True, slots=True)
class StandingRow:
    """An entry's line in the standings. Of a cancelled entry nothing counts, because it withdrew early.

    ``adjusted`` are the penalties and awards that count.
    """

    rank: str
    entry_id: int
    entry_number: int
    entry_name: str
    is_withdrawn: bool
    values: tuple[Value, ...]
    tables_played: int
    sit_outs: int
    forfeits: int = 0
    absences: int = 0
    is_cancelled: bool = False
    adjusted: tuple[AdjustmentView, ...] = ()


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
    additions: Additions

    @property
    def is_provisional(self) -> bool:
        """Whether a round is still in play, so that the ranks may change."""
        return self.open_round is not None

    @property
    def given(self) -> list[tuple[AdjustmentView, str]]:
        """The penalties and awards, those that were taken back included, each with the name of the entry."""
        names = self._names()
        return [(view, names[view.entry_id]) for view in self.additions.adjustments]

    @property
    def settled(self) -> list[tuple[DecisionView, str]]:
        """The decisions of ties, those that were taken back included, each with the names in their order."""
        names = self._names()
        return [(view, in_order(view, names)) for view in self.additions.decisions]

    def _names(self) -> dict[int, str]:
        return {row.entry_id: row.entry_name for row in self.rows}


@dataclass(frozen=True, slots=True)
class Field:
    """Who is in the standings and which rounds count, with their versions. ``kept``: whether the cache may be asked."""

    entries: tuple[Entrant, ...]
    names: dict[int, str]
    rounds: tuple[Round, ...]
    counted: tuple[Round, ...]
    versions: Versions
    additions: Additions
    kept: bool = True

    @property
    def rounds_closed(self) -> int:
        """How many rounds are closed."""
        return sum(round_.status == Round.Status.CLOSED for round_ in self.rounds)

    @property
    def open_round(self) -> int | None:
        """The number of the round in play."""
        return next((round_.number for round_ in self.rounds if round_.status == Round.Status.PUBLISHED), None)


def results_version(tournament_id: int) -> int:
    """Return a number that grows with every fact that standings are made from, and with the settings they count by."""
    return versions_of(tournament_id).total


def standings_of(tournament: Tournament, *, closed_only: bool = False, kept: bool = True) -> Standings:
    """Return the standings from all complete tables, or from those of closed rounds only.

    ``kept`` False leaves the cache alone: so asks who has changed something that may never be committed.
    """
    return standings_in(tournament, field_of(tournament, closed_only=closed_only, kept=kept))


def standings_in(tournament: Tournament, field: Field) -> Standings:
    """Return the standings of a field."""
    rules = rules_of(tournament)
    key = _key(tournament, field, rules)
    rows = cache.get(key) if field.kept else None
    if rows is None:
        rows = [_plain_row(row, columns_of(rules)) for row in book_of_field(tournament, field).rows]
        if field.kept:
            cache.set(key, rows, KEPT_SECONDS)
    by_id = {entry.pk: entry for entry in field.entries}
    adjusted: dict[int, list[AdjustmentView]] = {}
    for view in field.additions.adjustments:
        if view.taken_back is None:
            adjusted.setdefault(view.entry_id, []).append(view)
    return Standings(
        version=field.versions.total,
        columns=tuple((column, LABELS[column]) for column in columns_of(rules)),
        criteria=tuple(LABELS[criterion.column] for criterion in rules.criteria),
        rows=tuple(_row(row, by_id[row[0]], field.names[row[0]], adjusted.get(row[0], ())) for row in rows),
        rounds_closed=field.rounds_closed,
        open_round=field.open_round,
        sit_out_policy=tournament.sit_out_policy,
        additions=field.additions,
    )


def rank_entries(
    tournament: Tournament, rounds: list[Round], entries: Sequence[int], *, kept: bool = True
) -> tuple[Standing, ...]:
    """Return the standings of the entries from what counts of these rounds; ``kept`` as for ``standings_of``."""
    versions = versions_of(tournament.pk) if kept else None
    wanted = frozenset(entries)
    entrants = [entrant for entrant in entrants_of(tournament.pk) if entrant.pk in wanted]
    return book_of(tournament, rounds, entrants, additions_of(tournament), versions).rows


def field_of(tournament: Tournament, *, closed_only: bool = False, kept: bool = True) -> Field:
    """Return who is in the standings and which rounds count. The versions are read first, so that none is too new."""
    versions = versions_of(tournament.pk)
    rounds = tuple(Round.objects.filter(tournament=tournament).exclude(status__in=Round.NOT_PLAYED).order_by("number"))
    entries = entrants_of(tournament.pk)
    names = player_names((member for entry in entries for member in entry.members), tournament.club_id)
    return Field(
        entries=entries,
        names={entry.pk: entry.team or joined(entry.members, names) for entry in entries},
        rounds=rounds,
        counted=tuple(round_ for round_ in rounds if round_.status == Round.Status.CLOSED or not closed_only),
        versions=versions,
        additions=additions_of(tournament),
        kept=kept,
    )


def digest_of(tournament: Tournament, field: Field) -> str:
    """Return a name for all that the standings of a field show: while it is the same, so are they."""
    return _digest(_key(tournament, field, rules_of(tournament)), [*field.names.items()])


def book_of_field(tournament: Tournament, field: Field) -> Book:
    """Return the book that the standings of the field are read from."""
    versions = field.versions if field.kept else None
    return book_of(tournament, list(field.counted), field.entries, field.additions, versions)


def columns_of(rules: StandingRules) -> tuple[str, ...]:
    """Return the figures shown: those that rank, then the usual ones that are not among them."""
    ranking = [criterion.column for criterion in rules.criteria if not criterion.in_ties]
    usual = [key for key in ("table_points", "games_won", "points", "net_points") if key not in ranking]
    return (*ranking, *usual)


def _key(tournament: Tournament, field: Field, rules: StandingRules) -> str:
    """Return the name under which the ranks and figures are kept."""
    version = field.versions
    counted = [(round_.pk, round_.status, version.rounds.get(round_.pk)) for round_ in field.counted]
    entries = [(entry.pk, entry.status, entry.seed_rating, entry.handicap) for entry in field.entries]
    made_from = _digest(rules, tournament.handicap, counted, entries, field.additions)
    return f"standings:{FORM}:{tournament.pk}:{version.total}:{made_from}"


def _digest(*parts: object) -> str:
    return hashlib.sha256(repr(parts).encode(errors="surrogatepass")).hexdigest()[:32]


def _plain_row(row: Standing, columns: tuple[str, ...]) -> list[Any]:
    values = [value_of(column, row.values[column]) for column in columns]
    figures = [(value.key, value.exact, value.shown) for value in values]
    counts = [row.tables_played, row.sit_outs, row.forfeits, row.absences]
    return [row.entry, row.label, figures, *counts, row.cancelled]


def _row(row: list[Any], entry: Entrant, name: str, adjusted: Sequence[AdjustmentView]) -> StandingRow:
    _entry_id, rank, figures, tables_played, sit_outs, forfeits, absences, is_cancelled = row
    return StandingRow(
        rank=rank,
        entry_id=entry.pk,
        entry_number=entry.number,
        entry_name=name,
        is_withdrawn=entry.has_withdrawn,
        values=tuple(Value(*figure) for figure in figures),
        tables_played=tables_played,
        sit_outs=sit_outs,
        forfeits=forfeits,
        absences=absences,
        is_cancelled=is_cancelled,
        adjusted=tuple(adjusted),
    )
