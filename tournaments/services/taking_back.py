"""A round taken back: the hall was seated wrongly, so its number is drawn again. What was played stays to be read."""

from __future__ import annotations

import datetime as dt

from django.db import transaction

from tournaments import locks
from tournaments.actors import Actor, Right
from tournaments.correction_errors import DrawAlreadyPlayed
from tournaments.errors import RoundNotInPlay, TournamentFinished
from tournaments.models import Draw, Entry, Leg, LineUp, Round, RoundChange, Tournament
from tournaments.round_errors import LaterRoundPlayed, LossesChanged
from tournaments.selectors import rights
from tournaments.selectors.consequences import compare_lines
from tournaments.selectors.losses import Losses, losses_of
from tournaments.selectors.standings import standings_of
from tournaments.services.changes import note_change, require_reason
from tournaments.services.outbox import announce
from tournaments.services.tournaments import fit_rounds_to_field


@transaction.atomic(durable=True)
def preview_taking_back(*, actor: Actor, round_id: int, now: dt.datetime) -> Losses:
    """Return what ``take_back_round`` would throw away, and change nothing. Raises what that raises."""
    round_ = _lock(actor, round_id)
    before = standings_of(round_.tournament, kept=False)
    _take_back(actor, round_, reason="", now=now)
    after = standings_of(round_.tournament, kept=False)
    found = losses_of(round_, before.version, compare_lines(before, after))
    transaction.set_rollback(True)
    return found


@transaction.atomic(durable=True)
def take_back_round(*, actor: Actor, round_id: int, reason: str, version: int, now: dt.datetime) -> Round:
    """Take the latest round back: it counts for nothing any more, and its number can be drawn again.

    Its hands are kept to be read. ``version`` is that of the list of losses that was looked at.
    Raises LossesChanged, ReasonNeeded, RoundNotInPlay, LaterRoundPlayed, TournamentFinished.
    """
    round_ = _lock(actor, round_id)
    said = require_reason(reason)
    if standings_of(round_.tournament, kept=False).version != version:
        raise LossesChanged
    _take_back(actor, round_, reason=said, now=now)
    return round_


def reopen_number(actor: Actor, round_: Round, *, reason: str, now: dt.datetime) -> Round:
    """Take a locked round that has not begun back, and return a new one of its number, in the caller's transaction.

    Raises DrawAlreadyPlayed for one that has: a hand may have come in until its tables were locked.
    """
    locks.lock_tables_of(round_.pk)
    if Leg.objects.filter(table__round=round_, game__hands__is_current=True).exists():
        raise DrawAlreadyPlayed(number=round_.number)
    _take_back(actor, round_, reason=reason, now=now)
    fresh = Round.objects.create(
        tournament=round_.tournament, stage=round_.stage, number=round_.number, session_date=round_.session_date
    )
    fresh.tournament, fresh.stage = round_.tournament, round_.stage
    return fresh


def _lock(actor: Actor, round_id: int) -> Round:
    round_ = locks.lock_round(round_id)
    rights.require(actor, Right.RUN_ROUNDS, club_id=round_.tournament.club_id)
    if round_.tournament.status == Tournament.Status.FINISHED:
        raise TournamentFinished
    if round_.status not in (Round.Status.PUBLISHED, Round.Status.CLOSED):
        raise RoundNotInPlay(number=round_.number)
    later = Round.objects.filter(tournament=round_.tournament, number__gt=round_.number)
    played = later.exclude(status__in=Round.NOT_PLAYED).first()
    if played is not None:
        raise LaterRoundPlayed(number=played.number)
    locks.lock_tables_of(round_.pk)
    return round_


def _take_back(actor: Actor, round_: Round, *, reason: str, now: dt.datetime) -> None:
    was = round_.status
    drafts = Round.objects.filter(tournament=round_.tournament, status=Round.Status.DRAFT)
    Draw.objects.filter(round__in=drafts).update(status=Draw.Status.DISCARDED)
    drafts.update(status=Round.Status.TAKEN_BACK, taken_back_at=now)
    round_.status, round_.taken_back_at = Round.Status.TAKEN_BACK, now
    round_.save(update_fields=["status", "taken_back_at"])
    _bring_forward(round_)
    fit_rounds_to_field(round_.tournament)
    note_change(actor, round_, RoundChange.Kind.TAKEN_BACK, before={"status": was}, reason=reason, now=now)
    if was == Round.Status.CLOSED:
        announce(round_, "results.changed", now=now)


def _bring_forward(round_: Round) -> None:
    """Let those who came while the round was played take part when it is drawn again."""
    following = round_.number + 1
    tournament = round_.tournament
    Entry.objects.filter(tournament=tournament, first_round=following).update(first_round=round_.number)
    came = LineUp.objects.filter(entry__tournament=tournament, is_current=True, from_round=following)
    came.update(from_round=round_.number)
