import datetime as dt

import pytest

from ratings.models import RatingPool
from ratings.selectors import OutboxHealth, outbox_health
from ratings.services.drain import drain
from ratings.services.refresh import refresh_dirty_pools
from tests.ratings.factories import NOW, make_club, play_pairs_of
from tournaments.models import OutboxEvent

pytestmark = pytest.mark.django_db
MINUTE = dt.timedelta(minutes=1)


def make_event(*, age, **fields):
    return OutboxEvent.objects.create(topic="round.closed", payload={}, created_at=NOW - age, **fields)


def test_outbox_health_of_an_empty_outbox():
    assert outbox_health(now=NOW) == OutboxHealth(0, None, 0, 0, None)


def test_outbox_health_counts_what_waits_and_what_was_given_up():
    make_event(age=9 * MINUTE, handled_at=NOW)
    make_event(age=8 * MINUTE, parked_at=NOW)
    make_event(age=3 * MINUTE)
    make_event(age=MINUTE)

    assert outbox_health(now=NOW) == OutboxHealth(2, 3 * MINUTE, 1, 0, None)


def test_outbox_health_counts_pools_until_they_are_refreshed():
    play_pairs_of(make_club(), 1)
    drain(now=NOW)

    assert outbox_health(now=NOW + MINUTE) == OutboxHealth(0, None, 0, 1, MINUTE)

    refresh_dirty_pools(now=NOW)
    assert RatingPool.objects.get().dirty_at is None
    assert outbox_health(now=NOW + MINUTE) == OutboxHealth(0, None, 0, 0, None)
