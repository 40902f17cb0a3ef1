"""The end of corrections: results are sealed when their time is over or the director says so."""

from __future__ import annotations

import datetime as dt

from django.db import transaction

from tournaments import locks
from tournaments.actors import Actor, Right
from tournaments.correction_errors import TournamentNotSealed, TournamentSealed
from tournaments.errors import TournamentNotFinished
from tournaments.models import Tournament
from tournaments.round_errors import ReasonNeeded
from tournaments.selectors import rights
from tournaments.services import audit


def is_sealed(tournament: Tournament, *, now: dt.datetime) -> bool:
    """Whether the results may be corrected no more."""
    return tournament.seals_at is not None and tournament.seals_at <= now


def require_unsealed(tournament: Tournament, *, now: dt.datetime) -> None:
    """Raise TournamentSealed once the results may be corrected no more."""
    if is_sealed(tournament, now=now):
        raise TournamentSealed


@transaction.atomic(durable=True)
def seal(*, actor: Actor, tournament_id: int, now: dt.datetime) -> Tournament:
    """End the corrections of a finished tournament now. Raises TournamentNotFinished, TournamentSealed."""
    tournament = locks.lock_tournament(tournament_id)
    rights.require(actor, Right.PUBLISH, club_id=tournament.club_id)
    if tournament.status != Tournament.Status.FINISHED:
        raise TournamentNotFinished
    require_unsealed(tournament, now=now)
    _let_seal_at(tournament, now, actor, "tournament.sealed", reason="", now=now)
    return tournament


@transaction.atomic(durable=True)
def unseal(*, actor: Actor, tournament_id: int, reason: str, now: dt.datetime) -> Tournament:
    """Let sealed results be corrected again, until somebody seals them. Raises TournamentNotSealed, ReasonNeeded."""
    tournament = locks.lock_tournament(tournament_id)
    rights.require(actor, Right.UNSEAL, club_id=tournament.club_id)
    if not reason.strip():
        raise ReasonNeeded
    if not is_sealed(tournament, now=now):
        raise TournamentNotSealed
    _let_seal_at(tournament, None, actor, "tournament.unsealed", reason=reason.strip(), now=now)
    return tournament


def _let_seal_at(
    tournament: Tournament, at: dt.datetime | None, actor: Actor, action: str, *, reason: str, now: dt.datetime
) -> None:
    before = tournament.seals_at
    tournament.seals_at = at
    tournament.save(update_fields=["seals_at"])
    audit.record(
        actor,
        action,
        f"tournament {tournament.pk}",
        now=now,
        club_id=tournament.club_id,
        tournament_id=tournament.pk,
        before={"seals_at": None if before is None else before.isoformat()},
        after={"seals_at": None if at is None else at.isoformat()},
        reason=reason,
    )
