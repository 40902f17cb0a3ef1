"""The command as another program runs it: alone, with nothing but its standard input."""

import json
import os
import subprocess
import sys
from itertools import count, islice
from pathlib import Path
from random import Random

import pytest

from config.embedded.paths import CHECKOUT
from gameplay.management.commands.check_hand import LONGEST_LINE, judge_lines
from gameplay.rules.registry import KINDS

# No database, no broker, no place to keep anything, and settings that would insist on all three.
NOWHERE = {
    "PATH": os.environ["PATH"],
    "DATA_DIR": "/dev/null/data",
    "DJANGO_SETTINGS_MODULE": "config.settings.production",
}
COMMAND = (sys.executable, "manage.py", "check_hand")
GOOD = {
    "game": "five_hundred",
    "level": 1,
    "dealer": 0,
    "contract": {"seat": 1, "bid": "7H", "sans_kitty": False},
    "tricks": [2, 8],
}
BAD = {**GOOD, "tricks": [2, 7]}
ROUND = {
    "game": "fives_threes",
    "level": 1,
    "opener": 0,
    "scores_before": [0, 0],
    "points": [12, 7],
    "end": "out",
    "out_side": 0,
}
VECTORS = [
    vector
    for vector in json.loads((Path(__file__).parents[2] / "data" / "vectors.json").read_text())
    if vector["kind"] in {"fh.record", "ft.record"}
]

BROKEN = {
    "cut off": (b"{", "line.unreadable", None),
    "another encoding": (b"\xff\xfe{}", "line.unreadable", None),
    "no number": (b'{"id": 1, "record": NaN}', "line.unreadable", None),
    "brackets without end": (b"[" * 100_000, "line.unreadable", None),
    "too many digits": (b"9" * 5000, "line.unreadable", None),
    "too long": (b" " * (LONGEST_LINE + 1), "line.too_long", None),
    "far too long": (b"x" * (3 * LONGEST_LINE), "line.too_long", None),
    "null": (b"null", "line.game_unknown", None),
    "a list": (b"[1]", "line.game_unknown", None),
    "no record": (b'{"id": 4}', "line.game_unknown", 4),
    "null for a record": (b'{"id": 4, "record": null}', "line.game_unknown", 4),
    "another game": (b'{"id": 4, "record": {"game": "bridge"}}', "line.game_unknown", 4),
    "no name of a game": (b'{"id": 4, "record": {"game": ["x"]}}', "line.game_unknown", 4),
    "a field beside the record": (b'{"id": 4, "record": {}, "level": 1}', "line.unknown_field", 4),
    "a list for an id": (b'{"id": [4], "record": {}}', "line.id", None),
    "a record without form": (b'{"game": "five_hundred"}', "five_hundred.schema", None),
    "a record that is deep": (
        b'{"id": 4, "game": "five_hundred", "level": 1, "contract": null, "dealer": ' + b"[" * 900 + b"]" * 900 + b"}",
        "five_hundred.seat",
        4,
    ),
}


def run(text, *arguments):
    """Return the exit status and the answers."""
    sent = text if isinstance(text, bytes) else text.encode()
    result = subprocess.run(
        [*COMMAND, *arguments], cwd=CHECKOUT, env=NOWHERE, input=sent, capture_output=True, check=False
    )
    assert result.stderr == b""
    return result.returncode, [json.loads(line) for line in result.stdout.splitlines()]


def run_lines(documents, *arguments):
    return run("".join(json.dumps(document) + "\n" for document in documents), *arguments)


def codes(answer):
    return [error["code"] for error in answer["errors"]]


def test_hands_are_judged_in_the_order_of_the_lines():
    status, answers = run_lines([{"id": "a", "record": GOOD}, {**ROUND, "id": 7}, GOOD])

    assert status == 0
    assert answers == [
        {
            "id": "a",
            "valid": True,
            "errors": [],
            "contract": GOOD["contract"],
            "tricks": [2, 8],
            "made": True,
            "points": [20, 200],
        },
        {
            "id": 7,
            "valid": True,
            "errors": [],
            "points": [12, 7],
            "scores_after": [12, 7],
            "end": "out",
            "out_side": 0,
            "winner": None,
        },
        {**answers[0], "id": None},
    ]


def test_a_wrong_hand_says_where_and_why_and_the_run_goes_on():
    status, answers = run_lines([{"id": 1, "record": BAD}, {"id": 2, "record": GOOD}])

    assert status == 1
    assert answers[0] == {
        "id": 1,
        "valid": False,
        "errors": [
            {
                "code": "five_hundred.tricks_sum",
                "path": "tricks",
                "detail": "The tricks make 9 together instead of 10.",
            }
        ],
    }
    assert (answers[1]["id"], answers[1]["valid"]) == (2, True)


def test_a_broken_line_gets_an_error_and_the_run_goes_on():
    good = json.dumps(GOOD).encode()

    status, answers = run(b"\n".join(part for line, _, _ in BROKEN.values() for part in (line, good)))

    assert status == 1
    assert [answer["valid"] for answer in answers] == [False, True] * len(BROKEN)
    told = {title: (codes(answer), answer["id"]) for title, answer in zip(BROKEN, answers[::2], strict=True)}
    assert told == {title: ([code], name) for title, (_, code, name) in BROKEN.items()}
    assert all(answer["errors"][0]["detail"].endswith(".") for answer in answers[::2])


def test_a_line_may_be_as_long_as_allowed():
    line = json.dumps(GOOD).encode()

    status, answers = run(line + b" " * (LONGEST_LINE - len(line)) + b"\n" + line)

    assert (status, len(answers)) == (0, 2)


def test_blank_lines_have_no_answer_and_the_last_line_needs_no_end():
    status, answers = run("\n  \r\n" + json.dumps(GOOD) + "\r\n\n" + json.dumps(GOOD))

    assert (status, len(answers)) == (0, 2)


def test_no_line_at_all_is_no_error():
    assert run("") == (0, [])


def test_a_mark_of_the_encoding_before_the_first_line_is_passed_over():
    assert run("\ufeff" + json.dumps(GOOD))[0] == 0


def test_an_id_comes_back_as_it_was_sent():
    names = [10**30, "\ud800", 1.5, True, "", "Łódź"]

    _, answers = run_lines([{"id": name, "record": GOOD} for name in names])

    assert [answer["id"] for answer in answers] == names


def test_a_hand_is_explained_when_asked_for():
    status, answers = run_lines([GOOD, BAD, {"game": "bridge"}], "--explain")

    assert status == 1
    assert answers[0]["explanation"] == [
        "North dealt.",
        "East plays 7♥\ufe0e.",
        "Tricks: 2 for North-South, 8 for East-West.",
        "East made 7♥\ufe0e.",
        "Points: 20 for North-South, 200 for East-West.",
    ]
    assert answers[1]["explanation"] == ["The tricks make 9 together instead of 10."]
    assert "explanation" not in answers[2]


def test_sentences_are_in_the_language_asked_for():
    _, answers = run_lines([BAD, "x"], "--language", "pl")

    assert [answer["errors"][0]["detail"] for answer in answers] == [
        "Lew jest razem 9 zamiast 10.",
        "Zapis musi podawać grę, jedną z: five_hundred, fives_threes.",
    ]


def test_every_published_record_is_answered_as_published():
    _, answers = run_lines([{"id": vector["id"], "record": vector["input"]} for vector in VECTORS])

    assert [answer["id"] for answer in answers] == [vector["id"] for vector in VECTORS]
    for vector, answer in zip(VECTORS, answers, strict=True):
        expected = dict(vector["expected"])
        prefix = f"{answer['id'][:2]}_".upper()
        first = [prefix + error["code"].partition(".")[2].upper() for error in answer["errors"][:1]]
        assert first == expected.pop("errors", [])[:1], vector["id"]
        assert {name: answer.get(name) for name in expected} == expected, vector["id"]


def test_the_next_hand_may_wait_for_the_answer_to_the_last():
    with subprocess.Popen(COMMAND, cwd=CHECKOUT, env=NOWHERE, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        for number in range(3):
            process.stdin.write(json.dumps({"id": number, "record": GOOD}).encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == number
        process.stdin.close()

        assert process.wait(30) == 0


def test_a_reader_who_leaves_ends_the_run_quietly():
    line = json.dumps(GOOD).encode() + b"\n"
    process = subprocess.Popen(
        COMMAND, cwd=CHECKOUT, env=NOWHERE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    process.stdin.write(line)
    process.stdin.flush()
    process.stdout.readline()
    process.stdout.close()
    _, noise = process.communicate(line * 50)

    assert (process.returncode, noise) == (1, b"")


def test_lines_are_read_no_faster_than_they_are_answered():
    taken = count()
    lines = (json.dumps({"id": next(taken), "record": GOOD}).encode() for _ in count())

    answers = list(islice(judge_lines(lines, explained=False), 5))

    assert [answer["id"] for answer in answers] == [0, 1, 2, 3, 4]
    assert next(taken) == 5


@pytest.mark.parametrize("name", KINDS)
def test_random_hands_are_judged_and_explained(name):
    kind, rng = KINDS[name], Random(9)
    rules = kind.resolve_rules({})
    records = [kind.random_record(rng, level=1 + number % 3, rules=rules, before=[0, 0]) for number in range(12)]

    answers = list(judge_lines((json.dumps(record).encode() for record in records), explained=True))

    assert [answer["valid"] for answer in answers] == [True] * 12
    assert all(len(answer["explanation"]) > 3 for answer in answers)
