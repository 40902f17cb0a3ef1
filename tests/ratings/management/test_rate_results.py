"""The command as another program runs it: alone, with nothing but its standard input."""

from __future__ import annotations

import json
import os
import subprocess
import sys

from config.embedded.paths import CHECKOUT
from ratings.engine.defaults import default_params
from ratings.engine.params import Params

NOWHERE = {
    "PATH": os.environ["PATH"],
    "DATA_DIR": "/dev/null/data",
    "DJANGO_SETTINGS_MODULE": "config.settings.production",
}
LINES = [
    {"period": "2026-03-08", "table": "1", "sides": [["Ona", "Eve"], ["Bob", "Cid"]], "outcome": [320, 520]},
    {"period": "2026-03-01", "table": "1", "sides": [["Ona", "Bob"], ["Cid", "Dot"]], "outcome": [1, 0]},
    {"period": "2026-03-01", "table": "2", "sides": [["Eve"], ["Fay"]], "outcome": [0.5, 0.5]},
]


def run(lines: list[dict], *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", "rate_results", *arguments],
        cwd=CHECKOUT,
        env=NOWHERE,
        input="\n".join(json.dumps(line) for line in lines),
        capture_output=True,
        text=True,
        check=False,
    )


def test_command_answers_with_the_states_after_each_period_in_any_order_of_lines():
    one, other = run(LINES), run(LINES[::-1])

    assert (one.returncode, one.stderr) == (0, "")
    assert one.stdout == other.stdout
    rows = [json.loads(row) for row in one.stdout.splitlines()]
    assert [(row["period"], row["player"], row["tables"]) for row in rows] == [
        *(("2026-03-01", player, 1) for player in ("Bob", "Cid", "Dot", "Eve", "Fay", "Ona")),
        *(("2026-03-08", player, 2) for player in ("Bob", "Cid", "Eve", "Ona")),
    ]
    assert rows[0] == {"period": "2026-03-01", "player": "Bob", "mu": 1511.8, "sigma": 93.2, "tables": 1}


def test_command_explains_so_that_the_parts_sum_to_the_change():
    rows = [json.loads(row) for row in run(LINES, "--explain").stdout.splitlines()]

    assert [{key: row[key] for key in ("period", "player", "mu", "sigma", "tables")} for row in rows] == [
        json.loads(row) for row in run(LINES).stdout.splitlines()
    ]
    for row in rows:
        assert round(100 * sum(part["points"] for part in row["parts"])) == round(100 * row["change"])
        assert round(10 * (row["mu"] - row["mu_before"])) == round(10 * row["change"])
    assert rows[0]["parts"] == [
        {
            "table": "1",
            "with": ["Ona"],
            "against": ["Cid", "Dot"],
            "expected": 0.5,
            "actual": 1.0,
            "weight": 23.6974,
            "points": 11.8,
            "by_margin": False,
            "is_held": False,
        }
    ]


def test_command_takes_other_parameters(tmp_path):
    file = tmp_path / "params.json"
    file.write_text('{"version": 1, "prior_mu": 10000, "prior_sigma": 9400, "least_sigma": 2000, "drift": 280}')

    rows = [json.loads(row) for row in run(LINES, "--params", str(file)).stdout.splitlines()]

    assert rows[0]["mu"] == 1011.8


def test_command_takes_the_outcome_for_points_where_margins_count(tmp_path):
    file = tmp_path / "params.json"
    file.write_text(json.dumps(default_params("five_hundred", by_margin=True).as_mapping()))

    rows = [json.loads(row) for row in run(LINES[:1], "--params", str(file), "--explain").stdout.splitlines()]

    assert [(row["player"], row["parts"][0]["actual"], row["parts"][0]["points"]) for row in rows] == [
        ("Bob", 200, 5.3),
        ("Cid", 200, 5.3),
        ("Eve", -200, -5.3),
        ("Ona", -200, -5.3),
    ]


def test_command_gives_partnerships_their_bonus_where_the_parameters_have_one(tmp_path):
    file = tmp_path / "params.json"
    file.write_text(json.dumps(Params(bonus_sigma=6_000).as_mapping()))

    states, told = (
        [json.loads(row) for row in run(LINES, "--params", str(file), *more).stdout.splitlines()]
        for more in ([], ["--explain"])
    )

    pairs = [row for row in states if "partnership" in row]
    assert [(row["period"], row["partnership"]) for row in pairs] == [
        ("2026-03-01", ["Cid", "Dot"]),
        ("2026-03-01", ["Bob", "Ona"]),
        ("2026-03-08", ["Eve", "Ona"]),
        ("2026-03-08", ["Bob", "Cid"]),
    ]
    assert pairs[1] == {
        "period": "2026-03-01",
        "partnership": ["Bob", "Ona"],
        "mu": 4.8,
        "sigma": 59.79,
        "tables": 1,
    }
    assert [row.get("player") for row in states if row not in pairs] == [
        *("Bob", "Cid", "Dot", "Eve", "Fay", "Ona"),
        *("Bob", "Cid", "Eve", "Ona"),
    ]
    assert [{name: row[name] for name in now} for now, row in zip(states, told, strict=True)] == states
    bonus = next(row for row in told if row.get("partnership") == ["Bob", "Ona"])
    assert (bonus["mu_before"], bonus["sigma_grown"], bonus["change"]) == (0.0, 60.0, 4.8)
    assert [(part["with"], part["against"], part["points"]) for part in bonus["parts"]] == [
        (["Bob", "Ona"], ["Cid", "Dot"], 4.8)
    ]


def test_command_refuses_parameters_and_lines_that_make_no_sense(tmp_path):
    file = tmp_path / "params.json"
    file.write_text('{"version": 1}')

    refused = run(LINES, "--params", str(file)), run([*LINES, LINES[0]]), run(LINES, "--params", str(tmp_path / "none"))

    assert [answer.returncode for answer in refused] == [1, 1, 1]
    assert [answer.stdout for answer in refused] == ["", "", ""]
    assert "missing or unknown: drift, least_sigma, prior_mu, prior_sigma" in refused[0].stderr
    assert "line 4: table '1' of 2026-03-08 stands in line 1 already" in refused[1].stderr
    assert "cannot be read" in refused[2].stderr
