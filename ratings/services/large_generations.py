"""Tables of their own for large generations of states: filled, then indexed, then made known, and dropped when over.

``ratings_ratingstate`` is partitioned by pool and generation. What has no table of its own lies in the rest, of which
rows are deleted one by one. A table becomes known, or unknown, while nobody reads the states: the wait for that is
short and repeated, since whoever comes meanwhile waits behind it.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from django.db import OperationalError, connection, transaction
from psycopg.errors import LockNotAvailable

LARGE = 100_000
"""States from which on a generation gets a table of its own."""
STATES = "ratings_ratingstate"
FULL = 75
"""Per cent of a page that are filled at first, as in the rest: what is rewritten finds room beside what it was."""
PATIENCE_MS, TRIES = 500, 60
_CREATE = """
    CREATE TABLE {own} (
        LIKE {states} INCLUDING CONSTRAINTS,
        CONSTRAINT {own}_generation CHECK (pool_id = {pool_id} AND generation = {generation})
    ) WITH (fillfactor = {full})
"""
_INDEX = """
    ALTER TABLE {own} ADD PRIMARY KEY (pool_id, generation, player_id, period);
    CREATE INDEX {own}_by_day ON {own} (pool_id, generation, period)
"""
_ATTACH = """
    ALTER TABLE {states} ATTACH PARTITION {own} FOR VALUES FROM ({pool_id}, {generation}) TO ({pool_id}, {after})
"""
_OWN = """
    SELECT relname FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
    WHERE inhparent = %s::regclass AND relname ~ %s
"""


def fill_own_table(pool_id: int, generation: int, fill: Callable[[str], None]) -> None:
    """Make a table for a generation, let it be filled, index it, and make it known, in the caller's transaction.

    Raises OperationalError if the states are being read all the time.
    """
    own = _name(pool_id, generation)
    names = {"states": STATES, "own": own, "pool_id": pool_id, "generation": generation, "after": generation + 1}
    with connection.cursor() as cursor:
        cursor.execute(_CREATE.format(full=FULL, **names))
        fill(own)
        cursor.execute(_INDEX.format(**names))
    _patiently(_ATTACH.format(**names))


def drop_tables_over(pool_id: int, live_generation: int) -> None:
    """Drop the tables of a pool's generations but for the live one. Raises OperationalError as above."""
    with connection.cursor() as cursor:
        cursor.execute(_OWN, [STATES, f"^{STATES}_{pool_id}_[0-9]+$"])
        tables = {name for (name,) in cursor.fetchall()} - {_name(pool_id, live_generation)}
    for table in sorted(tables):
        _patiently(f"DROP TABLE {table}")


def _name(pool_id: int, generation: int) -> str:
    return f"{STATES}_{pool_id:d}_{generation:d}"


def _patiently(statement: str) -> None:
    """Run a statement that has to have the states for itself; a lock that is not to be had is asked for again."""
    for left in reversed(range(TRIES)):
        try:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute(f"SET LOCAL lock_timeout = {PATIENCE_MS}")
                cursor.execute(statement)
                cursor.execute("SET LOCAL lock_timeout = 0")
        except OperationalError as error:
            if not left or not isinstance(error.__cause__, LockNotAvailable):
                raise
            # Nothing is waited for here: this is the gap in which those go first who have waited behind this statement,
            # and who would otherwise be shut out again at once.
            time.sleep(PATIENCE_MS / 1000)
        else:
            return
