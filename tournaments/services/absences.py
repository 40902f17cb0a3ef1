"""One round's absence: announced before the round is published, and cancelled again."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments import locks
from tournaments.actors import Actor, Right
from tournaments.errors import EntryWithdrawn, RoundNotDraft, ThingNotFound, TournamentFinished, ValueRefused
from tournaments.models import Absence, Entry, Tournament
from tournaments.round_errors import AbsenceAnnounced, AbsenceNotAnnounced
from tournaments.selectors import rights
from tournaments.selectors.tournaments import first_stage, rounds_published
from tournaments.services import audit


@transaction.atomic(durable=True)
def announce_absence(
    *,
    actor: Actor,
    entry_id: int,
    round_number: int,
    like_sit_out: bool = False,
    reason: str = "",
    now: dt.datetime,
) -> Absence:
    """Leave an entry out of one round that is not published yet; it stays in the tournament.

    A draft of the round has to be drawn again. The absence is worth nothing, or what a sit-out is worth.
    Raises RoundNotDraft, EntryWithdrawn, TournamentFinished, AbsenceAnnounced, and ValueRefused for a round that the
    entry has no part in.
    """
    entry = _lock_entry(actor, entry_id)
    if entry.status == Entry.Status.WITHDRAWN:
        raise EntryWithdrawn
    _require_to_come(entry, round_number)
    if Absence.objects.filter(entry=entry, round_number=round_number, cancelled_at=None).exists():
        raise AbsenceAnnounced(number=round_number)
    absence = Absence.objects.create(
        entry=entry,
        round_number=round_number,
        like_sit_out=like_sit_out,
        reason=reason.strip(),
        announced_at=now,
    )
    what = {"round": round_number, "like_sit_out": like_sit_out}
    _audit(actor, "entry.absence_announced", entry, now=now, after=what, reason=reason.strip())
    return absence


@transaction.atomic(durable=True)
def cancel_absence(*, actor: Actor, entry_id: int, round_number: int, reason: str = "", now: dt.datetime) -> Absence:
    """Let an entry play a round after all that it wanted to miss. Raises AbsenceNotAnnounced, RoundNotDraft."""
    entry = _lock_entry(actor, entry_id)
    absence = Absence.objects.filter(entry=entry, round_number=round_number, cancelled_at=None).first()
    if absence is None:
        raise AbsenceNotAnnounced(number=round_number)
    _require_to_come(entry, round_number)
    absence.cancelled_at = now
    absence.save(update_fields=["cancelled_at"])
    what = {"round": round_number, "like_sit_out": absence.like_sit_out}
    _audit(actor, "entry.absence_cancelled", entry, now=now, before=what, reason=reason.strip())
    return absence


def _lock_entry(actor: Actor, entry_id: int) -> Entry:
    """Return an entry under the lock of its tournament, which a draw and its publication hold too."""
    tournament_id = Entry.objects.filter(pk=entry_id).values_list("tournament_id", flat=True).first()
    if tournament_id is None:
        raise ThingNotFound(thing="entry")
    tournament = locks.lock_tournament(tournament_id)
    rights.require(actor, Right.MANAGE_ENTRIES, club_id=tournament.club_id)
    if tournament.status == Tournament.Status.FINISHED:
        raise TournamentFinished
    entry = Entry.objects.get(pk=entry_id)
    entry.tournament = tournament
    return entry


def _require_to_come(entry: Entry, number: int) -> None:
    last = first_stage(entry.tournament_id).rounds_planned
    if not entry.first_round <= number <= last:
        values = {"least": entry.first_round, "most": last}
        raise ValueRefused(path="round", reason=_("from %(least)s to %(most)s") % values)
    if number <= rounds_published(entry.tournament_id):
        raise RoundNotDraft(number=number)


def _audit(actor: Actor, action: str, entry: Entry, *, now: dt.datetime, **what: Any) -> None:
    audit.record(
        actor,
        action,
        f"entry {entry.pk}",
        now=now,
        club_id=entry.tournament.club_id,
        tournament_id=entry.tournament_id,
        **what,
    )
