"""Several people acting at the same moment, each with a database connection of their own."""

from __future__ import annotations

import time
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from threading import Barrier
from typing import TYPE_CHECKING

from django.db import connection, transaction

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gameplay.errors import DomainError

PATIENCE = 30
"""Seconds after which a thread that has not come back counts as stuck."""
LOG = "tournaments_auditentry"
"""The table that every service writes to, late and holding its locks."""


def run_together(
    count: int, act: Callable[[int], str], *, refused: type[DomainError] | tuple[type[DomainError], ...] = ()
) -> list[str]:
    """Call ``act(0)`` ... ``act(count - 1)`` at once; return what each returned, or the code it was refused with.

    Any error that is not in ``refused`` is raised here.
    """
    barrier = Barrier(count)

    def one(index: int) -> str:
        try:
            connection.ensure_connection()
            barrier.wait(PATIENCE)
            return act(index)
        except refused as error:
            return error.code
        finally:
            connection.close()

    with ThreadPoolExecutor(count) as pool:
        return [future.result(PATIENCE) for future in [pool.submit(one, index) for index in range(count)]]


@contextmanager
def stopped_at(table: str, *acts: Callable[[], object]) -> Iterator[list[Future[object]]]:
    """Stop acts where they write to a table, each begun once the one before it waits; give what becomes of them.

    They go on at the end of the block.
    """

    def apart(act: Callable[[], object]) -> object:
        try:
            return act()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        begun: list[Future[object]] = []
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {table} IN SHARE MODE")
            for act in acts:
                begun.append(pool.submit(apart, act))
                wait_until_blocked(len(begun))
            yield begun


def one_after_the_other(first: Callable[[], object], second: Callable[[], object]) -> Future[object]:
    """Stop ``first`` where it writes the log until ``second`` waits too; return what becomes of that one."""
    with stopped_at(LOG, first, second) as begun:
        pass
    begun[0].result(PATIENCE)
    return begun[1]


def wait_until_blocked(count: int) -> None:
    """Return once so many others wait for a lock of the database."""
    deadline = time.monotonic() + PATIENCE
    while _blocked() < count:
        assert time.monotonic() < deadline, f"{_blocked()} of {count} wait for a lock"
        time.sleep(0.01)


def _blocked() -> int:
    with connection.cursor() as cursor:
        # Within a transaction the database shows who is there as it was when that was first asked.
        cursor.execute("SELECT pg_stat_clear_snapshot()")
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )
        return int(cursor.fetchone()[0])
