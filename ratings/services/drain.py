"""Takes the facts out of the outbox, oldest first, each exactly once.

An event's effect and the mark that it is handled are one transaction, so neither a killed worker nor a second one can
do it twice or not at all. An event only says which round to look at: what is rated is read where it stands, so events
that come late, doubled or out of order do no harm. One that is at fault itself is counted and in the end parked, so
that it does not stop the queue.
"""

import datetime as dt
import logging
from dataclasses import dataclass
from enum import Enum, auto

from django.db import connection, transaction

from ratings import locks
from ratings.errors import FAULTS, EventUnreadable
from ratings.services.ledger import take_in_round
from ratings.services.pools import find_or_open_pool
from tournaments.models import OutboxEvent, Round

TOPICS = frozenset({"round.closed", "results.changed"})
MOST_ATTEMPTS = 5
LONGEST_ERROR = 2_000
logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Drained:
    """How many events were handled and how many given up."""

    handled: int
    parked: int


class _Outcome(Enum):
    EMPTY = auto()
    HANDLED = auto()
    FAILED = auto()
    PARKED = auto()


def drain(*, now: dt.datetime) -> Drained:
    """Handle what is pending. An event at fault ends the run: it is tried again by the next one, before all others."""
    handled = parked = 0
    while (outcome := _handle_next(now=now)) in {_Outcome.HANDLED, _Outcome.PARKED}:
        handled += outcome is _Outcome.HANDLED
        parked += outcome is _Outcome.PARKED
    return Drained(handled, parked)


@transaction.atomic(durable=True)
def retry_parked() -> int:
    """Put all parked events back in the queue, with all their attempts, and return how many there were."""
    return OutboxEvent.objects.filter(parked_at__isnull=False).update(parked_at=None, attempts=0)


@transaction.atomic(durable=True)
def _handle_next(*, now: dt.datetime) -> _Outcome:
    event = locks.lock_oldest_event()
    if event is None:
        return _Outcome.EMPTY
    try:
        with transaction.atomic():
            _take_in(event, now=now)
            # Keys are otherwise checked at the end of the outer transaction, too late to count as this event's fault.
            connection.check_constraints()
    except FAULTS as error:
        return _count_failure(event, error, now=now)
    event.handled_at, event.last_error = now, ""
    event.save(update_fields=["handled_at", "last_error"])
    return _Outcome.HANDLED


def _take_in(event: OutboxEvent, *, now: dt.datetime) -> None:
    """Bring the ledger of the event's round up to date and mark the pools that see anything of what changed."""
    round_ = _round_of(event)
    kind, club_id = round_.tournament.kind, round_.tournament.club_id
    find_or_open_pool(kind=kind, club_id=club_id, now=now)
    take_in_round(kind=kind, club_id=club_id, round_id=round_.pk, now=now)


def _round_of(event: OutboxEvent) -> Round:
    if event.topic not in TOPICS:
        raise EventUnreadable(f"unknown topic {event.topic}")
    return Round.objects.select_related("tournament").get(pk=event.payload["round_id"])


def _count_failure(event: OutboxEvent, error: Exception, *, now: dt.datetime) -> _Outcome:
    event.attempts += 1
    event.last_error = f"{type(error).__name__}: {error}"[:LONGEST_ERROR]
    if event.attempts >= MOST_ATTEMPTS:
        event.parked_at = now
    event.save(update_fields=["attempts", "last_error", "parked_at"])
    logger.error("Event %s of the outbox failed, attempt %s: %s", event.pk, event.attempts, event.last_error)
    return _Outcome.PARKED if event.parked_at is not None else _Outcome.FAILED
