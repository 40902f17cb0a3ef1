"""What each service of the ratings locks, in this order, and that it waits for each lock.

Read a row so: one night is rated and a second one waits in the outbox; the service takes these locks, left to right.
``pools`` keeps others from opening a list, ``opening`` waits until nobody does that.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import OperationalError, connection, transaction

from ratings import locks
from ratings.models import RatingPool
from ratings.services.drain import drain
from ratings.services.lists import publish_list, publish_month
from ratings.services.pool_settings import change_pool, open_pool
from ratings.services.rebuild import rebuild_pool, reread_results
from ratings.services.rebuild_jobs import ask_rebuild, run_rebuild
from ratings.services.refresh import refresh_dirty_pools, refresh_pool
from ratings.services.verifying import verify_pool
from tests.concurrency import PATIENCE
from tests.ratings.factories import DAY, NOW, make_club, play_pairs_of
from tests.snapshots import everything
from tests.tournaments.services.test_locks import call_off, somebody_else, wait_until_it_waits
from tests.tournaments.services.test_rights_matrix import undone
from tournaments.actors import SYSTEM

LOCKS = """
drain          | event pools pools pool
publish_list   | states pools pools pool pools pool
publish_month  | states pools pools pool pools pool
refresh_pool   | states
reread_results | pools pool
rebuild_pool   | rebuild pool states pool
ask_rebuild    | pool
run_rebuild    | rebuild pools pool rebuild pool states pool
verify_pool    | states pools pool
open_pool      | opening
change_pool    | pools pool
"""
ADVISORY = {
    (locks.REBUILD_NAMESPACE, "pg_try_advisory_lock"): "rebuild",
    (locks.STATES_NAMESPACE, "pg_advisory_xact_lock"): "states",
    (locks.POOLS_NAMESPACE, "pg_advisory_xact_lock_shared"): "pools",
    (locks.POOLS_NAMESPACE, "pg_advisory_xact_lock"): "opening",
}
ROWS = {"tournaments_outboxevent": "event", "ratings_ratingpool": "pool"}


def read_locks() -> dict[str, tuple[str, ...]]:
    rows = (line.split("|") for line in LOCKS.strip().splitlines())
    return {name.strip(): tuple(taken.split()) for name, taken in rows}


@pytest.fixture
def pool() -> RatingPool:
    """A list on which one night is rated, while a second one waits in the outbox."""
    club = make_club()
    play_pairs_of(club, 1)
    drain(now=NOW)
    refresh_dirty_pools(now=NOW)
    play_pairs_of(club, 1)
    return RatingPool.objects.get()


def asks(pool: RatingPool) -> dict[str, Callable[[], Any]]:
    """Return how each service is asked, by name; whatever is asked for a rebuild has been asked for before."""
    on: dict[str, Any] = {"pool_id": pool.pk, "now": NOW}
    rebuild = ask_rebuild(actor=SYSTEM, **on)
    partners = {"kind": "five_hundred", "club_id": pool.club_id, "format_": "partners", "name": "Pairs", "params": {}}
    return {
        "drain": lambda: drain(now=NOW),
        "publish_list": lambda: publish_list(actor=SYSTEM, **on),
        "publish_month": lambda: publish_month(month=DAY.replace(day=1), **on),
        "refresh_pool": lambda: refresh_pool(**on),
        "reread_results": lambda: reread_results(**on),
        "rebuild_pool": lambda: rebuild_pool(**on),
        "ask_rebuild": lambda: ask_rebuild(actor=SYSTEM, **on),
        "run_rebuild": lambda: run_rebuild(rebuild_id=rebuild.pk, now=NOW),
        "verify_pool": lambda: verify_pool(pool_id=pool.pk),
        "open_pool": lambda: open_pool(actor=SYSTEM, now=NOW, **partners),
        "change_pool": lambda: change_pool(actor=SYSTEM, name="Another name", **on),
    }


@contextmanager
def written_down() -> Iterator[list[str]]:
    """Return a list of what is locked inside, in turn."""
    locked: list[str] = []

    def look(execute: Callable[..., Any], sql: str, params: Any, *rest: Any) -> Any:
        if "FOR NO KEY UPDATE" in sql:
            locked.append(ROWS[re.search(r'FROM "?([a-z_]+)', sql)[1]])
        elif "advisory" in sql and "unlock" not in sql:
            locked.append(ADVISORY[params[0], re.search(r"pg_\w+", sql)[0]])
        return execute(sql, params, *rest)

    with connection.execute_wrapper(look):
        yield locked


def hold(kind: str, pool: RatingPool) -> None:
    """Lock as somebody else would, until the transaction ends."""
    if kind == "event":
        assert locks.lock_oldest_event() is not None
    elif kind == "states":
        locks.lock_states(pool.pk)
    elif kind == "pools":
        locks.lock_opening(pool.kind)
    elif kind == "opening":
        locks.keep_from_opening(pool.kind)
    else:
        locks.lock_pool(pool.pk)


@pytest.mark.django_db
def test_service_locks_in_turn_what_the_table_says_and_nothing_else(pool):
    found = {}
    for name, act in asks(pool).items():
        with written_down() as locked, undone():
            act()
        found[name] = tuple(locked)

    assert found == read_locks()


@pytest.mark.django_db(transaction=True)
def test_service_waits_for_each_lock(pool):
    """All but the lock of a rebuild: who finds that taken goes away, which the tests of rebuilds see."""
    acts = asks(pool)
    before = everything()

    with somebody_else() as other:
        said = {
            (name, kind): who_waits(other, pool, kind, acts[name])
            for name, taken in read_locks().items()
            for kind in dict.fromkeys(taken)
            if kind != "rebuild"
        }

    assert set(said.values()) == {(1, OperationalError)}, said
    assert everything() == before


def who_waits(
    other: ThreadPoolExecutor, pool: RatingPool, kind: str, act: Callable[[], Any]
) -> tuple[int, type[BaseException]]:
    """Return how many wait for a lock that is held here as a service is asked, and what they say when called off."""

    def asked() -> None:
        with undone():
            act()

    with transaction.atomic():
        hold(kind, pool)
        asking = other.submit(asked)
        waiting = wait_until_it_waits(asking)
        call_off(waiting)
        # Whoever was not stopped by this lock may stand before another.
        said = type(asking.exception(PATIENCE))
    return len(waiting), said
