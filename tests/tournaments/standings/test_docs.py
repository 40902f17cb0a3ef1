"""The page on standings and the code say the same."""

from __future__ import annotations

import json
import re

from config.embedded.paths import CHECKOUT
from tournaments.standings.criteria import MEASURES
from tournaments.standings.documents import ranked
from tournaments.standings.presets import PRESETS

TEXT = (CHECKOUT / "docs" / "standings.md").read_text(encoding="utf-8")


def section(title):
    return TEXT.split(f"## {title}\n")[1].split("\n## ")[0]


def keys(text):
    """Return what stands in code in the first column of a table."""
    rows = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
    return [key for row in rows for key in re.findall(r"`(\w+)`", row)]


def test_every_criterion_and_preset_is_described():
    assert sorted(keys(section("Criteria"))) == sorted(MEASURES)
    assert sorted(keys(section("Presets"))) == sorted(PRESETS)


def test_example_is_answered_with_the_fields_that_are_described():
    example = json.loads(TEXT.split("```json\n")[1].split("```")[0])

    answer = ranked(example)

    assert [(row["rank"], row["entry"]) for row in answer["rows"]] == [
        ("1", "Ann + Bob"),
        ("2", "Cy + Di"),
        ("3", "Ed + Flo"),
    ]
    described = set(keys(section("From another program")))
    row = answer["rows"][0]
    assert set(row) - {"entry", "withdrawn", "cancelled"} <= described
    assert set(row["workings"][0]["lines"][0]) <= described
    assert set(example) <= described
