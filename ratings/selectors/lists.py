"""Published lists as they are shown: figures as they were published, names and reasons as they stand now."""

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import QuerySet

from ratings.engine.params import RANGES
from ratings.errors import ListNotFound
from ratings.models import PublishedList, PublishedRating, RatingPool
from ratings.selectors.figures import change_of, margin_of, points_of, tenths_of
from ratings.selectors.next_list import INACTIVE, PARTNER_LOCKED, PROVISIONAL
from ratings.selectors.reasons import MERGED, PARTED, TAKEN_OUT
from tournaments.models import Table
from tournaments.selectors.corrections import CorrectionView, corrections_by_reference
from tournaments.selectors.names import player_names

LATE, GONE, MOVED, PEOPLE, RESULT, POINTS = "late", "gone", "moved", "people", "result", "points"
"""What became of a table's result: it came now, counts no more, has another day, other people, places, or points."""
LATEST = 2147483647
"""The largest number that a list can have."""


@dataclass(frozen=True, slots=True)
class PublishedLine:
    """A line of a published list; ``mu``, ``mu_before`` and what moved it in 0.1 point, ``sigma`` in 0.01 point.

    ``corrected`` are the numbers of those corrections at whose tables the player sat.
    """

    rank: int
    rank_label: str
    player_id: int
    name: str
    mu: int
    sigma: int
    tables: int
    last_played: dt.date
    marks: tuple[str, ...]
    is_new: bool
    mu_before: int
    by_play: int
    by_correction: int
    corrected: tuple[int, ...]

    @property
    def rating(self) -> int:
        """In whole points."""
        return points_of(self.mu)

    @property
    def margin(self) -> int:
        """In whole points."""
        return margin_of(self.sigma)

    @property
    def rating_label(self) -> str:
        """To 0.1 point, so that what moved it adds up."""
        return tenths_of(self.mu)

    @property
    def before_label(self) -> str:
        """What the list before said, likewise."""
        return tenths_of(self.mu_before)

    @property
    def is_provisional(self) -> bool:
        """Whether it was marked so."""
        return PROVISIONAL in self.marks

    @property
    def is_partner_locked(self) -> bool:
        """Whether it was marked so."""
        return PARTNER_LOCKED in self.marks

    @property
    def is_inactive(self) -> bool:
        """Whether it was marked so."""
        return INACTIVE in self.marks

    @property
    def play_label(self) -> str:
        """What play moved, with its sign."""
        return change_of(self.by_play)

    @property
    def correction_label(self) -> str:
        """What corrections moved, with their sign."""
        return change_of(self.by_correction)


@dataclass(frozen=True, slots=True)
class SideView:
    """A side of a corrected table: its players and their names, the place that it took (1 is best), and its points.

    Points are None where only places count.
    """

    player_ids: tuple[int, ...]
    names: tuple[str, ...]
    place: int
    points: int | None

    @property
    def name(self) -> str:
        """Its names as one."""
        return " + ".join(self.names)


@dataclass(frozen=True, slots=True)
class ResultView:
    """What a table's result was taken for."""

    day: dt.date
    sides: tuple[SideView, ...]


@dataclass(frozen=True, slots=True)
class ReasonView:
    """Why a result changed: a correction, or else its ``kind`` is one of ``ratings.selectors.reasons``."""

    kind: str
    correction: CorrectionView | None = None


@dataclass(frozen=True, slots=True)
class TableCorrection:
    """A table whose result came or changed after the list before; ``what`` says in which way."""

    number: int
    table_id: int
    table: int
    round_id: int
    round_number: int
    tournament: str
    slug: str
    is_open: bool
    """Whether everybody can look at the tournament."""
    what: tuple[str, ...]
    before: ResultView | None
    after: ResultView | None
    reasons: tuple[ReasonView, ...]

    @property
    def player_ids(self) -> frozenset[int]:
        """Everybody who was or is rated there."""
        views = [view for view in (self.before, self.after) if view is not None]
        return frozenset(player for view in views for side in view.sides for player in side.player_ids)


@dataclass(frozen=True, slots=True)
class ChangedParam:
    """A parameter that is another than it was, as stored."""

    name: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Recalculation:
    """Why earlier days were calculated otherwise than for the list before: other parameters, or another engine.

    ``version`` is that of the parameters now; ``changed`` is empty if only the engine is another.
    """

    version: int
    changed: tuple[ChangedParam, ...]
    engine_version: int
    has_other_engine: bool


@dataclass(frozen=True)
class ListView:
    """A published list with what is told about it."""

    published: PublishedList
    previous: PublishedList | None
    corrections: tuple[TableCorrection, ...]
    left: tuple[tuple[int, str], ...]

    @property
    def is_calculated_otherwise(self) -> bool:
        """Whether earlier days were calculated in another way than for the list before."""
        if self.previous is None:
            return False
        now = (self.published.params, self.published.engine_version)
        return now != (self.previous.params, self.previous.engine_version)

    @cached_property
    def recalculated(self) -> Recalculation | None:
        """In which way that was; None if it was not."""
        if self.previous is None or not self.is_calculated_otherwise:
            return None
        before, now = self.previous.params, self.published.params
        changed = [
            # An option that is not named is off.
            ChangedParam(name, before.get(name, 0), now.get(name, 0))
            for name in RANGES
            if name != "version" and before.get(name, 0) != now.get(name, 0)
        ]
        has_other_engine = self.published.engine_version != self.previous.engine_version
        if not changed and not has_other_engine:
            # Changed and changed back: whatever the version is, it comes to the same.
            return None
        return Recalculation(now["version"], tuple(changed), self.published.engine_version, has_other_engine)

    @cached_property
    def corrected(self) -> Mapping[int, tuple[int, ...]]:
        """The numbers of corrections by the players who sat at their tables."""
        found: dict[int, list[int]] = {}
        for correction in self.corrections:
            for player in correction.player_ids:
                found.setdefault(player, []).append(correction.number)
        return {player: tuple(numbers) for player, numbers in found.items()}


def lists_of(pool: RatingPool) -> QuerySet[PublishedList]:
    """Return the lists of a pool, newest first."""
    return PublishedList.objects.filter(pool=pool).order_by("-number")


def get_list(pool: RatingPool, number: int) -> PublishedList:
    """Return a list by its number; raises ListNotFound."""
    published = lists_of(pool).filter(number=number).first() if number <= LATEST else None
    if published is None:
        raise ListNotFound
    published.pool = pool
    return published


def view_list(published: PublishedList) -> ListView:
    """Return what is told about a list: at most six queries, whatever its length."""
    pool = published.pool
    previous = lists_of(pool).filter(number=published.number - 1).first()
    told = published.corrections
    names = player_names({*_players_in(told), *published.players_left}, pool.club_id)
    corrections = tuple(_corrections(told, names))
    left = tuple((player, names[player]) for player in published.players_left)
    return ListView(published, previous, corrections, left)


def lines_of(view: ListView) -> list[PublishedLine]:
    """Return the lines of a list, best first."""
    rows = list(PublishedRating.objects.filter(published=view.published).order_by("place"))
    names = player_names([row.player_id for row in rows], view.published.pool.club_id)
    return [
        PublishedLine(
            rank=row.rank,
            rank_label=f"{row.rank}{'=' if row.is_shared else ''}",
            player_id=row.player_id,
            name=names[row.player_id],
            mu=row.mu,
            sigma=row.sigma,
            tables=row.tables,
            last_played=row.last_played,
            marks=tuple(row.marks),
            is_new=row.is_new,
            mu_before=row.mu_before,
            by_play=row.by_play,
            by_correction=row.by_correction,
            corrected=view.corrected.get(row.player_id, ()),
        )
        for row in rows
    ]


def _corrections(told: list[dict[str, Any]], names: Mapping[int, str]) -> Iterator[TableCorrection]:
    if not told:
        return
    rows = Table.objects.filter(pk__in=[one["table"] for one in told]).select_related("round__tournament")
    tables = {table.pk: table for table in rows}
    references = {(kind, key) for one in told for kind, key in one["reasons"]}
    found = corrections_by_reference(references)
    # By day and place in the evening, as they would be looked for.
    ordered = sorted(told, key=lambda one: ((one["before"] or one["after"])["day"], *_place(tables[one["table"]])))
    for number, one in enumerate(ordered, start=1):
        table = tables[one["table"]]
        tournament = table.round.tournament
        before, after = _result(one["before"], names), _result(one["after"], names)
        reasons = [_reason(kind, found.get((kind, key))) for kind, key in one["reasons"]]
        yield TableCorrection(
            number=number,
            table_id=table.pk,
            table=table.number,
            round_id=table.round_id,
            round_number=table.round.number,
            tournament=tournament.name,
            slug=tournament.slug,
            is_open=tournament.taken_out_at is None,
            what=_what(before, after),
            before=before,
            after=after,
            reasons=tuple(reason for reason in reasons if reason is not None),
        )


def _place(table: Table) -> tuple[int, int, int, int]:
    return (table.round.tournament_id, table.round.number, table.number, table.pk)


def _reason(kind: str, correction: CorrectionView | None) -> ReasonView | None:
    if correction is not None:
        return ReasonView(correction.kind, correction)
    return ReasonView(kind) if kind in (MERGED, PARTED, TAKEN_OUT) else None


def _what(before: ResultView | None, after: ResultView | None) -> tuple[str, ...]:
    if before is None:
        return (LATE,)
    if after is None:
        return (GONE,)
    found = []
    if before.day != after.day:
        found.append(MOVED)
    if [side.player_ids for side in before.sides] != [side.player_ids for side in after.sides]:
        found.append(PEOPLE)
    if [side.place for side in before.sides] != [side.place for side in after.sides]:
        found.append(RESULT)
    elif [side.points for side in before.sides] != [side.points for side in after.sides]:
        found.append(POINTS)
    return tuple(found)


def _result(told: dict[str, Any] | None, names: Mapping[int, str]) -> ResultView | None:
    if told is None:
        return None
    sides = tuple(
        SideView(tuple(side), tuple(names[player] for player in side), place, points)
        for side, place, points in zip(
            told["sides"], told["places"], told["points"] or [None] * len(told["sides"]), strict=True
        )
    )
    return ResultView(dt.date.fromisoformat(told["day"]), sides)


def _players_in(told: Iterable[dict[str, Any]]) -> set[int]:
    results = [one[when] for one in told for when in ("before", "after") if one[when] is not None]
    return {player for result in results for side in result["sides"] for player in side}
