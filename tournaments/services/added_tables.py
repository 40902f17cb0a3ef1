"""A table added to a round in play: for entries that came late, or that sit out and want to play."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments import locks
from tournaments.actors import Actor, Right
from tournaments.errors import (
    EntryWithdrawn,
    PlayerSeatedTwice,
    RoundNotInPlay,
    TournamentFinished,
    ValueRefused,
)
from tournaments.models import Entry, LineUp, Occupancy, Round, RoundChange, Table, Tournament
from tournaments.movements.schedule import Shape, TablePlan
from tournaments.round_errors import EntrySeatedAlready
from tournaments.selectors import rights
from tournaments.selectors.free import seated_entries, shapes_for
from tournaments.selectors.names import entry_names, player_names
from tournaments.services.changes import note_change
from tournaments.services.seating import seat_tables
from tournaments.services.taking_part import take_part


@transaction.atomic(durable=True)
def add_table(
    *, actor: Actor, round_id: int, sides: Sequence[Sequence[int]], reason: str = "", now: dt.datetime
) -> Table:
    """Seat entries that have no table in a round in play at a table of their own; ``sides`` are ids of entries.

    Who sits out, is away or came too late for the draw is in the round from now on. Raises RoundNotInPlay,
    TournamentFinished, EntrySeatedAlready, EntryWithdrawn, PlayerSeatedTwice, and ValueRefused for a table that there
    cannot be.
    """
    round_ = locks.lock_round(round_id)
    tournament = round_.tournament
    rights.require(actor, Right.RUN_ROUNDS, club_id=tournament.club_id)
    if tournament.status == Tournament.Status.FINISHED:
        raise TournamentFinished
    if round_.status != Round.Status.PUBLISHED:
        raise RoundNotInPlay(number=round_.number)
    entries = _free(round_, sides)
    people = _people(round_, entries)
    before = take_part(round_, list(entries))
    number = max(Table.objects.filter(round=round_).values_list("number", flat=True), default=0) + 1
    planned = TablePlan(number, tuple(tuple(side) for side in sides), first=_first(round_, number, len(people)))
    [table] = seat_tables(round_, tournament, [planned], people, now=now)
    note_change(
        actor,
        round_,
        RoundChange.Kind.TABLE_ADDED,
        table=table,
        before={"roles": before},
        after={"sides": [list(side) for side in sides]},
        reason=reason.strip(),
        now=now,
    )
    return table


def _free(round_: Round, sides: Sequence[Sequence[int]]) -> dict[int, Entry]:
    """Return the entries that are to sit down, by id."""
    wanted = [entry for side in sides for entry in side]
    sizes = {len(side) for side in sides}
    if len(sizes) != 1 or Shape(len(sides), sizes.pop()) not in shapes_for(round_):
        raise ValueRefused(path="sides", reason=_("there is no such table in this tournament"))
    found = Entry.objects.filter(tournament=round_.tournament).in_bulk(wanted)
    if len(found) != len(wanted):
        raise ValueRefused(path="sides", reason=_("these are not so many entries of this tournament"))
    busy = seated_entries(round_)
    names = entry_names(round_.tournament_id, round_.tournament.club_id)
    for entry in wanted:
        if entry in busy:
            raise EntrySeatedAlready(name=names[entry])
        if found[entry].status == Entry.Status.WITHDRAWN:
            raise EntryWithdrawn
    return {entry: found[entry] for entry in wanted}


def _people(round_: Round, entries: dict[int, Entry]) -> dict[int, tuple[int, ...]]:
    """Return who plays for each entry. Raises PlayerSeatedTwice for somebody who sits in the round already."""
    rows = LineUp.objects.filter(entry_id__in=entries, is_current=True).order_by("place")
    people: dict[int, list[int]] = {entry: [] for entry in entries}
    for entry, player in rows.values_list("entry_id", "player_id"):
        people[entry].append(player)
    coming = [player for players in people.values() for player in players]
    sitting = Occupancy.objects.filter(round=round_, is_current=True, player_id__in=coming)
    twice = [player for player in coming if coming.count(player) > 1] + [*sitting.values_list("player", flat=True)]
    if twice:
        raise PlayerSeatedTwice(name=player_names(twice, round_.tournament.club_id)[twice[0]])
    return {entry: tuple(players) for entry, players in people.items()}


def _first(round_: Round, number: int, entries: int) -> int:
    """Return the seat that deals or opens first, by the tournament's seed."""
    seats = entries * (1 if round_.tournament.entry_kind == Tournament.EntryKind.PLAYER else 2)
    text = f"{round_.tournament.seed}:{round_.number}:{number}"
    return hashlib.sha256(text.encode()).digest()[0] % seats
