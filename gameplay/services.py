"""Adding a hand to a game and replacing one. The caller holds the lock on the game and owns the transaction."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from psycopg.types.json import Jsonb

from gameplay.errors import (
    HandNotThere,
    HandNumberTaken,
    HandOutOfOrder,
    HandVoid,
    ReasonMissing,
    RuleViolation,
    SubmissionReused,
)
from gameplay.models import Game, HandRecord, HandSubmission
from gameplay.selectors import (
    PLAYED,
    PlayedHand,
    Progress,
    StoredHand,
    current_hands,
    judge_post,
    remember_judgement,
    replay_game,
    resolved_rules,
)
from gameplay.statements import Statement

# Both rows in one statement, because every hand of an evening goes through it.
_STORE = Statement("""
    WITH post AS (
        INSERT INTO gameplay_handsubmission
            (game_id, number, submission_id, source, actor, payload, outcome, received_at)
        VALUES (%(game)s, %(number)s, %(submission_id)s, %(source)s, %(actor)s, %(payload)s, 'kept', %(now)s)
        ON CONFLICT ON CONSTRAINT submission_kept_once DO NOTHING
        RETURNING id, payload::text
    )
    INSERT INTO gameplay_handrecord
        (game_id, number, kind, submission_id, supersedes_id, is_current, reason, created_at)
    SELECT %(game)s, %(number)s, %(kind)s, id, %(supersedes)s, true, %(reason)s, %(now)s FROM post
    RETURNING id, submission_id, (SELECT payload FROM post)
""")


@dataclass(frozen=True, slots=True)
class Post:
    """One hand as it was sent; of a hand that the director ruled, ``record`` is the ruling (gameplay/rules/ruling)."""

    submission_id: UUID
    number: int
    record: Any
    source: str
    actor: str
    kind: str = PLAYED


@dataclass(frozen=True, slots=True)
class Kept:
    """The hand that a post left in the books, and the game with it. ``is_repeat``: it was there before."""

    hand: PlayedHand
    progress: Progress
    is_repeat: bool


def start_games(kind: str, plans: Iterable[tuple[dict[str, Any], list[int]]]) -> list[Game]:
    """Store several games that are about to be played, each under its complete rules with its own starters."""
    return Game.objects.bulk_create(Game(kind=kind, rules=rules, starters=starters) for rules, starters in plans)


def start_game(kind: str, rules: dict[str, Any], starters: list[int]) -> Game:
    """Store a game that is about to be played under complete rules."""
    return Game.objects.create(kind=kind, rules=rules, starters=starters)


def repeat_of(game: Game, post: Post) -> Kept | None:
    """Return what the same submission made when it came before; None if it is new or made nothing.

    Raises SubmissionReused when it came before with another hand, HandVoid when its hand was made void since.
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


def append_hand(
    game: Game, records: list[StoredHand], post: Post, *, reason: str = "", now: dt.datetime
) -> Kept | HandNumberTaken:
    """Add the next hand of a locked game, whose current ``records`` were read under the lock.

    The same submission again returns what it made the first time. A hand that is entered already comes back as
    HandNumberTaken, not raised, so that the caller commits the conflicting post for the director to see.

    Raises SubmissionReused, HandVoid, HandOutOfOrder, RuleViolation; nothing is written then.
    """
    progress = replay_game(game, records)
    if post.number < progress.next_number:
        return repeat_of(game, post) or _taken(game, post, progress, now=now)
    if post.number > progress.next_number:
        raise HandOutOfOrder(expected=progress.next_number, number=post.number)
    void = records[post.number - 1] if len(records) >= post.number else None
    if void is not None:
        # The post may be the one that made the void hand: it is told so, and not judged anew.
        repeat_of(game, post)
    starter = progress.starter_of(post.number)
    judgement = judge_post(
        progress.kind, progress.rules, progress.state, post.record, starter=starter, of_kind=post.kind
    )
    if not judgement.answer.valid:
        raise RuleViolation(judgement.answer.errors)
    record_id, submission_key, payload = _store(game, post, supersedes=void, reason=reason, now=now)
    if post.kind == PLAYED:
        remember_judgement(game, progress.state, starter, payload, judgement)
    hand = PlayedHand(
        number=post.number,
        record_id=record_id,
        submission_key=submission_key,
        kind=post.kind,
        record=post.record,
        starter=starter,
        answer=judgement.answer,
        state=judgement.state,
        reason=reason,
    )
    after = Progress(progress.kind, progress.rules, progress.starters, judgement.state, (*progress.hands, hand))
    return Kept(hand, after, is_repeat=False)


def replace_hand(game: Game, post: Post, *, reason: str, now: dt.datetime) -> Kept:
    """Supersede a hand of a locked game and replay what follows.

    Later hands that no longer stand (the game would have ended before them, or a total would pass the target) are
    made void.

    Raises ReasonMissing, SubmissionReused, HandVoid, HandNotThere, RuleViolation.
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
    _, submission_key, _ = _store(game, post, supersedes=old, reason=reason, now=now)
    if fall_from is not None:
        for later in records[fall_from - 1 : len(progress.hands)]:
            _make_void(game, later, submission_key, reason=reason, now=now)
    after = replay_game(game, current_hands([game.pk])[game.pk])
    return Kept(after.hands[post.number - 1], after, is_repeat=False)


def _check_replacement(game: Game, progress: Progress, post: Post) -> int | None:
    """Judge the new hand and those after it; return the number of the first later one that falls."""
    kind, rules = resolved_rules(game)
    state = progress.hands[post.number - 2].state if post.number > 1 else kind.start(rules)
    for number in range(post.number, progress.next_number):
        here = progress.hands[number - 1]
        record, of_kind = (post.record, post.kind) if number == post.number else (here.record, here.kind)
        judgement = judge_post(kind, rules, state, record, starter=progress.starter_of(number), of_kind=of_kind)
        if not judgement.answer.valid and number == post.number:
            raise RuleViolation(judgement.answer.errors)
        if not judgement.answer.valid:
            return number
        state = judgement.state
    return None


def _hand_of(submission: HandSubmission, progress: Progress) -> PlayedHand:
    """Return the hand that a kept submission made: the one that counts now for its number."""
    for hand in progress.hands:
        if hand.number == submission.number:
            return hand
    raise HandVoid(number=submission.number)


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


def _store(
    game: Game, post: Post, *, supersedes: StoredHand | None, reason: str, now: dt.datetime
) -> tuple[int, int, str]:
    """Store a post and the record that it makes; return the keys of the record and the submission, and what is stored.

    Raises SubmissionReused if the same submission came before: as another hand, or as one that was refused.
    """
    if supersedes is not None:
        # The old row stops being current first: only one of a number may be.
        HandRecord.objects.filter(pk=supersedes.record_id).update(is_current=False)
    values: dict[str, Any] = {
        "game": game.pk,
        "number": post.number,
        "kind": post.kind,
        "submission_id": post.submission_id,
        "source": post.source,
        "actor": post.actor,
        "payload": Jsonb(post.record),
        "supersedes": supersedes.record_id if supersedes is not None else None,
        "reason": reason,
        "now": now,
    }
    for record_id, submission_key, payload in _STORE.rows(values):
        return record_id, submission_key, payload
    raise SubmissionReused


def _make_void(game: Game, hand: StoredHand, submission_key: int, *, reason: str, now: dt.datetime) -> None:
    HandRecord.objects.filter(pk=hand.record_id).update(is_current=False)
    HandRecord.objects.create(
        game=game,
        number=hand.number,
        kind=HandRecord.Kind.VOID,
        submission_id=submission_key,
        supersedes_id=hand.record_id,
        reason=reason,
        created_at=now,
    )
