"""Many devices at one table at the same moment, over all processes of the web server."""

from __future__ import annotations

import uuid
from collections import Counter
from typing import TYPE_CHECKING, Any

from tests.rehearsals.evening import CONFLICT, CREATED, OK, Evening, Round, send_together

if TYPE_CHECKING:
    import httpx

    from tests.rehearsals.product import Product
    from tests.rehearsals.report import Report
    from tests.rehearsals.tables import Table

DEVICES = 50


def race(evening: Evening, opened: Round, product: Product, report: Report) -> None:
    """Enter the first three hands of table 1 in races."""
    table = opened.tables[0]
    before = product.web_seconds()
    _same_submission(evening, table, report)
    _same_hand(evening, table, report)
    _two_hands(evening, table, report)
    used = {pid: seconds - before.get(pid, 0.0) for pid, seconds in product.web_seconds().items()}
    serving = [pid for pid, seconds in used.items() if seconds > 0.05]
    report.check("at least two processes served the races", holds=len(serving) >= 2, seen=used)
    stored = evening.desk.get(f"tables/{table.id}/")["legs"][0]["hands"]
    report.equal("the races stored one hand a number", [hand["number"] for hand in stored], [1, 2, 3])


def _same_submission(evening: Evening, table: Table, report: Report) -> None:
    post = evening.new_post(table, table.random_hand(evening.chance))
    responses = _send(evening, table, [post] * DEVICES)
    told = Counter(response.status_code for response in responses)
    report.equal("fifty times the same post: one kept, 49 told that it was", told, Counter({CREATED: 1, OK: 49}))
    ids = {response.json()["hand"]["record_id"] for response in responses}
    report.equal("all fifty were told of one record", len(ids), 1)
    _take(evening, table, [post] * DEVICES, responses)


def _same_hand(evening: Evening, table: Table, report: Report) -> None:
    post = evening.new_post(table, table.random_hand(evening.chance))
    posts = [{**post, "submission_id": str(uuid.uuid4())} for _ in range(DEVICES)]
    responses = _send(evening, table, posts)
    told = Counter(response.status_code for response in responses)
    report.equal("fifty devices with the same hand: one is kept", told, Counter({CREATED: 1, CONFLICT: 49}))
    same = {response.json().get("same") for response in responses if response.status_code == CONFLICT}
    report.equal("the others are told that it is the same", same, {True})
    _take(evening, table, posts, responses)


def _two_hands(evening: Evening, table: Table, report: Report) -> None:
    first = table.random_hand(evening.chance)
    second = table.random_hand(evening.chance)
    while second == first:
        second = table.random_hand(evening.chance)
    posts = [evening.new_post(table, first), evening.new_post(table, second)]
    responses = _send(evening, table, posts)
    told = Counter(response.status_code for response in responses)
    report.equal("two devices with different hands: one is kept", told, Counter({CREATED: 1, CONFLICT: 1}))
    same = [response.json().get("same") for response in responses if response.status_code == CONFLICT]
    report.equal("the other is told that it differs", same, [False])
    _take(evening, table, posts, responses)


def _send(evening: Evening, table: Table, posts: list[dict[str, Any]]) -> list[httpx.Response]:
    return send_together(evening.url, f"tables/{table.id}/hands/", posts, evening.authorization(table))


def _take(evening: Evening, table: Table, posts: list[dict[str, Any]], responses: list[httpx.Response]) -> None:
    for post, response in zip(posts, responses, strict=True):
        evening.take_if_created(table, post, response)
