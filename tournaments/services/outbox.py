"""Facts for the ratings, written with the fact itself."""

from __future__ import annotations

import datetime as dt
from typing import Any

from tournaments.models import OutboxEvent, Round
from tournaments.services.nudging import nudge


def publish(topic: str, payload: dict[str, Any], *, now: dt.datetime) -> None:
    """Record a fact in the caller's transaction, then nudge the worker once that commits.

    The nudge may be lost (broker down, process killed); the sweep finds the row anyway.
    """
    OutboxEvent.objects.create(topic=topic, payload=payload, created_at=now)
    nudge("ratings.drain_outbox")


def announce(round_: Round, topic: str, *, now: dt.datetime) -> None:
    """Tell the ratings, in the caller's transaction, that the results of a closed round are there or have changed.

    What is not rated is nothing to them.
    """
    if not round_.tournament.is_rated:
        return
    publish(
        topic,
        {
            "tournament_id": round_.tournament_id,
            "round_id": round_.pk,
            "club_id": round_.tournament.club_id,
            "kind": round_.tournament.kind,
            "date": round_.session_date.isoformat(),
        },
        now=now,
    )
