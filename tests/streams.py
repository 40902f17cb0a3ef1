"""The stream as a process of its own on the database of the tests, and a browser's ear for it."""

from __future__ import annotations

import contextlib
import http.client
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

from django.db import connection

from tests.config.waiting import wait_until

CHECKOUT = Path(__file__).parents[1]
PATIENCE = 30.0


class StreamProcess:
    """What is started as ``make run`` starts it, on any free port, which is its own until ``close``."""

    def __init__(self) -> None:
        # The server shares its port with whoever asks for the same one, and nobody is told: it is held while it starts
        # and while it is down. What is bound and does not listen takes nothing from the server that does.
        self._held = socket.socket()
        self._held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._held.bind(("127.0.0.1", 0))
        self.port: int = self._held.getsockname()[1]
        try:
            self.start()
        except BaseException:
            self._held.close()
            raise

    def start(self) -> None:
        """Start it and wait until it sees the database; what does not come so far is stopped."""
        server = [sys.executable, "-m", "granian", "--interface", "asgi", "--host", "127.0.0.1", "--http", "1"]
        options = ["--port", str(self.port), "--no-ws", "--log-level", "error", "--workers-kill-timeout", "1"]
        self.process = subprocess.Popen(
            [*server, *options, "tournaments.live.app:application"],
            cwd=CHECKOUT,
            env={**os.environ, "DATABASE_URL": database_url()},
            start_new_session=True,
        )
        try:
            wait_until(lambda: self.process.poll() is not None or self.get("/live/health/") == 200)
            assert self.process.poll() is None, f"the stream ended by itself with {self.process.returncode}"
        except BaseException:
            self.stop()
            raise

    def get(self, path: str) -> int | None:
        """Return the status of an answer; None while nobody answers."""
        client = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        with contextlib.suppress(OSError), contextlib.closing(client):
            client.request("GET", path)
            return client.getresponse().status
        return None

    @contextlib.contextmanager
    def listening(self, slug: str, *, has: str = "") -> Iterator[Iterator[str]]:
        """Listen to a tournament; gives the versions as they come, each within ``PATIENCE``."""
        with contextlib.closing(self.open(slug, has=has)) as answer:
            assert answer.status == 200
            assert answer.headers["Content-Type"] == "text/event-stream; charset=utf-8"
            lines = (line.decode().strip() for line in answer)
            yield (line.removeprefix("data: ") for line in lines if line.startswith("data: "))

    def open(self, slug: str, *, has: str = "") -> http.client.HTTPResponse:
        """Return the answer to somebody who listens, as it begins; whoever asks closes it."""
        client = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        headers = {"Last-Event-ID": has} if has else {}
        # Asked to close, the client leaves the connection to the answer.
        client.request("GET", f"/live/tournaments/{slug}/", headers={"Connection": "close", **headers})
        return client.getresponse()

    def stop(self) -> None:
        """End it, whatever it does; it can be started again on its port."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, 9)
        self.process.wait(PATIENCE)

    def close(self) -> None:
        """End it for good."""
        self.stop()
        self._held.close()


def database_url() -> str:
    """Return where the tests' own database is: not the one that the environment names."""
    given = connection.settings_dict
    user, name = quote(given["USER"]), given["NAME"]
    password = f":{quote(given['PASSWORD'])}" if given["PASSWORD"] else ""
    port = f":{given['PORT']}" if given["PORT"] else ""
    return f"postgresql://{user}{password}@{quote(given['HOST'], safe='')}{port}/{name}"
