"""Hands as they come in at a table, what was dealt again, and the table's own cut."""

from __future__ import annotations

import datetime as dt
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from gameplay.errors import HandNumberTaken, HandOutOfOrder, ReasonMissing, StateConflict
from gameplay.models import HandSubmission
from gameplay.services import Post, append_hand, keep_submission, repeat_of
from tournaments import locks
from tournaments.actors import Actor, Right
from tournaments.errors import HandsAlreadyEntered, TableNotInPlay, ValueRefused
from tournaments.models import Leg, Round, Table, Tournament
from tournaments.selectors import rights
from tournaments.selectors.progress import TableProgress, read_table
from tournaments.services import sealing
from tournaments.services.agreeing import agree_by_entering, require_side
from tournaments.services.confirming import NOT_LOOKED, Confirmation
from tournaments.services.corrections import add_late_hand
from tournaments.services.hands import (
    RecordedHand,
    audit_hand,
    audit_table,
    leg_numbered,
    refuse_id_of_another_leg,
    require_counting,
    require_standing,
    settle,
    with_leg,
)


def record_hand(
    *,
    actor: Actor,
    table_id: int,
    leg: int,
    number: int,
    submission_id: UUID,
    record: Any,
    source: str,
    side: int | None = None,
    confirmation: Confirmation = NOT_LOOKED,
    now: dt.datetime,
) -> RecordedHand:
    """Enter the next hand at a table; a repeated submission returns what it made the first time.

    Where sides agree to each hand, the ``side`` that enters one agrees to it thereby, also when it comes second with
    the very same hand.

    What comes after the round was closed or time was called is only for those who may correct hands to enter, who look
    first at what it moves: see ``add_late_hand``. Raises RuleViolation (the engine refuses), NotPermitted, and
    StateConflict: HandNumberTaken and TableNotInPlay keep the post for the director's list, everything else leaves no
    trace.
    """
    post = Post(submission_id, number, record, source, actor.label)
    outcome = _record_hand(actor=actor, table_id=table_id, leg_number=leg, post=post, side=side, now=now)
    if outcome is None:
        return add_late_hand(actor=actor, table_id=table_id, leg=leg, post=post, confirmation=confirmation, now=now)
    if isinstance(outcome, StateConflict):
        raise outcome
    return outcome


@transaction.atomic(durable=True)
def _record_hand(
    *, actor: Actor, table_id: int, leg_number: int, post: Post, side: int | None, now: dt.datetime
) -> RecordedHand | StateConflict | None:
    """Return the hand, or the refusal that keeps its post, or None for one that came late from the director."""
    locked = locks.lock_table(table_id, asks=actor.user_id)
    table, legs = locked.table, locked.legs
    held = rights.rights_by_role(actor, locked.role)
    rights.require_table(actor, table, held=held, now=now)
    leg = leg_numbered(legs, leg_number)
    refuse_id_of_another_leg(legs, leg, post)
    if _is_closed(table) and repeat_of(leg.game, post) is None:
        return None if _may_complete(table, held) else _keep_late_post(table, leg, post, now=now)
    kept = append_hand(leg.game, locked.hands[leg.game_id], post, now=now)
    agrees = side if table.round.tournament.agreement == Tournament.Agreement.HAND else None
    if isinstance(kept, HandNumberTaken):
        if agrees is not None and kept.same:
            require_side(agrees, len(kept.stored.state.scores))
            agree_by_entering(actor, kept.stored.record_id, agrees, now=now)
        return kept
    progress = with_leg(locked, leg, kept)
    require_counting(leg, progress)
    if not kept.is_repeat:
        progress = settle(table, progress, now=now)
        audit_hand(actor, "hand.recorded", table, leg, post, now=now)
        if agrees is not None:
            require_side(agrees, len(progress.points))
            agree_by_entering(actor, kept.hand.record_id, agrees, now=now)
    return RecordedHand(table, leg.number, kept.hand, progress, kept.is_repeat)


@transaction.atomic(durable=True)
def set_first_starter(*, actor: Actor, table_id: int, seat: int, now: dt.datetime) -> TableProgress:
    """Record the table's own cut for first dealer or opener, before the first hand.

    Raises HandsAlreadyEntered, RoundTakenBack, TournamentSealed, ValueRefused for a seat that the table does not have.
    """
    locked = locks.lock_table(table_id, asks=actor.user_id)
    table, legs = locked.table, locked.legs
    rights.require_table(actor, table, now=now)
    require_standing(table)
    sealing.require_unsealed(table.round.tournament, now=now)
    progress = read_table(table, legs, table.round.tournament)
    first = progress.legs[0].game
    if progress.hands_entered or len(legs) > 1:
        raise HandsAlreadyEntered(starter=first.kind.starter_field)
    players = first.kind.players(first.rules)
    if not 0 <= seat < players:
        raise ValueRefused(path="seat", reason=_("from %(least)s to %(most)s") % {"least": 0, "most": players - 1})
    game = legs[0].game
    before = game.starters
    game.starters = [(seat + turn) % players for turn in range(players)]
    game.save(update_fields=["starters"])
    subject = f"table {table.number}"
    audit_table(actor, "table.first_starter_set", subject, table, now=now, before=before, after=game.starters)
    return read_table(table, legs, table.round.tournament)


@transaction.atomic(durable=True)
def note_redeal(*, actor: Actor, table_id: int, leg: int, number: int, reason: str, now: dt.datetime) -> None:
    """Note that the hand that comes next was dealt again, and why: it counts for nothing, and its number stays open.

    Raises ReasonMissing, HandOutOfOrder for another hand than the next, TableNotInPlay, RoundTakenBack.
    """
    locked = locks.lock_table(table_id, asks=actor.user_id)
    table = locked.table
    held = rights.rights_by_role(actor, locked.role)
    rights.require_table(actor, table, held=held, now=now)
    require_standing(table)
    said = reason.strip()
    if not said:
        raise ReasonMissing
    if _is_closed(table) or table.status != Table.Status.IN_PLAY:
        raise TableNotInPlay(number=table.number, state=_state_of(table))
    following = read_table(table, locked.legs, table.round.tournament).open_leg
    expected = following.game.next_number if following is not None and following.number == leg else 1
    if following is None or (leg, number) != (following.number, expected):
        raise HandOutOfOrder(expected=expected, number=number)
    audit_table(actor, "hand.redealt", f"hand {number} of leg {leg}", table, now=now, reason=said)


def _is_closed(table: Table) -> bool:
    """Whether the table takes no hands any more from those who play."""
    in_play = table.round.status == Round.Status.PUBLISHED and table.status != Table.Status.RULED
    return not in_play or table.time_called_at is not None


def _may_complete(table: Table, held: frozenset[Right]) -> bool:
    """Whether what came late may be entered all the same; a table that was decided or taken back takes nothing."""
    is_over = table.status == Table.Status.RULED or table.round.status == Round.Status.TAKEN_BACK
    return Right.CORRECT_HANDS in held and not is_over


def _keep_late_post(table: Table, leg: Leg, post: Post, *, now: dt.datetime) -> StateConflict:
    keep_submission(leg.game, post, outcome=HandSubmission.Outcome.CONFLICT, now=now)
    return TableNotInPlay(number=table.number, state=_state_of(table))


def _state_of(table: Table) -> str:
    """Return in words why a table takes no hands."""
    in_time = table.time_called_at is None
    if table.status == Table.Status.RULED or (in_time and table.round.status == Round.Status.PUBLISHED):
        return table.get_status_display()
    return table.round.get_status_display() if in_time else "ended by the clock"
