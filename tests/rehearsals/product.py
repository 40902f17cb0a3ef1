"""The whole product as a child of ours: started as ``make run`` starts it, killed in parts, started again."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import psutil

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

CHECKOUT = Path(__file__).resolve().parents[2]
READY = "/api/v1/health/ready/"
PATIENCE = 120.0
"""Seconds that a start may take on a busy machine."""


class ProductFailedError(Exception):
    """The product did not start or did not stop; says what it printed."""


class Product:
    """One data folder, one port, and the supervisor that serves them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._output = folder.parent / "output.txt"
        self._supervisor: subprocess.Popen[bytes] | None = None

    def start(self) -> float:
        """Start everything and return the seconds until it answered that it is ready."""
        began = time.monotonic()
        with self._output.open("ab") as output:
            self._supervisor = subprocess.Popen(
                [sys.executable, "manage.py", "up", "--no-demo"],
                cwd=CHECKOUT,
                env=self.environment(),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self.wait(self._is_ready, "did not become ready")
        return time.monotonic() - began

    def environment(self) -> dict[str, str]:
        """Return the environment of a start with nothing but a folder and a port."""
        given = ("DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE", "SECRET_KEY", "HOST")
        inherited = {name: value for name, value in os.environ.items() if name not in given}
        return {**inherited, "DATA_DIR": str(self.folder), "PORT": str(self.port), "WEB_PROCESSES": "4"}

    def manage(self, *arguments: str, **extra: str) -> None:
        """Run a management command on the data folder."""
        subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=CHECKOUT,
            env={**self.environment(), **extra},
            stdin=subprocess.DEVNULL,
            check=True,
            capture_output=True,
        )

    def stop(self) -> float:
        """Press Ctrl-C and return the seconds until nothing was left running."""
        assert self._supervisor is not None
        began = time.monotonic()
        parts = self._everything()
        self._supervisor.send_signal(signal.SIGINT)
        self._supervisor.wait(timeout=PATIENCE)
        _, alive = psutil.wait_procs(parts, timeout=PATIENCE)
        if alive:
            raise ProductFailedError(f"still running after Ctrl-C: {alive}")
        return time.monotonic() - began

    def kill_supervisor(self) -> None:
        """Kill -9 the supervisor and wait until its children have gone by themselves."""
        assert self._supervisor is not None
        parts = self._everything()
        self._supervisor.kill()
        self._supervisor.wait()
        _, alive = psutil.wait_procs(parts, timeout=PATIENCE)
        if alive:
            raise ProductFailedError(f"still running without the supervisor: {alive}")

    def kill_everything(self) -> None:
        """Leave nothing behind, whatever has happened."""
        if self._supervisor is None:
            return
        parts = self._everything()
        if self._supervisor.poll() is None:
            self._supervisor.kill()
            self._supervisor.wait()
        for part in parts:
            if part.is_running():
                part.kill()
        psutil.wait_procs(parts, timeout=PATIENCE)

    def kill_worker(self) -> int:
        """Kill -9 the Celery worker; return the process id that it had."""
        worker = self._part(_is_worker)
        worker.kill()
        return worker.pid

    def worker_pid(self) -> int | None:
        """Return the process id of the Celery worker, if it runs."""
        found = self._children(_is_worker)
        return found[0].pid if found else None

    def kill_broker(self) -> None:
        """Kill -9 the broker. The more often in a minute, the longer the supervisor waits before it starts it again."""
        self._part(_is_broker).kill()

    def kill_database(self) -> None:
        """Kill -9 the first process of PostgreSQL; the others end by themselves."""
        self._part(_is_database).kill()

    def kill_clock(self) -> None:
        """Kill -9 what reminds the worker to sweep."""
        self._part(_is_clock).kill()

    def kill_web_server(self) -> None:
        """Kill -9 the first process of the web server; those that serve go with it."""
        self._part(_is_web_server).kill()

    def kill_web_process(self, chance: random.Random) -> None:
        """Kill -9 one of the processes that serve, with whatever it was answering."""
        serving = self._part(_is_web_server).children()
        if serving:
            chance.choice(serving).kill()

    def web_seconds(self) -> dict[int, float]:
        """Return the processor seconds that each process of the web server has used, by process id."""
        used = {}
        for process in self._everything():
            try:
                if "granian" in " ".join(process.cmdline()):
                    times = process.cpu_times()
                    used[process.pid] = times.user + times.system
            except psutil.Error:
                continue
        return used

    def wait_until_ready(self) -> None:
        """Wait until everything works again."""
        self.wait(self._is_ready, "did not become ready again")

    def output(self) -> str:
        """Return what the supervisor has printed."""
        return self._output.read_text("utf-8")

    def _is_ready(self) -> bool:
        assert self._supervisor is not None
        if self._supervisor.poll() is not None:
            raise ProductFailedError(f"the product ended by itself:\n{self.output()}")
        try:
            return httpx.get(self.url + READY, timeout=5).status_code == httpx.codes.OK
        except httpx.TransportError:
            return False

    def _everything(self) -> list[psutil.Process]:
        assert self._supervisor is not None
        try:
            return psutil.Process(self._supervisor.pid).children(recursive=True)
        except psutil.NoSuchProcess:
            return []

    def _children(self, wanted: Callable[[list[str]], bool]) -> list[psutil.Process]:
        """Return the direct children of the supervisor whose command is wanted."""
        assert self._supervisor is not None
        found = []
        for process in psutil.Process(self._supervisor.pid).children():
            try:
                if process.status() != psutil.STATUS_ZOMBIE and wanted(process.cmdline()):
                    found.append(process)
            except psutil.NoSuchProcess:
                continue
        return found

    def _part(self, wanted: Callable[[list[str]], bool]) -> psutil.Process:
        found: list[psutil.Process] = []

        def is_there() -> bool:
            # One that was just killed may be seen once more, and be gone at the next look.
            found[:] = self._children(wanted)
            return bool(found)

        self.wait(is_there, "lacks a part")
        return found[0]

    def wait(self, holds: Callable[[], bool], otherwise: str) -> None:
        """Wait until something holds; raises ProductFailedError, which says otherwise, if that takes too long."""
        deadline = time.monotonic() + PATIENCE
        while not holds():
            if time.monotonic() > deadline:
                raise ProductFailedError(f"the product {otherwise} within {PATIENCE:.0f} s:\n{self.output()}")
            time.sleep(0.05)


def free_port() -> int:
    """Return a port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _is_worker(command: list[str]) -> bool:
    return "celery" in " ".join(command) and "celery,ratings" in command


def _is_clock(command: list[str]) -> bool:
    return "celery" in " ".join(command) and "beat" in command


def _is_web_server(command: list[str]) -> bool:
    return "granian" in command


def _is_database(command: list[str]) -> bool:
    return bool(command) and command[0].endswith("/postgres")


def _is_broker(command: list[str]) -> bool:
    return bool(command) and any(name in command[0] for name in ("valkey-server", "redis-server"))
