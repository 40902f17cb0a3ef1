"""The command as another program runs it: alone, with nothing but its standard input."""

import json
import os
import subprocess
import sys

import pytest

from config.embedded.paths import CHECKOUT
from tournaments.management.commands.compute_standings import answered

# No database, no broker, no place to keep anything, and settings that would insist on all three.
NOWHERE = {
    "PATH": os.environ["PATH"],
    "DATA_DIR": "/dev/null/data",
    "DJANGO_SETTINGS_MODULE": "config.settings.production",
}
DOCUMENT = {
    "entries": ["Ann", "Bob", "Łukasz"],
    "rules": {"criteria": ["table_points", "points"]},
    "tables": [
        {"round": 1, "sides": ["Ann", "Bob"], "points": [140, 20]},
        {"round": 2, "sides": ["Łukasz", "Bob"], "points": [10, 20]},
    ],
}


def run(text, *arguments):
    """Return the exit status and the answer."""
    result = subprocess.run(
        [sys.executable, "manage.py", "compute_standings", *arguments],
        cwd=CHECKOUT,
        env=NOWHERE,
        input=text.encode(),
        capture_output=True,
        check=False,
    )
    assert result.stderr == b""
    return result.returncode, json.loads(result.stdout)


def test_standings_are_answered_from_standard_input_and_from_a_file(tmp_path):
    path = tmp_path / "results.json"
    path.write_text(json.dumps(DOCUMENT), encoding="utf-8")

    status, answer = run(json.dumps(DOCUMENT))

    assert status == 0
    assert [(row["rank"], row["entry"], row["values"]["points"]) for row in answer["rows"]] == [
        ("1", "Ann", 140),
        ("2", "Bob", 40),
        ("3", "Łukasz", 10),
    ]
    assert run("", str(path)) == (0, answer)


def test_results_that_make_no_sense_are_named_and_the_status_says_so():
    status, answer = run(json.dumps({**DOCUMENT, "entries": ["Ann", "Bob"]}))

    assert status == 1
    assert answer == {
        "errors": [
            {
                "code": "standings.results_invalid",
                "path": "tables[1].sides[0]",
                "detail": "The results make no sense: tables[1].sides[0] is not among the entries.",
            }
        ]
    }


def test_a_reader_may_leave_before_the_end(tmp_path):
    path = tmp_path / "results.json"
    path.write_text(json.dumps({"entries": list(range(400)), "tables": []}), encoding="utf-8")
    command = f"{sys.executable} manage.py compute_standings {path} | head -c 1"

    result = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command], cwd=CHECKOUT, env=NOWHERE, capture_output=True, check=False
    )

    assert (result.returncode, result.stdout, result.stderr) == (0, b"{", b"")


@pytest.mark.parametrize("text", [b"{", b"\xff", b"[" * 100_000, b'{"entries": NaN}', b""])
def test_what_is_not_json_is_refused(text):
    [fault] = answered(text)["errors"]

    assert fault["code"] == "document.unreadable"


def test_a_name_with_half_a_character_and_a_number_of_many_digits_are_written_all_the_same():
    huge = 10**30
    document = {
        "entries": ["\ud800", 1],
        "tables": [{"round": 1, "sides": ["\ud800", 1], "points": [huge, 1]}],
    }

    status, answer = run(json.dumps(document))

    assert status == 0
    assert answer["rows"][0]["entry"] == "\ud800"
    assert answer["rows"][0]["values"]["points"] == huge
