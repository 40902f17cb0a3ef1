"""What the product refuses has a permanent code of its own, and a sentence that translators find."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

import config.urls  # noqa: F401 - imports everybody
from gameplay.errors import DomainError, Invalid, NotFound, NotPermitted, StateConflict

ROOT = Path(__file__).resolve().parents[2]
KINDS = {DomainError, StateConflict, NotPermitted, NotFound, Invalid}


def refusals(kind=DomainError):
    for below in kind.__subclasses__():
        yield below
        yield from refusals(below)


def own_refusals():
    return {one for one in refusals() if one.__module__.split(".")[0] != "tests"} - KINDS


def test_codes_are_dotted_lower_case_words():
    assert [one.code for one in own_refusals() if not re.fullmatch(r"[a-z_]+(\.[a-z_]+)*", one.code)] == []


def test_no_two_refusals_have_one_code():
    counts = Counter(one.code for one in own_refusals() if "code" in vars(one))

    assert [code for code, count in counts.items() if count > 1] == []


def test_every_refusal_is_of_a_kind_that_the_api_has_a_status_for():
    assert [
        one for one in own_refusals() if not issubclass(one, StateConflict | NotPermitted | NotFound | Invalid)
    ] == []


def test_every_sentence_is_marked_for_translation():
    unmarked = []
    for module in {one.__module__ for one in own_refusals()}:
        path = ROOT / (module.replace(".", "/") + ".py")
        tree = ast.parse((path if path.exists() else path.with_suffix("") / "__init__.py").read_text())
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "template":
                called = getattr(getattr(node.value, "func", None), "id", "")
                if called != "gettext_noop":
                    unmarked.append(f"{module}:{node.lineno}")

    assert unmarked == []
