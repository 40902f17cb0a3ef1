"""The requests that the clients send, written out beforehand, so that the clients cost little."""

from __future__ import annotations

import json
import random
import uuid
from dataclasses import dataclass

import orjson


@dataclass(frozen=True, slots=True)
class Job:
    """One request as it goes over the wire."""

    data: bytes


def random_record(chance: random.Random, dealer: int) -> dict[str, object]:
    """Return a score line of Five Hundred."""
    bid = f"{chance.choice((6, 7, 8))}{chance.choice(('S', 'C', 'D', 'H', 'NT'))}"
    tricks = chance.randint(4, 10)
    contract = {"seat": chance.choice((0, 2)), "bid": bid, "sans_kitty": False}
    return {"level": 1, "dealer": dealer, "contract": contract, "tricks": [tricks, 10 - tricks]}


def our_jobs(told: str, clients: int) -> list[list[Job]]:
    """Return each client's posts: its own tables, hand after hand. ``told`` is what ``bench.tables`` printed."""
    setting = json.loads(told)
    chance = random.Random(1)
    queues: list[list[Job]] = [[] for _ in range(clients)]
    for place, (table, first) in enumerate(setting["tables"]):
        for hand in range(setting["hands"]):
            body = {
                "submission_id": str(_uuid(chance)),
                "number": hand + 1,
                "record": random_record(chance, (first + hand) % 4),
            }
            queues[place % clients].append(_job(f"/api/v1/tables/{table}/hands/", body, f"Token {setting['token']}"))
    return queues


def plain_jobs(path: str, total: int, clients: int, *, token: str | None) -> list[list[Job]]:
    """Return each client's posts of the same hands to a peer that only stores them."""
    chance = random.Random(1)
    queues: list[list[Job]] = [[] for _ in range(clients)]
    for place in range(total):
        body = {
            "submission_id": str(_uuid(chance)),
            "table_id": place // 12 + 1,
            "number": place % 12 + 1,
            "payload": random_record(chance, place % 4),
        }
        queues[place % clients].append(_job(path, body, None if token is None else f"Token {token}"))
    return queues


def _job(path: str, body: object, authorization: str | None) -> Job:
    data = orjson.dumps(body)
    lines = [
        f"POST {path} HTTP/1.1",
        "Host: 127.0.0.1",
        "Content-Type: application/json",
        f"Content-Length: {len(data)}",
    ]
    if authorization is not None:
        lines.append(f"Authorization: {authorization}")
    return Job("\r\n".join([*lines, "", ""]).encode() + data)


def _uuid(chance: random.Random) -> uuid.UUID:
    return uuid.UUID(int=chance.getrandbits(128), version=4)
