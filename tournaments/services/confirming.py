"""A change that is looked at first: tried and taken back, then made once what it moves has been seen.

Called inside the transactions of other services, with the round's rows locked.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from tournaments.actors import Actor, Right
from tournaments.correction_errors import (
    ConsequencesChanged,
    DrawAlreadyPlayed,
    DrawUndecided,
    DrawUnknown,
    LookFirst,
    NotTyped,
)
from tournaments.models import Draw, Entry, Round, RoundChange, Tournament
from tournaments.selectors import rights
from tournaments.selectors.consequences import Consequences, DrawConsequence, Picture, lies_between, picture_of
from tournaments.selectors.standings import results_version
from tournaments.services.changes import note_change
from tournaments.services.drafts import draw_draft
from tournaments.services.sealing import require_unsealed
from tournaments.services.taking_back import reopen_number


@dataclass(frozen=True, slots=True)
class DrawDecision:
    """What becomes of the draw of a later round that followed the old results.

    It is kept as it was played, or drawn ``again``: then ``typed`` is the number of the round, as a second thought.
    """

    round_number: int
    again: bool = False
    typed: str = ""


@dataclass(frozen=True, slots=True)
class Change:
    """Something to be changed: the tournament, or one round of it, or only some tables of that round.

    ``make`` makes it in the caller's transaction; draws of rounds after ``since`` followed what was before it.
    ``entry`` and ``asked`` are as for ``picture_of``.
    """

    tournament: Tournament
    make: Callable[[], Any]
    since: int
    round: Round | None = None
    tables: tuple[int, ...] | None = None
    entry: Entry | None = None
    asked: tuple[object, ...] = ()

    def picture(self) -> Picture:
        """Return all that it can move, as it stands."""
        return picture_of(
            self.tournament, self.round, since=self.since, tables=self.tables, entry=self.entry, asked=self.asked
        )


@dataclass(frozen=True, slots=True)
class Confirmation:
    """What was looked at before a change is made: the version of the preview, and what becomes of later draws.

    Without ``seen`` nobody has looked, which will do only where nothing follows from what is changed.
    """

    seen: str | None = None
    draws: Sequence[DrawDecision] = ()


NOT_LOOKED = Confirmation()
TRIED = "looked at"
"""The reason in the rows of a change that is tried and taken back."""


def foresee(change: Change, *, now: dt.datetime) -> Consequences:
    """Return what a change would move, and leave everything as it is.

    Raises what the change raises, and TournamentSealed.
    """
    require_unsealed(change.tournament, now=now)
    with transaction.atomic():
        before = change.picture()
        change.make()
        found = lies_between(before, change.picture())
        transaction.set_rollback(True)
    return found


def confirm(actor: Actor, change: Change, confirmation: Confirmation, *, reason: str, now: dt.datetime) -> Any:
    """Make a change whose consequences were looked at, do with later draws as decided, and return what it returns.

    Raises what the change raises; ConsequencesChanged, with what it would move now, when that is not what was seen;
    LookFirst when nobody has looked and something follows from what is changed; DrawUndecided, DrawUnknown,
    DrawAlreadyPlayed, NotTyped; TournamentSealed.
    """
    require_unsealed(change.tournament, now=now)
    before = change.picture()
    done = change.make()
    found = lies_between(before, change.picture())
    if confirmation.seen is None and found.moves_what_was_settled:
        raise LookFirst(found)
    if confirmation.seen is not None and found.version != confirmation.seen:
        raise ConsequencesChanged(found)
    _settle_draws(actor, change.tournament, found.draws, confirmation.draws, reason=reason, now=now)
    return done


def _settle_draws(
    actor: Actor,
    tournament: Tournament,
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
        rights.require(actor, Right.RUN_ROUNDS, club_id=tournament.club_id)
    for draw in affected:
        decision = decided.get(draw.round_number)
        if decision is None:
            raise DrawUndecided(number=draw.round_number)
        if decision.again:
            _require_drawable(draw, decision)
    standing = Round.objects.filter(tournament=tournament).exclude(status=Round.Status.TAKEN_BACK)
    for draw in affected:
        later = standing.select_related("stage").get(number=draw.round_number)
        later.tournament = tournament
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
        draw_draft(later, actor=actor, seed=None, kept=False, now=now)
        return
    fresh = reopen_number(actor, later, reason=reason, now=now)
    draw_draft(fresh, actor=actor, seed=None, kept=False, now=now)


def _keep(actor: Actor, later: Round, draw: DrawConsequence, *, reason: str, now: dt.datetime) -> None:
    before = {"standings_version": draw.standings_version}
    after = {"standings_version": results_version(later.tournament_id)}
    note_change(actor, later, RoundChange.Kind.DRAW_KEPT, before=before, after=after, reason=reason, now=now)
