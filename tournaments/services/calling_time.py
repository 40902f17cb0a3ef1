"""Games that time breaks off: time called at a table by the director, and the call taken back."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from gameplay.models import Game
from gameplay.rules.breaking_off import BrokenOff
from tournaments import locks
from tournaments.actors import Actor, Right
from tournaments.errors import TableComplete, TableNotTimed, TimeNotCalled
from tournaments.models import Leg, Round, RoundChange, Table, Tournament
from tournaments.selectors import rights
from tournaments.selectors.consequences import Consequences
from tournaments.selectors.progress import TableProgress, read_table
from tournaments.services.changes import note_change
from tournaments.services.confirming import NOT_LOOKED, TRIED, Change, Confirmation, confirm, foresee
from tournaments.services.hands import announce_change, audit_table, require_standing, settle
from tournaments.services.legs import turn_next_leg


@transaction.atomic(durable=True)
def preview_call_time(*, actor: Actor, table_id: int, now: dt.datetime) -> Consequences:
    """Return all that ``call_time`` would move, and change nothing. Raises what that raises."""
    return foresee(_calling(actor, table_id, reason=TRIED, now=now), now=now)


@transaction.atomic(durable=True)
def call_time(
    *, actor: Actor, table_id: int, confirmation: Confirmation = NOT_LOOKED, reason: str = "", now: dt.datetime
) -> TableProgress:
    """End the game at a table after the hands begun in time; further games are not played.

    What counts of a game that is not over is the tournament's setting, and stays what it was when time was called; a
    game by the clock goes to the higher total, equal totals share it (rules A12.7). Raises TableNotTimed where the
    director is to rule such a table, TableComplete, RoundTakenBack, and what ``confirm`` raises.
    """
    why = reason.strip() or _("Time was called.")
    change = _calling(actor, table_id, reason=why, now=now)
    progress: TableProgress = confirm(actor, change, confirmation, reason=why, now=now)
    return progress


@transaction.atomic(durable=True)
def preview_take_back_call(*, actor: Actor, table_id: int, now: dt.datetime) -> Consequences:
    """Return all that ``take_back_call`` would move, and change nothing. Raises what that raises."""
    return foresee(_taking_back(actor, table_id, reason=TRIED, now=now), now=now)


@transaction.atomic(durable=True)
def take_back_call(
    *, actor: Actor, table_id: int, confirmation: Confirmation = NOT_LOOKED, reason: str = "", now: dt.datetime
) -> TableProgress:
    """Let a table at which time was called go on where its hands are.

    Raises TimeNotCalled, RoundTakenBack, and what ``confirm`` raises.
    """
    change = _taking_back(actor, table_id, reason=reason.strip(), now=now)
    progress: TableProgress = confirm(actor, change, confirmation, reason=reason.strip(), now=now)
    return progress


def let_go_on(actor: Actor, table: Table, legs: Sequence[Leg], *, reason: str, now: dt.datetime) -> TableProgress:
    """Take the call of time at a locked table back, in the caller's transaction; return the table as it goes on."""
    round_, what = table.round, {"counts": table.broken_off}
    _set_call(table, None, "")
    note_change(actor, round_, RoundChange.Kind.TIME_TAKEN_BACK, table=table, before=what, reason=reason, now=now)
    progress = read_table(table, legs, round_.tournament)
    return settle(table, turn_next_leg(table, round_.tournament, progress), now=now)


def counts_at(game: Game, tournament: Tournament) -> BrokenOff:
    """Return what counts of a game like this one that is not over when time is called. Raises TableNotTimed."""
    if game.rules.get("end") == "timed":
        return BrokenOff.LEADER
    if tournament.when_time_is_up == Tournament.WhenTimeIsUp.DIRECTOR:
        raise TableNotTimed
    return BrokenOff(tournament.when_time_is_up)


def _lock(actor: Actor, table_id: int) -> tuple[locks.LockedTable, Round]:
    """Lock a table with its round and tournament, for somebody who runs rounds."""
    round_ = locks.lock_table_in_round(table_id).round
    rights.require(actor, Right.RUN_ROUNDS, club_id=round_.tournament.club_id)
    locked = locks.lock_table(table_id, asks=actor.user_id)
    locked.table.round = round_
    return locked, round_


def _calling(actor: Actor, table_id: int, *, reason: str, now: dt.datetime) -> Change:
    locked, round_ = _lock(actor, table_id)
    table = locked.table

    def make() -> TableProgress:
        require_standing(table)
        counts = counts_at(locked.legs[0].game, round_.tournament)
        if table.status != Table.Status.IN_PLAY:
            raise TableComplete(number=table.number)
        _set_call(table, now, counts.value)
        what = {"counts": counts.value}
        audit_table(actor, "table.time_called", f"table {table.number}", table, now=now, after=what, reason=reason)
        progress = settle(table, read_table(table, locked.legs, round_.tournament), now=now)
        announce_change(table, now=now)
        return progress

    return Change(round_.tournament, make, since=round_.number, round=round_, tables=(table_id,))


def _taking_back(actor: Actor, table_id: int, *, reason: str, now: dt.datetime) -> Change:
    locked, round_ = _lock(actor, table_id)
    table = locked.table

    def make() -> TableProgress:
        require_standing(table)
        if table.time_called_at is None:
            raise TimeNotCalled(number=table.number)
        return let_go_on(actor, table, locked.legs, reason=reason, now=now)

    return Change(round_.tournament, make, since=round_.number, round=round_, tables=(table_id,))


def _set_call(table: Table, called_at: dt.datetime | None, counts: str) -> None:
    table.time_called_at, table.broken_off = called_at, counts
    table.save(update_fields=["time_called_at", "broken_off"])
