"""Hands corrected, ruled, or entered late: what that would move is looked at, then confirmed by its version."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from gameplay.errors import ReasonMissing
from gameplay.models import HandRecord, HandSubmission
from gameplay.selectors import replay_game
from gameplay.services import Post
from tournaments import locks
from tournaments.actors import Actor, Right
from tournaments.agreement_errors import PostSettled
from tournaments.correction_errors import LookFirst, TableMayNotCorrect
from tournaments.errors import ThingNotFound
from tournaments.keying_errors import PostHasNoHand
from tournaments.models import PostSettlement
from tournaments.selectors import rights
from tournaments.selectors.consequences import Consequences
from tournaments.selectors.keying import MISSING
from tournaments.selectors.second_thoughts import open_hands
from tournaments.services.confirming import NOT_LOOKED, TRIED, Change, Confirmation, confirm, foresee
from tournaments.services.disputing import NOT_IN_THE_BOOKS, settle_by_correction
from tournaments.services.hands import RecordedHand, append_at, repeated_correction, replace_at
from tournaments.services.sealing import require_unsealed

_TAKEN = uuid.UUID("0c5ae2a4-5d1c-4f57-8a52-0a0c6d2f41be")
"""Of the ids under which posts are put into the books: each post once."""


@transaction.atomic(durable=True)
def preview_hand_correction(
    *, actor: Actor, table_id: int, leg: int, number: int, record: Any, now: dt.datetime
) -> Consequences:
    """Return all that ``correct_hand`` would move with this record, and change nothing. Raises what that raises."""
    locked = _lock(actor, table_id)
    post = Post(uuid.uuid4(), number, record, HandSubmission.Source.DIRECTOR, actor.label)
    return foresee(_replacing(locked, leg, post, actor=actor, reason=TRIED, now=now), now=now)


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


@transaction.atomic(durable=True)
def correct_at_table(
    *, actor: Actor, table_id: int, leg: int, number: int, submission_id: uuid.UUID, record: Any, now: dt.datetime
) -> RecordedHand:
    """Replace a hand that was entered wrong a short while ago, by those who enter hands, where nothing follows from it.

    The same submission again returns what it made. Raises TableMayNotCorrect, HandNotThere, LegNotOpen,
    LegDoesNotCount, RuleViolation, RoundTakenBack, NotPermitted, LinkNotValid, LinkForAnotherTable.
    """
    round_ = locks.lock_table_in_round(table_id).round
    locked = locks.lock_table(table_id, asks=actor.user_id)
    locked.table.round = round_
    held = rights.rights_by_role(actor, locked.role)
    rights.require_table(actor, locked.table, held=held, now=now)
    source = HandSubmission.Source.TABLE_LINK if actor.link_id is not None else HandSubmission.Source.SCORER
    post = Post(submission_id, number, record, source, actor.label)
    repeat = repeated_correction(locked, leg, post)
    if repeat is not None:
        return repeat
    if (leg, number) not in {(one.leg, one.number) for one in open_hands(locked.table, round_.tournament, now=now)}:
        raise TableMayNotCorrect
    reason = _("Corrected at the table.")
    change = _replacing(locked, leg, post, actor=actor, reason=reason, now=now)
    try:
        recorded: RecordedHand = confirm(actor, change, NOT_LOOKED, reason=reason, now=now)
    except LookFirst as error:
        raise TableMayNotCorrect from error
    return recorded


@transaction.atomic(durable=True)
def preview_hand_ruling(
    *, actor: Actor, table_id: int, leg: int, number: int, points: Sequence[int], now: dt.datetime
) -> Consequences:
    """Return all that ``rule_hand`` would move, and change nothing. Raises what that raises."""
    locked = _lock(actor, table_id, right=Right.RUN_ROUNDS)
    post = _ruling(actor, uuid.uuid4(), number, points)
    return foresee(_ruled(locked, leg, post, actor=actor, reason=TRIED, now=now), now=now)


@transaction.atomic(durable=True)
def rule_hand(
    *,
    actor: Actor,
    table_id: int,
    leg: int,
    number: int,
    submission_id: uuid.UUID,
    points: Sequence[int],
    reason: str,
    confirmation: Confirmation = NOT_LOOKED,
    now: dt.datetime,
) -> RecordedHand:
    """Say what a hand is worth to each side, whatever the engine would say: the next one, or in place of one entered.

    It is marked as ruled for ever. The same submission again returns what it made.
    Raises ReasonMissing, HandOutOfOrder, LegNotOpen, LegDoesNotCount, TableRuled, RoundTakenBack, RuleViolation for
    points that make no possible score, and what ``confirm`` raises.
    """
    locked = _lock(actor, table_id, right=Right.RUN_ROUNDS)
    if not reason.strip():
        raise ReasonMissing
    post = _ruling(actor, submission_id, number, points)
    repeat = repeated_correction(locked, leg, post)
    if repeat is not None:
        return repeat
    change = _ruled(locked, leg, post, actor=actor, reason=reason.strip(), now=now)
    recorded: RecordedHand = confirm(actor, change, confirmation, reason=reason.strip(), now=now)
    return recorded


@transaction.atomic(durable=True)
def preview_late_hand(
    *, actor: Actor, table_id: int, leg: int, number: int, record: Any, now: dt.datetime
) -> Consequences:
    """Return all that ``add_late_hand`` would move, and change nothing. Raises what that raises."""
    locked = _lock(actor, table_id)
    post = Post(uuid.uuid4(), number, record, HandSubmission.Source.DIRECTOR, actor.label)
    return foresee(_adding(locked, leg, post, actor=actor, reason=TRIED, now=now), now=now)


@transaction.atomic(durable=True)
def add_late_hand(
    *,
    actor: Actor,
    table_id: int,
    leg: int,
    post: Post,
    confirmation: Confirmation = NOT_LOOKED,
    now: dt.datetime,
) -> RecordedHand:
    """Enter the next hand of a table whose round is closed, or whose time was called.

    The same submission again returns what it made. Raises HandNumberTaken, HandOutOfOrder, LegNotOpen, LegDoesNotCount,
    RuleViolation, RoundTakenBack, TableRuled, NotPermitted, and what ``confirm`` raises.
    """
    locked = _lock(actor, table_id)
    repeat = repeated_correction(locked, leg, post)
    if repeat is not None:
        return repeat
    why = _("A hand that came late.")
    change = _adding(locked, leg, post, actor=actor, reason=why, now=now)
    recorded: RecordedHand = confirm(actor, change, confirmation, reason=why, now=now)
    return recorded


@transaction.atomic(durable=True)
def preview_taking_post(*, actor: Actor, submission_key: int, now: dt.datetime) -> Consequences:
    """Return all that ``take_post`` would move, and change nothing. Raises what that raises."""
    locked, leg, post = _waiting(actor, submission_key, now=now)
    return foresee(_ruled(locked, leg, post, actor=actor, reason=TRIED, now=now), now=now)


@transaction.atomic(durable=True)
def take_post(
    *, actor: Actor, submission_key: int, reason: str, confirmation: Confirmation = NOT_LOOKED, now: dt.datetime
) -> RecordedHand:
    """Put a post that waits for the director into the books: in place of the hand that is there, or as the next one.

    What was posted against that hand is settled by it. Raises ThingNotFound, PostSettled, PostHasNoHand, ReasonMissing,
    HandOutOfOrder, LegNotOpen, LegDoesNotCount, TableRuled, RuleViolation, RoundTakenBack, and what ``confirm`` raises.
    """
    locked, leg, post = _waiting(actor, submission_key, now=now)
    if not reason.strip():
        raise ReasonMissing
    change = _ruled(locked, leg, post, actor=actor, reason=reason.strip(), now=now)
    recorded: RecordedHand = confirm(actor, change, confirmation, reason=reason.strip(), now=now)
    # A hand that was added has settled nothing by itself.
    settle_by_correction(actor, locked.legs[leg - 1].game, post.number, reason=reason.strip(), now=now)
    return recorded


def _waiting(actor: Actor, submission_key: int, *, now: dt.datetime) -> tuple[locks.LockedTable, int, Post]:
    """Lock the table of a post that waits for the director; return the leg, and the hand as a post of the actor's."""
    found = HandSubmission.objects.filter(pk=submission_key, outcome__in=NOT_IN_THE_BOOKS)
    table_id = found.values_list("game__leg__table_id", flat=True).first()
    if table_id is None:
        raise ThingNotFound(thing="hand")
    locked = _lock(actor, table_id)
    require_unsealed(locked.table.round.tournament, now=now)
    waiting = found.select_related("game__leg").get()
    if PostSettlement.objects.filter(submission=waiting).exists():
        raise PostSettled
    if waiting.payload == MISSING:
        raise PostHasNoHand
    key = uuid.uuid5(_TAKEN, str(waiting.pk))
    post = Post(key, waiting.number, waiting.payload, HandSubmission.Source.DIRECTOR, actor.label)
    return locked, waiting.game.leg.number, post


def _ruling(actor: Actor, submission_id: uuid.UUID, number: int, points: Sequence[int]) -> Post:
    ruling = {"points": list(points)}
    return Post(submission_id, number, ruling, HandSubmission.Source.DIRECTOR, actor.label, HandRecord.Kind.RULED.value)


def _ruled(locked: locks.LockedTable, leg: int, post: Post, *, actor: Actor, reason: str, now: dt.datetime) -> Change:
    """Return the change of a ruling, which adds the hand that comes next and replaces one that is there."""
    replaced = next((one for one in locked.legs if one.number == leg), None)
    entered = 0 if replaced is None else len(replay_game(replaced.game, locked.hands[replaced.game_id]).hands)
    if post.number <= entered:
        return _replacing(locked, leg, post, actor=actor, reason=reason, now=now)
    return _adding(locked, leg, post, actor=actor, reason=reason, now=now)


def _adding(locked: locks.LockedTable, leg: int, post: Post, *, actor: Actor, reason: str, now: dt.datetime) -> Change:
    round_ = locked.table.round
    return Change(
        round_.tournament,
        lambda: append_at(locked, leg, post, actor=actor, reason=reason, now=now),
        since=round_.number,
        round=round_,
        tables=(locked.table.pk,),
    )


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


def _lock(actor: Actor, table_id: int, *, right: Right = Right.CORRECT_HANDS) -> locks.LockedTable:
    """Lock a table with its tournament and round, because draws and publications may follow from what is changed."""
    round_ = locks.lock_table_in_round(table_id).round
    rights.require(actor, right, club_id=round_.tournament.club_id)
    locked = locks.lock_table(table_id, asks=actor.user_id)
    locked.table.round = round_
    return locked
