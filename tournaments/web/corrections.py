"""Corrections in words."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import Table, Tournament
from tournaments.selectors.corrections import DIRECTOR, HAND, SCORER, TABLE, CorrectionView, corrections_of
from tournaments.selectors.tables import TableView, view_tables
from tournaments.web.words import record_words

_BY = {
    TABLE: gettext_lazy("at the table"),
    SCORER: gettext_lazy("by a scorer"),
    DIRECTOR: gettext_lazy("by the director"),
}


@dataclass(frozen=True, slots=True)
class ToldCorrection:
    """One correction; ``before`` and ``after`` are hands in words, or empty."""

    where: str
    what: str
    before: str
    after: str
    reason: str
    by: str
    made_at: dt.datetime


def told_corrections(tournament: Tournament) -> list[ToldCorrection]:
    """Return the corrections of a tournament in words, newest first."""
    found = corrections_of(tournament)
    ids = {view.table_id for view in found if view.kind == HAND and view.table_id is not None}
    tables = Table.objects.filter(pk__in=ids).select_related("round__tournament__club")
    views = {view.table.pk: view for view in view_tables(list(tables), tournament)}
    return [_told(view, None if view.table_id is None else views.get(view.table_id), tournament) for view in found]


def _told(view: CorrectionView, table: TableView | None, tournament: Tournament) -> ToldCorrection:
    if view.kind == HAND and table is not None:
        seats, sides = [seat.label for seat in table.seats], [side.label for side in table.sides]
        before = record_words(view.before, seats, sides)
        after = "" if view.after is None else record_words(view.after, seats, sides)
        what = _("a hand corrected")
    else:
        what, before, after = _(view.label), "", ""
    by = str(_BY[view.by])
    return ToldCorrection(_where(view, tournament), what, before, after, view.reason, by, view.made_at)


def _where(view: CorrectionView, tournament: Tournament) -> str:
    places = [_("round %(number)s") % {"number": view.round_number}]
    if view.table is not None:
        places.append(_("table %(number)s") % {"number": view.table})
    if view.leg is not None and tournament.legs > 1:
        places.append(_("leg %(number)s") % {"number": view.leg})
    if view.number is not None:
        places.append(_("hand %(number)s") % {"number": view.number})
    return ", ".join(places)
