"""The storm: at each of sixteen tables fifty devices send one post and fifty others send a hand of their own, at once.

Four processes serve them. One hand a table may come of it, and everybody must be told which.
"""

from __future__ import annotations

import asyncio
import uuid
from collections import Counter
from typing import TYPE_CHECKING, Any

import httpx

from tests.rehearsals import audit, people
from tests.rehearsals.client import API
from tests.rehearsals.evening import CONFLICT, CREATED, OK, Evening
from tests.rehearsals.tables import FiveHundredTable

if TYPE_CHECKING:
    from tests.rehearsals.report import Report
    from tests.rehearsals.stage import Stage
    from tests.rehearsals.tables import Table

TABLES = 16
DEVICES = 50
PROCESSES = 4
ANSWERED_IN = 120.0
"""Seconds that a device waits for its answer."""


def rehearse(stage: Stage) -> None:
    """Let the storm loose on the first hand of a round, play the round out, and count."""
    report = stage.report
    stage.desk.create(f"clubs/{stage.club}/players/import/", {"text": "\n".join(people.crowd(4 * TABLES))})
    rules = {"end": "hands", "hands": FiveHundredTable.HANDS}
    settings = {"name": "The storm", "kind": "five_hundred", "rules": rules, "rounds": 1}
    evening = stage.evening(FiveHundredTable, people.pairs_of(people.crowd(4 * TABLES)), settings)
    opened = evening.open_round()
    report.equal("there are sixteen tables", len(opened.tables), TABLES)
    before = stage.product.web_seconds()
    posts = {table.id: _posts(evening, table) for table in opened.tables}
    answers = asyncio.run(_send_all(evening, opened.tables, posts))
    used = {pid: seconds - before.get(pid, 0.0) for pid, seconds in stage.product.web_seconds().items()}
    serving = [pid for pid, seconds in used.items() if seconds > 0.1]
    report.check(f"{PROCESSES} processes served the storm", holds=len(serving) >= PROCESSES, seen=used)
    times = sorted(answer.elapsed.total_seconds() for told in answers.values() for answer in told)
    half, last = times[len(times) // 2], times[-1]
    report.say(f"{len(times)} posts at once; half were answered within {half:.1f} s, all within {last:.1f} s")
    faults: list[str] = []
    for table in opened.tables:
        faults += _faults(evening, table, posts[table.id], answers[table.id])
    report.check("each table kept one hand, and all hundred devices were told which", holds=not faults, seen=faults[:3])
    _check_late_devices(evening, opened.tables, posts, report)
    evening.play(opened)
    evening.close(opened)
    audit.check_hands(evening, report, "after the storm")
    report.check("every later answer agreed with our own sum", holds=not evening.faults, seen=evening.faults[:3])


def _posts(evening: Evening, table: Table) -> list[dict[str, Any]]:
    """Return fifty times the same post and then fifty hands that differ from it, mixed."""
    same = evening.new_post(table, table.random_hand(evening.chance))
    others = []
    while len(others) < DEVICES:
        record = table.random_hand(evening.chance)
        if record != same["record"]:
            others.append(evening.new_post(table, record))
    posts = [same] * DEVICES + others
    evening.chance.shuffle(posts)
    return posts


async def _send_all(
    evening: Evening, tables: list[Table], posts: dict[int, list[dict[str, Any]]]
) -> dict[int, list[httpx.Response]]:
    limits = httpx.Limits(max_connections=None)
    async with (
        httpx.AsyncClient(base_url=evening.url, timeout=ANSWERED_IN, limits=limits, verify=False) as devices,
        asyncio.TaskGroup() as group,
    ):
        sent = {
            table.id: [
                group.create_task(
                    devices.post(
                        f"{API}tables/{table.id}/hands/",
                        json=post,
                        headers={"Authorization": evening.authorization(table)},
                    )
                )
                for post in posts[table.id]
            ]
            for table in tables
        }
    return {table_id: [task.result() for task in tasks] for table_id, tasks in sent.items()}


def _faults(evening: Evening, table: Table, posts: list[dict[str, Any]], answers: list[httpx.Response]) -> list[str]:
    """Return what is wrong with the answers that a table's devices got, and take the kept hand into the books."""
    created = [place for place, answer in enumerate(answers) if answer.status_code == CREATED]
    if len(created) != 1:
        return [f"table {table.number}: {Counter(answer.status_code for answer in answers)}"]
    kept = posts[created[0]]
    evening.take(table, kept, answers[created[0]])
    wrong = []
    for post, answer in zip(posts, answers, strict=True):
        told = answer.json()
        if post["submission_id"] == kept["submission_id"]:
            good = answer.status_code in (CREATED, OK) and told["hand"]["record"] == kept["record"]
        else:
            same = post["record"] == kept["record"]
            good = answer.status_code == CONFLICT and (told["stored"]["record"], told["same"]) == (kept["record"], same)
        if not good:
            wrong.append(f"table {table.number}: {answer.status_code} {answer.text[:300]}")
    return wrong


def _check_late_devices(
    evening: Evening, tables: list[Table], posts: dict[int, list[dict[str, Any]]], report: Report
) -> None:
    """Whoever got no answer sends again, much later; and the hand that is kept under another id stays kept once."""
    wrong = []
    for table in tables:
        kept = table.legs[0].records[0]
        for post in posts[table.id][:3]:
            answer = evening.desk.post(f"tables/{table.id}/hands/", {**post, "submission_id": str(uuid.uuid4())})
            told = answer.json()
            if (answer.status_code, told["stored"]["record"]) != (CONFLICT, kept):
                wrong.append(f"table {table.number}: {answer.status_code} {answer.text[:300]}")
        stored = evening.desk.get(f"tables/{table.id}/")["legs"][0]["hands"]
        if [hand["record"] for hand in stored] != [kept]:
            wrong.append(f"table {table.number} holds {stored}")
    report.check("devices that come late are told the same, and change nothing", holds=not wrong, seen=wrong[:3])
