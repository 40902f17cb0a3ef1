"""Hands at a table: entered, replaced, and the game ended by the clock."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from gameplay.errors import HandNumberTaken, StateConflict, SubmissionReused
from gameplay.models import HandSubmission
from gameplay.selectors import PLAYED, PlayedHand, replay_game
from gameplay.services import Kept, Post, append_hand, keep_submission, repeat_of, replace_hand
from gameplay.statements import Statement
from tournaments import locks
from tournaments.actors import Actor, Right
from tournaments.errors import (
    HandsAlreadyEntered,
    LegDoesNotCount,
    LegNotOpen,
    TableComplete,
    TableNotInPlay,
    TableNotTimed,
    ValueRefused,
)
from tournaments.models import Leg, Round, Table, Tournament
from tournaments.round_errors import RoundTakenBack, TableRuled
from tournaments.selectors import rights
from tournaments.selectors.progress import LegProgress, TableProgress, combine, read_table
from tournaments.services import audit, outbox, sealing
from tournaments.services.agreeing import agree_by_entering, require_side
from tournaments.services.disputing import settle_by_correction
from tournaments.services.legs import open_next_leg, turn_next_leg

_SET_STATUS = Statement("""
    UPDATE tournaments_table SET status = %(status)s, completed_at = %(completed_at)s WHERE id = %(table)s
""")


@dataclass(frozen=True, slots=True)
class RecordedHand:
    """A hand in the books and the table after it; ``is_repeat``: it was there already."""

    table: Table
    leg: int
    hand: PlayedHand
    progress: TableProgress
    is_repeat: bool


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
    now: dt.datetime,
) -> RecordedHand:
    """Enter the next hand at a table; a repeated submission returns what it made the first time.

    Where sides agree to each hand, the ``side`` that enters one agrees to it thereby, also when it comes second with
    the very same hand.

    What comes after the round was closed or time was called is only for those who may correct hands to enter, and not
    once the results are sealed. Raises TournamentSealed, RuleViolation (the engine refuses), NotPermitted, and
    StateConflict: HandNumberTaken and TableNotInPlay keep the post for the director's list, everything else leaves no
    trace.
    """
    outcome = _record_hand(
        actor=actor,
        table_id=table_id,
        leg_number=leg,
        post=Post(submission_id, number, record, source, actor.label),
        side=side,
        now=now,
    )
    if isinstance(outcome, StateConflict):
        raise outcome
    return outcome


@transaction.atomic(durable=True)
def _record_hand(
    *, actor: Actor, table_id: int, leg_number: int, post: Post, side: int | None, now: dt.datetime
) -> RecordedHand | StateConflict:
    locked = locks.lock_table(table_id, asks=actor.user_id)
    table, legs = locked.table, locked.legs
    held = rights.rights_by_role(actor, locked.role)
    rights.require_table(actor, table, held=held, now=now)
    leg = _leg(legs, leg_number)
    _refuse_id_of_another_leg(legs, leg, post)
    if _is_closed(table) and repeat_of(leg.game, post) is None:
        if not _may_complete(table, held):
            return _keep_late_post(table, leg, post, now=now)
        sealing.require_unsealed(table.round.tournament, now=now)
    kept = append_hand(leg.game, locked.hands[leg.game_id], post, now=now)
    agrees = side if table.round.tournament.agreement == Tournament.Agreement.HAND else None
    if isinstance(kept, HandNumberTaken):
        if agrees is not None and kept.same:
            require_side(agrees, len(kept.stored.state.scores))
            agree_by_entering(actor, kept.stored.record_id, agrees, now=now)
        return kept
    progress = _with_leg(locked, leg, kept)
    _require_counting(leg, progress)
    if not kept.is_repeat:
        progress = settle(table, progress, now=now)
        _audit_hand(actor, "hand.recorded", table, leg, post, now=now)
        if agrees is not None:
            require_side(agrees, len(progress.points))
            agree_by_entering(actor, kept.hand.record_id, agrees, now=now)
        _announce_change(table, now=now)
    return RecordedHand(table, leg.number, kept.hand, progress, kept.is_repeat)


def replace_at(
    locked: locks.LockedTable, leg: int, post: Post, *, actor: Actor, reason: str, now: dt.datetime
) -> RecordedHand:
    """Replace a hand of a locked table and replay what follows, in the caller's transaction.

    Raises ReasonMissing, HandNotThere, LegNotOpen, LegDoesNotCount, RuleViolation, RoundTakenBack, SubmissionReused,
    HandVoid.
    """
    table, legs = locked.table, locked.legs
    _require_standing(table)
    wanted = _leg(legs, leg)
    before = next((hand.record for hand in _hands(table, wanted) if hand.number == post.number), None)
    _refuse_id_of_another_leg(legs, wanted, post)
    kept = replace_hand(wanted.game, post, reason=reason, now=now)
    progress = read_table(table, legs, table.round.tournament)
    _require_counting(wanted, progress)
    if not kept.is_repeat:
        progress = settle(table, turn_next_leg(table, table.round.tournament, progress), now=now)
        settle_by_correction(actor, wanted.game, post.number, reason=reason.strip(), now=now)
        action = "hand.corrected" if post.kind == PLAYED else "hand.ruled"
        _audit_hand(actor, action, table, wanted, post, now=now, before=before, reason=reason)
        _announce_change(table, now=now)
    return RecordedHand(table, wanted.number, kept.hand, progress, kept.is_repeat)


def append_ruled_at(
    locked: locks.LockedTable, leg: int, post: Post, *, actor: Actor, reason: str, now: dt.datetime
) -> RecordedHand:
    """Add a hand that was ruled as the next one of a locked table, in the caller's transaction.

    Raises LegNotOpen, LegDoesNotCount, HandNumberTaken, HandOutOfOrder, RuleViolation, RoundTakenBack, TableRuled.
    """
    table = locked.table
    _require_standing(table)
    if table.status == Table.Status.RULED:
        raise TableRuled(number=table.number)
    wanted = _leg(locked.legs, leg)
    _refuse_id_of_another_leg(locked.legs, wanted, post)
    kept = append_hand(wanted.game, locked.hands[wanted.game_id], post, reason=reason, now=now)
    if isinstance(kept, HandNumberTaken):
        raise kept
    progress = settle(table, _with_leg(locked, wanted, kept), now=now)
    _require_counting(wanted, progress)
    _audit_hand(actor, "hand.ruled", table, wanted, post, now=now, reason=reason)
    _announce_change(table, now=now)
    return RecordedHand(table, wanted.number, kept.hand, progress, kept.is_repeat)


def repeated_correction(locked: locks.LockedTable, leg: int, post: Post) -> RecordedHand | None:
    """Return what the same correction made when it came before; None if it is new. Raises as ``replace_at`` does."""
    wanted = _leg(locked.legs, leg)
    kept = repeat_of(wanted.game, post)
    if kept is None:
        return None
    progress = read_table(locked.table, locked.legs, locked.table.round.tournament)
    return RecordedHand(locked.table, wanted.number, kept.hand, progress, is_repeat=True)


@transaction.atomic(durable=True)
def call_time(*, actor: Actor, table_id: int, now: dt.datetime) -> TableProgress:
    """End a timed game after the hands begun in time (rules A12.7): the higher total wins, equal totals share.

    Raises TableNotTimed, TableComplete, RoundTakenBack, TournamentSealed.
    """
    locked = locks.lock_table(table_id, asks=actor.user_id)
    table, legs = locked.table, locked.legs
    rights.require(actor, Right.RUN_ROUNDS, club_id=table.round.tournament.club_id)
    _require_standing(table)
    sealing.require_unsealed(table.round.tournament, now=now)
    if legs[0].game.rules.get("end") != "timed":
        raise TableNotTimed
    if table.status != Table.Status.IN_PLAY:
        raise TableComplete(number=table.number)
    table.time_called_at = now
    table.save(update_fields=["time_called_at"])
    _audit(actor, "table.time_called", f"table {table.number}", table, now=now)
    progress = settle(table, read_table(table, legs, table.round.tournament), now=now)
    _announce_change(table, now=now)
    return progress


@transaction.atomic(durable=True)
def set_first_starter(*, actor: Actor, table_id: int, seat: int, now: dt.datetime) -> TableProgress:
    """Record the table's own cut for first dealer or opener, before the first hand.

    Raises HandsAlreadyEntered, RoundTakenBack, TournamentSealed, ValueRefused for a seat that the table does not have.
    """
    locked = locks.lock_table(table_id, asks=actor.user_id)
    table, legs = locked.table, locked.legs
    rights.require_table(actor, table, now=now)
    _require_standing(table)
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
    _audit(actor, "table.first_starter_set", subject, table, now=now, before=before, after=game.starters)
    return read_table(table, legs, table.round.tournament)


def announce(round_: Round, topic: str, *, now: dt.datetime) -> None:
    """Tell the ratings, in the caller's transaction, that the results of a closed round are there or have changed.

    What is not rated is nothing to them.
    """
    if not round_.tournament.is_rated:
        return
    outbox.publish(
        topic,
        {
            "tournament_id": round_.tournament_id,
            "round_id": round_.pk,
            "club_id": round_.tournament.club_id,
            "kind": round_.tournament.kind,
            "date": round_.session_date.isoformat(),
        },
        now=now,
    )


def _announce_change(table: Table, *, now: dt.datetime) -> None:
    if table.round.status == Round.Status.CLOSED:
        announce(table.round, "results.changed", now=now)


def _require_standing(table: Table) -> None:
    if table.round.status == Round.Status.TAKEN_BACK:
        raise RoundTakenBack(number=table.round.number)


def _is_closed(table: Table) -> bool:
    """Whether the table takes no hands any more from those who play."""
    in_play = table.round.status == Round.Status.PUBLISHED and table.status != Table.Status.RULED
    return not in_play or table.time_called_at is not None


def _may_complete(table: Table, held: frozenset[Right]) -> bool:
    """Whether what came late may be entered all the same; a table that was decided or taken back takes nothing."""
    is_over = table.status == Table.Status.RULED or table.round.status == Round.Status.TAKEN_BACK
    return Right.CORRECT_HANDS in held and not is_over


def _refuse_id_of_another_leg(legs: list[Leg], leg: Leg, post: Post) -> None:
    """Raise SubmissionReused for a submission that came before for another game of the table."""
    others = [other.game_id for other in legs if other.pk != leg.pk]
    if others and HandSubmission.objects.filter(game__in=others, submission_id=post.submission_id).exists():
        raise SubmissionReused


def _require_counting(leg: Leg, progress: TableProgress) -> None:
    if leg.number > progress.legs[-1].number:
        raise LegDoesNotCount(leg=leg.number, decisive=progress.legs[-1].number)


def _leg(legs: list[Leg], number: int) -> Leg:
    for leg in legs:
        if leg.number == number:
            return leg
    raise LegNotOpen(leg=number, open=legs[-1].number)


def _hands(table: Table, leg: Leg) -> tuple[PlayedHand, ...]:
    return read_table(table, [leg], table.round.tournament).legs[0].game.hands


def _with_leg(locked: locks.LockedTable, leg: Leg, kept: Kept) -> TableProgress:
    """Return the table with the game that was just written in place of what was read."""
    if locked.table.time_called_at is not None:
        # The clock has ended the game, whatever came late.
        return read_table(locked.table, locked.legs, locked.table.round.tournament)
    games = {other.pk: replay_game(other.game, locked.hands[other.game_id]) for other in locked.legs if other != leg}
    games[leg.pk] = kept.progress
    played = tuple(LegProgress(one.number, one.game_id, games[one.pk]) for one in locked.legs)
    return combine(played, locked.table.round.tournament)


def settle(table: Table, progress: TableProgress, *, now: dt.datetime) -> TableProgress:
    """Bring a table's status, and its next leg, in line with its hands, in the caller's transaction.

    A table that was decided stays as it was decided.
    """
    tournament = table.round.tournament
    if table.status == Table.Status.RULED:
        return progress
    if progress.is_complete and table.status == Table.Status.IN_PLAY:
        _set_status(table, Table.Status.COMPLETE, completed_at=now)
    elif not progress.is_complete and table.status == Table.Status.COMPLETE:
        _set_status(table, Table.Status.IN_PLAY, completed_at=None)
    if not progress.is_complete and progress.open_leg is None:
        return open_next_leg(table, tournament, progress)
    return progress


def _set_status(table: Table, status: str, *, completed_at: dt.datetime | None) -> None:
    table.status, table.completed_at = status, completed_at
    _SET_STATUS.rows({"table": table.pk, "status": status, "completed_at": completed_at})


def _keep_late_post(table: Table, leg: Leg, post: Post, *, now: dt.datetime) -> StateConflict:
    keep_submission(leg.game, post, outcome=HandSubmission.Outcome.CONFLICT, now=now)
    if table.status == Table.Status.RULED:
        state = table.get_status_display()
    else:
        state = table.round.get_status_display() if table.time_called_at is None else "ended by the clock"
    return TableNotInPlay(number=table.number, state=state)


def _audit_hand(
    actor: Actor,
    action: str,
    table: Table,
    leg: Leg,
    post: Post,
    *,
    now: dt.datetime,
    before: Any = None,
    reason: str = "",
) -> None:
    subject = f"hand {post.number} of leg {leg.number}"
    _audit(actor, action, subject, table, now=now, before=before, after=post.record, reason=reason)


def _audit(actor: Actor, action: str, subject: str, table: Table, *, now: dt.datetime, **what: Any) -> None:
    tournament = table.round.tournament
    audit.record(
        actor,
        action,
        subject,
        now=now,
        club_id=tournament.club_id,
        tournament_id=tournament.pk,
        table_id=table.pk,
        **what,
    )
