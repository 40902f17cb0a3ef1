"""Faults: the parts of the product are killed at random moments of an evening, the database too.

Eight devices play on as phones with a queue do: they send again until they are answered. At the end every hand that was
acknowledged is there, once, and whatever the ratings had to hear of they have heard.
"""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from typing import TYPE_CHECKING

import psycopg

from config.embedded import paths
from tests.rehearsals import audit, people, rating_list
from tests.rehearsals.tables import FiveHundredTable

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.rehearsals.evening import Evening
    from tests.rehearsals.stage import Stage

EVENING_MINUTES = 10
FASTER = 6
"""The evening is played so many times faster than in a hall: its ten minutes take a hundred seconds."""
PAUSE = (2.0, 9.0)
"""Seconds between two kills, at random; a part that dies seven times within a minute is given up by design."""
PAIRS = 24
MOST_ROUNDS = 20
"""Rounds are drawn until the time is over, and at most so many."""
THINKING = 0.6
"""Seconds between two hands of a device."""


def rehearse(stage: Stage) -> None:
    """Play ten minutes of an evening while parts are killed, then count."""
    rules = {"end": "hands", "hands": FiveHundredTable.HANDS}
    settings = {"name": "Faults", "kind": "five_hundred", "movement": "swiss", "rules": rules, "rounds": MOST_ROUNDS}
    stage.desk.create(f"clubs/{stage.club}/players/import/", {"text": "\n".join(people.crowd(2 * PAIRS))})
    evening = stage.evening(FiveHundredTable, people.pairs_of(people.crowd(2 * PAIRS)), settings)
    killer = _Killer(stage, seed=stage.seed)
    ends = time.monotonic() + 60 * EVENING_MINUTES / FASTER
    killer.start()
    try:
        while time.monotonic() < ends and len(evening.rounds) < MOST_ROUNDS:
            opened = evening.open_round_in_spite_of_faults()
            evening.play(opened, pause=THINKING)
            evening.close_in_spite_of_faults(opened)
    finally:
        killer.stop()
    report = stage.report
    hands = sum(opened.acknowledged for opened in evening.rounds)
    report.say(f"{len(evening.rounds)} rounds, {hands} hands; killed: {dict(killer.kills)}")
    report.check("every part was killed", holds=set(killer.kills) == set(killer.parts), seen=killer.kills)
    stage.product.wait_until_ready()
    audit.check_hands(evening, report, "after all kills")
    report.check("every answer agreed with our own sum", holds=not evening.faults, seen=evening.faults[:3])
    audit.compare_standings(evening, report)
    _check_outbox(stage, evening)
    rating_list.check_list(evening, report, club=stage.club, kind="five_hundred")


class _Killer:
    """Kills a part of the product from time to time, in a thread of its own."""

    def __init__(self, stage: Stage, *, seed: int) -> None:
        product = stage.product
        self._chance = random.Random(seed)
        self.parts: dict[str, Callable[[], object]] = {
            "web server": product.kill_web_server,
            "web process": lambda: product.kill_web_process(self._chance),
            "worker": product.kill_worker,
            "broker": product.kill_broker,
            "database": product.kill_database,
            "clock": product.kill_clock,
        }
        self.kills: Counter[str] = Counter()
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._run)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """End, and wait for it."""
        self._is_over.set()
        self._thread.join()

    def _run(self) -> None:
        waiting: list[str] = []
        while not self._is_over.wait(self._chance.uniform(*PAUSE)):
            if not waiting:
                waiting = list(self.parts)
                self._chance.shuffle(waiting)
            part = waiting.pop()
            self.parts[part]()
            self.kills[part] += 1


def _check_outbox(stage: Stage, evening: Evening) -> None:
    """Nothing that the ratings must hear of is left over."""
    with psycopg.connect(paths.database_url(stage.product.folder)) as connection:

        def left() -> int:
            row = connection.execute("SELECT count(*) FROM tournaments_outboxevent WHERE handled_at IS NULL").fetchone()
            connection.rollback()
            return int(row[0]) if row else -1

        stage.product.wait(lambda: left() == 0, "left facts in the outbox")
        rows = connection.execute("SELECT topic, count(*) FROM tournaments_outboxevent GROUP BY topic").fetchall()
        hands = connection.execute(
            "SELECT count(*), count(DISTINCT (game_id, number)) FROM gameplay_handrecord WHERE is_current"
        ).fetchone()
    expected = len(evening.rounds)
    stage.report.equal("each closed round was told once, and all is handled", dict(rows), {"round.closed": expected})
    count = sum(opened.acknowledged for opened in evening.rounds)
    stage.report.equal("the database holds each acknowledged hand once", hands, (count, count))
