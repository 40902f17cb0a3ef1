"""The audit row that every write leaves, in the transaction of the write."""

from __future__ import annotations

import datetime as dt
from typing import Any

from tournaments.actors import Actor
from tournaments.models import AuditEntry


def record(
    actor: Actor,
    action: str,
    subject: str,
    *,
    now: dt.datetime,
    club_id: int | None = None,
    tournament_id: int | None = None,
    table_id: int | None = None,
    before: Any = None,
    after: Any = None,
    reason: str = "",
) -> None:
    """Write who did what to what. Values are JSON with ids, never names."""
    AuditEntry.objects.create(
        club_id=club_id,
        tournament_id=tournament_id,
        table_id=table_id,
        user_id=actor.user_id,
        link_id=actor.link_id,
        address=actor.address,
        action=action,
        subject=subject,
        before=before,
        after=after,
        reason=reason,
        at=now,
    )
