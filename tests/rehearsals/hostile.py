"""Hostile input: a fuzzer over the whole API, then what somebody with bad intentions would try by hand.

Whatever they send is refused with a reason, changes nothing that is not theirs, and no answer is 500.
"""

from __future__ import annotations

import csv
import io
import json
import re
import uuid
from typing import TYPE_CHECKING, Any

import httpx
import psycopg

from config.embedded import paths
from tests.rehearsals import five_hundred, fuzzer, people
from tests.rehearsals.client import API, Client
from tests.rehearsals.tables import FiveHundredTable

if TYPE_CHECKING:
    from tests.rehearsals.evening import Evening, Round
    from tests.rehearsals.stage import Stage

NAMES = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    '=HYPERLINK("http://example.org";"Ann")',
    "@SUM(1+1)*cmd|' /C calc'!A0",
    "'; DROP TABLE tournaments_player; --",
    "{{ 7*7 }}{% debug %}",
    "${jndi:ldap://example.org/a}",
    "Ann \N{RIGHT-TO-LEFT OVERRIDE}eeL",
    "Wide \N{FULLWIDTH EQUALS SIGN}1+1",
)
REFUSED = range(400, 500)
DEEP = 100_000
LARGE = 12_000_000


def rehearse(stage: Stage) -> None:
    """Set up an evening with a round in play, and attack it."""
    rules = {"end": "hands", "hands": FiveHundredTable.HANDS}
    settings = {"name": "The target", "kind": "five_hundred", "movement": "swiss", "rules": rules, "rounds": 4}
    evening = stage.evening(FiveHundredTable, people.pairs(15, apart=1), settings)
    first = evening.open_round()
    evening.play(first)
    evening.close(first)
    opened = evening.open_round()
    attack = _Attack(stage, evening, opened)
    attack.bodies()
    attack.links()
    attack.foreign_ids()
    attack.sessions()
    attack.names()
    fuzzer.fuzz(stage, who="a table", authorization=evening.link_of(1), phase="coverage", seconds=40)
    fuzzer.fuzz(stage, who="an organiser", authorization=stage.token, phase="coverage", seconds=90)
    fuzzer.fuzz(stage, who="an organiser", authorization=stage.token, phase="fuzzing", seconds=60)
    fuzzer.check_logs(stage, stage.report)


class _Attack:
    """One who means no good, with a table's link, a log-in of another club, and a keyboard."""

    def __init__(self, stage: Stage, evening: Evening, opened: Round) -> None:
        self.stage = stage
        self.report = stage.report
        self.evening = evening
        self.table, self.other = opened.tables[0], opened.tables[1]
        self.hands = f"{API}tables/{self.table.id}/hands/"
        self.http = httpx.Client(base_url=stage.product.url, timeout=60, verify=False)

    def bodies(self) -> None:
        """Bodies that are too large, too deep, or no JSON at all."""
        before = self._everything()
        link = {"Authorization": self.evening.link_of(self.table.number), "Content-Type": "application/json"}
        good = json.dumps(self._post())
        bodies = {
            "deep lists": b"[" * DEEP + b"]" * DEEP,
            "deep objects": b'{"record":' * DEEP + b"1" + b"}" * DEEP,
            "a large string": b'"' + b"a" * LARGE + b'"',
            "a large record": json.dumps({**self._post(), "record": {"level": 1, "x": ["y"] * 500_000}}).encode(),
            "half a body": good[: len(good) // 2].encode(),
            "two bodies": (good + good).encode(),
            "not text": b"\xff\xfe\x00" + good.encode(),
            "a lone surrogate": good.replace('"level"', '"\\ud800"').encode(),
            "a zero": good.replace('"level"', '"\\u0000"').encode(),
            "a huge number": good.replace('"number": 1', '"number": ' + "9" * 5_000).encode(),
            "no number": good.replace('"number": 1', '"number": NaN').encode(),
            "a name twice": good.replace('"number": 1', '"number": 1, "number": 2').encode(),
        }
        for what, body in bodies.items():
            answer = self.http.post(self.hands, content=body, headers=link)
            self._refused(what, answer)
        self.report.equal("none of these bodies has changed anything", self._everything(), before)

    def links(self) -> None:
        """Links that are stolen, guessed, revoked or have run out."""
        before = self._everything()
        mine, theirs = self.evening.link_of(self.other.number), self.evening.link_of(self.table.number)
        self._refused("the link of another table", self._enter(mine))
        self._refused("a link with a letter changed", self._enter(theirs[:-1] + ("A" if theirs[-1] != "A" else "B")))
        self._refused("a link that is half there", self._enter(theirs[: len(theirs) // 2]))
        self._refused("a link with the number of another", self._enter(theirs.replace("TableLink 1-", "TableLink 2-")))
        self._refused("a link as a token", self._enter(theirs.replace("TableLink", "Token")))
        self._refused(
            "a link in a round of the desk",
            self.http.post(f"{API}rounds/1/closing/", headers={"Authorization": theirs}),
        )
        self.report.equal("no hand came in by these links", self._everything(), before)
        self.evening.desk.create(f"tournaments/{self.evening.slug}/table-links/{self.table.number}/renewal/")
        before = self._everything()
        self._refused("a link that was revoked", self._enter(theirs))
        self.report.equal("no hand came in by a revoked link", self._everything(), before)
        self.evening.read_links()
        with psycopg.connect(paths.database_url(self.stage.product.folder)) as connection:
            connection.execute("UPDATE tournaments_tablelink SET expires_at = now() - interval '1 second'")
        before = self._everything()
        self._refused("a link that has run out", self._enter(self.evening.link_of(self.table.number)))
        self.report.equal("no hand came in by a link that has run out", self._everything(), before)
        with psycopg.connect(paths.database_url(self.stage.product.folder)) as connection:
            connection.execute("UPDATE tournaments_tablelink SET expires_at = now() + interval '1 day'")

    def foreign_ids(self) -> None:
        """The organiser of another club, who writes to every address of this one."""
        stranger = self._stranger()
        with psycopg.connect(paths.database_url(self.stage.product.folder)) as connection:
            known = fuzzer.known_ids(connection)
        known["slug"] = [self.evening.slug]
        before = self._everything()
        schema = self.evening.desk.get("schema/", format="json")
        wrong, count = [], 0
        for path, operations in schema["paths"].items():
            for method in operations.keys() & {"post", "put", "patch", "delete"}:
                if "{" not in path or "/auth/" in path or "/rules/" in path:
                    continue
                address = re.sub(r"{(\w+)}", lambda name: str(known.get(name[1], [1])[0]), path)
                answer = stranger.request(method.upper(), address, json={})
                count += 1
                if answer.status_code not in REFUSED:
                    wrong.append(f"{method} {address}: {answer.status_code} {answer.text[:200]}")
        self.report.check(f"the organiser of another club is refused {count} times", holds=not wrong, seen=wrong[:5])
        self.report.equal("and has changed nothing", self._everything(), before)

    def sessions(self) -> None:
        """A page elsewhere that lets the organiser's browser post to us."""
        browser = httpx.Client(base_url=self.stage.product.url, timeout=60, verify=False)
        browser.get(f"{API}auth/session/")
        cookie = browser.cookies["csrftoken"]
        who = {"username": "organiser", "password": self.stage.password}
        logged_in = browser.post(f"{API}auth/session/", json=who, headers={"X-CSRFToken": cookie})
        self.report.equal("the organiser logs in", logged_in.status_code, httpx.codes.OK)
        before = self._everything()
        self._refused("a post without the token of the form", browser.post(self.hands, json=self._post()))
        forged = {"X-CSRFToken": "a" * len(cookie), "Origin": "http://example.org"}
        self._refused(
            "a post with a token of somebody's own", browser.post(self.hands, json=self._post(), headers=forged)
        )
        page = browser.post(f"/tables/{self.table.id}/time/", data={})
        self.report.equal("a form from elsewhere", page.status_code, httpx.codes.FORBIDDEN)
        self.report.equal("nothing came of it", self._everything(), before)

    def names(self) -> None:
        """Names that are programs: on pages they are text, and in spreadsheets too."""
        desk, club = self.evening.desk, self.stage.club
        for name in NAMES:
            answer = desk.post(f"clubs/{club}/players/", {"name": name})
            kept = answer.status_code == httpx.codes.CREATED
            refused = answer.status_code in REFUSED
            self.report.check(f"{name!r} is kept or refused", holds=kept or refused, seen=answer.text[:300])
        known = [row["name"] for row in desk.get_all(f"clubs/{club}/players/") if row["name"] in NAMES]
        self.report.check("most of them may be names", holds=len(known) >= len(NAMES) - 2, seen=known)
        browser = httpx.Client(base_url=self.stage.product.url, timeout=60, verify=False, follow_redirects=True)
        self._log_in(browser)
        page = browser.get(f"/clubs/{club}/players/").text
        loose = [mark for mark in ("<script>alert", "<img src=x", "49{") if mark in page]
        self.report.check(
            "on the page of players they are text", holds=not loose and "&lt;script&gt;" in page, seen=loose
        )
        sheet = browser.get(f"/clubs/{club}/players.csv").content.decode("utf-8-sig")
        cells = [cell for row in csv.reader(io.StringIO(sheet)) for cell in row]
        live = [cell for cell in cells if cell[:1] in tuple("=+-@\t\r\N{FULLWIDTH EQUALS SIGN}")]
        self.report.check(
            "in the spreadsheet no cell is a formula", holds=len(cells) > len(NAMES) and not live, seen=live
        )

    def _log_in(self, browser: httpx.Client) -> None:
        browser.get(f"{API}auth/session/")
        who = {"username": "organiser", "password": self.stage.password}
        browser.post(f"{API}auth/session/", json=who, headers={"X-CSRFToken": browser.cookies["csrftoken"]})

    def _stranger(self) -> httpx.Client:
        self.stage.product.manage(
            "shell",
            "-c",
            "from django.contrib.auth.models import User; User.objects.create_user('stranger', password='elsewhere')",
        )
        role = {"username": "stranger", "role": "organiser"}
        self.evening.desk.create(f"clubs/{self.stage.found_club('Another club')}/roles/", role)
        with Client(self.stage.product.url) as client:
            token = client.create("auth/tokens/", {"username": "stranger", "password": "elsewhere"})["token"]
        return httpx.Client(
            base_url=self.stage.product.url, headers={"Authorization": f"Token {token}"}, timeout=60, verify=False
        )

    def _post(self) -> dict[str, Any]:
        record = five_hundred.random_hand(self.evening.chance, dealer=self.table.turn.starter)
        return {"submission_id": str(uuid.uuid4()), "leg": 1, "number": 1, "record": record}

    def _enter(self, authorization: str) -> httpx.Response:
        return self.http.post(self.hands, json=self._post(), headers={"Authorization": authorization})

    def _refused(self, what: str, answer: httpx.Response) -> None:
        said = (
            answer.status_code in REFUSED and "json" in answer.headers["content-type"] and bool(answer.json()["code"])
        )
        self.report.check(
            f"{what} is refused with a reason", holds=said, seen=f"{answer.status_code} {answer.text[:300]}"
        )

    def _everything(self) -> dict[str, tuple[int, str]]:
        """Return the number of rows of each table and a digest of them all."""
        with psycopg.connect(paths.database_url(self.stage.product.folder)) as connection:
            names = connection.execute(
                "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename ~ '^(tournaments|gameplay)_'"
            ).fetchall()
            return {
                name: connection.execute(
                    f"SELECT count(*), md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) FROM {name} AS t"
                ).fetchone()
                or (0, "")
                for (name,) in names
            }
