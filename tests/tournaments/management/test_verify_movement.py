"""The judge on our schedules, on those of others, and on what is none; and that it runs alone."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from django.core.management import CommandError, call_command

from config.embedded.paths import CHECKOUT
from tournaments.management.commands.verify_movement import judge_file
from tournaments.movements.howell import howell
from tournaments.movements.schedule import to_json

PUBLISHED = CHECKOUT / "tests" / "data" / "movements_published.json"
EIGHT = to_json(howell(list(range(1, 9))).schedule)


@pytest.fixture
def run(capsys, tmp_path):
    """Return what runs the command on a document: it gives the exit status and the output."""

    def called(document, *arguments):
        file = tmp_path / "event.json"
        file.write_text(json.dumps(document))
        try:
            call_command("verify_movement", str(file), *arguments)
            status = 0
        except SystemExit as leaving:
            status = leaving.code
        return status, capsys.readouterr().out

    return called


def spoilt():
    document = json.loads(json.dumps(EIGHT))
    document["rounds"][1]["tables"][0]["seats"]["NS"] = 99
    document["rounds"][2]["round"] = 5
    return document


def test_a_schedule_without_fault_is_said_to_have_none(run):
    assert run(EIGHT) == (0, "No fault.\n")


def test_every_fault_is_named_with_its_code_and_a_sentence(run):
    status, out = run(spoilt())

    assert status == 1
    assert out.splitlines() == [
        "schedule.entrant_missing: Round 2: 2 neither sits at a table nor sits out, and is not away.",
        "schedule.entrant_unknown: Round 2: 99 is not among those who take part.",
        "schedule.round_number: Round 5 stands where round 3 should.",
    ]


def test_the_verdict_can_be_read_by_a_program(run):
    status, out = run(EIGHT, "--format", "json")

    verdict = json.loads(out)
    assert (status, verdict["valid"], verdict["faults"]) == (0, True, [])
    assert verdict["measures"]["meet_min"] == 1

    status, out = run(spoilt(), "--format", "json")

    assert (status, json.loads(out)["measures"]) == (1, {})
    assert json.loads(out)["faults"][1] == {
        "code": "schedule.entrant_unknown",
        "params": {"round": 2, "entrant": 99},
        "detail": "Round 2: 99 is not among those who take part.",
    }


def test_many_schedules_are_judged_by_name(run):
    published = json.loads(PUBLISHED.read_text())

    status, out = run(published)

    assert status == 0
    assert out.splitlines() == [f"{name}: No fault." for name in published]


def test_one_bad_schedule_among_many_is_found():
    judged = judge_file(json.dumps({"good": EIGHT, "bad": spoilt()}).encode())

    assert {name: verdict["valid"] for name, verdict in judged.items()} == {"good": True, "bad": False}


def test_a_broken_promise_leaves_the_measures():
    (verdict,) = judge_file(json.dumps({**EIGHT, "claims": {"seat_running": 0}}).encode()).values()

    assert [fault["code"] for fault in verdict["faults"]] == ["schedule.claim_broken"]
    assert verdict["measures"]["seat_running"] == verdict["faults"][0]["params"]["measured"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (b"", "document.unreadable"),
        (b"{", "document.unreadable"),
        (b"[NaN]", "document.unreadable"),
        (b"[" * 100_000, "document.unreadable"),
        (b"\xff\xfe", "document.unreadable"),
        (b"[]", "movements.schedule_unreadable"),
        (b"{}", "movements.schedule_unreadable"),
        (b'{"kind": "pairs", "entrants": [1, 2], "rounds": [{}]}', "movements.schedule_unreadable"),
    ],
)
def test_what_is_no_schedule_is_refused(text, code):
    (verdict,) = judge_file(text).values()

    assert not verdict["valid"]
    assert [fault["code"] for fault in verdict["faults"]] == [code]
    assert verdict["measures"] == {}


def test_a_file_that_is_not_there_is_no_schedule_either():
    with pytest.raises(CommandError, match=r"/nowhere/event\.json"):
        call_command("verify_movement", "/nowhere/event.json")


def test_what_one_command_prints_the_other_reads_without_any_services():
    nowhere = {
        "PATH": os.environ["PATH"],
        "DATA_DIR": "/dev/null/data",
        "DJANGO_SETTINGS_MODULE": "config.settings.production",
    }
    manage = f"{sys.executable} manage.py"
    command = f"{manage} plan_movement --movement reduced_howell --entries 11 | {manage} verify_movement -"

    result = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],
        cwd=CHECKOUT,
        env=nowhere,
        capture_output=True,
        text=True,
        check=False,
    )

    assert (result.returncode, result.stdout, result.stderr) == (0, "No fault.\n", "")
