"""One entry of a tournament: its tables, round by round, with every hand."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.errors import ThingNotFound
from tournaments.models import Entry, LineUp, Round, RoundEntry, Table
from tournaments.movements.registry import MOVEMENTS
from tournaments.selectors.names import UNKNOWN, entry_names, player_names
from tournaments.selectors.tables import TableView, view_tables
from tournaments.selectors.tournaments import first_stage


@dataclass(frozen=True, slots=True)
class EntryRound:
    """What an entry did in a round: its table and side, or why it had none."""

    round: Round
    role: str
    table: TableView | None
    side: int | None

    @property
    def opponents(self) -> str:
        """The names on the other sides."""
        if self.table is None:
            return ""
        return ", ".join(side.name for side in self.table.sides if side.index != self.side)


@dataclass(frozen=True, slots=True)
class EntryPage:
    """An entry with its rounds, and ids and names of those who play for it now.

    ``out_in`` is the number of the round in which it was knocked out.
    """

    entry: Entry
    name: str
    people: tuple[tuple[int, str], ...]
    rounds: tuple[EntryRound, ...]
    has_byes: bool = False
    out_in: int | None = None


def get_entry(entry_id: int) -> EntryPage:
    """Return an entry with its published rounds; raises ThingNotFound."""
    try:
        entry = Entry.objects.select_related("tournament__club").get(pk=entry_id, tournament__taken_out_at=None)
    except Entry.DoesNotExist:
        raise ThingNotFound(thing="entry") from None
    name = entry_names(entry.tournament_id, entry.tournament.club_id)[entry.pk]
    roles = list(
        RoundEntry.objects.filter(entry=entry)
        .exclude(round__status=Round.Status.TAKEN_BACK)
        .select_related("round")
        .order_by("round__number")
    )
    tables = Table.objects.filter(round__in=[row.round_id for row in roles], seats__entry_id=entry.pk).distinct()
    views = view_tables(list(tables.select_related("round__tournament__club")), entry.tournament)
    # Whoever was left without a game by a table that was decided may have found another.
    views.sort(key=lambda view: (view.ruling is None, view.table.number))
    by_round = {view.round.pk: view for view in views}
    rounds = tuple(_round(row, by_round.get(row.round_id)) for row in roles)
    knocks_out = MOVEMENTS[first_stage(entry.tournament_id).movement].knocks_out
    return EntryPage(entry, name, _people(entry), rounds, knocks_out, _out_in(entry, rounds) if knocks_out else None)


def _people(entry: Entry) -> tuple[tuple[int, str], ...]:
    players = LineUp.objects.filter(entry=entry, is_current=True).order_by("place").values_list("player_id", flat=True)
    names = player_names(players, entry.tournament.club_id)
    return tuple((player, names[player]) for player in players if names[player] != UNKNOWN)


def _out_in(entry: Entry, rounds: tuple[EntryRound, ...]) -> int | None:
    """Return the last round of an entry of a knock-out that had no place in the next one."""
    last = rounds[-1].round.number if rounds else 0
    later = Round.objects.filter(tournament=entry.tournament, number__gt=last).exclude(status__in=Round.NOT_PLAYED)
    return last if last and entry.status == Entry.Status.ACTIVE and later.exists() else None


def _round(row: RoundEntry, table: TableView | None) -> EntryRound:
    side = None
    if table is not None:
        side = next(seat.side for seat in table.seats if seat.entry_id == row.entry_id)
    return EntryRound(row.round, row.role, table, side)
