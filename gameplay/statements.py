"""Statements written by hand, which the server parses and plans once for each connection."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
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

    def rows(self, values: Mapping[str, Any], *, after: Statement | None = None) -> list[tuple[Any, ...]]:
        """Run it and return its rows; raises the errors of ``django.db``.

        The statement ``after`` goes before it on the same way to the server; each sees the database as it is when its
        own turn comes.
        """
        sent = (self,) if after is None else (after, self)
        django = connections[DEFAULT_DB_ALIAS]
        if django.queries_logged or django.execute_wrappers:
            # Somebody wants to see what is sent.
            with django.cursor() as cursor:
                for one in sent:
                    cursor.execute(one.sql, values)
                return cursor.fetchall() if cursor.description else []
        django.close_if_health_check_failed()
        if django.connection is None:
            django.ensure_connection()
        django.validate_no_broken_transaction()
        with django.wrap_database_errors:
            session = _session_of(django.connection)
            for one in sent:
                session.prepare(one._key, one._text)  # noqa: SLF001 - of the same class
            return self._run(session, values) if after is None else _run_together(session, sent, values)

    def _run(self, session: _Session, values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
        given = session.adapter.dump_sequence([values[name] for name in self._names], self._formats)
        if session.has_to_begin:
            session.rows_of(session.server.exec_(b"BEGIN"))
        # None is NULL here too.
        return session.rows_of(session.server.exec_prepared(self._key, given))  # type: ignore[arg-type]

    def written_out(self, session: _Session, values: Mapping[str, Any]) -> bytes:
        """Return the command that runs it, once it is prepared."""
        given = b", ".join(session.adapter.as_literal(values[name]) for name in self._names)
        return b"EXECUTE %s(%s)" % (self._key, given) if given else b"EXECUTE " + self._key


def _run_together(session: _Session, sent: Iterable[Statement], values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
    """Run several statements on one way to the server; return the rows of the last."""
    commands = [one.written_out(session, values) for one in sent]
    if session.has_to_begin:
        commands.insert(0, b"BEGIN")
    return session.rows_of(session.server.exec_(b"; ".join(commands)))


class _Session:
    """What is kept for one connection: how values are written and read, and the statements that its server knows."""

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self._connection = connection
        self._prepared: set[bytes] = set()
        self.server = connection.pgconn
        self.adapter = Transformer(connection)

    @property
    def has_to_begin(self) -> bool:
        """Whether Django wants a transaction that has not begun."""
        return not self._connection.autocommit and self.server.transaction_status == pq.TransactionStatus.IDLE

    def prepare(self, key: bytes, text: bytes) -> None:
        """Let the server prepare a statement that it does not know yet."""
        if key not in self._prepared:
            self.rows_of(self.server.prepare(key, text))
            self._prepared.add(key)

    def rows_of(self, result: pq.abc.PGresult) -> list[tuple[Any, ...]]:
        """Return the rows of a result; raises psycopg's errors."""
        if result.status == pq.ExecStatus.COMMAND_OK:
            return []
        if result.status == pq.ExecStatus.TUPLES_OK:
            self.adapter.set_pgresult(result)
            return self.adapter.load_rows(0, result.ntuples, tuple)
        if self.server.status == pq.ConnStatus.BAD:
            raise psycopg.OperationalError(result.get_error_message())
        raise errors.error_from_result(result)


def _session_of(connection: psycopg.Connection[Any]) -> _Session:
    # It lies with the connection, and so goes with it.
    session: _Session | None = vars(connection).get("statements")
    if session is None:
        session = vars(connection)["statements"] = _Session(connection)
    return session
