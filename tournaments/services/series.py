"""Series: set up, changed, given their nights, and removed. What they come to is counted, and never stored."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from gameplay.rules.registry import KINDS
from tournaments import locks
from tournaments.actors import Actor, Right
from tournaments.errors import ThingNotFound, ValueRefused
from tournaments.models import MOST_NIGHTS, Series
from tournaments.names import checked_name
from tournaments.selectors import rights
from tournaments.selectors.series import candidates_for
from tournaments.services import audit
from tournaments.services.slugs import save_under_free_slug
from tournaments.standings.schemes import Scheme, scheme_from_json, scheme_to_json


@dataclass(frozen=True, slots=True)
class SeriesSettings:
    """How a series is set up; the fields are those of ``tournaments.models.Series``."""

    name: str
    kind: str
    counted_by: str = Series.CountedBy.PLAYER.value
    scheme: Mapping[str, Any] | None = None
    best_nights: int | None = None
    minimum_nights: int = 1
    from_date: dt.date | None = None
    to_date: dt.date | None = None


@transaction.atomic(durable=True)
def create_series(*, actor: Actor, club_id: int, settings: SeriesSettings, now: dt.datetime) -> Series:
    """Set up a series of a club. From its first day on, every night of its kind belongs to it.

    Raises NameEmpty, NameTooLong, StandingRulesInvalid, ValueRefused.
    """
    locks.lock_club(club_id)
    rights.require(actor, Right.MANAGE_CLUB, club_id=club_id)
    series = Series(club_id=club_id, created_at=now, **_checked(settings))
    save_under_free_slug(series, series.name)
    audit.record(actor, "series.created", f"series {series.pk}", now=now, club_id=club_id, after=_told(series))
    return series


@transaction.atomic(durable=True)
def change_series(*, actor: Actor, series_id: int, settings: SeriesSettings, now: dt.datetime) -> Series:
    """Set a series up anew; its address stays, and the nights that were chosen. Raises what ``create_series`` does."""
    series = _lock(actor, series_id)
    before = _told(series)
    for name, value in _checked(settings).items():
        setattr(series, name, value)
    return _changed(actor, "series.changed", series, before, now=now)


@transaction.atomic(durable=True)
def choose_nights(
    *,
    actor: Actor,
    series_id: int,
    tournament_ids: Collection[int],
    seen_by_day: Collection[int] | None = None,
    now: dt.datetime,
) -> Series:
    """Say which tournaments are the nights of a series, of those that there are now; those to come go by their day.

    Only those of ``seen_by_day`` are left out, the nights by their day that whoever chose had before them: one that
    began meanwhile is not. None: of all. Raises ThingNotFound for one that cannot be a night of the series.
    """
    series = _lock(actor, series_id)
    before = _told(series)
    candidates = candidates_for(series)
    chosen = set(tournament_ids)
    if not chosen <= {one.tournament.pk for one in candidates}:
        raise ThingNotFound(thing="tournament for this series")
    series.added = sorted(
        str(one.tournament.uid) for one in candidates if one.tournament.pk in chosen and not one.by_day
    )
    unwanted = [one for one in candidates if one.tournament.pk not in chosen and one.by_day]
    series.left_out = sorted(
        str(one.tournament.uid) for one in unwanted if seen_by_day is None or one.tournament.pk in seen_by_day
    )
    return _changed(actor, "series.nights_chosen", series, before, now=now)


@transaction.atomic(durable=True)
def remove_series(*, actor: Actor, series_id: int, now: dt.datetime) -> None:
    """Remove a series; its nights stay as they are. What it was stands in the log."""
    series = _lock(actor, series_id)
    audit.record(actor, "series.removed", f"series {series.pk}", now=now, club_id=series.club_id, before=_told(series))
    series.delete()


def _lock(actor: Actor, series_id: int) -> Series:
    """Lock the club of a series, under which the series changes, and return the series. Raises ThingNotFound."""
    owner = Series.objects.filter(pk=series_id).values_list("club_id", flat=True).first()
    if owner is not None:
        locks.lock_club(owner)
        rights.require(actor, Right.MANAGE_CLUB, club_id=owner)
    series = Series.objects.filter(pk=series_id).first()
    if series is None:
        raise ThingNotFound(thing="series")
    return series


def _changed(actor: Actor, action: str, series: Series, before: dict[str, Any], *, now: dt.datetime) -> Series:
    after = _told(series)
    if after == before:
        return series
    series.version += 1
    series.save()
    audit.record(actor, action, f"series {series.pk}", now=now, club_id=series.club_id, before=before, after=after)
    return series


def _checked(settings: SeriesSettings) -> dict[str, Any]:
    if settings.kind not in KINDS:
        raise ValueRefused(path="kind", reason=_("must be one of %(words)s") % {"words": ", ".join(KINDS)})
    if settings.counted_by not in Series.CountedBy.values:
        words = {"words": ", ".join(Series.CountedBy.values)}
        raise ValueRefused(path="counted_by", reason=_("must be one of %(words)s") % words)
    said = _("from %(least)s to %(most)s") % {"least": 1, "most": MOST_NIGHTS}
    if settings.best_nights is not None and not 1 <= settings.best_nights <= MOST_NIGHTS:
        raise ValueRefused(path="best_nights", reason=said)
    if not 1 <= settings.minimum_nights <= MOST_NIGHTS:
        raise ValueRefused(path="minimum_nights", reason=said)
    if settings.to_date is not None:
        if settings.from_date is None:
            raise ValueRefused(path="from_date", reason=_("a series with a last day needs a first one"))
        if settings.to_date < settings.from_date:
            raise ValueRefused(path="to_date", reason=_("the last day cannot be before the first one"))
    scheme = Scheme() if settings.scheme is None else scheme_from_json(settings.scheme)
    return {
        "name": checked_name(settings.name),
        "kind": settings.kind,
        "counted_by": settings.counted_by,
        "scheme": scheme_to_json(scheme),
        "best_nights": settings.best_nights,
        "minimum_nights": settings.minimum_nights,
        "from_date": settings.from_date,
        "to_date": settings.to_date,
    }


def _told(series: Series) -> dict[str, Any]:
    """Return what a series is, for the log."""
    return {
        "slug": series.slug,
        "name": series.name,
        "kind": series.kind,
        "counted_by": series.counted_by,
        "scheme": series.scheme,
        "best_nights": series.best_nights,
        "minimum_nights": series.minimum_nights,
        "from_date": None if series.from_date is None else series.from_date.isoformat(),
        "to_date": None if series.to_date is None else series.to_date.isoformat(),
        "added": series.added,
        "left_out": series.left_out,
    }
