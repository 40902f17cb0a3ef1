"""The log of a tournament: who did what, when, from where and why."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet

from tournaments.models import AuditEntry, BulkAct, LineUp, Occupancy, Seat, Tournament

BATCH = 500
"""Rows read at a time when the whole log is asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LogQuery:
    """What is looked for; what is left out does not matter.

    ``action`` is the beginning of an action, such as ``hand.``; ``table`` a table number and ``round`` a round number;
    ``entry`` and ``player`` are ids of whom it is about, ``user`` of who did it.
    """

    action: str = ""
    round: int | None = None
    table: int | None = None
    entry: int | None = None
    player: int | None = None
    user: int | None = None
    since: dt.datetime | None = None
    until: dt.datetime | None = None


@dataclass(frozen=True, slots=True)
class LogLine:
    """One write. ``who`` is a log-in name, ``table link``, ``system``, or who it was where the row was brought from.

    Values are JSON with ids.
    """

    id: int
    at: dt.datetime
    who: str
    action: str
    subject: str
    round: int | None
    table: int | None
    reason: str
    before: Any
    after: Any
    address: str | None
    act: int | None
    """The act that can be undone, where there is one."""


def log_rows(tournament: Tournament, query: LogQuery) -> QuerySet[AuditEntry]:
    """Return the rows that a query finds, newest first."""
    rows = AuditEntry.objects.filter(tournament=tournament, action__startswith=query.action)
    plain = {
        "table__round__number": query.round,
        "table__number": query.table,
        "user_id": query.user,
        "at__gte": query.since,
        "at__lt": query.until,
    }
    rows = rows.filter(**{name: value for name, value in plain.items() if value is not None})
    if query.entry is not None:
        rows = rows.filter(_about_entry(tournament, query.entry))
    if query.player is not None:
        rows = rows.filter(_about_player(tournament, query.player))
    return rows.select_related("user", "table__round").order_by("-pk")


def told(rows: Iterable[AuditEntry]) -> list[LogLine]:
    """Return rows of the log as they are shown; one query more where bulk acts are among them."""
    found = list(rows)
    acts = {act for row in found if (act := _act_of(row)) is not None}
    undoable = set(BulkAct.objects.filter(pk__in=acts, undone_at=None).values_list("pk", flat=True)) if acts else set()
    return [
        LogLine(
            id=row.pk,
            at=row.at,
            who=_who(row),
            action=row.action,
            subject=row.subject,
            round=None if row.table is None else row.table.round.number,
            table=None if row.table is None else row.table.number,
            reason=row.reason,
            before=row.before,
            after=row.after,
            address=row.address,
            act=act if (act := _act_of(row)) in undoable else None,
        )
        for row in found
    ]


def people_in_log(tournament: Tournament) -> list[tuple[int, str]]:
    """Return the users who have written something in a tournament, by name."""
    rows = AuditEntry.objects.filter(tournament=tournament, user__isnull=False)
    return list(rows.order_by("user__username").values_list("user_id", "user__username").distinct())


def actions_in_log(tournament: Tournament) -> list[str]:
    """Return the actions that stand in the log of a tournament."""
    rows = AuditEntry.objects.filter(tournament=tournament)
    return list(rows.order_by("action").values_list("action", flat=True).distinct())


def _about_entry(tournament: Tournament, entry: int) -> Q:
    tables = Seat.objects.filter(round__tournament=tournament, entry_id=entry).values("table_id")
    named = Q(subject=f"entry {entry}") | Q(before__entry=entry) | Q(after__entry=entry)
    return named | Q(table_id__in=tables)


def _about_player(tournament: Tournament, player: int) -> Q:
    tables = Occupancy.objects.filter(round__tournament=tournament, player_id=player).values("seat__table_id")
    entries = LineUp.objects.filter(entry__tournament=tournament, player_id=player).values_list("entry_id", flat=True)
    subjects = [f"player {player}", *(f"entry {entry}" for entry in entries)]
    return Q(subject__in=subjects) | Q(table_id__in=tables)


def _act_of(row: AuditEntry) -> int | None:
    """Return the bulk act that a row tells of."""
    return row.after.get("act") if isinstance(row.after, dict) else None


def _who(row: AuditEntry) -> str:
    if row.brought_from:
        return row.brought_from
    if row.link_id is not None:
        return "table link"
    return "system" if row.user is None else row.user.get_username()
