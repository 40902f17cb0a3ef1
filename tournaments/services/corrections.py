"""Hands corrected: what the correction would move is looked at first, then confirmed by its version."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Any

from django.db import transaction

from gameplay.models import HandSubmission
from gameplay.services import Post
from tournaments import locks
from tournaments.actors import Actor, Right
from tournaments.selectors import rights
from tournaments.selectors.consequences import Consequences
from tournaments.services.confirming import Change, Confirmation, confirm, foresee
from tournaments.services.results import RecordedHand, repeated_correction, replace_at

_TRIED = "looked at"


@transaction.atomic(durable=True)
def preview_hand_correction(
    *, actor: Actor, table_id: int, leg: int, number: int, record: Any, now: dt.datetime
) -> Consequences:
    """Return all that ``correct_hand`` would move with this record, and change nothing. Raises what that raises."""
    locked = _lock(actor, table_id)
    post = Post(uuid.uuid4(), number, record, HandSubmission.Source.DIRECTOR, actor.label)
    return foresee(_replacing(locked, leg, post, actor=actor, reason=_TRIED, now=now), now=now)


@transaction.atomic(durable=True)
def correct_hand(
    *,
    actor: Actor,
    table_id: int,
    leg: int,
    number: int,
    submission_id: uuid.UUID,
    record: Any,
    reason: str,
    confirmation: Confirmation,
    now: dt.datetime,
) -> RecordedHand:
    """Replace a hand, with a reason; everything after it is replayed and nothing is lost.

    Later hands that the preview says fall away become void. The same submission again returns what it made, whatever
    has happened since. Raises ReasonMissing, HandNotThere, LegNotOpen, LegDoesNotCount, RuleViolation, RoundTakenBack,
    NotPermitted, and what ``confirm`` raises.
    """
    locked = _lock(actor, table_id)
    post = Post(submission_id, number, record, HandSubmission.Source.DIRECTOR, actor.label)
    repeat = repeated_correction(locked, leg, post)
    if repeat is not None:
        return repeat
    change = _replacing(locked, leg, post, actor=actor, reason=reason, now=now)
    recorded: RecordedHand = confirm(actor, change, confirmation, reason=reason, now=now)
    return recorded


def _replacing(
    locked: locks.LockedTable, leg: int, post: Post, *, actor: Actor, reason: str, now: dt.datetime
) -> Change:
    round_ = locked.table.round
    return Change(
        round_.tournament,
        lambda: replace_at(locked, leg, post, actor=actor, reason=reason, now=now),
        since=round_.number,
        round=round_,
        tables=(locked.table.pk,),
    )


def _lock(actor: Actor, table_id: int) -> locks.LockedTable:
    """Lock a table with its tournament and round, because draws and publications may follow from what is changed."""
    round_ = locks.lock_table_in_round(table_id).round
    rights.require(actor, Right.CORRECT_HANDS, club_id=round_.tournament.club_id)
    locked = locks.lock_table(table_id, asks=actor.user_id)
    locked.table.round = round_
    return locked
