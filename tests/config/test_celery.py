import socket
import time

import kombu.exceptions
import pytest
from celery import Celery
from django.conf import settings

from config.celery import app


def publish_to(broker_url):
    """Seconds until publishing to a dead broker gives up."""
    dead = Celery("dead", broker=broker_url, set_as_current=False)
    dead.conf.update(
        broker_transport_options=settings.CELERY_BROKER_TRANSPORT_OPTIONS,
        task_publish_retry=settings.CELERY_TASK_PUBLISH_RETRY,
        task_ignore_result=True,
    )
    began = time.monotonic()
    with pytest.raises(kombu.exceptions.OperationalError):
        dead.send_task("ratings.drain_outbox")
    return time.monotonic() - began


def test_publishing_to_a_refused_port_gives_up_at_once():
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        assert publish_to(f"redis://127.0.0.1:{closed.getsockname()[1]}/0") < 1.5


def test_publishing_to_a_missing_socket_gives_up_at_once(tmp_path):
    assert publish_to(f"redis+socket://{tmp_path}/nobody-listens?virtual_host=0") < 1.5


def test_publishing_to_a_broker_that_never_answers_gives_up_soon():
    with socket.socket() as mute:
        mute.bind(("127.0.0.1", 0))
        mute.listen()
        assert publish_to(f"redis://127.0.0.1:{mute.getsockname()[1]}/0") < 2.5


def test_messages_are_json_and_survive_a_killed_worker():
    assert app.conf.accept_content == ["json"]
    assert app.conf.task_acks_late is True
    assert app.conf.task_reject_on_worker_lost is True
    assert app.conf.worker_prefetch_multiplier == 1


def test_outbox_lists_and_draws_are_swept_by_the_names_of_their_tasks():
    schedule = app.conf.beat_schedule.values()
    sweeps = sorted((sweep["task"], sweep["schedule"]) for sweep in schedule if isinstance(sweep["schedule"], float))

    assert sweeps == [
        ("ratings.drain_outbox", 15.0),
        ("ratings.publish_lists", 600.0),
        ("ratings.rebuild_open", 60.0),
        ("tournaments.make_open_draws", 15.0),
    ]


def test_ratings_are_verified_at_night():
    (nightly,) = (sweep for sweep in app.conf.beat_schedule.values() if sweep["task"] == "ratings.check_pools")

    assert (nightly["schedule"].hour, nightly["schedule"].minute) == ({3}, {30})


def test_rebuilds_and_checks_have_a_queue_of_their_own():
    route = app.amqp.router.route

    assert route({}, "ratings.drain_outbox")["queue"].name == "ratings"
    assert route({}, "tournaments.make_draw")["queue"].name == "celery"
    for name in ("ratings.rebuild", "ratings.rebuild_open", "ratings.check_pools"):
        assert route({}, name)["queue"].name == "rebuild"
