"""The series of a club, and which nights belong to each."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from django.db.models import Min, Q, QuerySet

from tournaments.errors import ThingNotFound
from tournaments.models import Round, Series, Tournament
from tournaments.standings.schemes import scheme_from_json
from tournaments.standings.series import SeriesRules


@dataclass(frozen=True, slots=True)
class Candidate:
    """A tournament that can be a night of a series: the day of its first round, None before that is published.

    ``belongs`` is whether it is one; ``by_day`` whether it would be if nobody had chosen.
    """

    tournament: Tournament
    date: dt.date | None
    belongs: bool
    by_day: bool


def series_of(club_id: int) -> QuerySet[Series]:
    """Return the series of a club, the newest first."""
    return Series.objects.filter(club_id=club_id).select_related("club").order_by("-created_at", "-id")


def get_series(slug: str) -> Series:
    """Return a series with its club; raises ThingNotFound."""
    try:
        return Series.objects.select_related("club").get(slug=slug)
    except Series.DoesNotExist:
        raise ThingNotFound(thing="series") from None


def rules_of_series(series: Series) -> SeriesRules:
    """Return how a series counts."""
    return SeriesRules(scheme_from_json(series.scheme), series.best_nights, series.minimum_nights)


def candidates_for(series: Series) -> list[Candidate]:
    """Return the tournaments that can be nights of a series, in the order in which they were held; then the others.

    They are of its club and game; where fixed pairs are counted, of fixed pairs.
    """
    rows = Tournament.objects.filter(club_id=series.club_id, kind=series.kind)
    if series.counted_by == Series.CountedBy.PARTNERSHIP:
        rows = rows.filter(entry_kind=Tournament.EntryKind.PARTNERSHIP)
    published = ~Q(rounds__status__in=Round.NOT_PLAYED)
    rows = rows.annotate(held_on=Min("rounds__session_date", filter=published))
    found = [_candidate(series, tournament) for tournament in rows]
    found.sort(key=lambda one: (one.date or dt.date.max, one.tournament.created_at, one.tournament.pk))
    return found


def nights_of(series: Series) -> list[Candidate]:
    """Return the nights of a series that have begun, in the order in which they were held."""
    return [one for one in candidates_for(series) if one.belongs and one.date is not None]


def _candidate(series: Series, tournament: Tournament) -> Candidate:
    held_on: dt.date | None = tournament.held_on  # type: ignore[attr-defined] # annotated
    uid = str(tournament.uid)
    by_day = _is_within(series, held_on)
    belongs = uid in series.added or (by_day and uid not in series.left_out)
    return Candidate(tournament, held_on, belongs, by_day)


def _is_within(series: Series, day: dt.date | None) -> bool:
    if day is None or series.from_date is None or day < series.from_date:
        return False
    return series.to_date is None or day <= series.to_date
