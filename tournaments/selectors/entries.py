"""Entries of a tournament and who plays for them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.db.models import QuerySet

from tournaments.errors import ThingNotFound
from tournaments.models import Entry, LineUp, Tournament
from tournaments.selectors.absences import AbsenceView, absences_of
from tournaments.selectors.names import entry_names, player_names


@dataclass(frozen=True, slots=True)
class LineUpView:
    """Who plays for an entry in one of its places, since which round; not any more, if somebody took the place."""

    place: int
    player_id: int
    name: str
    from_round: int
    is_current: bool


@dataclass(frozen=True, slots=True)
class EntryView:
    """An entry under the name that it was admitted by, with those who play and played for it.

    ``player_id``: of an individual, the one who was admitted.
    """

    id: int
    number: int
    name: str
    partnership_id: int | None
    player_id: int | None
    status: str
    first_round: int
    withdrawn_at: dt.datetime | None
    players: tuple[LineUpView, ...]
    absences: tuple[AbsenceView, ...] = ()
    apart_group: str = ""
    handicap: int = 0


def entries_of(tournament_id: int) -> QuerySet[Entry]:
    """Return the entries of a tournament by number."""
    return Entry.objects.filter(tournament_id=tournament_id).order_by("number")


def get_entry(entry_id: int) -> Entry:
    """Return an entry with its tournament; raises ThingNotFound."""
    try:
        return Entry.objects.select_related("tournament__club").get(pk=entry_id, tournament__taken_out_at=None)
    except Entry.DoesNotExist:
        raise ThingNotFound(thing="entry") from None


def view_entries(entries: Sequence[Entry], tournament: Tournament) -> list[EntryView]:
    """Return entries of one tournament with names: five queries, whatever their number."""
    line_up = list(LineUp.objects.filter(entry__in=entries).order_by("entry_id", "place", "from_round", "id"))
    names = entry_names(tournament.pk, tournament.club_id)
    absences = absences_of(entries)
    people = player_names((row.player_id for row in line_up), tournament.club_id)
    playing: dict[int, list[LineUpView]] = {entry.pk: [] for entry in entries}
    for row in line_up:
        view = LineUpView(row.place, row.player_id, people[row.player_id], row.from_round, row.is_current)
        playing[row.entry_id].append(view)
    return [
        EntryView(
            id=entry.pk,
            number=entry.number,
            name=names[entry.pk],
            partnership_id=entry.partnership_id,
            player_id=entry.player_id,
            status=entry.status,
            first_round=entry.first_round,
            withdrawn_at=entry.withdrawn_at,
            players=tuple(playing[entry.pk]),
            absences=absences[entry.pk],
            apart_group=entry.apart_group,
            handicap=entry.handicap,
        )
        for entry in entries
    ]


def without_reasons(views: Sequence[EntryView]) -> list[EntryView]:
    """Return entries for everybody: that somebody is away can be read, and why is theirs."""
    return [replace(view, absences=tuple(replace(absence, reason="") for absence in view.absences)) for view in views]
