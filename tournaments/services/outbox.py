"""Facts for the ratings, written with the fact itself."""

from __future__ import annotations

import datetime as dt
import logging
from typing import Any

from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

from tournaments.models import OutboxEvent, Round

logger = logging.getLogger(__name__)


def publish(topic: str, payload: dict[str, Any], *, now: dt.datetime) -> None:
    """Record a fact in the caller's transaction, then nudge the worker once that commits.

    The nudge may be lost (broker down, process killed); the sweep finds the row anyway.
    """
    OutboxEvent.objects.create(topic=topic, payload=payload, created_at=now)
    transaction.on_commit(_nudge, robust=True)


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


def _nudge() -> None:
    # By name: this app does not know the ratings.
    try:
        current_app.send_task("ratings.drain_outbox", ignore_result=True, retry=False)
    except OperationalError as error:
        logger.warning("The worker was not told and will find the fact with its next sweep: %s", error)
