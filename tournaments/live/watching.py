"""Looks in the database what has changed, once for all viewers of a process."""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Final

import psycopg

from tournaments.live import NAME
from tournaments.live.hub import Hub
from tournaments.live.version import VERSIONS

logger = logging.getLogger("tournaments.live")

LOOK_SECONDS: Final = 0.25
"""So often it is asked whether anything was written at all, while somebody looks."""
IDLE_SECONDS: Final = 5.0
"""So often otherwise: only to notice that the connection is gone."""
PAUSE_SECONDS: Final = 1.0
"""So long a database that is away is left alone."""
ANSWER_SECONDS: Final = 10.0
"""A database that says nothing for so long is taken for dead."""

_COMMITTED: Final = "SELECT pg_current_snapshot()::text"
"""Reads the same as long as no transaction that writes has begun or ended, whatever the tables hold."""


class Watcher:
    """Keeps the hub in step with the database, for as long as ``run`` runs. ``sees`` says whether it does."""

    def __init__(self, hub: Hub, database: dict[str, Any]) -> None:
        self._hub = hub
        self._database = database
        self._snapshot = ""
        self.sees = False

    async def run(self) -> None:
        """Look until cancelled; a database that goes away is waited for."""
        while True:
            try:
                await self._look_on()
            except (psycopg.Error, TimeoutError, OSError) as error:
                if self.sees:
                    # One that is only started anew is back before anybody has missed it.
                    logger.warning("The database is away for now: %s", error)
                else:
                    self._hub.lose_sight()
                self.sees = False
                # A server that starts needs a moment, and whoever asks all the time gets in its way.
                await asyncio.sleep(PAUSE_SECONDS)

    async def _look_on(self) -> None:
        async with asyncio.timeout(ANSWER_SECONDS):
            connection = await psycopg.AsyncConnection.connect(**self._database, autocommit=True, application_name=NAME)
        async with connection:
            # What happened meanwhile is in the versions; a snapshot of the time before says nothing about it.
            self._snapshot = ""
            while True:
                async with asyncio.timeout(ANSWER_SECONDS):
                    await self._look(connection)
                self.sees = True
                await self._pause()

    async def _look(self, connection: psycopg.AsyncConnection[Any]) -> None:
        [(snapshot,)] = await (await connection.execute(_COMMITTED)).fetchall()
        if snapshot == self._snapshot and not self._hub.wanted.is_set():
            return
        self._hub.wanted.clear()
        asked = tuple(self._hub.channels)
        found = {}
        if asked:
            answer = await connection.execute(VERSIONS, {"slugs": list(asked), "round": None})
            found = dict(await answer.fetchall())
        self._hub.tell(found, asked=asked)
        # Taken before the versions were read: what was committed between the two is looked at once more.
        self._snapshot = snapshot

    async def _pause(self) -> None:
        try:
            async with asyncio.timeout(LOOK_SECONDS if self._hub.channels else IDLE_SECONDS):
                await self._hub.wanted.wait()
        except TimeoutError:
            return
