import pytest
from celery import current_app

from ratings.models import RatingPool, RatingState
from ratings.tasks import drain_outbox
from tests.ratings.factories import make_club, play_pairs_of, tell_again
from tournaments.models import OutboxEvent

pytestmark = pytest.mark.django_db


def stored():
    return sorted(RatingState.objects.values_list("pk", "player_id", "period", "mu", "sigma", "tables"))


def test_drain_outbox_is_registered_under_the_name_that_the_tournaments_nudge():
    task = current_app.tasks["ratings.drain_outbox"]

    assert task.acks_late is True
    assert task.ignore_result is True


def test_drain_outbox_rates_what_is_pending_whatever_it_is_called_with():
    play_pairs_of(make_club(), 1)

    drain_outbox.apply(kwargs={"event_id": 7}, throw=True)

    assert len(stored()) == 4
    assert RatingPool.objects.get().dirty_from is None


def test_drain_outbox_doubled_changes_nothing():
    round_, _ = play_pairs_of(make_club(), 1)
    drain_outbox.apply(throw=True)
    before = stored()
    tell_again(round_)

    for _ in range(3):
        drain_outbox.apply(throw=True)

    assert stored() == before
    assert not OutboxEvent.objects.filter(handled_at=None).exists()


def test_drain_outbox_finishes_what_a_worker_killed_after_the_drain_had_left():
    play_pairs_of(make_club(), 1)
    drain_outbox.apply(throw=True)
    done = stored()
    RatingState.objects.all().delete()
    RatingPool.objects.update(dirty_from="2026-01-01", dirty_at="2026-03-14T19:00Z")

    drain_outbox.apply(throw=True)

    assert [row[1:] for row in stored()] == [row[1:] for row in done]
