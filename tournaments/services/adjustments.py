"""Penalties and awards, and how ties were settled: rows beside the results, each with its reason.

Until the results are sealed: what is published by then is looked at first, and published anew by whoever is asked why.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from tournaments import locks
from tournaments.actors import Actor, Right
from tournaments.errors import (
    AdjustmentTakenBack,
    DecisionTakenBack,
    ThingNotFound,
    ValueRefused,
)
from tournaments.models import Adjustment, Entry, Round, TieDecision, Tournament
from tournaments.selectors import rights
from tournaments.selectors.adjustments import tournament_of_adjustment, tournament_of_decision
from tournaments.selectors.consequences import Consequences
from tournaments.services import audit
from tournaments.services.confirming import NOT_LOOKED, TRIED, Change, Confirmation, confirm, foresee
from tournaments.standings.rules import StandingRulesInvalid, read_fraction

LARGEST_AMOUNT = 999_999
SMALLEST_PART = 9_999
LONGEST_REASON = 500


@dataclass(frozen=True, slots=True)
class _Given:
    entry_id: int
    metric: str
    amount: int | str
    round_number: int | None


@transaction.atomic(durable=True)
def preview_adjustment(
    *,
    actor: Actor,
    tournament_id: int,
    entry_id: int,
    metric: str,
    amount: int | str,
    round_number: int | None = None,
    now: dt.datetime,
) -> Consequences:
    """Return all that ``add_adjustment`` would move, and change nothing. Raises what that raises."""
    tournament = _lock_tournament(actor, tournament_id)
    given = _Given(entry_id, metric, amount, round_number)
    return foresee(_counting(tournament, round_number, lambda: _add(actor, tournament, given, TRIED, now=now)), now=now)


@transaction.atomic(durable=True)
def add_adjustment(
    *,
    actor: Actor,
    tournament_id: int,
    entry_id: int,
    metric: str,
    amount: int | str,
    reason: str,
    round_number: int | None = None,
    confirmation: Confirmation = NOT_LOOKED,
    now: dt.datetime,
) -> Adjustment:
    """Give an entry a penalty (an amount below 0) or an award, for a round or the whole event.

    ``amount`` is a whole number or a fraction as text. What was played stays as it is.
    Raises ValueRefused, ThingNotFound, and what ``confirm`` raises.
    """
    tournament = _lock_tournament(actor, tournament_id)
    given = _Given(entry_id, metric, amount, round_number)
    change = _counting(tournament, round_number, lambda: _add(actor, tournament, given, reason, now=now))
    row: Adjustment = confirm(actor, change, confirmation, reason=reason, now=now)
    return row


@transaction.atomic(durable=True)
def preview_taking_back(*, actor: Actor, adjustment_id: int, now: dt.datetime) -> Consequences:
    """Return all that ``take_back_adjustment`` would move, and change nothing. Raises what that raises."""
    tournament, old = _lock_adjustment(actor, adjustment_id)
    number = None if old.round is None else old.round.number
    return foresee(_counting(tournament, number, lambda: _take_back(actor, tournament, old, TRIED, now=now)), now=now)


@transaction.atomic(durable=True)
def take_back_adjustment(
    *, actor: Actor, adjustment_id: int, reason: str, confirmation: Confirmation = NOT_LOOKED, now: dt.datetime
) -> Adjustment:
    """Let a penalty or an award count no more; it stays to be read, with the reason for this.

    Raises AdjustmentTakenBack, ValueRefused, ThingNotFound, and what ``confirm`` raises.
    """
    tournament, old = _lock_adjustment(actor, adjustment_id)
    number = None if old.round is None else old.round.number
    change = _counting(tournament, number, lambda: _take_back(actor, tournament, old, reason, now=now))
    row: Adjustment = confirm(actor, change, confirmation, reason=reason, now=now)
    return row


@transaction.atomic(durable=True)
def preview_decision(
    *, actor: Actor, tournament_id: int, kind: str, order: Sequence[int], now: dt.datetime
) -> Consequences:
    """Return all that ``record_decision`` would move, and change nothing. Raises what that raises."""
    tournament = _lock_tournament(actor, tournament_id)
    return foresee(
        _counting(tournament, None, lambda: _decide(actor, tournament, kind, order, TRIED, now=now)), now=now
    )


@transaction.atomic(durable=True)
def record_decision(
    *,
    actor: Actor,
    tournament_id: int,
    kind: str,
    order: Sequence[int],
    reason: str = "",
    confirmation: Confirmation = NOT_LOOKED,
    now: dt.datetime,
) -> TieDecision:
    """Keep how a play-off or a cut of cards ended: the ids of the entries that were in it, best first.

    Raises ValueRefused, ThingNotFound, and what ``confirm`` raises.
    """
    tournament = _lock_tournament(actor, tournament_id)
    change = _counting(tournament, None, lambda: _decide(actor, tournament, kind, order, reason, now=now))
    row: TieDecision = confirm(actor, change, confirmation, reason=reason, now=now)
    return row


@transaction.atomic(durable=True)
def preview_undeciding(*, actor: Actor, decision_id: int, now: dt.datetime) -> Consequences:
    """Return all that ``take_back_decision`` would move, and change nothing. Raises what that raises."""
    tournament = _lock_tournament(actor, tournament_of_decision(decision_id).pk)
    return foresee(
        _counting(tournament, None, lambda: _undecide(actor, tournament, decision_id, TRIED, now=now)), now=now
    )


@transaction.atomic(durable=True)
def take_back_decision(
    *, actor: Actor, decision_id: int, reason: str, confirmation: Confirmation = NOT_LOOKED, now: dt.datetime
) -> TieDecision:
    """Let a play-off or a cut count no more; it stays to be read, with the reason for this.

    Raises DecisionTakenBack, ValueRefused, ThingNotFound, and what ``confirm`` raises.
    """
    tournament = _lock_tournament(actor, tournament_of_decision(decision_id).pk)
    change = _counting(tournament, None, lambda: _undecide(actor, tournament, decision_id, reason, now=now))
    row: TieDecision = confirm(actor, change, confirmation, reason=reason, now=now)
    return row


def _add(actor: Actor, tournament: Tournament, given: _Given, reason: str, *, now: dt.datetime) -> Adjustment:
    entry = Entry.objects.filter(tournament=tournament, pk=given.entry_id).first()
    if entry is None:
        raise ThingNotFound(thing="entry in this tournament")
    if given.metric not in Adjustment.Metric.values:
        said = _("must be one of %(words)s") % {"words": ", ".join(Adjustment.Metric.values)}
        raise ValueRefused(path="metric", reason=said)
    row = Adjustment.objects.create(
        entry=entry,
        round=None if given.round_number is None else _round(tournament, given.round_number),
        metric=given.metric,
        amount=str(_amount(given.amount)),
        reason=_reason(reason),
        made_by_id=actor.user_id,
        made_at=now,
    )
    after = {"entry": entry.pk, "round": given.round_number, "metric": given.metric, "amount": row.amount}
    _audit(actor, "adjustment.added", f"adjustment {row.pk}", tournament, now=now, after=after, reason=row.reason)
    return row


def _take_back(actor: Actor, tournament: Tournament, old: Adjustment, reason: str, *, now: dt.datetime) -> Adjustment:
    if not old.is_current or old.supersedes_id is not None:
        raise AdjustmentTakenBack
    why = _reason(reason)
    Adjustment.objects.filter(pk=old.pk).update(is_current=False)
    row = Adjustment.objects.create(
        entry_id=old.entry_id,
        round_id=old.round_id,
        metric=old.metric,
        amount="0",
        reason=why,
        made_by_id=actor.user_id,
        made_at=now,
        supersedes=old,
    )
    before = {"entry": old.entry_id, "metric": old.metric, "amount": old.amount}
    _audit(actor, "adjustment.taken_back", f"adjustment {old.pk}", tournament, now=now, before=before, reason=why)
    return row


def _decide(
    actor: Actor, tournament: Tournament, kind: str, order: Sequence[int], reason: str, *, now: dt.datetime
) -> TieDecision:
    if kind not in TieDecision.Kind.values:
        said = _("must be one of %(words)s") % {"words": ", ".join(TieDecision.Kind.values)}
        raise ValueRefused(path="kind", reason=said)
    wanted = list(order)
    if len(wanted) < 2 or len(set(wanted)) < len(wanted):
        raise ValueRefused(path="order", reason=_("two or more are needed, and nobody twice"))
    if Entry.objects.filter(tournament=tournament, pk__in=wanted).count() < len(wanted):
        raise ThingNotFound(thing="entry in this tournament")
    row = TieDecision.objects.create(
        tournament=tournament,
        kind=kind,
        order=wanted,
        reason=_at_most(reason.strip()),
        made_by_id=actor.user_id,
        made_at=now,
    )
    after = {"kind": kind, "order": wanted}
    _audit(actor, "tie.decided", f"decision {row.pk}", tournament, now=now, after=after, reason=row.reason)
    return row


def _undecide(actor: Actor, tournament: Tournament, decision_id: int, reason: str, *, now: dt.datetime) -> TieDecision:
    old = TieDecision.objects.get(pk=decision_id)
    if not old.is_current or old.supersedes_id is not None:
        raise DecisionTakenBack
    why = _reason(reason)
    TieDecision.objects.filter(pk=old.pk).update(is_current=False)
    row = TieDecision.objects.create(
        tournament=tournament,
        kind=old.kind,
        order=[],
        reason=why,
        made_by_id=actor.user_id,
        made_at=now,
        supersedes=old,
    )
    before = {"kind": old.kind, "order": old.order}
    _audit(actor, "tie.decision_taken_back", f"decision {old.pk}", tournament, now=now, before=before, reason=why)
    return row


def _counting(tournament: Tournament, number: int | None, make: Callable[[], object]) -> Change:
    """Return a change of what is added to a round, or to the whole event: that counts from the round played last on."""
    if number is None:
        played = Round.objects.filter(tournament=tournament, status=Round.Status.CLOSED)
        number = played.aggregate(last=Max("number"))["last"] or 0
    return Change(tournament, make, since=number)


def _lock_adjustment(actor: Actor, adjustment_id: int) -> tuple[Tournament, Adjustment]:
    tournament = _lock_tournament(actor, tournament_of_adjustment(adjustment_id).pk)
    return tournament, Adjustment.objects.select_related("round").get(pk=adjustment_id)


def _lock_tournament(actor: Actor, tournament_id: int) -> Tournament:
    tournament = locks.lock_tournament(tournament_id)
    rights.require(actor, Right.RUN_ROUNDS, club_id=tournament.club_id)
    return tournament


def _round(tournament: Tournament, number: int) -> Round:
    rounds = Round.objects.filter(tournament=tournament, number=number).exclude(status__in=Round.NOT_PLAYED)
    round_ = rounds.first()
    if round_ is None:
        raise ValueRefused(path="round_number", reason=_("no such round has been played"))
    return round_


def _amount(amount: int | str) -> Fraction:
    try:
        exact = read_fraction(amount, "amount")
    except StandingRulesInvalid:
        raise ValueRefused(path="amount", reason=_("a whole number, or a fraction such as 1/2")) from None
    if not exact or abs(exact.numerator) > LARGEST_AMOUNT or exact.denominator > SMALLEST_PART:
        raise ValueRefused(path="amount", reason=_("not nothing, and not so large or so small a number"))
    return exact


def _reason(reason: str) -> str:
    if not reason.strip():
        raise ValueRefused(path="reason", reason=_("say why: whoever looks at the standings will ask"))
    return _at_most(reason.strip())


def _at_most(reason: str) -> str:
    if len(reason) > LONGEST_REASON:
        raise ValueRefused(path="reason", reason=_("at most %(most)s letters") % {"most": LONGEST_REASON})
    return reason


def _audit(
    actor: Actor,
    action: str,
    subject: str,
    tournament: Tournament,
    *,
    now: dt.datetime,
    before: Any = None,
    after: Any = None,
    reason: str,
) -> None:
    audit.record(
        actor,
        action,
        subject,
        now=now,
        club_id=tournament.club_id,
        tournament_id=tournament.pk,
        before=before,
        after=after,
        reason=reason,
    )
