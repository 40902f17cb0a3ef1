"""Is the product alive, and do all of its parts work?"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import cache
from typing import Any

import redis
from celery import current_app
from django.conf import settings
from django.db import Error as DatabaseError
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from drf_spectacular.utils import OpenApiResponse, extend_schema
from kombu.exceptions import OperationalError as BrokerError
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from ratings.selectors import outbox_health, pools_that_differ
from tournaments.live import NAME as LIVE_NAME

BROKER_SECONDS = 0.5
WORKER_SECONDS = 1.0
_STREAMS = """
    SELECT EXISTS (
        SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = %s
    )
"""


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the product; ``detail`` says what is wrong with it."""

    name: str
    ok: bool
    detail: str = ""


class PartOutput(serializers.Serializer[Any]):
    """One part of the product."""

    name = serializers.CharField()
    ok = serializers.BooleanField()
    detail = serializers.CharField()


class LiveOutput(serializers.Serializer[Any]):
    """The web server answers."""

    status = serializers.CharField()


class ReadyOutput(serializers.Serializer[Any]):
    """Whether every part works."""

    status = serializers.ChoiceField(choices=["ready", "not_ready"])
    parts = PartOutput(many=True)


class LiveView(APIView):
    """Whether this process answers, whatever else is broken."""

    authentication_classes = ()
    permission_classes = (AllowAny,)

    @extend_schema(responses=LiveOutput)
    def get(self, request: Request) -> Response:
        """Return 200."""
        del request
        return Response({"status": "alive"})


class ReadyView(APIView):
    """Whether all parts work."""

    authentication_classes = ()
    permission_classes = (AllowAny,)

    @extend_schema(responses={200: ReadyOutput, 503: OpenApiResponse(ReadyOutput, description="A part is broken.")})
    def get(self, request: Request) -> Response:
        """Return each part with what is wrong with it: 200 if nothing is, else 503."""
        del request
        parts = look()
        ready = all(part.ok for part in parts)
        body = {"status": "ready" if ready else "not_ready", "parts": [asdict(part) for part in parts]}
        return Response(body, status=200 if ready else 503)


def look() -> list[Part]:
    """Return every part as it is now."""
    broker = _broker()
    worker = _worker() if broker.ok else Part("worker", ok=False, detail="cannot be asked without the broker")
    stream = [] if settings.LIVE_PORT is None else [_stream()]
    return [*_database(), broker, worker, *stream]


def _database() -> list[Part]:
    try:
        applied = set(MigrationRecorder(connection).applied_migrations())
        missing = sorted(_latest_migrations() - applied)
        migrations = Part("migrations", ok=not missing, detail=", ".join(".".join(name) for name in missing))
        rest = [_not_known("outbox"), _not_known("ratings")] if missing else [_outbox(), _ratings()]
        return [Part("database", ok=True), migrations, *rest]
    except DatabaseError:
        unknown = [_not_known(name) for name in ("migrations", "outbox", "ratings")]
        return [Part("database", ok=False, detail="does not answer"), *unknown]


def _not_known(name: str) -> Part:
    return Part(name, ok=False, detail="not known without the database")


def _outbox() -> Part:
    parked = outbox_health().parked
    detail = f"{parked} facts could not be handed to the ratings and were set aside" if parked else ""
    return Part("outbox", ok=not parked, detail=detail)


def _ratings() -> Part:
    wrong = pools_that_differ()
    names = ", ".join(map(str, wrong))
    return Part("ratings", ok=not wrong, detail=f"not what the results say, in pool {names}" if wrong else "")


def _broker() -> Part:
    client = redis.Redis.from_url(
        settings.REDIS_URL, socket_connect_timeout=BROKER_SECONDS, socket_timeout=BROKER_SECONDS
    )
    try:
        client.ping()
    except redis.RedisError:
        return Part("broker", ok=False, detail="does not answer")
    finally:
        client.close()
    return Part("broker", ok=True)


def _worker() -> Part:
    """Ask the workers for a sign of life and take the first: a busy one answers too, a dead one costs the wait.

    Those that make rebuilds are called otherwise, since a living one of them is no comfort.
    """
    try:
        answers = current_app.control.ping(timeout=WORKER_SECONDS, limit=1, pattern="worker@*", matcher="glob")
    except (BrokerError, redis.RedisError):
        answers = []
    return Part("worker", ok=True) if answers else Part("worker", ok=False, detail="none answers")


def _stream() -> Part:
    """Look for a process of the stream among those that are connected to the database, wherever it runs."""
    try:
        with connection.cursor() as cursor:
            cursor.execute(_STREAMS, [LIVE_NAME])
            [(connected,)] = cursor.fetchall()
    except DatabaseError:
        return _not_known("stream")
    detail = "" if connected else "none is at work; pages look for news every few seconds"
    return Part("stream", ok=connected, detail=detail)


@cache
def _latest_migrations() -> frozenset[tuple[str, str]]:
    """Return the last migration of each app, as the code of this process has them."""
    return frozenset(MigrationLoader(None, ignore_no_migrations=True).graph.leaf_nodes())
