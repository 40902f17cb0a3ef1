"""Where everybody goes: "go to table 5, sit East", for each player by name."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.models import Round, RoundEntry, Table
from tournaments.movements.registry import MOVEMENTS
from tournaments.selectors.handicaps import handicaps_of, starts_of
from tournaments.selectors.line_ups import line_ups_in
from tournaments.selectors.names import entry_names, player_names
from tournaments.selectors.ordering import name_order
from tournaments.selectors.tables import SeatView, entries_by_side, seats_of, side_label


@dataclass(frozen=True, slots=True)
class Place:
    """Where one player goes in a round; ``table`` is None for a sit-out, which in a knock-out is a bye.

    ``start``: the points that the side there is given in every game.
    """

    player_id: int
    player_name: str
    entry_id: int
    entry_name: str
    table: int | None
    seat_label: str
    side_label: str
    partners: tuple[str, ...]
    opponents: tuple[str, ...]
    has_bye: bool = False
    start: int = 0


@dataclass(frozen=True, slots=True)
class SitOutView:
    """An entry without a table in a round; ``like_sit_out``: an absence that is worth as much as a sit-out."""

    entry_id: int
    entry_number: int
    entry_name: str
    like_sit_out: bool = False


def places_in(round_: Round) -> list[Place]:
    """Return every player of a published round in the order of names, those who sit out among them."""
    tables = list(Table.objects.filter(round=round_).order_by("number"))
    seats = seats_of(tables, round_.tournament)
    # Whoever left a table that was decided may sit at another.
    tables.sort(key=lambda table: (table.status != Table.Status.RULED, table.number))
    handicaps = handicaps_of(round_.tournament)
    starts = {table_id: starts_of(handicaps, entries_by_side(there)) for table_id, there in seats.items()}
    taken = ((table, seat, seats[table.pk]) for table in tables for seat in seats[table.pk])
    seated = {
        seat.player_id: _place(table.number, seat, others, starts[table.pk][seat.side]) for table, seat, others in taken
    }
    places = [*seated.values(), *_sitting_out(round_)]
    return sorted(places, key=lambda place: (name_order(place.player_name), place.player_id))


def sit_outs_of(round_: Round) -> list[SitOutView]:
    """Return the entries that sit out in a published round."""
    return without_table(round_)[0]


def without_table(round_: Round) -> tuple[list[SitOutView], list[SitOutView]]:
    """Return the entries that sit out in a published round, and those that are away, by number."""
    names = entry_names(round_.tournament_id, round_.tournament.club_id)
    rows = RoundEntry.objects.filter(round=round_).exclude(role=RoundEntry.Role.SEATED).select_related("entry")
    found: tuple[list[SitOutView], list[SitOutView]] = ([], [])
    for row in rows.order_by("entry__number"):
        view = SitOutView(row.entry_id, row.entry.number, names[row.entry_id], row.like_sit_out)
        found[row.role == RoundEntry.Role.ABSENT].append(view)
    return found


def _place(table: int, seat: SeatView, seats: tuple[SeatView, ...], start: int) -> Place:
    side = [other for other in seats if other.side == seat.side]
    return Place(
        player_id=seat.player_id,
        player_name=seat.player_name,
        entry_id=seat.entry_id,
        entry_name=seat.entry_name,
        table=table,
        seat_label=seat.label,
        side_label=side_label((other.index for other in side), len(seats)),
        partners=tuple(other.player_name for other in side if other.index != seat.index),
        opponents=tuple(other.player_name for other in seats if other.side != seat.side),
        start=start,
    )


def _sitting_out(round_: Round) -> list[Place]:
    out = {entry.entry_id: entry for entry in sit_outs_of(round_)}
    has_bye = bool(out) and MOVEMENTS[round_.stage.movement].knocks_out
    line_ups = line_ups_in(out, round_.number)
    people = [(entry_id, player_id) for entry_id, places in line_ups.items() for player_id in places.values()]
    names = player_names((player_id for _entry, player_id in people), round_.tournament.club_id)
    return [
        Place(
            player_id=player_id,
            player_name=names[player_id],
            entry_id=entry_id,
            entry_name=out[entry_id].entry_name,
            table=None,
            seat_label="",
            side_label="",
            partners=(),
            opponents=(),
            has_bye=has_bye,
        )
        for entry_id, player_id in people
    ]
