"""Clients that keep their connections and do as little as possible themselves."""

from __future__ import annotations

import asyncio
import random
import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import psycopg
from psycopg.types.json import Jsonb

from bench.jobs import random_record

if TYPE_CHECKING:
    from bench.jobs import Job

CREATED = b"HTTP/1.1 201"


class NotStoredError(Exception):
    """A peer did not store a hand; what is measured then is not what was meant."""


def send_all(port: int, queues: list[list[Job]]) -> float:
    """Send each client's jobs one after the other, all clients at once; return the seconds."""
    return asyncio.run(_send_all(port, queues))


async def _send_all(port: int, queues: list[list[Job]]) -> float:
    connections = [await asyncio.open_connection("127.0.0.1", port) for _ in queues]
    began = time.perf_counter()
    async with asyncio.TaskGroup() as group:
        for (reader, writer), queue in zip(connections, queues, strict=True):
            group.create_task(_send(reader, writer, queue))
    seconds = time.perf_counter() - began
    for _, writer in connections:
        writer.close()
    return seconds


async def _send(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, queue: list[Job]) -> None:
    for job in queue:
        writer.write(job.data)
        head, body = await answer_of(reader)
        if not head.startswith(CREATED):
            raise NotStoredError(f"{head.decode()}{body[:500].decode()}")


async def answer_of(reader: asyncio.StreamReader) -> tuple[bytes, bytes]:
    """Return the head and the body of an answer."""
    head = await reader.readuntil(b"\r\n\r\n")
    return head, await reader.readexactly(_length(head))


def _length(head: bytes) -> int:
    lowered = head.lower()
    start = lowered.index(b"content-length:") + len(b"content-length:")
    return int(lowered[start : lowered.index(b"\r\n", start)])


def commit_rows(url: str, *, clients: int, count: int) -> float:
    """Insert rows straight into the database, one a transaction; return the rows a second."""
    share = count // clients
    with ThreadPoolExecutor(clients) as pool:
        connections = [psycopg.connect(url, autocommit=True) for _ in range(clients)]
        began = time.perf_counter()
        list(pool.map(_commit, connections, [share] * clients))
        seconds = time.perf_counter() - began
    for connection in connections:
        connection.close()
    return share * clients / seconds


def _commit(connection: psycopg.Connection, count: int) -> None:
    chance = random.Random()
    for number in range(count):
        connection.execute(
            "insert into hand (submission_id, table_id, number, payload) values (%s, %s, %s, %s)",
            (uuid.uuid4(), 1, number, Jsonb(random_record(chance, 0))),
        )
