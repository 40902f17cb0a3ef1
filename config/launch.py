"""What the whole product consists of when one command starts it."""

import contextlib
import dataclasses
import errno
import http.client
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from django.apps import apps
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from config.embedded import folders, paths, processes
from config.embedded.errors import EmbeddedError
from config.embedded.postgres import Postgres
from config.embedded.valkey import Valkey
from config.supervisor import Child, Supervisor
from tournaments.models import Club
from tournaments.services.demo import welcome_lines

READY_PATH = "/api/v1/health/ready/"
READY_SECONDS = 90.0
HARMLESS_PARTS = {"outbox", "ratings"}
"""Facts that were set aside want somebody's attention, but the rest works."""
SPARE_MEGABYTES = 50
MOST_WEB_PROCESSES = 64
MIGRATION_LOCK = 7_205_759_403
"""An advisory lock of the database: two machines that start at once migrate one after the other."""


@dataclasses.dataclass(frozen=True)
class Plan:
    """What to start, and where."""

    folder: Path
    host: str
    port: int
    live_port: int
    web_processes: int
    embedded_database: bool
    embedded_broker: bool
    demo: bool

    @property
    def url(self) -> str:
        """An address to click: for the phones in the hall too, if it listens to them."""
        if self.host in {"0.0.0.0", "::"}:  # noqa: S104 - compared, not bound
            return f"http://{own_address()}:{self.port}"
        return f"http://{'localhost' if self.host in {'127.0.0.1', '::1'} else self.host}:{self.port}"

    @property
    def demo_note(self) -> Path:
        """Lies there while the demo club is being made: half a club is no use to anybody."""
        return self.folder / "demo-unfinished"


def own_address() -> str:
    """This machine's address in its network; localhost if it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: the system only chooses the address that it would send from.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "localhost"
        return str(probe.getsockname()[0])


def plan_from_environment(folder: Path, *, demo: bool) -> Plan:
    """Read PORT, LIVE_PORT, HOST, WEB_PROCESSES, DATABASE_URL and REDIS_URL.

    Raises EmbeddedError if a port cannot be had, or the number of processes is none.
    """
    host = os.environ.get("HOST") or "127.0.0.1"
    embedded_database = not os.environ.get("DATABASE_URL")
    port = free_port(host, os.environ.get("PORT") or "8000")
    return Plan(
        folder=folder,
        host=host,
        port=port,
        live_port=live_port(host, os.environ.get("LIVE_PORT") or "", port=port),
        web_processes=web_processes(os.environ.get("WEB_PROCESSES") or "2"),
        embedded_database=embedded_database,
        embedded_broker=not os.environ.get("REDIS_URL"),
        # A database of somebody's own gets no demo club unasked.
        demo=demo and embedded_database,
    )


def web_processes(wanted: str) -> int:
    """The wanted number of processes of the web server. Raises EmbeddedError if it is no number from 1 to 64."""
    if not re.fullmatch(r"\d{1,2}", wanted) or not 1 <= int(wanted) <= MOST_WEB_PROCESSES:
        detail = f"WEB_PROCESSES is {wanted!r}; it must be a number from 1 to {MOST_WEB_PROCESSES}."
        raise EmbeddedError(detail)
    return int(wanted)


def live_port(host: str, wanted: str, *, port: int) -> int:
    """The port of the stream: the wanted one, else the next one after the web server's that is free, else any.

    Raises EmbeddedError if the wanted one is taken, is the web server's, or no port at all.
    """
    if wanted:
        chosen = free_port(host, wanted, variable="LIVE_PORT")
        if chosen == port:
            detail = f"LIVE_PORT and PORT are both {port}; the stream needs a port of its own, or leave LIVE_PORT out."
            raise EmbeddedError(detail)
        return chosen
    for beside in range(port + 1, min(port + 10, 65536)):
        with contextlib.suppress(EmbeddedError):
            return free_port(host, str(beside))
    return free_port(host, "0")


def free_port(host: str, wanted: str, *, variable: str = "PORT") -> int:
    """The wanted port, or any free one for 0. Raises EmbeddedError if it is taken or no port at all."""
    if not re.fullmatch(r"\d{1,5}", wanted) or int(wanted) > 65535:
        detail = f"{variable} is {wanted!r}; it must be a number from 1 to 65535, or 0 for any free port."
        raise EmbeddedError(detail)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, int(wanted)))
        except OSError as error:
            raise EmbeddedError(_why_no_port(host, wanted, error, variable)) from error
        return int(probe.getsockname()[1])


def _why_no_port(host: str, port: str, error: OSError, variable: str) -> str:
    if error.errno == errno.EADDRINUSE:
        other = f"{variable}={int(port) + 1}"
        return f"Port {port} is taken by another program; choose another one, for example {other} make run."
    if error.errno == errno.EACCES:
        return f"Port {port} may be used by root only; choose one from 1024 on, for example {variable}=8000 make run."
    return f"No program can listen on {host} port {port}: {error.strerror}."


def start(plan: Plan, supervisor: Supervisor, say: Callable[[str], None]) -> None:
    """Bring everything up and return once the web server answers. Raises EmbeddedError."""
    began = time.monotonic()
    folders.ensure_space(plan.folder, megabytes=SPARE_MEGABYTES)
    if plan.embedded_database:
        postgres = Postgres(plan.folder)
        _add_server("PostgreSQL", postgres, supervisor)
        if plan.demo and plan.demo_note.exists():
            say("The demo club was broken off while it was made; it is made anew.")
            postgres.start_over()
    if plan.embedded_broker:
        _add_server("the broker", Valkey(plan.folder), supervisor)
    with supervisor.interruptible():
        _migrate()
    for child in _programs(plan):
        supervisor.add(child)
    if plan.demo:
        # Meanwhile the programs load, and the worker already rates what is played.
        with supervisor.interruptible():
            _play_demo(plan, say)
    _wait_until_ready(plan, supervisor, say)
    say(f"Ready after {time.monotonic() - began:.1f} seconds: {plan.url}")


def tidy(plan: Plan) -> None:
    """Remove the folders of the sockets, once nothing runs any more."""
    for sockets in (paths.postgres_socket_dir(plan.folder), paths.valkey_socket_dir(plan.folder)):
        shutil.rmtree(sockets, ignore_errors=True)


def _add_server(name: str, server: Postgres | Valkey, supervisor: Supervisor) -> None:
    server.prepare()
    supervisor.add(Child(name, server.start, log=server.log, stop_signal=server.stop_signal, is_server=True))


def _migrate() -> None:
    try:
        with connection.cursor() as cursor:
            cursor.execute("select pg_advisory_lock(%s)", [MIGRATION_LOCK])
        refuse_newer_database()
        call_command("migrate", interactive=False, verbosity=0)
    finally:
        # Gives the lock back too.
        connection.close()


def _play_demo(plan: Plan, say: Callable[[str], None]) -> None:
    try:
        if not Club.objects.exists():
            say("Playing the demo club's evenings ...")
            plan.demo_note.touch()
            call_command("make_demo_club", verbosity=0)
            plan.demo_note.unlink()
    finally:
        connection.close()


def refuse_newer_database() -> None:
    """Raises EmbeddedError if the database has migrations that this version of the program does not know."""
    loader = MigrationLoader(connection)
    assert loader.disk_migrations is not None
    ours = {app.label for app in apps.get_app_configs()}
    replaced = {key for migration in loader.disk_migrations.values() for key in migration.replaces}
    unknown = sorted(
        f"{app}.{name}"
        for app, name in loader.applied_migrations
        if app in ours and (app, name) not in loader.disk_migrations and (app, name) not in replaced
    )
    if unknown:
        detail = (
            f"The database was made by a newer version of this program (it has {', '.join(unknown)})."
            " Start that version, or choose another DATA_DIR."
        )
        raise EmbeddedError(detail)


def _programs(plan: Plan) -> list[Child]:
    """The web server (on two cores two processes of four threads served most a second), and whoever helps it."""
    celery = [sys.executable, "-m", "celery", "-A", "config"]
    quiet = ["--without-gossip", "--without-mingle", "--without-heartbeat"]
    commands = {
        "the web server": [
            *(sys.executable, "-m", "granian", "--interface", "wsgi", "--host", plan.host, "--port", str(plan.port)),
            *(
                "--workers",
                str(plan.web_processes),
                "--blocking-threads",
                "4",
                "--respawn-failed-workers",
                "--respawn-interval",
                "0.5",
            ),
            *("--workers-kill-timeout", "5", "--no-ws", "config.wsgi:application"),
        ],
        "the stream": [
            *(
                sys.executable,
                "-m",
                "granian",
                "--interface",
                "asgi",
                "--host",
                plan.host,
                "--port",
                str(plan.live_port),
            ),
            *("--workers", "1", "--backlog", "4096", "--backpressure", "8192", "--no-ws", "--http", "1"),
            *(
                "--respawn-failed-workers",
                "--respawn-interval",
                "0.5",
                "--workers-kill-timeout",
                "1",
                "tournaments.live.app:application",
            ),
        ],
        "the worker": [
            *(*celery, "worker", "--hostname", "worker@%h", "--queues", "celery,ratings"),
            *("--concurrency", "2", "--loglevel", "INFO", *quiet),
        ],
        # One process that works by itself: a rebuild is made at a time, and whoever kills it kills the rebuild.
        "the rebuilder": [
            *(*celery, "worker", "--hostname", "rebuilder@%h", "--queues", "rebuild"),
            *("--pool", "solo", "--loglevel", "INFO", *quiet),
        ],
        "the clock": [*celery, "beat", "--loglevel", "INFO", "--pidfile", "", "-s", str(plan.folder / "beat-schedule")],
    }
    return [_program(plan, name, command) for name, command in commands.items()]


def _program(plan: Plan, name: str, command: list[str]) -> Child:
    log = plan.folder / "logs" / f"{name.removeprefix('the ').replace(' ', '-')}.log"
    log.parent.mkdir(parents=True, exist_ok=True)
    processes.shorten_log(log)
    env = {
        **os.environ,
        "DATA_DIR": str(plan.folder),
        "LIVE_PORT": str(plan.live_port),
        # The stream knows no settings.
        "DATABASE_URL": os.environ.get("DATABASE_URL") or paths.database_url(plan.folder),
    }

    def launch() -> subprocess.Popen[bytes]:
        return processes.spawn(command, log=log, death_signal=signal.SIGTERM, env=env, cwd=paths.CHECKOUT)

    return Child(name, launch, log=log, stop_signal=signal.SIGTERM)


def _wait_until_ready(plan: Plan, supervisor: Supervisor, say: Callable[[str], None]) -> None:
    deadline = time.monotonic() + READY_SECONDS

    def ready() -> bool:
        broken = broken_parts(plan)
        if broken is not None and set(broken) <= HARMLESS_PARTS:
            for line in broken.values():
                say(f"Note: {line}.")
            return True
        if time.monotonic() > deadline:
            what = "; ".join((broken or {"web server": "the web server does not answer"}).values())
            detail = f"Not ready within {READY_SECONDS:.0f} seconds: {what}. The logs are in {plan.folder / 'logs'}."
            raise EmbeddedError(detail)
        return False

    supervisor.watch(until=ready)


def broken_parts(plan: Plan) -> dict[str, str] | None:
    """What the product itself says is broken, as sentences by part; None if the web server does not answer."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(plan.host, plan.host)  # noqa: S104 - compared, not bound
    client = http.client.HTTPConnection(host, plan.port, timeout=5)
    try:
        client.request("GET", READY_PATH)
        parts = json.loads(client.getresponse().read())["parts"]
    except (OSError, http.client.HTTPException, ValueError, KeyError, TypeError):
        return None
    finally:
        client.close()
    return {part["name"]: f"{part['name']}: {part['detail']}" for part in parts if not part["ok"]}


def welcome(plan: Plan) -> list[str]:
    """What to click and how to log in: the demo's lines, with its paths made into links."""
    if not plan.demo:
        return []
    try:
        lines = welcome_lines()
    finally:
        connection.close()
    return [re.sub(r"(?<!\S)/(?=\S)", f"{plan.url}/", line) for line in lines]
