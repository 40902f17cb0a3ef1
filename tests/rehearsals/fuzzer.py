"""Schemathesis over the whole schema of the API: whatever it thinks of, nothing may answer 500 or break its promise."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import httpx
import psycopg

from config.embedded import paths
from tests.rehearsals.client import API
from tests.rehearsals.product import CHECKOUT

if TYPE_CHECKING:
    from tests.rehearsals.report import Report
    from tests.rehearsals.stage import Stage

CHECKS = ("not_a_server_error", "status_code_conformance", "content_type_conformance", "response_schema_conformance")
_UNEXPECTED = re.compile(r"^.*(?:Internal Server Error|ERROR celery|Task .* raised unexpected|PANIC).*$", re.MULTILINE)
"""A line by which a process says that it met what nobody expected; a refusal is no such thing, nor a slow start."""
MOST_KNOWN = 20
"""So many things of each kind are named to the fuzzer."""


def fuzz(stage: Stage, *, who: str, authorization: str, phase: str, seconds: int) -> None:
    """Let the fuzzer loose on every operation, but for those that would log it out."""
    with psycopg.connect(paths.database_url(stage.product.folder)) as connection:
        known = known_ids(connection)
    environment = {
        **os.environ,
        "PYTHONPATH": str(CHECKOUT),
        "SCHEMATHESIS_HOOKS": "tests.rehearsals.hooks",
        "REHEARSAL_IDS": json.dumps(known),
    }
    done = subprocess.run(
        [
            *(sys.executable, "-m", "schemathesis.cli", "run", f"{stage.product.url}{API}schema/?format=json"),
            *("--header", f"Authorization: {authorization}", "--phases", phase, "--max-time", str(seconds)),
            *("--checks", ",".join(CHECKS), "--exclude-path-regex", "/auth/", "--seed", str(stage.seed + 1)),
            *("--continue-on-failure", "--no-color", "--warnings", "off"),
        ],
        env=environment,
        # Where it may leave its notes.
        cwd=stage.product.folder.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    cases = re.search(r"(\d+) generated, (\d+) passed", done.stdout)
    told = cases.groups() if cases else ("0", "none")
    stage.report.check(
        f"as {who}, {phase}: {told[0]} requests, and every answer keeps the promises of the schema",
        holds=done.returncode == 0 and told[0] == told[1] and int(told[0]) > 0,
        seen=done.stdout[done.stdout.find("FAILURES") :][:6000] + done.stderr[-1000:],
    )


def known_ids(connection: psycopg.Connection) -> dict[str, list[object]]:
    """Return ids of what is there, by the names that the addresses of the API have for them."""
    tables = {
        "table_id": "tournaments_table",
        "round_id": "tournaments_round",
        "draw_id": "tournaments_draw",
        "entry_id": "tournaments_entry",
        "one": "tournaments_entry",
        "other": "tournaments_entry",
        "player_id": "tournaments_player",
        "pool_id": "ratings_ratingpool",
        "user_id": "auth_user",
        "act_id": "tournaments_bulkact",
    }
    known: dict[str, list[object]] = {"number": [1, 2, 3], "leg": [1], "kind": ["five_hundred", "fives_threes"]}
    for name, table in tables.items():
        # The latest are those of the round in play.
        rows = connection.execute(f"SELECT id FROM {table} ORDER BY id DESC LIMIT {MOST_KNOWN}").fetchall()
        known[name] = [row[0] for row in rows]
    slugs = "SELECT slug FROM tournaments_tournament UNION ALL SELECT slug FROM tournaments_club"
    known["slug"] = [row[0] for row in connection.execute(slugs).fetchall()]
    return {name: values for name, values in known.items() if values}


def check_logs(stage: Stage, report: Report) -> None:
    """No process has met an error that it did not expect, and the product still works."""
    logs = sorted((stage.product.folder / "logs").glob("*.log"))
    told = {log.name: log.read_text("utf-8", errors="replace") for log in logs}
    broken = {name: found for name, text in told.items() if (found := _UNEXPECTED.findall(text))}
    report.check(f"no error that nobody expected stands in {len(told)} logs", holds=not broken, seen=broken)
    status = httpx.get(f"{stage.product.url}{API}health/ready/").status_code
    report.equal("the product is ready as before", status, httpx.codes.OK)
