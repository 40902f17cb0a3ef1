"""All that is held about one person, as one document to hand over: readable first, then row by row."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from django.apps import apps
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q

from tournaments.models import Absence, Adjustment, AuditEntry, Entry, LineUp, Occupancy, Partnership, Player
from tournaments.selectors.people import get_player, view_person

REFERENCES: Mapping[str, tuple[str, ...]] = {
    "tournaments.Player": ("id", "merged_into"),
    "tournaments.Membership": ("player",),
    "tournaments.Partnership": ("first", "second"),
    "tournaments.TeamMember": ("player",),
    "tournaments.Entry": ("player",),
    "tournaments.LineUp": ("player",),
    "tournaments.Occupancy": ("player",),
    "tournaments.PlayerMerge": ("kept", "merged"),
    "ratings.RatingState": ("player",),
    "ratings.PairState": ("first", "second"),
    "ratings.RatedResult": ("players",),
    "ratings.PublishedRating": ("player",),
    "ratings.PublishedList": ("players_left",),
}
"""Every field that names a player; by model. A test walks the models, so that none is forgotten."""


def data_of(player_id: int, *, now: dt.datetime) -> dict[str, Any]:
    """Return everything held about a player and the records merged into theirs. Raises ThingNotFound."""
    player = get_player(player_id)
    records = [player_id, *Player.objects.filter(merged_into=player).order_by("pk").values_list("pk", flat=True)]
    person = view_person(player_id)
    return {
        "what": "Everything held about one player",
        "written_at": now.astimezone(dt.UTC).isoformat(),
        "player_id": player_id,
        "records": records,
        "clubs": [_plain(asdict(club)) for club in person.clubs],
        "evenings": [_plain(asdict(evening)) for evening in person.evenings],
        "partners": list(person.partners),
        "seats": [_plain(row) for row in _seats(records)],
        "rows": {
            **{label: _rows(label, fields, records) for label, fields in REFERENCES.items()},
            **_of_entries(records),
            "tournaments.AuditEntry": _log(records),
        },
    }


def _rows(label: str, fields: tuple[str, ...], records: list[int]) -> list[dict[str, Any]]:
    model: Any = apps.get_model(label)
    named = Q()
    for name in fields:
        is_list = isinstance(model._meta.get_field(name), ArrayField)  # noqa: SLF001 - the only way to ask
        named |= Q(**{f"{name}__overlap" if is_list else f"{name}__in": records})
    return _listed(model.objects.filter(named))


def _seats(records: list[int]) -> Iterable[Any]:
    """Return where they sat, and from which hand on."""
    return (
        Occupancy.objects.filter(player__in=records)
        .order_by("round__published_at", "pk")
        .values(
            "from_leg",
            "from_hand",
            tournament=F("round__tournament__name"),
            date=F("round__session_date"),
            number=F("round__number"),
            table=F("seat__table__number"),
            place=F("seat__index"),
        )
    )


def _of_entries(records: list[int]) -> dict[str, list[dict[str, Any]]]:
    """Return the entries of their pairs, and what hangs on all of their entries."""
    pairs = Partnership.objects.filter(Q(first__in=records) | Q(second__in=records)).values("pk")
    played = LineUp.objects.filter(player__in=records).values("entry_id")
    entries = Entry.objects.filter(Q(player__in=records) | Q(partnership__in=pairs) | Q(pk__in=played))
    return {
        "tournaments.Entry": _listed(entries),
        "tournaments.Absence": _listed(Absence.objects.filter(entry__in=entries.values("pk"))),
        "tournaments.Adjustment": _listed(Adjustment.objects.filter(entry__in=entries.values("pk"))),
    }


def _log(records: list[int]) -> list[dict[str, Any]]:
    """Return what the log says of them by their id; who wrote it, and from where, is about somebody else."""
    about = Q(subject__in=[f"player {record}" for record in records])
    for record in records:
        for side in ("before", "after"):
            about |= Q(**{f"{side}__player": record}) | Q(**{f"{side}__player_ids__contains": [record]})
    columns = ("id", "at", "action", "subject", "before", "after", "reason")
    return [_plain(row) for row in AuditEntry.objects.filter(about).order_by("pk").values(*columns)]


def _listed(rows: models.QuerySet[Any]) -> list[dict[str, Any]]:
    return [_plain(row) for row in rows.order_by("pk").values()]


def _plain(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row as JSON has it."""
    return {
        name: value.isoformat()
        if isinstance(value, (dt.date, dt.datetime))
        else str(value)
        if isinstance(value, uuid.UUID)
        else value
        for name, value in row.items()
    }
