"""Corrections in words."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import RoundChange, RoundEntry, Table, TableRuling, Tournament
from tournaments.selectors.corrections import DIRECTOR, HAND, SCORER, TABLE, CorrectionView, corrections_of
from tournaments.selectors.names import entry_names, player_names
from tournaments.selectors.tables import TableView, view_tables
from tournaments.web.words import record_words

_BY = {
    TABLE: gettext_lazy("at the table"),
    SCORER: gettext_lazy("by a scorer"),
    DIRECTOR: gettext_lazy("by the director"),
}

_OF_PLAYERS = (
    RoundChange.Kind.SUBSTITUTED,
    RoundChange.Kind.SUBSTITUTION_UNDONE,
    RoundChange.Kind.ENTRY_CORRECTED,
)
_OF_ENTRIES = (RoundChange.Kind.SIT_OUT_MENDED, RoundChange.Kind.RULED, RoundChange.Kind.RULING_REVOKED)
_TABLE, _PLAYER = 0, 3
"""Places in the rows of a change of seats."""
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
    told = []
    for _act, rows in groupby(found, key=_act_of):
        of_one = list(rows)
        view = of_one[0]
        table = None if view.table_id is None else views.get(view.table_id)
        told.append(_told(of_one, table, tournament, people))
    return told


def _act_of(view: CorrectionView) -> tuple[Any, ...]:
    """Return what is the same for all that one act corrected in several rounds."""
    if view.kind == RoundChange.Kind.ENTRY_CORRECTED:
        return (view.kind, view.made_at, view.after["entry"], view.before["player"], view.after["player"])
    return view.reference


def _people(found: Sequence[CorrectionView], tournament: Tournament) -> dict[int, tuple[str, str]]:
    """Return by change whom it is about, before and after: substitutes, seats, who had no table, and rulings."""
    told: dict[int, tuple[str, str]] = {}
    substitutes = [view for view in found if view.kind in _OF_PLAYERS]
    reseated = [view for view in found if view.kind == RoundChange.Kind.RESEATED]
    players = {side["player"] for view in substitutes for side in (view.before, view.after)}
    players |= {row[_PLAYER] for view in reseated for row in (*view.before, *view.after)}
    names = player_names(players, tournament.club_id)
    for view in substitutes:
        before, after = names[view.before["player"]], names[view.after["player"]]
        told[view.id] = before, after if before != after else _("another %(name)s") % {"name": after}
    for view in reseated:
        told[view.id] = _seated(view.before, names), _seated(view.after, names)
    of_entries = [view for view in found if view.kind in _OF_ENTRIES]
    entries = entry_names(tournament.pk, tournament.club_id) if of_entries else {}
    for view in of_entries:
        told[view.id] = _of_entry(view, entries)
    return told


def _seated(rows: Sequence[Sequence[int]], names: Mapping[int, str]) -> str:
    """Return who sat where: rows as a change of seats keeps them, in the order of the tables."""
    tables: dict[int, list[str]] = {}
    for row in rows:
        tables.setdefault(row[_TABLE], []).append(names[row[_PLAYER]])
    return "; ".join(
        _("table %(number)s: %(names)s") % {"number": number, "names": ", ".join(those)}
        for number, those in tables.items()
    )


def _of_entry(view: CorrectionView, entries: Mapping[int, str]) -> tuple[str, str]:
    if view.kind == RoundChange.Kind.SIT_OUT_MENDED:
        name = entries[view.after["entry"]]
        return _without_table(view.before, name), _without_table(view.after, name)
    before, after = ("" if row is None else _ruling(row, entries) for row in (view.before, view.after))
    return before, after


def _ruling(row: Mapping[str, Any], entries: Mapping[int, str]) -> str:
    name = None if row["entry"] is None else entries[row["entry"]]
    if row["kind"] == TableRuling.Kind.FORFEIT:
        return _("forfeited by %(name)s") % {"name": name}
    if name is None:
        return _("counts for nobody")
    return _("counts for nobody; it was %(name)s who could not play on") % {"name": name}


def _without_table(row: dict[str, Any] | None, name: str) -> str:
    role = (RoundEntry.Role.ABSENT.value, False) if row is None else (row["role"], row["like_sit_out"])
    return str(_WITHOUT[role]) % {"name": name}


def _told(
    of_one: Sequence[CorrectionView],
    table: TableView | None,
    tournament: Tournament,
    people: dict[int, tuple[str, str]],
) -> ToldCorrection:
    view = of_one[0]
    if view.kind == HAND and table is not None:
        seats, sides = [seat.label for seat in table.seats], [side.label for side in table.sides]
        before = record_words(view.before, seats, sides)
        after = "" if view.after is None else record_words(view.after, seats, sides)
        what = _("a hand corrected")
    else:
        what = _(view.label)
        before, after = people.get(view.id, ("", ""))
    by = str(_BY[view.by])
    return ToldCorrection(_where(of_one, tournament), what, before, after, view.reason, by, view.made_at)


def _where(of_one: Sequence[CorrectionView], tournament: Tournament) -> str:
    view = of_one[0]
    if len(of_one) > 1:
        numbers = sorted(one.round_number for one in of_one)
        return _("rounds %(numbers)s") % {"numbers": ", ".join(map(str, numbers))}
    places = [_("round %(number)s") % {"number": view.round_number}]
    if view.table is not None:
        places.append(_("table %(number)s") % {"number": view.table})
    if view.leg is not None and tournament.legs > 1:
        places.append(_("leg %(number)s") % {"number": view.leg})
    if view.number is not None:
        places.append(_("hand %(number)s") % {"number": view.number})
    return ", ".join(places)
