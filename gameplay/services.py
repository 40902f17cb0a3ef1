"""Adding a hand to a game and replacing one. The caller holds the lock on the game and owns the transaction."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from gameplay.errors import (
    HandNotThere,
    HandNumberTaken,
    HandOutOfOrder,
    LaterHandsFall,
    ReasonMissing,
    RuleViolation,
    SubmissionReused,
)
from gameplay.models import Game, HandRecord, HandSubmission
from gameplay.rules.chain import judge_next
from gameplay.selectors import PlayedHand, Progress, current_hands, replay_game, resolved_rules


@dataclass(frozen=True, slots=True)
class Post:
    """One hand as it was sent."""

    submission_id: UUID
    number: int
    record: Any
    source: str
    actor: str


@dataclass(frozen=True, slots=True)
class Kept:
    """The hand that a post left in the books, and the game with it. ``is_repeat``: it was there before."""

    hand: PlayedHand
    progress: Progress
    is_repeat: bool


def start_game(kind: str, rules: dict[str, Any], starters: list[int]) -> Game:
    """Store a game that is about to be played under complete rules."""
    return Game.objects.create(kind=kind, rules=rules, starters=starters)


def repeat_of(game: Game, post: Post) -> Kept | None:
    """Return what the same submission made when it came before; None if it is new or made nothing.

    Raises SubmissionReused when it came before with another hand.
    """
    earlier = HandSubmission.objects.filter(game=game, submission_id=post.submission_id).first()
    if earlier is None:
        return None
    if earlier.payload != post.record or earlier.number != post.number:
        raise SubmissionReused
    if earlier.outcome != HandSubmission.Outcome.KEPT:
        return None
    progress = replay_game(game, current_hands([game.pk])[game.pk])
    return Kept(_hand_of(earlier, progress), progress, is_repeat=True)


def append_hand(game: Game, post: Post, *, now: dt.datetime) -> Kept | HandNumberTaken:
    """Add the next hand of a locked game.

    The same submission again returns what it made the first time. A hand that is entered already comes back as
    HandNumberTaken, not raised, so that the caller commits the conflicting post for the director to see.

    Raises SubmissionReused, HandOutOfOrder, RuleViolation; nothing is written then.
    """
    if repeat := repeat_of(game, post):
        return repeat
    records = current_hands([game.pk])[game.pk]
    progress = replay_game(game, records)
    if post.number < progress.next_number:
        return _taken(game, post, progress, now=now)
    if post.number > progress.next_number:
        raise HandOutOfOrder(expected=progress.next_number, number=post.number)
    judgement = judge_next(
        progress.kind, progress.rules, progress.state, post.record, starter=progress.starter_of(post.number)
    )
    if not judgement.answer.valid:
        raise RuleViolation(judgement.answer.errors)
    void = records[post.number - 1] if len(records) >= post.number else None
    if void is not None and HandSubmission.objects.filter(game=game, submission_id=post.submission_id).exists():
        # It conflicted with the hand that is void now: a new entry needs an id of its own.
        raise SubmissionReused
    record = _store(game, post, supersedes=void, reason="", now=now)
    hand = PlayedHand(
        number=post.number,
        record_id=record.pk,
        submission_key=record.submission_id,
        kind=record.kind,
        record=post.record,
        starter=progress.starter_of(post.number),
        answer=judgement.answer,
        state=judgement.state,
        reason="",
    )
    after = Progress(progress.kind, progress.rules, progress.starters, judgement.state, (*progress.hands, hand))
    return Kept(hand, after, is_repeat=False)


def replace_hand(game: Game, post: Post, *, reason: str, void_later: bool, now: dt.datetime) -> Kept:
    """Supersede a hand of a locked game and replay what follows.

    Later hands that no longer stand (the game would have ended before them, or a total would pass the target) are
    made void when ``void_later`` says so; otherwise nothing is changed.

    Raises ReasonMissing, SubmissionReused, HandNotThere, RuleViolation, LaterHandsFall.
    """
    if not reason.strip():
        raise ReasonMissing
    if repeat := repeat_of(game, post):
        return repeat
    records = current_hands([game.pk])[game.pk]
    progress = replay_game(game, records)
    if not 1 <= post.number < progress.next_number:
        raise HandNotThere(number=post.number)
    old = records[post.number - 1]
    fall_from = _check_replacement(game, progress, post)
    if fall_from is not None and not void_later:
        raise LaterHandsFall(first=fall_from[0], codes=fall_from[1])
    record = _store(game, post, supersedes=old, reason=reason, now=now)
    if fall_from is not None:
        for later in records[fall_from[0] - 1 : len(progress.hands)]:
            _supersede(later, record.submission, HandRecord.Kind.VOID, reason=reason, now=now)
    after = replay_game(game, current_hands([game.pk])[game.pk])
    return Kept(after.hands[post.number - 1], after, is_repeat=False)


def _check_replacement(game: Game, progress: Progress, post: Post) -> tuple[int, tuple[str, ...]] | None:
    """Judge the new hand and those after it; return the first later one that falls, with the codes of why."""
    kind, rules = resolved_rules(game)
    state = progress.hands[post.number - 2].state if post.number > 1 else kind.start(rules)
    for number in range(post.number, progress.next_number):
        payload = post.record if number == post.number else progress.hands[number - 1].record
        judgement = judge_next(kind, rules, state, payload, starter=progress.starter_of(number))
        if not judgement.answer.valid and number == post.number:
            raise RuleViolation(judgement.answer.errors)
        if not judgement.answer.valid:
            return number, tuple(fault.code for fault in judgement.answer.errors)
        state = judgement.state
    return None


def _hand_of(submission: HandSubmission, progress: Progress) -> PlayedHand:
    """Return the hand that a kept submission made: the one that counts now for its number."""
    for hand in progress.hands:
        if hand.number == submission.number:
            return hand
    raise HandNotThere(number=submission.number)


def _taken(game: Game, post: Post, progress: Progress, *, now: dt.datetime) -> HandNumberTaken:
    stored = progress.hands[post.number - 1]
    same = stored.record == post.record
    keep_submission(
        game, post, outcome=HandSubmission.Outcome.REPEATED if same else HandSubmission.Outcome.CONFLICT, now=now
    )
    return HandNumberTaken(number=post.number, stored=stored, same=same)


def keep_submission(game: Game, post: Post, *, outcome: str, now: dt.datetime) -> HandSubmission:
    """Keep a post as it came; the same one again is kept once."""
    submission, _ = HandSubmission.objects.get_or_create(
        game=game,
        submission_id=post.submission_id,
        defaults={
            "number": post.number,
            "source": post.source,
            "actor": post.actor,
            "payload": post.record,
            "outcome": outcome,
            "received_at": now,
        },
    )
    return submission


def _store(game: Game, post: Post, *, supersedes: HandRecord | None, reason: str, now: dt.datetime) -> HandRecord:
    submission = HandSubmission.objects.create(
        game=game,
        number=post.number,
        submission_id=post.submission_id,
        source=post.source,
        actor=post.actor,
        payload=post.record,
        outcome=HandSubmission.Outcome.KEPT,
        received_at=now,
    )
    if supersedes is not None:
        return _supersede(supersedes, submission, HandRecord.Kind.PLAYED, reason=reason, now=now)
    return HandRecord.objects.create(
        game=game, number=post.number, submission=submission, reason=reason, created_at=now
    )


def _supersede(old: HandRecord, submission: HandSubmission, kind: str, *, reason: str, now: dt.datetime) -> HandRecord:
    # The old row stops being current first: only one of a number may be.
    HandRecord.objects.filter(pk=old.pk).update(is_current=False)
    return HandRecord.objects.create(
        game_id=old.game_id,
        number=old.number,
        kind=kind,
        submission=submission,
        supersedes=old,
        reason=reason,
        created_at=now,
    )
