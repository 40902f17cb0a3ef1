"""The draw of a round, whoever makes it: the request that asks for it, or the worker. Called inside other services."""

from __future__ import annotations

import datetime as dt
import zoneinfo
from collections.abc import Sequence

from tournaments import locks
from tournaments.actors import Actor, Right
from tournaments.errors import AllRoundsDrawn, RoundNotDraft, RoundStillOpen, TournamentFinished
from tournaments.models import Draw, Round, Stage, Tournament
from tournaments.movements.registry import MOVEMENTS
from tournaments.selectors import rights
from tournaments.selectors.draws import Pair, draws_ahead
from tournaments.services.drafts import Tell, draw_draft, tell_nobody


def draw_next(
    *, actor: Actor, tournament_id: int, seed: int | None, tell: Tell = tell_nobody, now: dt.datetime
) -> Draw:
    """Lock the tournament, and open its next round with a first draft; ``tell`` hears how far it is."""
    tournament = locks.lock_tournament(tournament_id)
    stage = Stage.objects.get(tournament=tournament, number=1)
    number = require_next(actor, tournament, stage)
    round_ = Round.objects.create(
        tournament=tournament, stage=stage, number=number, session_date=local_date(tournament, now)
    )
    round_.tournament = tournament
    return draw_draft(round_, actor=actor, seed=seed, tell=tell, now=now)


def draw_another(
    *,
    actor: Actor,
    round_id: int,
    seed: int | None,
    together: Sequence[Pair],
    tell: Tell = tell_nobody,
    now: dt.datetime,
) -> Draw:
    """Lock a round, and make another draft of it; ``tell`` hears how far it is."""
    round_ = locks.lock_round(round_id)
    require_draft(actor, round_)
    return draw_draft(round_, actor=actor, seed=seed, together=together, tell=tell, now=now)


def require_next(actor: Actor, tournament: Tournament, stage: Stage) -> int:
    """Return the number of the round that may be drawn next; the tournament is locked.

    That is one after a closed round, or after one in play if the movement need not wait for its results. A knock-out
    says itself when it is over.
    Raises RoundStillOpen, AllRoundsDrawn, TournamentFinished.
    """
    rights.require(actor, Right.RUN_ROUNDS, club_id=tournament.club_id)
    if tournament.status == Tournament.Status.FINISHED:
        raise TournamentFinished
    standing = Round.objects.filter(tournament=tournament).exclude(status=Round.Status.TAKEN_BACK)
    latest = standing.order_by("-number").first()
    is_in_play = latest is not None and latest.status == Round.Status.PUBLISHED
    if latest is not None and latest.status != Round.Status.CLOSED and not (is_in_play and draws_ahead(stage)):
        raise RoundStillOpen(number=latest.number)
    number = latest.number + 1 if latest else 1
    if number > stage.rounds_planned and not MOVEMENTS[stage.movement].knocks_out:
        raise AllRoundsDrawn(rounds=stage.rounds_planned)
    return number


def require_draft(actor: Actor, round_: Round) -> None:
    """Raise unless a locked round may be drawn again: RoundNotDraft, TournamentFinished."""
    rights.require(actor, Right.RUN_ROUNDS, club_id=round_.tournament.club_id)
    if round_.tournament.status == Tournament.Status.FINISHED:
        raise TournamentFinished
    if round_.status != Round.Status.DRAFT:
        raise RoundNotDraft(number=round_.number)


def local_date(tournament: Tournament, now: dt.datetime) -> dt.date:
    """Return the day that it is where the tournament is played."""
    return now.astimezone(zoneinfo.ZoneInfo(tournament.time_zone)).date()
