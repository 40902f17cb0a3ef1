"""The audit row that every write leaves, in the transaction of the write."""

from __future__ import annotations

import datetime as dt
from typing import Any

from psycopg.types.json import Jsonb

from gameplay.statements import Statement
from tournaments.actors import Actor

# Written by hand, because every hand of an evening leaves one.
_ENTRY = Statement("""
    INSERT INTO tournaments_auditentry
        (club_id, tournament_id, table_id, user_id, link_id, action, subject, before, after, reason, address, at)
    VALUES (%(club)s, %(tournament)s, %(table)s, %(user)s, %(link)s, %(action)s, %(subject)s,
            %(before)s, %(after)s, %(reason)s, %(address)s, %(now)s)
""")


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
    values: dict[str, Any] = {
        "club": club_id,
        "tournament": tournament_id,
        "table": table_id,
        "user": actor.user_id,
        "link": actor.link_id,
        "action": action,
        "subject": subject,
        "before": None if before is None else Jsonb(before),
        "after": None if after is None else Jsonb(after),
        "reason": reason,
        "address": actor.address,
        "now": now,
    }
    _ENTRY.rows(values)
