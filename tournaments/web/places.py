"""Where everybody sits in a round, as choices for a form."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.models import Entry, Round, RoundEntry, Tournament
from tournaments.selectors.free import free_entries
from tournaments.selectors.names import entry_names
from tournaments.selectors.tables import TableView, tables_of_round
from tournaments.web.words import seat_name

Choices = list[tuple[int, str]]


def places_to_change(round_: Round) -> tuple[Choices, Choices]:
    """Return the entries that may change places in a round, and the players of pairs, each with where they sit."""
    entries: Choices = []
    players: Choices = []
    for view in tables_of_round(round_):
        if view.ruling is None:
            entries += [_entry_at(view, entry_id) for entry_id in dict.fromkeys(seat.entry_id for seat in view.seats)]
            players += [(seat.player_id, _at(view, seat_name(seat.label), seat.player_name)) for seat in view.seats]
    entries += [(entry.id, _("no table: %(name)s") % {"name": entry.name}) for entry in free_entries(round_)]
    return entries, [] if round_.tournament.entry_kind == Tournament.EntryKind.PLAYER else players


def without_places(round_: Round) -> Choices:
    """Return the entries that had no table in a round, also those that have withdrawn since, by number."""
    seated = RoundEntry.objects.filter(round=round_, role=RoundEntry.Role.SEATED)
    names = entry_names(round_.tournament_id, round_.tournament.club_id)
    idle = Entry.objects.filter(tournament=round_.tournament).exclude(pk__in=seated.values("entry_id"))
    return [(entry_id, names[entry_id]) for entry_id in idle.order_by("number").values_list("pk", flat=True)]


def _entry_at(view: TableView, entry_id: int) -> tuple[int, str]:
    seats = [seat for seat in view.seats if seat.entry_id == entry_id]
    where = seat_name(seats[0].label) if len(seats) == 1 else view.sides[seats[0].side].label
    return entry_id, _at(view, where, seats[0].entry_name)


def _at(view: TableView, where: str, name: str) -> str:
    return _("table %(table)s, %(where)s: %(name)s") % {"table": view.table.number, "where": where, "name": name}
