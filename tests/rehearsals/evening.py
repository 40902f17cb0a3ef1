"""An evening as a hall plays it: draw, publish, eight devices posting at once, close."""

from __future__ import annotations

import queue
import random
import threading
import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tests.rehearsals import fives_threes
from tests.rehearsals.client import Client
from tests.rehearsals.tables import DominoTable, Table

if TYPE_CHECKING:
    from collections.abc import Callable

    import httpx

    from tests.rehearsals.report import Report

DEVICES = 8
EVERY_TENTH = 10
CREATED, OK, CONFLICT, UNPROCESSABLE = 201, 200, 409, 422


@dataclass
class Round:
    """A round in play, as the product described it when it was published, and our own books on its tables."""

    number: int
    id: int
    described: dict[str, Any]
    tables: list[Table]
    posts: list[float] = field(default_factory=list)
    """Seconds that each acknowledged post took."""
    closing: float = 0.0
    """Seconds that it took to close the round."""

    @property
    def median_post(self) -> float:
        """The seconds that half of the posts took no longer than."""
        return sorted(self.posts)[len(self.posts) // 2]

    @property
    def acknowledged(self) -> int:
        """How many hands the product has said that it keeps."""
        return sum(len(leg.records) for table in self.tables for leg in table.legs)


class Evening:
    """One tournament with its desk, its devices and the books that are kept beside it."""

    def __init__(
        self, url: str, desk: Client, token: str, slug: str, kind: type[Table], report: Report, seed: int
    ) -> None:
        self.url = url
        self.desk = desk
        self.token = token
        self.slug = slug
        self.kind = kind
        self.report = report
        self.chance = random.Random(seed)
        self.rounds: list[Round] = []
        self.faults: list[str] = []
        self.repeats = self.conflicts = self.refusals = self.sent_again = 0
        self._lock = threading.Lock()
        self._sent = 0
        self._links: dict[int, str] = {}

    def open_round(self, *, seed: int | None = None) -> Round:
        """Draw the next round, from a seed if there is one, and put it into play."""
        draft = self.desk.create(f"tournaments/{self.slug}/rounds/", None if seed is None else {"seed": seed})
        return self.begin(self.desk.act(f"draws/{draft['draws'][0]['id']}/publication/"))

    def open_round_in_spite_of_faults(self) -> Round:
        """Put the next round into play while the product may be down, or have done what it did not say."""
        number = len(self.rounds) + 1

        def step() -> dict[str, Any] | None:
            found = [one for one in self.desk.get_all(f"tournaments/{self.slug}/rounds/") if one["number"] == number]
            if not found:
                self.desk.create(f"tournaments/{self.slug}/rounds/")
                return None
            described: dict[str, Any] = self.desk.get(f"rounds/{found[0]['id']}/")
            if described["status"] == "draft":
                self.desk.act(f"draws/{described['draws'][0]['id']}/publication/")
                return None
            return described

        return self.desk.until_done(lambda: self.begin(described) if (described := step()) else None)

    def close_in_spite_of_faults(self, opened: Round) -> None:
        """Close a round while the product may be down at any moment."""

        def step() -> bool | None:
            if self.desk.get(f"rounds/{opened.id}/")["status"] == "closed":
                return True
            self.desk.act(f"rounds/{opened.id}/closing/")
            return None

        self.desk.until_done(step)

    def begin(self, described: dict[str, Any]) -> Round:
        """Take a published round into the books."""
        self.read_links()
        tables = [self.kind(table["id"], table["number"], table["next"]["starter"]) for table in described["tables"]]
        opened = Round(described["number"], described["id"], described, tables)
        self.rounds.append(opened)
        return opened

    def play(self, opened: Round, *, disturb: Callable[[], None] | None = None, pause: float = 0.0) -> None:
        """Post all hands of a round from eight devices at once; ``disturb`` happens when a third of them is in.

        With a ``pause``, in seconds, between two hands of a device nobody races it, so that a lost answer is told from
        a lost race.
        """
        work: queue.Queue[Table | None] = queue.Queue()
        waiting = [table for table in opened.tables if not table.is_over]
        for table in waiting:
            work.put(table)
        unfinished = len(waiting)
        done = threading.Lock()

        def device(seed: int) -> None:
            nonlocal unfinished
            chance = random.Random(seed)
            with Client(self.url) as client:
                while (table := work.get()) is not None:
                    # The players play a hand; nothing is waited for.
                    time.sleep(pause)
                    self._enter_next(client, opened, table, chance, alone=pause > 0)
                    if not table.is_over:
                        work.put(table)
                        continue
                    with done:
                        unfinished -= 1
                        if not unfinished:
                            for _ in range(DEVICES):
                                work.put(None)

        with ThreadPoolExecutor(DEVICES) as pool:
            devices = [pool.submit(device, self.chance.getrandbits(32)) for _ in range(DEVICES)]
            if disturb is not None:
                third = opened.acknowledged + sum(not table.is_over for table in opened.tables)
                while opened.acknowledged < third and not any(one.done() for one in devices):
                    time.sleep(0.01)
                disturb()
            for one in devices:
                one.result()

    def close(self, opened: Round) -> None:
        """Close a round."""
        began = time.monotonic()
        self.desk.act(f"rounds/{opened.id}/closing/")
        opened.closing = time.monotonic() - began

    def read_links(self) -> None:
        """Fetch what the phones at the tables show."""
        links = self.desk.get(f"tournaments/{self.slug}/table-links/")
        self._links = {link["table_number"]: f"TableLink {link['token']}" for link in links}

    def link_of(self, number: int) -> str:
        """Return what the phone at a table shows."""
        return self._links[number]

    def authorization(self, table: Table) -> str:
        """Return what a device at the table shows: the link on odd tables, the scorer's token on even ones."""
        return self._links[table.number] if table.number % 2 else self.token

    def _enter_next(self, client: Client, opened: Round, table: Table, chance: random.Random, *, alone: bool) -> None:
        if isinstance(table, DominoTable) and chance.random() < 0.15:
            self._enter_too_much(client, table)
        # The second hand of every table is sent by two devices that do not agree.
        if table.turn.number == 2 and table.turn.leg == 1 and not alone:
            self._enter_twice(opened, table, chance)
            return
        post = self.new_post(table, table.random_hand(chance))
        began = time.monotonic()
        response = client.post_until_answered(f"tables/{table.id}/hands/", post, self.authorization(table))
        opened.posts.append(time.monotonic() - began)
        if not self.take(table, post, response):
            raise AssertionError(f"not kept: {post} {response.status_code} {response.text[:500]}")
        with self._lock:
            self._sent += 1
            again = self._sent % EVERY_TENTH == 0
        if again:
            self._send_again(client, table, post, response)

    def new_post(self, table: Table, record: dict[str, Any]) -> dict[str, Any]:
        """Return a post of a record as the table's next hand."""
        turn = table.turn
        return {"submission_id": str(uuid.uuid4()), "leg": turn.leg, "number": turn.number, "record": record}

    def take(self, table: Table, post: dict[str, Any], response: httpx.Response) -> bool:
        """Take an acknowledged hand into the books and compare the answer with our own sum; False if it is none."""
        if response.status_code not in (CREATED, OK):
            return False
        if response.status_code == OK:
            # Only where an answer was lost on the way: the hand was kept and the device could not know.
            self.sent_again += 1
        answer = response.json()
        turn = table.turn
        points = table.add(post["record"])
        leg = table.legs[turn.leg - 1]
        following = None if table.is_over else (table.turn.leg, table.turn.number, table.turn.starter)
        told = answer["next"] and (answer["next"]["leg"], answer["next"]["number"], answer["next"]["starter"])
        self._compare(
            f"round table {table.id} leg {turn.leg} hand {turn.number}",
            {
                "points": (tuple(answer["hand"]["points"]), points),
                "scores": (tuple(answer["scores"]), leg.score),
                "record": (answer["hand"]["record"], post["record"]),
                "next": (told, following),
                "table over": (answer["table_complete"], table.is_over),
            },
        )
        return True

    def _send_again(self, client: Client, table: Table, post: dict[str, Any], first: httpx.Response) -> None:
        again = client.post_until_answered(f"tables/{table.id}/hands/", post, self.authorization(table))
        answers = (again.status_code, again.json().get("outcome"), again.json().get("hand"))
        self._compare("a post sent twice", {"answer": (answers, (OK, "repeated", first.json()["hand"]))})
        with self._lock:
            self.repeats += 1

    def _enter_twice(self, opened: Round, table: Table, chance: random.Random) -> None:
        """Two devices at one table post different hands for the same number at the same moment."""
        first = table.random_hand(chance)
        second = table.random_hand(chance)
        while second == first:
            second = table.random_hand(chance)
        posts = [self.new_post(table, first), self.new_post(table, second)]
        responses = send_together(self.url, f"tables/{table.id}/hands/", posts, self.authorization(table))
        kept = [place for place in (0, 1) if self.take_if_created(table, posts[place], responses[place])]
        if len(kept) != 1:
            raise AssertionError(f"two devices, kept {kept}: {[response.text[:300] for response in responses]}")
        loser = responses[1 - kept[0]]
        told = loser.json()
        self._compare(
            "the device that came second",
            {
                "status": (loser.status_code, CONFLICT),
                "code": (told.get("code"), "hand.number_taken"),
                "stored": (told.get("stored", {}).get("record"), posts[kept[0]]["record"]),
                "same": (told.get("same"), False),
            },
        )
        with self._lock:
            self.conflicts += 1
        opened.posts.extend(response.elapsed.total_seconds() for response in responses)

    def take_if_created(self, table: Table, post: dict[str, Any], response: httpx.Response) -> bool:
        """Take a hand that was kept just now."""
        return response.status_code == CREATED and self.take(table, post, response)

    def _enter_too_much(self, client: Client, table: Table) -> None:
        turn = table.turn
        record = fives_threes.too_much(opener=turn.starter, before=turn.before)
        response = client.post_until_answered(
            f"tables/{table.id}/hands/", self.new_post(table, record), self.authorization(table)
        )
        codes = [fault["code"] for fault in response.json().get("errors", [])]
        self._compare(
            "more than 61",
            {
                "status": (response.status_code, UNPROCESSABLE),
                "named": ("fives_threes.over_target" in codes or "fives_threes.points_unreachable" in codes, True),
            },
        )
        with self._lock:
            self.refusals += 1

    def _compare(self, what: str, pairs: dict[str, tuple[Any, Any]]) -> None:
        wrong = [
            f"{name}: {got!r}, expected {expected!r}" for name, (got, expected) in pairs.items() if got != expected
        ]
        if wrong:
            with self._lock:
                self.faults.append(f"{what}: {'; '.join(wrong)}")


def send_together(url: str, path: str, posts: list[dict[str, Any]], authorization: str) -> list[httpx.Response]:
    """Send posts at the same moment, each from a device of its own."""
    barrier = threading.Barrier(len(posts))

    def send(post: dict[str, Any]) -> httpx.Response:
        with Client(url) as device:
            barrier.wait()
            return device.post_until_answered(path, post, authorization)

    with ThreadPoolExecutor(len(posts)) as pool:
        return list(pool.map(send, posts))
