"""One entry of a tournament: its tables, round by round, with every hand."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.errors import ThingNotFound
from tournaments.models import Entry, Round, RoundEntry, Table
from tournaments.selectors.names import entry_names
from tournaments.selectors.tables import TableView, view_tables


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
    """An entry with its rounds."""

    entry: Entry
    name: str
    rounds: tuple[EntryRound, ...]


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
    return EntryPage(entry, name, tuple(_round(row, by_round.get(row.round_id)) for row in roles))


def _round(row: RoundEntry, table: TableView | None) -> EntryRound:
    side = None
    if table is not None:
        side = next(seat.side for seat in table.seats if seat.entry_id == row.entry_id)
    return EntryRound(row.round, row.role, table, side)
