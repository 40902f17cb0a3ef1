"""Hands written at a locked table, in the transaction of whoever locked it: added, replaced, and what follows of it."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Any

from gameplay.errors import HandNumberTaken, SubmissionReused
from gameplay.models import HandRecord, HandSubmission
from gameplay.selectors import PLAYED, PlayedHand, replay_game
from gameplay.services import Kept, Post, append_hand, repeat_of, replace_hand
from gameplay.statements import Statement
from tournaments import locks
from tournaments.actors import Actor
from tournaments.errors import LegDoesNotCount, LegNotOpen
from tournaments.models import Leg, Round, Table
from tournaments.round_errors import RoundTakenBack, TableRuled
from tournaments.selectors.progress import LegProgress, TableProgress, combine, read_table
from tournaments.services import audit, outbox
from tournaments.services.disputing import settle_by_correction
from tournaments.services.legs import open_next_leg, turn_next_leg

_SET_STATUS = Statement("""
    UPDATE tournaments_table SET status = %(status)s, completed_at = %(completed_at)s WHERE id = %(table)s
""")
_ADDED = {PLAYED: "hand.recorded", HandRecord.Kind.RULED.value: "hand.ruled"}


@dataclass(frozen=True, slots=True)
class RecordedHand:
    """A hand in the books and the table after it; ``is_repeat``: it was there already."""

    table: Table
    leg: int
    hand: PlayedHand
    progress: TableProgress
    is_repeat: bool


def replace_at(
    locked: locks.LockedTable, leg: int, post: Post, *, actor: Actor, reason: str, now: dt.datetime
) -> RecordedHand:
    """Replace a hand of a locked table and replay what follows, in the caller's transaction.

    Raises ReasonMissing, HandNotThere, LegNotOpen, LegDoesNotCount, RuleViolation, RoundTakenBack, SubmissionReused,
    HandVoid.
    """
    table, legs = locked.table, locked.legs
    require_standing(table)
    wanted = leg_numbered(legs, leg)
    before = next((hand.record for hand in _hands(table, wanted) if hand.number == post.number), None)
    refuse_id_of_another_leg(legs, wanted, post)
    kept = replace_hand(wanted.game, post, reason=reason, now=now)
    progress = read_table(table, legs, table.round.tournament)
    require_counting(wanted, progress)
    if not kept.is_repeat:
        progress = settle(table, turn_next_leg(table, table.round.tournament, progress), now=now)
        settle_by_correction(actor, wanted.game, post.number, reason=reason.strip(), now=now)
        action = "hand.corrected" if post.kind == PLAYED else "hand.ruled"
        audit_hand(actor, action, table, wanted, post, now=now, before=before, reason=reason)
        announce_change(table, now=now)
    return RecordedHand(table, wanted.number, kept.hand, progress, kept.is_repeat)


def append_at(
    locked: locks.LockedTable, leg: int, post: Post, *, actor: Actor, reason: str = "", now: dt.datetime
) -> RecordedHand:
    """Add the next hand of a locked table which takes none from those who play: one that came late, or was ruled.

    Raises LegNotOpen, LegDoesNotCount, HandNumberTaken, HandOutOfOrder, RuleViolation, RoundTakenBack, TableRuled.
    """
    table = locked.table
    require_standing(table)
    if table.status == Table.Status.RULED:
        raise TableRuled(number=table.number)
    wanted = leg_numbered(locked.legs, leg)
    refuse_id_of_another_leg(locked.legs, wanted, post)
    kept = append_hand(wanted.game, locked.hands[wanted.game_id], post, reason=reason, now=now)
    if isinstance(kept, HandNumberTaken):
        raise kept
    progress = settle(table, with_leg(locked, wanted, kept), now=now)
    require_counting(wanted, progress)
    audit_hand(actor, _ADDED[post.kind], table, wanted, post, now=now, reason=reason)
    announce_change(table, now=now)
    return RecordedHand(table, wanted.number, kept.hand, progress, kept.is_repeat)


def repeated_correction(locked: locks.LockedTable, leg: int, post: Post) -> RecordedHand | None:
    """Return what the same correction made when it came before; None if it is new. Raises as ``replace_at`` does."""
    wanted = leg_numbered(locked.legs, leg)
    kept = repeat_of(wanted.game, post)
    if kept is None:
        return None
    progress = read_table(locked.table, locked.legs, locked.table.round.tournament)
    return RecordedHand(locked.table, wanted.number, kept.hand, progress, is_repeat=True)


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


def with_leg(locked: locks.LockedTable, leg: Leg, kept: Kept) -> TableProgress:
    """Return the table with the game that was just written in place of what was read."""
    if locked.table.time_called_at is not None:
        # The clock has ended the game, whatever came late.
        return read_table(locked.table, locked.legs, locked.table.round.tournament)
    games = {other.pk: replay_game(other.game, locked.hands[other.game_id]) for other in locked.legs if other != leg}
    games[leg.pk] = kept.progress
    played = tuple(LegProgress(one.number, one.game_id, games[one.pk]) for one in locked.legs)
    return combine(played, locked.table.round.tournament)


def require_standing(table: Table) -> None:
    """Raise RoundTakenBack for a table of a round that counts no more."""
    if table.round.status == Round.Status.TAKEN_BACK:
        raise RoundTakenBack(number=table.round.number)


def refuse_id_of_another_leg(legs: list[Leg], leg: Leg, post: Post) -> None:
    """Raise SubmissionReused for a submission that came before for another game of the table."""
    others = [other.game_id for other in legs if other.pk != leg.pk]
    if others and HandSubmission.objects.filter(game__in=others, submission_id=post.submission_id).exists():
        raise SubmissionReused


def require_counting(leg: Leg, progress: TableProgress) -> None:
    """Raise LegDoesNotCount for a leg after the one that decided the table."""
    if leg.number > progress.legs[-1].number:
        raise LegDoesNotCount(leg=leg.number, decisive=progress.legs[-1].number)


def leg_numbered(legs: list[Leg], number: int) -> Leg:
    """Return the leg with this number; raises LegNotOpen."""
    for leg in legs:
        if leg.number == number:
            return leg
    raise LegNotOpen(leg=number, open=legs[-1].number)


def _hands(table: Table, leg: Leg) -> tuple[PlayedHand, ...]:
    return read_table(table, [leg], table.round.tournament).legs[0].game.hands


def announce_change(table: Table, *, now: dt.datetime) -> None:
    """Tell the ratings, if the table's round is closed, that its results have changed."""
    if table.round.status == Round.Status.CLOSED:
        outbox.announce(table.round, "results.changed", now=now)


def audit_hand(
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
    audit_table(actor, action, subject, table, now=now, before=before, after=post.record, reason=reason)


def audit_table(actor: Actor, action: str, subject: str, table: Table, *, now: dt.datetime, **what: Any) -> None:
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
