"""An embedded broker and cache: one Valkey under ``DATA_DIR``, reached through a Unix socket only."""

import os
import signal
import subprocess
import time
from pathlib import Path

import redis

from config.embedded import binaries, folders, paths, processes
from config.embedded.errors import EmbeddedError

START_SECONDS = 30.0


class Valkey:
    """The broker of one data folder. Whoever calls holds the folder's lock (``folders.sole_owner``)."""

    stop_signal = signal.SIGTERM

    def __init__(self, folder: Path, *, durable: bool = True) -> None:
        self.folder = folder
        self.durable = durable
        self.data = folder / "valkey"
        self.log = folder / "logs" / "valkey.log"
        self.sockets = paths.valkey_socket_dir(folder)
        self.url = paths.redis_url(folder)

    def prepare(self) -> None:
        """Find the program and make the folders. Raises EmbeddedError."""
        self.program = binaries.valkey_server()
        self.log.parent.mkdir(parents=True, exist_ok=True)
        self.data.mkdir(mode=0o700, exist_ok=True)
        processes.shorten_log(self.log)

    def start(self) -> subprocess.Popen[bytes]:
        """Start the server and wait until it answers. Raises EmbeddedError."""
        folders.private(self.sockets, processes.Account("", os.geteuid(), os.getegid()))
        folders.empty(self.sockets)
        position = self.log.stat().st_size if self.log.exists() else 0
        server = processes.spawn(self._command(), log=self.log, death_signal=self.stop_signal)
        deadline = time.monotonic() + START_SECONDS
        while not self._answers():
            if server.poll() is not None or time.monotonic() > deadline:
                processes.kill_group(server.pid, signal.SIGKILL)
                raise EmbeddedError(self._why_not(processes.log_since(self.log, position)))
            time.sleep(0.02)
        return server

    def _command(self) -> list[str | Path]:
        return [
            self.program,
            *("--port", "0", "--unixsocket", self.sockets / "s", "--unixsocketperm", "700"),
            *("--dir", self.data, "--save", "", "--appendfsync", "everysec"),
            *("--appendonly", "yes" if self.durable else "no", "--daemonize", "no"),
        ]

    def _answers(self) -> bool:
        client = redis.Redis.from_url(self.url, socket_timeout=5)
        try:
            return bool(client.ping())
        except redis.exceptions.ConnectionError:  # also what it raises while it loads its data
            return False
        finally:
            client.close()

    def _why_not(self, said: str) -> str:
        if "No space left on device" in said:
            return f"The disk is full: the broker cannot write to {self.data}."
        last = (said.strip().splitlines() or ["it said nothing"])[-1]
        return f"The broker does not start: {last} (see {self.log})."
