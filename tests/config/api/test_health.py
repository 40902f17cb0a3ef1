from __future__ import annotations

import psycopg
import pytest
from celery.contrib.testing.worker import start_worker
from django.db import connection
from django.test import Client

from config.api.health import look
from config.celery import app
from ratings.models import RatingCheck
from ratings.services.pools import find_or_open_pool
from tests.factories import NOW, make_club
from tests.streams import database_url
from tournaments.live import NAME
from tournaments.models import OutboxEvent

LIVE = "/api/v1/health/live/"
READY = "/api/v1/health/ready/"


def parts(response):
    return {part["name"]: (part["ok"], part["detail"]) for part in response.json()["parts"]}


def test_alive_needs_nothing_but_the_process(settings):
    # No database: pytest would refuse a query.
    settings.REDIS_URL = "redis://127.0.0.1:1/0"

    response = Client().get(LIVE)

    assert (response.status_code, response.json()) == (200, {"status": "alive"})


@pytest.mark.django_db
def test_without_a_worker_the_product_is_not_ready():
    response = Client().get(READY)

    assert response.status_code == 503
    assert response.json()["status"] == "not_ready"
    assert parts(response) == {
        "database": (True, ""),
        "migrations": (True, ""),
        "outbox": (True, ""),
        "ratings": (True, ""),
        "broker": (True, ""),
        "worker": (False, "none answers"),
    }


@pytest.mark.django_db
def test_a_dead_broker_is_named(settings):
    settings.REDIS_URL = "redis://127.0.0.1:1/0"

    found = parts(Client().get(READY))

    assert found["broker"] == (False, "does not answer")
    assert found["worker"] == (False, "cannot be asked without the broker")
    assert found["database"] == (True, "")


@pytest.mark.django_db
def test_a_migration_that_is_missing_is_named():
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'knox'")

    found = parts(Client().get(READY))

    assert found["migrations"][0] is False
    assert found["migrations"][1].startswith("knox.")


@pytest.mark.django_db
def test_facts_that_were_set_aside_are_counted():
    OutboxEvent.objects.create(topic="round.closed", payload={}, created_at=NOW, parked_at=NOW)
    OutboxEvent.objects.create(topic="round.closed", payload={}, created_at=NOW)

    found = parts(Client().get(READY))

    assert found["outbox"] == (False, "1 facts could not be handed to the ratings and were set aside")


@pytest.mark.django_db(transaction=True)
def test_with_every_part_at_work_the_product_is_ready():
    with start_worker(app, perform_ping_check=False, pool="solo", without_heartbeat=False, hostname="worker@here"):
        response = Client().get(READY)

    assert response.json()["parts"] == [
        {"name": name, "ok": True, "detail": ""}
        for name in ("database", "migrations", "outbox", "ratings", "broker", "worker")
    ]
    assert response.status_code == 200


@pytest.mark.django_db(transaction=True)
def test_stream_that_pages_count_on_has_to_be_connected(settings):
    settings.LIVE_PORT = 8001
    alone = parts(Client().get(READY))

    with psycopg.connect(database_url(), application_name=NAME):
        together = parts(Client().get(READY))

    assert alone["stream"] == (False, "none is at work; pages look for news every few seconds")
    assert together["stream"] == (True, "")


@pytest.mark.django_db(transaction=True)
def test_with_no_worker_but_the_one_that_makes_rebuilds_the_product_is_not_ready():
    with start_worker(app, perform_ping_check=False, pool="solo", without_heartbeat=False, hostname="rebuilder@here"):
        found = parts(Client().get(READY))

    assert found["worker"] == (False, "none answers")


@pytest.mark.django_db
def test_ratings_that_are_not_what_the_results_say_are_named():
    club = make_club()
    for kind, differ in (("five_hundred", 0), ("fives_threes", 1)):
        pool = find_or_open_pool(kind=kind, club_id=club.pk, now=NOW)
        RatingCheck.objects.create(
            pool=pool, checked_at=NOW, results=4, states=9, results_differ=0, states_differ=differ
        )

    found = parts(Client().get(READY))

    assert found["ratings"] == (False, f"not what the results say, in pool {pool.pk}")


def test_a_dead_database_is_named(django_db_blocker):
    with django_db_blocker.unblock():
        connection.close()
        broken, good = {**connection.settings_dict, "HOST": "/nowhere"}, connection.settings_dict
        connection.settings_dict = broken
        try:
            found = {part.name: part.detail for part in look()}
        finally:
            connection.close()
            connection.settings_dict = good

    assert found["database"] == "does not answer"
    assert found["migrations"] == found["outbox"] == found["ratings"] == "not known without the database"
