"""The least that stores a hand over HTTP: parse, one insert, answer. No log-in, no rules, no second row."""

from __future__ import annotations

import contextlib
import os
import uuid
from collections.abc import AsyncIterator
from typing import Any

import msgspec
from psycopg.types.json import Jsonb
from psycopg_pool import AsyncConnectionPool
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

INSERT = """
insert into hand (submission_id, table_id, number, payload) values (%s, %s, %s, %s)
on conflict (submission_id) do nothing returning id
"""


class Hand(msgspec.Struct):
    """The form of a post."""

    submission_id: uuid.UUID
    table_id: int
    number: int
    payload: dict[str, Any]


_decoder = msgspec.json.Decoder(Hand)
_encoder = msgspec.json.Encoder()
_pool = AsyncConnectionPool(os.environ["DATABASE_URL"], min_size=8, max_size=8, open=False, kwargs={"autocommit": True})


async def create(request: Request) -> Response:
    """Store a hand."""
    hand = _decoder.decode(await request.body())
    async with _pool.connection() as connection:
        cursor = await connection.execute(INSERT, (hand.submission_id, hand.table_id, hand.number, Jsonb(hand.payload)))
        row = await cursor.fetchone()
    body = _encoder.encode({"id": row[0] if row else None, "submission_id": hand.submission_id})
    return Response(body, status_code=201 if row else 200, media_type="application/json")


@contextlib.asynccontextmanager
async def _lifespan(_app: Starlette) -> AsyncIterator[None]:
    async with _pool:
        yield


app = Starlette(routes=[Route("/hands/", create, methods=["POST"])], lifespan=_lifespan)
