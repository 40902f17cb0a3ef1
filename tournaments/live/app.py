"""The stream: tells pages that a tournament has another version, and nothing else. A bare ASGI application.

``GET /live/tournaments/SLUG/`` is a stream of server-sent events; the id and the data of each are the version.
``GET /live/health/`` says whether the database can be seen.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import random
import re
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from typing import Any, Final

import dj_database_url

from tournaments.live.hub import Hub, TooManyViewers, Viewer
from tournaments.live.watching import Watcher

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

MOST_VIEWERS: Final = 5000
HEARTBEAT_SECONDS: Final = 15.0
"""Proxies cut what says nothing for longer; whoever has gone away unnoticed is found out, on either side."""
SEND_SECONDS: Final = 10.0
"""Whoever does not take a few bytes for so long is dropped, and may come back."""
LOOK_UP_SECONDS: Final = 5.0

_STREAM = re.compile(r"/live/tournaments/([-a-zA-Z0-9_]{1,200})/")
_VERSION = re.compile(r"[0-9a-f]{1,64}")
# Anybody's page may listen: what is told is no secret, and no cookie is read.
_OPEN_TO_ALL = (b"access-control-allow-origin", b"*")
_STREAM_HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    # nginx would otherwise keep events back until it has a page full of them.
    (b"x-accel-buffering", b"no"),
    _OPEN_TO_ALL,
]


class Stream:
    """The application of one process."""

    def __init__(
        self, environ: Mapping[str, str], *, most_viewers: int = MOST_VIEWERS, send_seconds: float = SEND_SECONDS
    ) -> None:
        self._send_seconds = send_seconds
        self.hub = Hub(most_viewers=most_viewers)
        self.watcher = Watcher(self.hub, _database(environ))

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer one request, or live as long as the server does."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "http":
            await self._answer(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        watching = asyncio.create_task(self.watcher.run())
        await send({"type": "lifespan.startup.complete"})
        await receive()
        watching.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await watching
        await send({"type": "lifespan.shutdown.complete"})

    async def _answer(self, scope: Message, receive: Receive, send: Send) -> None:
        path = scope["path"]
        if scope["method"] != "GET":
            await _refuse(send, 405)
        elif path == "/live/health/":
            await _refuse(send, 200 if self.watcher.sees else 503)
        elif (found := _STREAM.fullmatch(path)) is None:
            await _refuse(send, 404)
        else:
            await self._stream(found[1], _version_of(scope), receive, send)

    async def _stream(self, slug: str, has: str | None, receive: Receive, send: Send) -> None:
        try:
            with self.hub.looking(slug, has=has) as viewer:
                async with asyncio.timeout(LOOK_UP_SECONDS):
                    await viewer.channel.looked_up.wait()
                if viewer.channel.version is None:
                    # What cannot be seen may well be there.
                    await _refuse(send, 404 if self.watcher.sees else 503)
                    return
                telling = asyncio.create_task(self._tell(viewer, send))
                leaving = asyncio.create_task(_until_gone(receive))
                try:
                    await asyncio.wait({telling, leaving}, return_when=asyncio.FIRST_COMPLETED)
                finally:
                    for task in (telling, leaving):
                        task.cancel()
                    await asyncio.gather(telling, leaving, return_exceptions=True)
        except (TooManyViewers, TimeoutError):
            await _refuse(send, 503)

    async def _tell(self, viewer: Viewer, send: Send) -> None:
        """Send each version that the viewer has not got, and where there is none the same again as a sign of life."""
        await send({"type": "http.response.start", "status": 200, "headers": _STREAM_HEADERS})
        # After a fault they shall not all come back in the same moment.
        text = f"retry: {random.randint(1000, 3000)}\n\n"  # noqa: S311 - no secret
        with contextlib.suppress(TimeoutError, OSError):
            try:
                while True:
                    async with asyncio.timeout(self._send_seconds):
                        await send({"type": "http.response.body", "body": text.encode(), "more_body": True})
                    version = await viewer.next_version(within=HEARTBEAT_SECONDS)
                    text = f"id: {version}\ndata: {version}\n\n"
            except LookupError:
                async with asyncio.timeout(self._send_seconds):
                    await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _refuse(send: Send, status: int) -> None:
    await send(
        {"type": "http.response.start", "status": status, "headers": [(b"cache-control", b"no-store"), _OPEN_TO_ALL]}
    )
    await send({"type": "http.response.body", "body": b""})


def _version_of(scope: Message) -> str | None:
    """Return the version that a viewer who comes back says it has."""
    for name, value in scope["headers"]:
        text: str = value.decode("ascii", "replace")
        if name == b"last-event-id" and _VERSION.fullmatch(text):
            return text
    return None


def _database(environ: Mapping[str, str]) -> dict[str, Any]:
    """Return how to connect to DATABASE_URL, read as the rest of the product reads it."""
    parsed: dict[str, Any] = {**dj_database_url.parse(environ["DATABASE_URL"])}
    given = {"dbname": "NAME", "user": "USER", "password": "PASSWORD", "host": "HOST", "port": "PORT"}
    named = {name: parsed[key] for name, key in given.items() if parsed.get(key)}
    return {**named, **parsed.get("OPTIONS", {})}


def _start() -> Stream:
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s %(message)s")
    return Stream(os.environ)


application = _start()
"""What the server of the stream calls."""
