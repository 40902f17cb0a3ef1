"""The command, and that it runs alone; every answer is read back by the judge."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from django.core.management import CommandError, call_command

from config.embedded.paths import CHECKOUT
from tournaments.movements.measures import MEASURES
from tournaments.movements.schedule import from_json
from tournaments.movements.verify import FAULT_CODES, verify
from tournaments.movements.whole_event import PLANNERS


@pytest.fixture
def run(capsys):
    """Return what runs the command: it gives the exit status, the output and the complaints."""

    def called(*arguments):
        try:
            call_command("plan_movement", *map(str, arguments))
            status = 0
        except SystemExit as leaving:
            status = leaving.code
        return status, *capsys.readouterr()

    return called


@pytest.mark.parametrize("movement", PLANNERS)
def test_every_movement_is_printed_as_a_schedule_that_keeps_its_promises(run, movement):
    status, out, complaints = run("--movement", movement, "--entries", 9)

    assert (status, complaints) == (0, "")
    document = json.loads(out)
    schedule = from_json(document)
    assert schedule.entrants == tuple(range(1, 10))
    assert schedule.claims
    assert verify(schedule) == ()
    assert all(remark["detail"].endswith(".") for remark in document["remarks"])


def test_the_options_reach_the_movement(run):
    asked = ("--movement", "mitchell", "--entries", 10, "--rounds", 4, "--seed", 3, "--stationary", 9, 10)
    document = json.loads(run(*asked)[1])

    assert json.loads(run(*asked)[1]) == document
    assert len(document["rounds"]) == 4
    assert {9, 10} < set(document["stationary"])
    in_order = json.loads(run(*asked[:6], "--stationary", 9, 10)[1])
    assert in_order["rounds"] != document["rounds"]
    assert in_order["rounds"][0]["tables"][0]["seats"]["NS"] == 1


def test_boards_and_sides_are_as_asked_for(run):
    bare = json.loads(run("--movement", "howell", "--entries", 8, "--boards", 0, "--sides", "still")[1])
    switched = json.loads(run("--movement", "mitchell", "--entries", 10, "--boards", 3, "--arrow-switch")[1])

    assert "boards" not in bare["rounds"][0]["tables"][0]
    assert "seat_balance" not in bare["claims"]
    assert switched["rounds"][0]["tables"][0]["boards"] == [1, 2, 3]
    assert switched["remarks"][-1]["code"] == "movement.arrow_switched"


def test_a_chart_is_printed_as_text(run):
    status, out, complaints = run("--movement", "reduced_howell", "--entries", 8, "--rounds", 6, "--format", "text")

    assert (status, complaints) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "Reduced Howell: 8 entries, 6 rounds"
    assert lines[2].split() == ["Round", "Table", "1", "Table", "2", "Table", "3", "Table", "4"]
    assert lines[10].startswith("No reduced Howell for 8 pairs in 6 rounds is known.")
    assert not any(line.startswith("Round  Sits here") for line in lines)


def test_cards_for_the_tables_are_printed_too_if_asked_for(run):
    asked = ("--movement", "howell", "--entries", 8, "--format", "text")

    chart, both = run(*asked)[1], run(*asked, "--cards")[1]

    assert both.startswith(f"{chart}\nTable 1\nRound  Sits here")
    assert both.count("Round  Sits here") == 4


def test_what_cannot_be_says_why_and_what_comes_nearest(run):
    asked = ("--movement", "howell", "--entries", 8, "--rounds", 9)
    detail = "With 8 entries this movement has from 1 to 7 rounds, not 9. What comes nearest: howell, rounds: 7."

    status, out, complaints = run(*asked)

    assert (status, complaints) == (1, "")
    assert json.loads(out) == {
        "errors": [
            {
                "code": "movement.rounds_not_possible",
                "detail": detail,
                "nearest": {"movement": "howell", "rounds": 7},
            }
        ]
    }
    assert run(*asked, "--format", "text") == (1, "", f"movement.rounds_not_possible: {detail}\n")


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        pytest.param(
            ("--movement", "howell", "--entries", 1),
            {"code": "draw.too_few_entries", "detail": "A draw needs 3 entries, there are 1."},
            id="one alone",
        ),
        pytest.param(
            ("--movement", "double_round_robin", "--entries", 5, "--rounds", 7),
            {
                "code": "movement.rounds_not_possible",
                "detail": "With 5 entries this movement has 10 rounds, not 7. "
                "What comes nearest: round_robin, rounds: 7.",
                "nearest": {"movement": "round_robin", "rounds": 7},
            },
            id="a movement of one length",
        ),
        pytest.param(
            ("--movement", "howell", "--entries", 6, "--boards", 3),
            {
                "code": "movement.boards_not_possible",
                "detail": "Five or six pairs share each set of boards in two halves, so a table cannot play 3 in a "
                "round. What comes nearest: 4.",
                "nearest": {"movement": "howell", "boards": 4},
            },
            id="half a board",
        ),
        pytest.param(
            ("--movement", "round_robin", "--entries", 6, "--stationary", 7),
            {"code": "movement.staying_unknown", "detail": "7 is to keep a table, but does not take part."},
            id="a stranger stays",
        ),
    ],
)
def test_every_refusal_has_a_code_and_a_sentence(run, arguments, error):
    status, out, _ = run(*arguments)

    assert status == 1
    assert json.loads(out) == {"errors": [error]}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--movement", "waltz", "--entries", 8), "invalid choice: 'waltz'"),
        (("--movement", "howell"), "required: --entries"),
        (("--movement", "howell", "--entries", 0), "0 is not from 1 to 128"),
        (("--movement", "howell", "--entries", 129), "129 is not from 1 to 128"),
        (("--movement", "howell", "--entries", 8, "--rounds", "many"), "invalid whole number value: 'many'"),
        (("--movement", "whist", "--entries", 8, "--boards", 0), "--boards has a meaning in mitchell, howell"),
        (("--movement", "mitchell", "--entries", 8, "--sides", "level"), "--sides has a meaning in howell only"),
        (("--movement", "howell", "--entries", 8, "--arrow-switch"), "--arrow-switch has a meaning in mitchell"),
        (("--movement", "howell", "--entries", 8, "--cards"), "--cards are printed with --format text only"),
    ],
)
def test_a_call_that_makes_no_sense_says_so(run, arguments, said):
    with pytest.raises(CommandError, match=said):
        run(*arguments)


def test_the_guide_says_what_is_printed_and_names_every_promise_and_fault(run):
    guide = (CHECKOUT / "docs" / "movements.md").read_text(encoding="utf-8")

    example = from_json(json.loads(guide.split("```json\n")[1].split("```")[0]))
    assert [fault.code for fault in verify(example)] == []
    printed = run("--movement", "howell", "--entries", 8, "--rounds", 9)[1]
    assert printed.split() == guide.split("--entries 8 --rounds 9\n")[1].split("```")[0].split()
    named = guide.split("## Swiss")[0]
    assert [claim for claim in MEASURES if f"`{claim}`" not in named] == []
    assert [code for code in FAULT_CODES if f"{code.removeprefix('schedule.')}`" not in named] == []
    assert [movement for movement in PLANNERS if f"`{movement}`" not in named] == []


def test_the_command_needs_no_services_and_a_reader_may_leave():
    # No database, no broker, no place to keep anything, and settings that would insist on all three.
    nowhere = {
        "PATH": os.environ["PATH"],
        "DATA_DIR": "/dev/null/data",
        "DJANGO_SETTINGS_MODULE": "config.settings.production",
    }
    command = f"{sys.executable} manage.py plan_movement --movement howell --entries 40 | head -c 1"

    result = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],
        cwd=CHECKOUT,
        env=nowhere,
        capture_output=True,
        text=True,
        check=False,
    )

    assert (result.returncode, result.stdout, result.stderr) == (0, "{", "")
