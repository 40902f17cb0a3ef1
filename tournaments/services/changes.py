"""What every change of a round after its publication leaves behind, in the transaction of the change."""

from __future__ import annotations

import datetime as dt
from typing import Any

from tournaments.actors import Actor
from tournaments.errors import RoundNotInPlay
from tournaments.models import Round, RoundChange, Table
from tournaments.round_errors import ReasonNeeded
from tournaments.services import audit, outbox
from tournaments.services.sealing import require_unsealed


def require_played(round_: Round) -> None:
    """Raise RoundNotInPlay unless the round is in play or closed."""
    if round_.status not in (Round.Status.PUBLISHED, Round.Status.CLOSED):
        raise RoundNotInPlay(number=round_.number)


def require_reason(reason: str) -> str:
    """Return the reason without space around it. Raises ReasonNeeded."""
    if not reason.strip():
        raise ReasonNeeded
    return reason.strip()


def note_change(
    actor: Actor,
    round_: Round,
    kind: RoundChange.Kind,
    *,
    table: Table | None = None,
    before: Any = None,
    after: Any = None,
    reason: str = "",
    now: dt.datetime,
) -> RoundChange:
    """Store a change, its audit row, and the word to the ratings if the round is closed.

    The version of the standings grows with the change. Values are JSON with ids. Raises TournamentSealed.
    """
    require_unsealed(round_.tournament, now=now)
    change = RoundChange.objects.create(
        round=round_,
        table=table,
        kind=kind,
        before=before,
        after=after,
        reason=reason,
        actor=actor.label,
        made_at=now,
    )
    tournament = round_.tournament
    audit.record(
        actor,
        f"round.{kind.value}",
        f"round {round_.number}" if table is None else f"table {table.number} of round {round_.number}",
        now=now,
        club_id=tournament.club_id,
        tournament_id=tournament.pk,
        table_id=None if table is None else table.pk,
        before=before,
        after=after,
        reason=reason,
    )
    if round_.status == Round.Status.CLOSED:
        outbox.announce(round_, "results.changed", now=now)
    return change
