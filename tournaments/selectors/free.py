"""Who could still be seated in a round that is in play."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.models import Entry, Round, RoundEntry, Seat, TableRuling
from tournaments.movements.registry import MOVEMENTS
from tournaments.movements.schedule import Shape
from tournaments.selectors.names import entry_names
from tournaments.table_facts import facts_of, kind_of_entrants, other_shapes, shape_of

LATE = "late"
IDLE = "idle"
KNOCKED_OUT = "knocked_out"


@dataclass(frozen=True, slots=True)
class FreeEntry:
    """An entry without a table, and why: its role in the round, ``late`` without one, ``idle`` after a void table.

    In a knock-out whoever was in an earlier round is ``knocked_out``.
    """

    id: int
    number: int
    name: str
    why: str


def free_entries(round_: Round) -> list[FreeEntry]:
    """Return the active entries that have no table in a round, or only void ones, by number."""
    tournament = round_.tournament
    roles = dict(RoundEntry.objects.filter(round=round_).values_list("entry_id", "role"))
    busy = seated_entries(round_)
    names = entry_names(tournament.pk, tournament.club_id)
    rows = Entry.objects.filter(tournament=tournament, status=Entry.Status.ACTIVE).exclude(pk__in=busy)
    found = rows.order_by("number").values_list("pk", "number")
    out = _knocked_out(round_)
    return [FreeEntry(entry, number, names[entry], _why(roles.get(entry), entry in out)) for entry, number in found]


def _knocked_out(round_: Round) -> set[int]:
    """Return who was in an earlier round of a knock-out."""
    if round_.number == 1 or not MOVEMENTS[round_.stage.movement].knocks_out:
        return set()
    earlier = Round.objects.filter(tournament=round_.tournament, number__lt=round_.number)
    rows = RoundEntry.objects.filter(round__in=earlier.exclude(status__in=Round.NOT_PLAYED))
    return set(rows.values_list("entry_id", flat=True))


def seated_entries(round_: Round) -> set[int]:
    """Return the entries that have a table in a round which is not void."""
    void = TableRuling.objects.filter(table__round=round_, kind=TableRuling.Kind.VOID, revoked_at=None)
    seats = Seat.objects.filter(round=round_).exclude(table_id__in=void.values("table_id"))
    return set(seats.values_list("entry_id", flat=True))


def shapes_for(round_: Round) -> list[Shape]:
    """Return the tables that may stand in a round, the usual one first: others only where the movement mixes sizes."""
    tournament, stage = round_.tournament, round_.stage
    usual = shape_of(tournament.kind, tournament.entry_kind, facts_of(stage))
    if not MOVEMENTS[stage.movement].mixes_sizes or kind_of_entrants(tournament.entry_kind) == "pairs":
        return [usual]
    return [usual, *(shape for shape in other_shapes(tournament.kind, facts_of(stage)).values() if shape != usual)]


def _why(role: str | None, is_out: bool) -> str:
    if role is None:
        return KNOCKED_OUT if is_out else LATE
    return IDLE if role == RoundEntry.Role.SEATED else role
