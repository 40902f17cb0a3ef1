"""Four processes play, correct, open again, date back and merge at once, while the worker rates as well.

All of it counts on two lists, and on one of them partners have a bonus.
In the end what is stored is what a whole replay gives, to the last digit, and a replay of the same writes nothing.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from typing import TYPE_CHECKING

import psycopg

from config.embedded import paths
from tests.rehearsals.product import CHECKOUT

if TYPE_CHECKING:
    from tests.rehearsals.stage import Stage

PROCESSES, ACTS = 4, 100
PATIENCE = 1_800.0
STATES = """
    SELECT pool_id, player_id, 0 AS partner_id, period, mu, sigma, tables FROM ratings_ratingstate UNION ALL
    SELECT pool_id, first_id, second_id, period, mu, sigma, tables FROM ratings_pairstate ORDER BY 1, 2, 3, 4
"""
BONUS = {"bonus_sigma": 6_000, "bonus_drift": 150}
KINDS = ("played", "corrected", "opened again", "merged", "merge undone")


def rehearse(stage: Stage) -> None:
    """Let them loose, wait until all is rated, and replay."""
    report, product = stage.report, stage.product
    environment = {**product.environment(), "DJANGO_SETTINGS_MODULE": "config.settings.dev"}
    club = stage.found_club("Rated at once")
    names = "\n".join(f"Player {number:02}" for number in range(1, 25))
    stage.desk.create(f"clubs/{club}/players/import/", {"text": names})
    paired = {"kind": "five_hundred", "club": club, "format": "partners", "name": "With bonuses", "params": BONUS}
    stage.desk.create("ratings/pools/", paired)
    program = [sys.executable, "-m", "tests.rehearsals.rated_actor", club, "--acts", str(ACTS)]
    processes = [
        subprocess.Popen(
            [*program, "--seed", str(PROCESSES * stage.seed + place)],
            cwd=CHECKOUT,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for place in range(PROCESSES)
    ]
    done: Counter[str] = Counter()
    for process in processes:
        out, err = process.communicate(timeout=PATIENCE)
        report.check("a process did all that it wanted to", holds=process.returncode == 0, seen=err[-2000:])
        done.update(json.loads(out) if process.returncode == 0 else {})
    report.say(f"{sum(done.values())} acts: {dict(done)}")
    report.check("everything was done by somebody", holds=all(done[kind] for kind in KINDS), seen=dict(done))
    with psycopg.connect(paths.database_url(product.folder), autocommit=True) as connection:

        def is_quiet() -> bool:
            (waiting,) = connection.execute(
                "SELECT (SELECT count(*) FROM tournaments_outboxevent WHERE handled_at IS NULL)"
                " + (SELECT count(*) FROM ratings_ratingpool WHERE dirty_from IS NOT NULL)"
            ).fetchone() or (1,)
            return not waiting

        product.wait(is_quiet, "has not rated everything")
        stored = connection.execute(STATES).fetchall()
        # Writes nothing, and fails if a single row differs.
        product.manage("rebuild_ratings", "--verify")
        connection.execute(
            "UPDATE ratings_ratingpool SET dirty_from = '2000-01-01', dirty_at = now(), version = version + 1"
        )
        written = _writes(connection)
        product.wait(is_quiet, "has not replayed everything")
        report.equal("the same replayed writes no row", _writes(connection), written)
        report.equal("and no digit has changed", connection.execute(STATES).fetchall(), stored)
        product.manage("rebuild_ratings")
        report.equal("a whole rebuild gives the same, digit for digit", connection.execute(STATES).fetchall(), stored)
        report.check("there is something to compare", holds=len(stored) > ACTS, seen=len(stored))
        pairs = sum(partner > 0 for _pool, _player, partner, *_ in stored)
        report.check("there are states of pairs among it", holds=pairs > ACTS, seen=pairs)


def _writes(connection: psycopg.Connection) -> int:
    """Return how many rows of states have ever been written or deleted, in time for those of open connections too."""
    connection.execute("SELECT pg_stat_force_next_flush()")
    row = connection.execute(
        "SELECT sum(n_tup_ins + n_tup_upd + n_tup_del) FROM pg_stat_user_tables"
        " WHERE relname ~ '^ratings_(rating|pair)state'"
    ).fetchone()
    return int(row[0]) if row else 0
