"""A kept connection is checked by looking at its socket."""

from __future__ import annotations

import psycopg
import pytest
from django.conf import settings
from django.db import connection

from config.postgresql.base import DatabaseWrapper

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_settings_use_the_backend() -> None:
    assert settings.DATABASES["default"]["ENGINE"] == "config.postgresql"
    assert isinstance(connection.copy(), DatabaseWrapper)


def test_a_connection_is_usable_until_the_server_ends_it() -> None:
    own = connection.copy()
    own.ensure_connection()
    try:
        assert own.is_usable() is True
        _end(own.connection)
        assert own.is_usable() is False
    finally:
        own.close()
    assert own.is_usable() is False


def test_the_next_request_after_the_server_ended_the_connection_gets_a_new_one() -> None:
    own = connection.copy()
    own.ensure_connection()
    try:
        first = own.connection.info.backend_pid
        _end(own.connection)
        own.close_if_unusable_or_obsolete()  # what Django does as a request begins
        with own.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            assert cursor.fetchone()[0] != first
    finally:
        own.close()


def _end(raw: psycopg.Connection) -> None:
    """Let the server end a connection, and wait until it has."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [raw.info.backend_pid])
        assert cursor.fetchone() == (True,)
