"""The pages keep to docs/design-system.md."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
STYLES = sorted(ROOT.glob("static/css/*.css"))
GUIDE = (ROOT / "docs" / "design-system.md").read_text(encoding="utf-8")
DEFINED = re.compile(r"^\s*(--[\w-]+):", re.MULTILINE)
COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}\b|\b(?:rgb|hsl)a?\(")


@pytest.mark.parametrize("style", STYLES, ids=lambda path: path.name)
def test_colours_stand_in_custom_properties_alone(style):
    lines = style.read_text(encoding="utf-8").splitlines()

    assert [line for line in lines if COLOUR.search(line) and not line.strip().startswith("--")] == []


@pytest.mark.parametrize("style", STYLES, ids=lambda path: path.name)
def test_each_custom_property_in_use_is_defined(style):
    defined = {name for path in STYLES for name in DEFINED.findall(path.read_text(encoding="utf-8"))}

    assert set(re.findall(r"var\((--[\w-]+)", style.read_text(encoding="utf-8"))) <= defined


def test_each_component_is_told_of():
    components = {path.name for path in (ROOT / "templates" / "components").glob("*.html")}

    assert set(re.findall(r"`(_[\w]+\.html)`", GUIDE)) >= components


def test_each_custom_property_of_every_page_is_told_of():
    base = (ROOT / "static" / "css" / "base.css").read_text(encoding="utf-8")
    told = set(re.findall(r"`(--[\w-]+)`", GUIDE))

    assert {name.removesuffix("-soft") for name in DEFINED.findall(base)} <= told
