"""Who had no table in a round, mended afterwards: they sat out, or they were away, and what that is worth."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments import locks
from tournaments.actors import Actor, Right
from tournaments.errors import ThingNotFound, ValueRefused
from tournaments.models import Entry, Round, RoundChange, RoundEntry
from tournaments.movements.registry import MOVEMENTS
from tournaments.round_errors import EntryHasTable
from tournaments.selectors import rights
from tournaments.selectors.consequences import Consequences
from tournaments.selectors.names import entry_names
from tournaments.services.changes import note_change, require_played, require_reason
from tournaments.services.confirming import NOT_LOOKED, TRIED, Change, Confirmation, confirm, foresee

ROLES = (RoundEntry.Role.SIT_OUT.value, RoundEntry.Role.ABSENT.value)


@transaction.atomic(durable=True)
def preview_sit_out(
    *, actor: Actor, round_id: int, entry_id: int, role: str, like_sit_out: bool = False, now: dt.datetime
) -> Consequences:
    """Return all that ``correct_sit_out`` would move, and change nothing. Raises what that raises."""
    round_ = _lock(actor, round_id)
    return foresee(_correcting(actor, round_, entry_id, role, like_sit_out, reason=TRIED, now=now), now=now)


@transaction.atomic(durable=True)
def correct_sit_out(
    *,
    actor: Actor,
    round_id: int,
    entry_id: int,
    role: str,
    like_sit_out: bool = False,
    reason: str,
    confirmation: Confirmation = NOT_LOOKED,
    now: dt.datetime,
) -> None:
    """Say what an entry without a table did in a round: it sat out, or it was absent, which may be worth as much.

    Whoever had a table instead of another is reseated. Raises RoundNotInPlay, ReasonNeeded, ThingNotFound,
    EntryHasTable, ValueRefused, and what ``confirm`` raises.
    """
    round_ = _lock(actor, round_id)
    said = require_reason(reason)
    change = _correcting(actor, round_, entry_id, role, like_sit_out, reason=said, now=now)
    confirm(actor, change, confirmation, reason=said, now=now)


def _lock(actor: Actor, round_id: int) -> Round:
    round_ = locks.lock_round(round_id)
    rights.require(actor, Right.RUN_ROUNDS, club_id=round_.tournament.club_id)
    return round_


def _correcting(
    actor: Actor, round_: Round, entry_id: int, role: str, like_sit_out: bool, *, reason: str, now: dt.datetime
) -> Change:
    def make() -> None:
        require_played(round_)
        _check(round_, entry_id, role, like_sit_out=like_sit_out)
        row = RoundEntry.objects.filter(round=round_, entry_id=entry_id).first()
        if row is not None and row.role == RoundEntry.Role.SEATED:
            raise EntryHasTable(name=entry_names(round_.tournament_id, round_.tournament.club_id)[entry_id])
        before = None if row is None else _said(row)
        row = row or RoundEntry(round=round_, entry_id=entry_id)
        row.role, row.like_sit_out = role, like_sit_out
        after = _said(row)
        if before == after:
            raise ValueRefused(path="role", reason=_("it stands so already"))
        row.save()
        note_change(actor, round_, RoundChange.Kind.SIT_OUT_MENDED, before=before, after=after, reason=reason, now=now)

    return Change(round_.tournament, make, since=round_.number, round=round_, tables=())


def _said(row: RoundEntry) -> dict[str, Any]:
    return {"entry": row.entry_id, "role": str(row.role), "like_sit_out": row.like_sit_out}


def _check(round_: Round, entry_id: int, role: str, *, like_sit_out: bool) -> None:
    if not Entry.objects.filter(pk=entry_id, tournament=round_.tournament).exists():
        raise ThingNotFound(thing="entry")
    if MOVEMENTS[round_.stage.movement].knocks_out:
        raise ValueRefused(path="entry_id", reason=_("in a knock-out the bracket says who has a bye"))
    if role not in ROLES:
        raise ValueRefused(path="role", reason=_("sit_out or absent"))
    if like_sit_out and role != RoundEntry.Role.ABSENT:
        raise ValueRefused(path="like_sit_out", reason=_("only an absence can be like a sit-out"))
