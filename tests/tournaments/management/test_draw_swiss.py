"""The command as another program runs it: alone, with nothing but its standard input."""

import json
import os
import re
import subprocess
import sys

import pytest

from config.embedded.paths import CHECKOUT
from tournaments.management.commands.draw_swiss import answered
from tournaments.movements.schedule import round_from_json

# No database, no broker, no place to keep anything, and settings that would insist on all three.
NOWHERE = {
    "PATH": os.environ["PATH"],
    "DATA_DIR": "/dev/null/data",
    "DJANGO_SETTINGS_MODULE": "config.settings.production",
}
STATE = {"entries": [{"entry": "Łukasz", "points": 2.5}, {"entry": "Ann", "points": 1}, {"entry": "Bob", "points": 0}]}


def run(text, *arguments):
    """Return the exit status and the answer."""
    result = subprocess.run(
        [sys.executable, "manage.py", "draw_swiss", *arguments],
        cwd=CHECKOUT,
        env=NOWHERE,
        input=text.encode(),
        capture_output=True,
        check=False,
    )
    assert result.stderr == b""
    return result.returncode, json.loads(result.stdout)


def test_round_is_drawn_from_standard_input_and_from_a_file(tmp_path):
    path = tmp_path / "state.json"
    path.write_text(json.dumps(STATE), encoding="utf-8")

    status, answer = run(json.dumps(STATE))

    assert status == 0
    assert [table["points"] for table in answer["tables"]] == [["5/2", "1"]]
    assert [out["entry"] for out in answer["out"]] == ["Bob"]
    assert run("", str(path)) == (0, answer)


def test_state_that_makes_no_sense_is_named_and_the_status_says_so():
    status, answer = run(json.dumps({"entries": [{"entry": 1}, {"entry": 1}]}))

    assert status == 1
    assert answer == {
        "errors": [
            {
                "code": "movements.state_unreadable",
                "path": "entries",
                "detail": "No round can be drawn from this: entries name 1 twice.",
            }
        ]
    }


def test_a_reader_may_leave_before_the_end(tmp_path):
    path = tmp_path / "state.json"
    path.write_text(json.dumps({"entries": [{"entry": number} for number in range(400)]}), encoding="utf-8")
    command = f"{sys.executable} manage.py draw_swiss {path} | head -c 1"

    result = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command], cwd=CHECKOUT, env=NOWHERE, capture_output=True, check=False
    )

    assert (result.returncode, result.stdout, result.stderr) == (0, b"{", b"")


@pytest.mark.parametrize("text", [b"", b"{", b"\xff", b'{"seed": NaN}', b"[" * 100_000], ids=str)
def test_what_is_not_json_is_refused(text):
    (error,) = answered(text)["errors"]

    assert (error["code"], error["path"]) == ("document.unreadable", "")


@pytest.mark.parametrize(
    ("document", "code"),
    [
        ({"entries": [{"entry": 1, "absent": True}, {"entry": 2}]}, "draw.too_few_entries"),
        ({"entries": [{"entry": 1}, {"entry": 2}], "forbidden": [[1, 2]]}, "draw.nobody_may_meet"),
    ],
)
def test_round_that_cannot_be_is_refused(document, code):
    (error,) = answered(json.dumps(document).encode())["errors"]

    assert error["code"] == code


def test_drawn_tables_are_a_round_for_the_judge_of_schedules():
    answer = answered(json.dumps({"entries": [{"entry": number} for number in range(1, 8)]}).encode())

    plan = round_from_json("pairs", {**answer, "out": [out["entry"] for out in answer["out"]]})

    assert sorted((*plan.seated, *plan.out)) == [1, 2, 3, 4, 5, 6, 7]


def test_example_of_the_guide_is_drawn_as_the_guide_says():
    guide = (CHECKOUT / "docs" / "movements.md").read_text(encoding="utf-8")
    guide = guide.split("`python manage.py draw_swiss")[1].split("\n## ")[0]
    (example,) = re.findall(r"```json\n(.*?)```", guide, flags=re.DOTALL)

    answer = answered(example.encode())

    assert [table["seats"] for table in answer["tables"]] == [
        {"NS": "Ann + Bob", "EW": "Gus + Hal"},
        {"NS": "Cy + Di", "EW": "Ed + Flo"},
    ]
    fields = re.findall(r"^\| `(\w+)` \|", guide.split("The answer:")[1], flags=re.MULTILINE)
    assert sorted(fields) == sorted(answer)
