"""A change that is looked at first: tried and taken back, then made once what it moves has been seen.

Called inside the transactions of other services, with the round's rows locked.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import TypeVar

from django.db import transaction

from tournaments.actors import Actor, Right
from tournaments.correction_errors import ConsequencesChanged, DrawAlreadyPlayed, DrawUndecided, DrawUnknown, NotTyped
from tournaments.models import Draw, Round, RoundChange
from tournaments.selectors import rights
from tournaments.selectors.consequences import Consequences, DrawConsequence, lies_between, picture_of
from tournaments.selectors.standings import results_version
from tournaments.services.changes import note_change
from tournaments.services.drafts import draw_draft
from tournaments.services.taking_back import reopen_number

Done = TypeVar("Done")


@dataclass(frozen=True, slots=True)
class DrawDecision:
    """What becomes of the draw of a later round that followed the old results.

    It is kept as it was played, or drawn ``again``: then ``typed`` is the number of the round, as a second thought.
    """

    round_number: int
    again: bool = False
    typed: str = ""


def foresee(round_: Round, change: Callable[[], object], *, tables: Collection[int] | None = None) -> Consequences:
    """Return what a change of a round would move, and leave everything as it is. Raises what the change raises.

    ``tables`` are those that it is about, if not all.
    """
    with transaction.atomic():
        before = picture_of(round_, tables=tables)
        change()
        found = lies_between(before, picture_of(round_, tables=tables))
        transaction.set_rollback(True)
    return found


def confirm(
    actor: Actor,
    round_: Round,
    change: Callable[[], Done],
    *,
    tables: Collection[int] | None = None,
    seen: str,
    draws: Sequence[DrawDecision],
    reason: str,
    now: dt.datetime,
) -> Done:
    """Make a change whose consequences were ``seen``, and do with the later draws as decided.

    Raises what the change raises; ConsequencesChanged, with what it would move now, when that is not what was seen;
    DrawUndecided, DrawUnknown, DrawAlreadyPlayed, NotTyped.
    """
    before = picture_of(round_, tables=tables)
    done = change()
    found = lies_between(before, picture_of(round_, tables=tables))
    if found.version != seen:
        raise ConsequencesChanged(found)
    _settle_draws(actor, round_, found.draws, draws, reason=reason, now=now)
    return done


def _settle_draws(
    actor: Actor,
    round_: Round,
    affected: Sequence[DrawConsequence],
    decisions: Sequence[DrawDecision],
    *,
    reason: str,
    now: dt.datetime,
) -> None:
    decided = {decision.round_number: decision for decision in decisions}
    for number in decided.keys() - {draw.round_number for draw in affected}:
        raise DrawUnknown(number=number)
    if affected:
        rights.require(actor, Right.RUN_ROUNDS, club_id=round_.tournament.club_id)
    for draw in affected:
        decision = decided.get(draw.round_number)
        if decision is None:
            raise DrawUndecided(number=draw.round_number)
        if decision.again:
            _require_drawable(draw, decision)
    standing = Round.objects.filter(tournament=round_.tournament).exclude(status=Round.Status.TAKEN_BACK)
    for draw in affected:
        later = standing.select_related("stage").get(number=draw.round_number)
        later.tournament = round_.tournament
        if decided[draw.round_number].again:
            _draw_again(actor, later, reason=reason, now=now)
            return  # what was drawn after it went with it
        _keep(actor, later, draw, reason=reason, now=now)


def _require_drawable(draw: DrawConsequence, decision: DrawDecision) -> None:
    if not draw.may_be_drawn_again:
        raise DrawAlreadyPlayed(number=draw.round_number)
    if decision.typed.strip() != str(draw.round_number):
        raise NotTyped(number=draw.round_number)


def _draw_again(actor: Actor, later: Round, *, reason: str, now: dt.datetime) -> None:
    if later.status == Round.Status.DRAFT:
        Draw.objects.filter(round=later, status=Draw.Status.DRAFT).update(status=Draw.Status.DISCARDED)
        draw_draft(later, actor=actor, seed=None, now=now)
        return
    fresh = reopen_number(actor, later, reason=reason, now=now)
    draw_draft(fresh, actor=actor, seed=None, now=now)


def _keep(actor: Actor, later: Round, draw: DrawConsequence, *, reason: str, now: dt.datetime) -> None:
    before = {"standings_version": draw.standings_version}
    after = {"standings_version": results_version(later.tournament_id)}
    note_change(actor, later, RoundChange.Kind.DRAW_KEPT, before=before, after=after, reason=reason, now=now)
