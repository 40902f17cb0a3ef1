"""The servers that a benchmark measures: PostgreSQL that really writes, the broker, web servers beside each other."""

from __future__ import annotations

import contextlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import psutil

from bench.load import send_all
from config.embedded import folders, processes
from config.embedded.postgres import Postgres
from config.embedded.valkey import Valkey

if TYPE_CHECKING:
    from bench.jobs import Job

CHECKOUT = Path(__file__).resolve().parents[1]
CLIENTS = 8
PATIENCE = 90.0


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


def temporary_folder(stack: contextlib.ExitStack) -> Path:
    """Return a folder that is gone when the stack is closed."""
    folder = Path(tempfile.mkdtemp(prefix="bench-"))
    stack.callback(shutil.rmtree, folder, ignore_errors=True)
    # PostgreSQL runs as another user when we are root.
    folder.chmod(0o755)
    return folder


def servers(folder: Path, stack: contextlib.ExitStack) -> tuple[str, str]:
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


def granian(
    name: str, application: str, environment: dict[str, str], stack: contextlib.ExitStack, *, workers: int = 1
) -> Peer:
    """Serve an application as ``make run`` does, with so many processes."""
    port = free_port()
    command = [
        *(sys.executable, "-m", "granian", "--interface", "wsgi", "--host", "127.0.0.1", "--port", str(port)),
        *("--workers", str(workers), "--blocking-threads", "4", "--no-ws", "--log-level", "error", application),
    ]
    return serve(name, port, command, environment, stack)


def serve(name: str, port: int, command: list[str], environment: dict[str, str], stack: contextlib.ExitStack) -> Peer:
    """Start a server and return it once it listens."""
    process = subprocess.Popen(command, cwd=CHECKOUT, env=environment, start_new_session=True)
    stack.callback(process.wait)
    stack.callback(process.terminate)
    deadline = time.monotonic() + PATIENCE
    while not _listens(port):
        if process.poll() is not None or time.monotonic() > deadline:
            sys.exit(f"{name} does not start")
        # A server says to nobody but those who ask that it listens.
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


def run(arguments: list[str], environment: dict[str, str]) -> str:
    """Run one of our programs and return what it prints."""
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=CHECKOUT, env=environment, check=True, stdout=subprocess.PIPE, text=True).stdout


def url(database: str, name: str) -> str:
    """Return the URL of another database on the same server."""
    return database.removesuffix("/tournaments") + f"/{name}"


def free_port() -> int:
    """Return a port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
