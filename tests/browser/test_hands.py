"""The pictures of a hand, stepped through with the buttons, and all at once where no script runs."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import expect

from gameplay.rules.registry import get_kind
from tests.browser.conftest import DESKTOP, PHONE, SHOTS
from tests.factories import make_table
from tests.hands import enter

pytestmark = pytest.mark.django_db(transaction=True)

RULES = {"five_hundred": {"end": "hands", "hands": 12}, "fives_threes": {}}


def hand_of(kind_name: str, level: int) -> str:
    """Return the page of a hand that is recorded card by card, tile by tile, or event by event."""
    table, kind = make_table(kind_name), get_kind(kind_name)
    rules = kind.resolve_rules(RULES[kind_name])
    record = kind.random_record(random.Random(1), level=level, rules=rules, starter=0, before=[0, 0])
    enter(table, record, number=1)
    return f"/tables/{table.pk}/legs/1/hands/1/view/"


@pytest.mark.parametrize(("kind_name", "level"), [("five_hundred", 3), ("fives_threes", 3), ("fives_threes", 2)])
@pytest.mark.parametrize(("size", "scheme"), [(PHONE, "light"), (DESKTOP, "dark")], ids=["phone", "desk"])
def test_hand_is_stepped_through(window, kind_name, level, size, scheme):
    page = window(size=size, scheme=scheme)
    page.goto(hand_of(kind_name, level))
    steps = page.locator(".steps > li")

    expect(steps.nth(0)).to_be_visible()
    expect(steps.nth(1)).to_be_hidden()
    expect(page.get_by_role("button", name="Back")).to_be_disabled()
    page.get_by_role("button", name="Next").click()
    expect(steps.nth(0)).to_be_hidden()
    expect(steps.nth(1)).to_be_visible()
    page.locator(".step-links").get_by_role("link", name="8", exact=True).click()
    expect(steps.nth(7)).to_be_visible()
    expect(page.get_by_role("status")).to_have_text(f"8 / {steps.count()}")
    page.screenshot(path=SHOTS / f"hand-{kind_name}-{level}-{size['width']}.png", full_page=True)
    page.get_by_role("button", name="Show all").click()
    expect(page.locator(".steps > li:visible")).to_have_count(steps.count())
    assert page.evaluate("document.documentElement.scrollWidth") == size["width"]
