"""Corrections in words."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import RoundChange, RoundEntry, Table, Tournament
from tournaments.selectors.corrections import DIRECTOR, HAND, SCORER, TABLE, CorrectionView, corrections_of
from tournaments.selectors.names import entry_names, player_names
from tournaments.selectors.tables import TableView, view_tables
from tournaments.web.words import record_words

_BY = {
    TABLE: gettext_lazy("at the table"),
    SCORER: gettext_lazy("by a scorer"),
    DIRECTOR: gettext_lazy("by the director"),
}

_OF_PLAYERS = (RoundChange.Kind.SUBSTITUTED, RoundChange.Kind.SUBSTITUTION_UNDONE)
_WITHOUT = {
    (RoundEntry.Role.SIT_OUT.value, False): gettext_lazy("%(name)s sits out"),
    (RoundEntry.Role.ABSENT.value, False): gettext_lazy("%(name)s is away"),
    (RoundEntry.Role.ABSENT.value, True): gettext_lazy("%(name)s is away, which is worth a sit-out"),
}


@dataclass(frozen=True, slots=True)
class ToldCorrection:
    """One correction; ``before`` and ``after`` are hands in words, or who sat or sat out, or empty."""

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
    people = _people(found, tournament)
    return [
        _told(view, None if view.table_id is None else views.get(view.table_id), tournament, people) for view in found
    ]


def _people(found: Sequence[CorrectionView], tournament: Tournament) -> dict[int, tuple[str, str]]:
    """Return by change whom it is about, before and after: substitutes, and who had no table."""
    told: dict[int, tuple[str, str]] = {}
    seats = [view for view in found if view.kind in _OF_PLAYERS]
    names = player_names({side["player"] for view in seats for side in (view.before, view.after)}, tournament.club_id)
    for view in seats:
        told[view.id] = names[view.before["player"]], names[view.after["player"]]
    without = [view for view in found if view.kind == RoundChange.Kind.SIT_OUT_MENDED]
    entries = entry_names(tournament.pk, tournament.club_id) if without else {}
    for view in without:
        name = entries[view.after["entry"]]
        told[view.id] = _without_table(view.before, name), _without_table(view.after, name)
    return told


def _without_table(row: dict[str, Any] | None, name: str) -> str:
    role = (RoundEntry.Role.ABSENT.value, False) if row is None else (row["role"], row["like_sit_out"])
    return str(_WITHOUT[role]) % {"name": name}


def _told(
    view: CorrectionView, table: TableView | None, tournament: Tournament, people: dict[int, tuple[str, str]]
) -> ToldCorrection:
    if view.kind == HAND and table is not None:
        seats, sides = [seat.label for seat in table.seats], [side.label for side in table.sides]
        before = record_words(view.before, seats, sides)
        after = "" if view.after is None else record_words(view.after, seats, sides)
        what = _("a hand corrected")
    else:
        what = _(view.label)
        before, after = people.get(view.id, ("", ""))
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
