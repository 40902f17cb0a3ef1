"""Rounds: drawn as drafts, published, timed, closed."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments import locks
from tournaments.actors import Actor, Right
from tournaments.agreement_errors import RoundNotAgreed
from tournaments.errors import (
    DrawDiscarded,
    DrawUnplayable,
    RoundNotDraft,
    RoundNotInPlay,
    RoundStillOpen,
    TablesUnfinished,
    ThingNotFound,
    TournamentFinished,
    ValueRefused,
)
from tournaments.keying_errors import RoundNotKeyed
from tournaments.models import Draw, Round, Table, TableRuling, Tournament
from tournaments.round_errors import PromisesBroken
from tournaments.selectors import rights
from tournaments.selectors.absences import absent_in
from tournaments.selectors.agreements import tables_not_agreed
from tournaments.selectors.draw_rulings import not_ruled_on
from tournaments.selectors.draws import Pair, faults_of, round_before_in_play
from tournaments.selectors.keying import tables_not_keyed
from tournaments.services import audit, drawing, outbox
from tournaments.services.calling_all import call_at
from tournaments.services.changes import require_reason
from tournaments.services.drafts import entries_of_draft
from tournaments.services.rulings import decide
from tournaments.services.seating import seat_round

LONGEST_CLOCK = 24 * 60
LONGEST_REASON = 500
TIME, VOID = "time", "void"
UNFINISHED = (TIME, VOID)
"""What becomes of tables in play when their round is closed over them."""


@transaction.atomic(durable=True)
def draw_next_round(*, actor: Actor, tournament_id: int, seed: int | None = None, now: dt.datetime) -> Draw:
    """Open the next round with a first draft of its draw.

    Raises RoundStillOpen, AllRoundsDrawn, TournamentFinished, TooFewEntries.
    """
    return drawing.draw_next(actor=actor, tournament_id=tournament_id, seed=seed, now=now)


@transaction.atomic(durable=True)
def draw_again(
    *, actor: Actor, round_id: int, seed: int | None = None, together: Sequence[Pair] = (), now: dt.datetime
) -> Draw:
    """Make another draft for an unpublished round, with some ``together``; the drafts before it stay to choose from.

    Raises RoundNotDraft, TournamentFinished, TooFewEntries, FixedMeetingRefused.
    """
    return drawing.draw_another(actor=actor, round_id=round_id, seed=seed, together=together, now=now)


@transaction.atomic(durable=True)
def publish_draw(*, actor: Actor, draw_id: int, reason: str = "", now: dt.datetime) -> Round:
    """Put a draft into play: tables, seats and the people in them, the first games, and the table links.

    Where it breaks what was arranged, and nobody has ruled on that when it was made, it needs a reason: that stays with
    the draw, and everybody reads it. Raises PromisesBroken without one, ValueRefused for one that is too long,
    RoundNotDraft when another draft was faster, RoundStillOpen when it was drawn ahead, DrawDiscarded, DrawOutOfDate
    when the entries have changed since, DrawUnplayable when ``verify`` finds it cannot be played, TournamentFinished.
    """
    draw = Draw.objects.filter(pk=draw_id).first()
    if draw is None:
        raise ThingNotFound(thing="draw")
    round_ = locks.lock_round(draw.round_id)
    tournament = round_.tournament
    rights.require(actor, Right.RUN_ROUNDS, club_id=tournament.club_id)
    if tournament.status == Tournament.Status.FINISHED:
        raise TournamentFinished
    draw.refresh_from_db()
    if round_.status != Round.Status.DRAFT:
        raise RoundNotDraft(number=round_.number)
    if draw.status != Draw.Status.DRAFT:
        raise DrawDiscarded
    before = round_before_in_play(round_)
    if before is not None:
        raise RoundStillOpen(number=before.number)
    entries = entries_of_draft(round_, draw)
    if faults := faults_of(tournament, round_, entries, draw.plan):
        raise DrawUnplayable(tuple(fault.code for fault in faults))
    ruled = _rule(actor, round_, draw, reason)
    absent = absent_in(tournament, round_.number)
    seat_round(round_, tournament, draw.plan, entries, absent=absent, now=now)
    round_.status, round_.published_at = Round.Status.PUBLISHED, now
    round_.session_date = drawing.local_date(tournament, now)
    round_.save(update_fields=["status", "published_at", "session_date"])
    Draw.objects.filter(round=round_).exclude(pk=draw.pk).update(status=Draw.Status.DISCARDED)
    Draw.objects.filter(pk=draw.pk).update(status=Draw.Status.PUBLISHED, rulings=draw.rulings)
    if tournament.status == Tournament.Status.OPEN:
        tournament.status = Tournament.Status.RUNNING
        tournament.save(update_fields=["status"])
    after: dict[str, Any] = {"draw": draw.number}
    if ruled:
        after["broken"] = ruled
    _audit(actor, "round.published", round_, now=now, after=after, reason=reason.strip() if ruled else "")
    return round_


def _rule(actor: Actor, round_: Round, draw: Draw, reason: str) -> list[dict[str, Any]]:
    """Let a draft stand with what it breaks, for a reason; return what was ruled on just now."""
    broken = not_ruled_on(round_, draw)
    if not broken:
        return []
    said = reason.strip()
    if not said:
        raise PromisesBroken(broken)
    if len(said) > LONGEST_REASON:
        raise ValueRefused(path="reason", reason=_("at most %(most)s letters") % {"most": LONGEST_REASON})
    draw.rulings = [*draw.rulings, {"user": actor.user_id, "reason": said, "broken": broken}]
    return broken


@transaction.atomic(durable=True)
def start_clock(*, actor: Actor, round_id: int, minutes: int, now: dt.datetime) -> Round:
    """Start the clock of a round in play, or set it anew. Raises RoundNotInPlay, ValueRefused."""
    round_ = locks.lock_round(round_id)
    rights.require(actor, Right.RUN_ROUNDS, club_id=round_.tournament.club_id)
    if round_.status != Round.Status.PUBLISHED:
        raise RoundNotInPlay(number=round_.number)
    if not 1 <= minutes <= LONGEST_CLOCK:
        raise ValueRefused(path="minutes", reason=_("from %(least)s to %(most)s") % {"least": 1, "most": LONGEST_CLOCK})
    before = {"minutes": round_.clock_minutes}
    round_.clock_started_at, round_.clock_minutes = now, minutes
    round_.save(update_fields=["clock_started_at", "clock_minutes"])
    _audit(actor, "round.clock_started", round_, now=now, before=before, after={"minutes": minutes})
    return round_


@transaction.atomic(durable=True)
def close_round(*, actor: Actor, round_id: int, reason: str = "", unfinished: str = "", now: dt.datetime) -> Round:
    """Close a round whose tables are all complete and agreed, and keyed twice where that is asked; the ratings hear.

    With a reason it is closed although tables lack that, and says so ever after. A table that is in play has no result
    to count: ``unfinished`` says what all of those are worth, for the same reason. ``time``: it is called there, and
    the tournament's setting decides. ``void``: they are ruled to count for nobody.
    Raises RoundNotInPlay, TablesUnfinished, ReasonNeeded, TableNotTimed, RoundNotAgreed, RoundNotKeyed, ValueRefused
    for a reason that is too long, or another word.
    """
    round_ = locks.lock_round(round_id)
    rights.require(actor, Right.RUN_ROUNDS, club_id=round_.tournament.club_id)
    if round_.status != Round.Status.PUBLISHED:
        raise RoundNotInPlay(number=round_.number)
    tables = locks.lock_tables_of(round_.pk)
    said = reason.strip()
    if len(said) > LONGEST_REASON:
        raise ValueRefused(path="reason", reason=_("at most %(most)s letters") % {"most": LONGEST_REASON})
    in_play = _end_play(actor, round_, tables, unfinished, reason=said, now=now)
    not_agreed = tables_not_agreed(round_.tournament, tables)
    asks_twice = round_.tournament.second_keying == Tournament.SecondKeying.CLOSING
    not_keyed = tables_not_keyed(tables) if asks_twice else []
    missing = sorted({*not_agreed, *not_keyed})
    if not_agreed and not said:
        raise RoundNotAgreed(not_agreed)
    if not_keyed and not said:
        raise RoundNotKeyed(not_keyed)
    because = said if missing or in_play else ""
    round_.status, round_.closed_at = Round.Status.CLOSED, now
    round_.closed_because, round_.closed_unagreed, round_.closed_unfinished = because, missing, in_play
    round_.save(update_fields=["status", "closed_at", "closed_because", "closed_unagreed", "closed_unfinished"])
    outbox.announce(round_, "round.closed", now=now)
    lacking = {"not_agreed": not_agreed, "not_keyed": not_keyed, "in_play": in_play}
    after: dict[str, Any] = {name: numbers for name, numbers in lacking.items() if numbers}
    if in_play:
        after["unfinished"] = unfinished
    _audit(actor, "round.closed", round_, now=now, after=after or None, reason=because)
    return round_


def _end_play(
    actor: Actor, round_: Round, tables: Sequence[Table], unfinished: str, *, reason: str, now: dt.datetime
) -> list[int]:
    """Do with the tables that are in play what ``close_round`` is told to, and return their numbers in order."""
    if unfinished not in ("", *UNFINISHED):
        raise ValueRefused(path="unfinished", reason=_("time or void"))
    running = sorted((table for table in tables if table.status == Table.Status.IN_PLAY), key=lambda one: one.number)
    numbers = [table.number for table in running]
    if not running:
        return []
    if not unfinished:
        raise TablesUnfinished(numbers)
    said = require_reason(reason)
    if unfinished == TIME:
        call_at(actor, round_, running, reason=said, now=now)
        return numbers
    for table in running:
        table.round = round_
        decide(actor, table, TableRuling.Kind.VOID, entry_id=None, points=0, reason=said, now=now)
    return numbers


def _audit(
    actor: Actor,
    action: str,
    round_: Round,
    *,
    now: dt.datetime,
    before: Any = None,
    after: Any = None,
    reason: str = "",
) -> None:
    audit.record(
        actor,
        action,
        f"round {round_.number}",
        now=now,
        club_id=round_.tournament.club_id,
        tournament_id=round_.tournament_id,
        before=before,
        after=after,
        reason=reason,
    )
