"""Hands that a side says were otherwise, and what the director makes of every post that is not in the books."""

from __future__ import annotations

import datetime as dt
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from gameplay.errors import HandNotThere, RuleViolation, SubmissionReused
from gameplay.models import Game, HandSubmission
from gameplay.selectors import PlayedHand
from gameplay.services import Post, keep_submission
from tournaments import locks
from tournaments.actors import Actor, Right
from tournaments.agreement_errors import HandsChanged, NothingDisputed, PostSettled
from tournaments.errors import ThingNotFound, ValueRefused
from tournaments.models import HandAgreement, HandDispute, PostSettlement, Table, Tournament
from tournaments.round_errors import ReasonNeeded
from tournaments.selectors import rights
from tournaments.selectors.judging import judge_in_place
from tournaments.selectors.progress import LegProgress, read_table
from tournaments.services import audit
from tournaments.services.agreeing import require_asked, require_side, require_standing
from tournaments.services.sealing import require_unsealed

MOST_LETTERS = 500
NOT_IN_THE_BOOKS = (HandSubmission.Outcome.CONFLICT, HandSubmission.Outcome.DISPUTED)


@transaction.atomic(durable=True)
def dispute_hand(
    *,
    actor: Actor,
    table_id: int,
    leg: int,
    number: int,
    submission_id: UUID,
    side: int,
    record_id: int,
    record: Any,
    source: str,
    now: dt.datetime,
) -> HandSubmission:
    """Keep a side's own version of a hand for the director; what is in the books counts until it is corrected.

    ``record_id`` is that of the hand as the side saw it. The same submission again changes nothing. Raises
    HandNotThere, HandsChanged, NothingDisputed, RuleViolation for a version that cannot have been, SubmissionReused,
    AgreementNotAsked, ValueRefused, TableRuled, RoundTakenBack, TournamentSealed, NotPermitted.
    """
    locked = locks.lock_table(table_id, asks=actor.user_id)
    table, tournament = locked.table, locked.table.round.tournament
    rights.require_table(actor, table, held=rights.rights_by_role(actor, locked.role), now=now)
    require_asked(tournament)
    progress = read_table(table, locked.legs, tournament)
    played, hand = _find(progress.legs, leg, number)
    require_side(side, len(progress.points))
    game = next(one.game for one in locked.legs if one.number == leg)
    earlier = HandSubmission.objects.filter(game__leg__table_id=table_id, submission_id=submission_id).first()
    if earlier is not None:
        same = (earlier.game_id, earlier.number, earlier.payload) == (game.pk, number, record)
        if not same or earlier.outcome != HandSubmission.Outcome.DISPUTED or earlier.dispute.side != side:
            raise SubmissionReused
        return earlier
    require_standing(table, now=now)
    if hand.record_id != record_id:
        raise HandsChanged
    if hand.record == record:
        raise NothingDisputed
    judgement = judge_in_place(played.game, number, record)
    if not judgement.answer.valid:
        raise RuleViolation(judgement.answer.errors)
    post = Post(submission_id, number, record, source, actor.label)
    kept = keep_submission(game, post, outcome=HandSubmission.Outcome.DISPUTED, now=now)
    HandDispute.objects.create(submission=kept, record_id=record_id, side=side)
    _audit(actor, "hand.disputed", table, leg, number, now=now, before=dict(hand.record), after=record)
    return kept


@transaction.atomic(durable=True)
def keep_books(*, actor: Actor, submission_key: int, reason: str, now: dt.datetime) -> Table:
    """Settle a post that is not in the books: what is there stands, and why.

    A hand that was disputed is confirmed thereby. Raises ReasonNeeded, ValueRefused, PostSettled, TournamentSealed,
    NotPermitted, and ThingNotFound for a post that needs no settling.
    """
    found = HandSubmission.objects.filter(pk=submission_key, outcome__in=NOT_IN_THE_BOOKS)
    table_id = found.values_list("game__leg__table_id", flat=True).first()
    if table_id is None:
        raise ThingNotFound(thing="hand")
    table = locks.lock_table(table_id, asks=actor.user_id).table
    tournament = table.round.tournament
    rights.require(actor, Right.CORRECT_HANDS, club_id=tournament.club_id)
    said = reason.strip()
    if not said:
        raise ReasonNeeded
    if len(said) > MOST_LETTERS:
        raise ValueRefused(path="reason", reason=_("at most %(most)s letters") % {"most": MOST_LETTERS})
    require_unsealed(tournament, now=now)
    post = found.select_related("game__leg", "dispute").get()
    if PostSettlement.objects.filter(submission=post).exists():
        raise PostSettled
    _settle(post, PostSettlement.Kind.KEPT, actor, said, now=now)
    dispute = getattr(post, "dispute", None)
    if dispute is not None and tournament.agreement != Tournament.Agreement.NONE:
        HandAgreement.objects.get_or_create(
            record_id=dispute.record_id, side=None, defaults={"actor": actor.label, "made_at": now}
        )
    _audit(actor, "post.settled", table, post.game.leg.number, post.number, now=now, before=post.payload, reason=said)
    return table


def settle_by_correction(actor: Actor, game: Game, number: int, *, reason: str, now: dt.datetime) -> None:
    """Settle what was posted against a hand that has just been corrected, in the caller's transaction.

    So is what was said against later hands that fell away by it.
    """
    open_posts = HandSubmission.objects.filter(game=game, outcome__in=NOT_IN_THE_BOOKS, settlement__isnull=True)
    for post in open_posts.filter(Q(number=number) | Q(dispute__record__is_current=False)).order_by("pk"):
        _settle(post, PostSettlement.Kind.CORRECTED, actor, reason, now=now)


def _settle(post: HandSubmission, kind: PostSettlement.Kind, actor: Actor, reason: str, *, now: dt.datetime) -> None:
    PostSettlement.objects.create(submission=post, kind=kind, reason=reason, actor=actor.label, made_at=now)


def _find(legs: tuple[LegProgress, ...], leg: int, number: int) -> tuple[LegProgress, PlayedHand]:
    for played in legs:
        for hand in played.game.hands:
            if (played.number, hand.number) == (leg, number):
                return played, hand
    raise HandNotThere(number=number)


def _audit(actor: Actor, action: str, table: Table, leg: int, number: int, *, now: dt.datetime, **what: Any) -> None:
    audit.record(
        actor,
        action,
        f"hand {number} of leg {leg}",
        now=now,
        club_id=table.round.tournament.club_id,
        tournament_id=table.round.tournament_id,
        table_id=table.pk,
        **what,
    )
