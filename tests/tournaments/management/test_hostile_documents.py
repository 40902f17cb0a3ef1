"""Whatever stands in a document, the commands that read one answer, with a sentence for what makes no sense.

Each document of the guides is spoilt in every place and in many ways; an answer that names no fault is a whole answer.
"""

from __future__ import annotations

import copy
import json
import random
import re

import pytest

from config.embedded.paths import CHECKOUT
from tournaments.management.commands.compute_standings import answered as ranked
from tournaments.management.commands.draw_swiss import answered as drawn
from tournaments.management.commands.verify_movement import judge_file

JUNK = [
    None, True, False, 0, -1, 3.0, 0.1, 1e308, 2**63, -(2**70), 10**30,
    "", "x", "1/0", "-5/7", "NaN", "1e999999", "9" * 5000, "\ud800", "\x00", "\uff11", "swiss", "NS", "own_average",
    [], {}, [[]], [None], ["x", "x"], [1, 2, 3], [["Cy + Di", "Ed + Flo"]], {"": None}, [True],
]  # fmt: skip
"""What may stand where something else should."""

RAW = [b"", b"\xff\xfe", b"[" * 100_000, b'{"entries": NaN}', b"null", b"5", b'"x"', b"{}", b"[]", b"9" * 5000]


def examples(guide):
    text = (CHECKOUT / "docs" / guide).read_text(encoding="utf-8")
    return [json.loads(example) for example in re.findall(r"```json\n(.*?)```", text, flags=re.DOTALL)]


SCHEDULE, STATE = examples("movements.md")
(RESULTS,) = examples("standings.md")


def places(document, path=()):
    """Return the path to everything in a document, the whole of it first."""
    yield path
    if isinstance(document, dict | list):
        for key in document if isinstance(document, dict) else range(len(document)):
            yield from places(document[key], (*path, key))


def spoilt(document, path, junk):
    if not path:
        return junk
    changed = copy.deepcopy(document)
    here = changed
    for key in path[:-1]:
        here = here[key]
    here[path[-1]] = junk
    return changed


def spoilt_documents(document, seed, count=700):
    """Return the document with one thing spoilt in it, or two."""
    chance = random.Random(seed)
    for number in range(count):
        changed = spoilt(document, chance.choice(list(places(document))), chance.choice(JUNK))
        if number % 2:
            changed = spoilt(changed, chance.choice(list(places(changed))), chance.choice(JUNK))
        yield json.dumps(changed).encode()


@pytest.mark.parametrize(("answered", "document", "whole"), [(drawn, STATE, "tables"), (ranked, RESULTS, "rows")])
def test_every_spoilt_document_is_answered(answered, document, whole):
    refused = 0
    for text in [*RAW, *spoilt_documents(document, seed=whole)]:
        answer = answered(text)
        if "errors" in answer:
            refused += 1
            assert all(error["code"] and error["detail"] for error in answer["errors"]), text
        else:
            assert whole in answer, text
        json.dumps(answer)

    assert refused > 500


def test_every_spoilt_schedule_is_judged():
    refused = 0
    for text in [*RAW, *spoilt_documents(SCHEDULE, seed="schedule")]:
        for verdict in judge_file(text).values():
            refused += not verdict["valid"]
            assert verdict["valid"] == (verdict["faults"] == []), text
            assert all(fault["code"] and fault["detail"] for fault in verdict["faults"]), text

    assert refused > 300


def test_the_documents_are_whole_before_they_are_spoilt():
    assert "errors" not in drawn(json.dumps(STATE).encode())
    assert "errors" not in ranked(json.dumps(RESULTS).encode())
    assert judge_file(json.dumps(SCHEDULE).encode())[""]["valid"]
