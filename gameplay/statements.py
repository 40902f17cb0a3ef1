"""Statements written by hand, which the server parses and plans once for each connection."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import count
from typing import Any

import psycopg
from django.db import DEFAULT_DB_ALIAS, connections
from psycopg import errors, pq
from psycopg.adapt import PyFormat, Transformer

_PLACE = re.compile(r"%\((\w+)\)s")
_numbers = count(1)


class Statement:
    """SQL with places ``%(name)s``, for the few statements that stand on the way of every hand.

    It goes straight to libpq (``psycopg.pq``): a cursor of Django's with one of psycopg's in it takes four times as
    long to send the same and to read the answer. Transactions, errors and checks of the connection are Django's.
    The server infers the type of each place from where it stands.
    """

    def __init__(self, sql: str) -> None:
        self.sql = sql
        self._names = tuple(dict.fromkeys(_PLACE.findall(sql)))
        self._text = _PLACE.sub(lambda place: f"${self._names.index(place[1]) + 1}", sql).encode()
        self._key = b"statement_%d" % next(_numbers)
        self._formats = [PyFormat.TEXT] * len(self._names)

    def rows(self, values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
        """Run it and return its rows; raises the errors of ``django.db``."""
        django = connections[DEFAULT_DB_ALIAS]
        if django.queries_logged or django.execute_wrappers:
            # Somebody wants to see what is sent.
            with django.cursor() as cursor:
                cursor.execute(self.sql, values)
                return cursor.fetchall() if cursor.description else []
        django.close_if_health_check_failed()
        if django.connection is None:
            django.ensure_connection()
        django.validate_no_broken_transaction()
        with django.wrap_database_errors:
            return self._run(django.connection, [values[name] for name in self._names])

    def _run(self, connection: psycopg.Connection[Any], values: list[Any]) -> list[tuple[Any, ...]]:
        session, server = _session_of(connection), connection.pgconn
        given = session.adapter.dump_sequence(values, self._formats)
        if not connection.autocommit and server.transaction_status == pq.TransactionStatus.IDLE:
            _accepted(server, server.exec_(b"BEGIN"))
        if self._key not in session.prepared:
            _accepted(server, server.prepare(self._key, self._text))
            session.prepared.add(self._key)
        result = _accepted(server, server.exec_prepared(self._key, given))  # type: ignore[arg-type] # None is NULL
        session.adapter.set_pgresult(result)
        return session.adapter.load_rows(0, result.ntuples, tuple)


class _Session:
    """What is kept for one connection: how values are written and read, and the statements that its server knows."""

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self.adapter = Transformer(connection)
        self.prepared: set[bytes] = set()


def _session_of(connection: psycopg.Connection[Any]) -> _Session:
    # It lies with the connection, and so goes with it.
    session: _Session | None = vars(connection).get("statements")
    if session is None:
        session = vars(connection)["statements"] = _Session(connection)
    return session


def _accepted(server: pq.abc.PGconn, result: pq.abc.PGresult) -> pq.abc.PGresult:
    """Return a result that is none of an error; raises psycopg's errors."""
    if result.status in {pq.ExecStatus.TUPLES_OK, pq.ExecStatus.COMMAND_OK}:
        return result
    if server.status == pq.ConnStatus.BAD:
        raise psycopg.OperationalError(result.get_error_message())
    raise errors.error_from_result(result)
