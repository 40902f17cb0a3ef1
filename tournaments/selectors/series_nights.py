"""What each night of a series came to: who ended it where, and the hands that prizes are given for.

Both are kept in the cache under a name that has everything in it that they are made from, so a correction of a night is
seen at once and the other nights are not worked out again.
"""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.core.cache import cache
from django.db.models import Count, Max

from gameplay.rules.breaking_off import UNPLAYED
from gameplay.rules.feats import feats_of
from gameplay.selectors import PLAYED
from tournaments.models import Entry, PlayerMerge, Round, Table, Tournament
from tournaments.selectors.progress import read_tables
from tournaments.selectors.series import Candidate
from tournaments.selectors.sitting import spell_at, spells_of
from tournaments.selectors.standings import field_of, standings_in
from tournaments.selectors.versions import Versions, versions_of_many
from tournaments.standings.schemes import FIGURES

FORM = 1
"""To be raised with every change of what is kept."""
KEPT_SECONDS = 7 * 24 * 60 * 60


@dataclass(frozen=True, slots=True)
class EntryResult:
    """How an entry that played ended a night: its people, its rank among all, and the figures of the night's table."""

    members: tuple[int, ...]
    rank: int
    figures: dict[str, Fraction]


@dataclass(frozen=True, slots=True)
class Feat:
    """A hand that a prize may be given for: what it was, whose (those who sat there then), how much, and where."""

    what: str
    players: tuple[int, ...]
    amount: int
    round: int
    table: int
    table_id: int
    leg: int
    hand: int


@dataclass(frozen=True, slots=True)
class SeriesNight:
    """A night of a series, with the version of its results. It is provisional until it has final standings."""

    number: int
    tournament: Tournament
    date: dt.date
    version: int
    results: tuple[EntryResult, ...]
    feats: tuple[Feat, ...]

    @property
    def is_final(self) -> bool:
        """Whether its standings are final."""
        return self.tournament.status == Tournament.Status.FINISHED


def read_nights(nights: Sequence[Candidate]) -> list[SeriesNight]:
    """Return what some nights came to, in their order: a handful of queries where nothing is new."""
    found = []
    versions = versions_of_many(one.tournament.pk for one in nights)
    prints = _fingerprints([one.tournament for one in nights], versions)
    keys = {pk: f"series-night:{FORM}:{pk}:{made_from}" for pk, made_from in prints.items()}
    kept = cache.get_many(keys.values())
    for number, night in enumerate(nights, 1):
        tournament = night.tournament
        assert night.date is not None
        plain = kept.get(keys[tournament.pk])
        if plain is None:
            plain = (_results(tournament), _feats(tournament))
            cache.set(keys[tournament.pk], plain, KEPT_SECONDS)
        results = tuple(EntryResult(*one) for one in plain[0])
        feats = tuple(Feat(*one) for one in plain[1])
        found.append(SeriesNight(number, tournament, night.date, versions[tournament.pk].total, results, feats))
    return found


def _fingerprints(tournaments: Sequence[Tournament], versions: dict[int, Versions]) -> dict[int, str]:
    """Return for each tournament a name for all that is read of it: while it is the same, so is that."""
    ids = [one.pk for one in tournaments]
    parts: dict[int, list[Any]] = {pk: [version.total, version.rounds] for pk, version in versions.items()}
    rounds = Round.objects.filter(tournament__in=ids).order_by("pk")
    entries = Entry.objects.filter(tournament__in=ids).order_by("pk")
    people = ("player_id", "partnership__first_id", "partnership__second_id", "team_id")
    _add(parts, rounds.values_list("tournament_id", "pk", "status"))
    _add(parts, entries.values_list("tournament_id", "pk", "status", "seed_rating", "handicap", *people))
    # Whoever only filled in somewhere is no entry, and may be one person with somebody since.
    merges = PlayerMerge.objects.aggregate(last=Max("pk"), undone=Count("undone_at"))
    return {pk: hashlib.sha256(repr((found, merges)).encode()).hexdigest()[:32] for pk, found in parts.items()}


def _add(parts: dict[int, list[Any]], rows: Iterable[tuple[Any, ...]]) -> None:
    for row in rows:
        parts[row[0]].append(row)


def _results(tournament: Tournament) -> list[tuple[Any, ...]]:
    """Return the lines of those who have played a table, from the standings as they are now."""
    field = field_of(tournament)
    members = {entry.pk: entry.members for entry in field.entries}
    found = []
    for row in standings_in(tournament, field).rows:
        if row.tables_played and not row.is_cancelled and members[row.entry_id]:
            figures = {value.key: Fraction(value.exact) for value in row.values if value.key in FIGURES}
            found.append((members[row.entry_id], int(row.rank.rstrip("=")), figures))
    return found


def _feats(tournament: Tournament) -> list[tuple[Any, ...]]:
    """Return the hands that count of tables whose result is their own, with who sat there in each."""
    tables = Table.objects.filter(round__tournament=tournament).exclude(round__status__in=Round.NOT_PLAYED)
    rows = list(
        tables.exclude(status=Table.Status.RULED).select_related("round").order_by("round__number", "number", "pk")
    )
    progress = read_tables(tournament, rows)
    spells = spells_of(progress)
    found = []
    for table in rows:
        for leg in progress[table.pk].legs if table.pk in progress else ():
            for hand in leg.game.hands:
                if hand.kind != PLAYED or leg.game.state.ending == UNPLAYED:
                    continue
                for what, seats, amount in feats_of(leg.game.kind, leg.game.rules, hand.record, hand.answer):
                    at = (leg.number, hand.number)
                    players = tuple(sorted(spell_at(spells[table.pk][seat], at).player_id for seat in seats))
                    where = (table.round.number, table.number, table.pk, leg.number, hand.number)
                    found.append((what, players, amount, *where))
    return found
