"""The texts for players and the code say the same: numbers cited, options, codes and values."""

import json
import re

import pytest

from config.embedded.paths import CHECKOUT
from gameplay.messages import LINE_MESSAGES
from gameplay.rules.five_hundred import variants as five_hundred
from gameplay.rules.five_hundred.bids import BIDS, DENOMINATIONS, LEVELS
from gameplay.rules.five_hundred.cards import PACKS
from gameplay.rules.five_hundred.codes import CODES
from gameplay.rules.five_hundred.kind import FIVE_HUNDRED
from gameplay.rules.five_hundred.notation import (
    format_call,
    format_cards,
    format_trick,
    parse_call,
    parse_cards,
    parse_trick,
)
from gameplay.rules.fives_threes import codes as fives_threes
from gameplay.rules.fives_threes import variants
from gameplay.rules.registry import KINDS

CITED = re.compile(r"\b([ABC]\d+)(?:\.(\d+))?(?:-(?:[ABC]\d+\.)?(\d+))?")
ROW = re.compile(r"^\s*\| (.*) \|$", re.MULTILINE)


def text_of(name):
    return (CHECKOUT / "docs" / "rules" / f"{name}.md").read_text()


def sections(name):
    """The numbered sections of a text, each with the numbers of its points."""
    parts = re.split(r"^## ", text_of(name), flags=re.MULTILINE)[1:]
    return {part.split()[0]: set(re.findall(r"^(\d+)\. ", part, re.MULTILINE)) for part in parts}


def rows(name, section):
    """The rows of the tables of a section, cell by cell."""
    part = re.split(rf"^## {section} ", text_of(name), flags=re.MULTILINE)[1].split("\n## ")[0]
    return [[cell.strip() for cell in row.split(" | ")] for row in ROW.findall(part)]


def citations(name):
    """Every number that the docstrings and comments of a game's package cite."""
    for path in sorted((CHECKOUT / "gameplay" / "rules" / name).glob("*.py")):
        for mention in re.findall(r"rules ([ABC]\d[^)\n:]*)", path.read_text()):
            for section, first, last in CITED.findall(mention):
                if not first and last:
                    yield path.name, section, None
                    continue
                for point in range(int(first), int(last or first) + 1) if first else (None,):
                    yield path.name, section, point


@pytest.mark.parametrize("name", KINDS)
def test_every_number_that_the_code_cites_is_in_the_text(name):
    known = sections(name)
    cited = list(citations(name))

    assert len(cited) > 20
    for module, section, point in cited:
        assert section in known, (module, section)
        assert point is None or str(point) in known[section], (module, section, point)


@pytest.mark.parametrize(
    ("name", "section", "codes"),
    [("five_hundred", "C4", CODES), ("fives_threes", "C7", fives_threes.ALL)],
)
def test_every_code_is_explained(name, section, codes):
    explained = [word for row in rows(name, section)[1:] for word in re.findall(r"`(\w+)`", row[0])]

    assert sorted(explained) == sorted(code.partition(".")[2] for code in codes)


def test_the_codes_of_lines_are_explained():
    explained = [row[0] for row in ROW.findall(text_of("README")) if row.startswith("`line.")]
    named = re.findall(r"^\| `(line\.\w+)` \|", text_of("README"), re.MULTILINE)

    assert len(named) == len(explained)
    assert sorted(named) == sorted(LINE_MESSAGES)


def test_every_option_of_five_hundred_is_explained_with_its_values():
    table = {row[0].strip("`"): row[1] for row in rows("five_hundred", "A14")[1:]}

    assert list(table) == list(five_hundred.VALUES)
    for name, values in five_hundred.VALUES.items():
        if name != "hands":
            assert re.findall(r"\w+", table[name]) == [json.dumps(value).strip('"') for value in values], name
    assert table["hands"] == f"null, 1 to {five_hundred.MAX_HANDS}"


def test_every_option_of_fives_and_threes_is_explained():
    table = {row[0].strip("`"): row[1] for row in rows("fives_threes", "B10")[1:]}

    assert list(table) == list(variants.options_of(variants.resolve_rules({})))
    assert table["target"] == ", ".join(map(str, variants.TARGETS))
    assert table["out_bonus"] == ", ".join(map(str, variants.OUT_BONUSES))


def test_the_schedule_is_the_one_that_is_scored():
    table = [row for row in rows("five_hundred", "A11") if row[0] in {str(level) for level in LEVELS}]

    assert [[int(cell) for cell in row] for row in table] == [
        [level, *(BIDS[f"{level}{name}"].value for name in DENOMINATIONS)] for level in LEVELS
    ]


def test_the_packs_are_those_that_are_dealt():
    table = {int(row[0]): int(row[2]) for row in rows("five_hundred", "A1")[1:]}

    assert table == {players: pack.bit_count() for players, pack in PACKS.items()}


def test_the_example_of_five_hundred_is_answered_as_the_text_says():
    example = re.findall(r"```json\n(.*?)```", text_of("five_hundred"), re.DOTALL)[0]

    values = FIVE_HUNDRED.check(json.loads(example)).values

    assert f"`points` `{values['points']}` and `score_after` `{values['score_after']}`" in text_of("five_hundred")


def test_the_examples_of_the_short_form_can_be_read():
    read = {
        "hand": lambda text: format_cards(parse_cards(text)),
        "call, contract": lambda text: format_call(parse_call(text)),
        "trick": lambda text: format_trick(parse_trick(text)),
    }
    for what, _, examples in rows("five_hundred", "C8")[1:]:
        for text in re.findall(r"`(.*?)`", examples):
            assert read[what](text) == text
