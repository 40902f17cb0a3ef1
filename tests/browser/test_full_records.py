"""Hands written down whole on the phone: every call and card, every score as it falls, every tile."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from gameplay.models import HandRecord, HandSubmission
from tests.browser.axe import barriers
from tests.browser.conftest import SHOTS
from tests.browser.phones import scores, sit_down
from tests.factories import make_table

pytestmark = pytest.mark.django_db(transaction=True)

VECTORS = {
    case["id"]: case["input"] for case in json.loads((Path(__file__).parents[1] / "data" / "vectors.json").read_text())
}
REAL_HAND = VECTORS["fh-l3-real"]
ROUND = VECTORS["ft-l3-pair-first-out"]


def record_as(page: Page, how: str) -> Locator:
    """Choose how much is written down; return the form for it."""
    page.locator(".record-modes summary").click()
    page.locator(f'[data-record="{how}"]').click()
    page.locator(".record-modes summary").click()
    form = page.locator(f"#form-{how}")
    expect(form).to_be_visible()
    return form


def bid(form: Locator, calls: list[dict[str, Any]]) -> None:
    for call in calls:
        form.locator(f'[data-call="{call["bid"]}"]').click()


def play(form: Locator, tricks: list[dict[str, Any]]) -> None:
    for trick in tricks:
        for card in trick["cards"]:
            form.locator(f'[data-card="{card}"]').click()
            # The next choices are there once the server has said whose turn it is.
            expect(form).to_have_attribute("aria-busy", "false")


def lay(form: Locator, plays: list[dict[str, Any]]) -> None:
    for step in plays:
        if "knock" in step:
            form.locator("[data-knock]").click()
        else:
            form.locator(f'[data-tile="{step["tile"]}"]').click()
            end = form.locator(f'[data-line-end="{step.get("end")}"]')
            if form.locator('[data-part="ends"]').is_visible():
                end.click()
        expect(form).to_have_attribute("aria-busy", "false")


def payload() -> dict[str, Any]:
    return HandRecord.objects.get().submission.payload


def test_whole_hand_of_five_hundred_is_tapped_card_by_card(window):
    table = make_table(first=REAL_HAND["dealer"])
    page = sit_down(window())
    form = record_as(page, "full")

    expect(form.locator('[data-part="turn"]')).to_contain_text("North calls")
    bid(form, REAL_HAND["auction"][:2])
    expect(form.locator('[data-part="turn"]')).to_contain_text("South calls")
    expect(form.locator('[data-call="6S"]')).to_be_disabled()
    expect(form.locator('[data-call="6D"]')).to_be_enabled()
    page.screenshot(path=SHOTS / "record-auction-390.png", full_page=True)
    bid(form, REAL_HAND["auction"][2:])
    form.get_by_role("button", name="On to the cards").click()
    expect(form.locator('[data-part="turn"]')).to_contain_text("East plays")
    play(form, REAL_HAND["play"][:4])
    page.screenshot(path=SHOTS / "record-cards-390.png", full_page=True)
    play(form, REAL_HAND["play"][4:])
    expect(form.locator('[data-part="turn"]')).to_contain_text("What lay in the kitty?")
    assert not HandRecord.objects.exists()
    for card in REAL_HAND["kitty"]:
        form.locator(f'[data-card="{card}"]').click()

    expect(page.locator("#result")).to_contain_text("+60")
    page.locator("#send").click()

    expect(page.locator("#news")).to_contain_text("Hand 1 is in: 6♣")
    assert scores(table) == (30, 60)
    stored = payload()
    assert {seat: sorted(cards) for seat, cards in stored["hands"].items()} == {
        seat: sorted(cards) for seat, cards in REAL_HAND["hands"].items()
    }
    assert [trick["cards"] for trick in stored["play"]] == [trick["cards"] for trick in REAL_HAND["play"]]
    assert (sorted(stored["kitty"]), sorted(stored["discards"])) == (
        sorted(REAL_HAND["kitty"]),
        sorted(REAL_HAND["discards"]),
    )
    assert HandSubmission.objects.count() == 1
    expect(form.locator('[data-part="turn"]')).to_contain_text("calls")


def test_who_showed_to_have_none_of_a_suit_cannot_play_it_and_a_tap_is_taken_back(window):
    make_table(first=REAL_HAND["dealer"])
    page = sit_down(window())
    form = record_as(page, "full")
    bid(form, REAL_HAND["auction"])
    form.get_by_role("button", name="On to the cards").click()
    play(form, [{"cards": ["7C", "QC", "JK", "5S"]}, {"cards": ["5H", "AH"]}])
    expect(form.locator('[data-part="turn"]')).to_contain_text("East plays")
    form.locator("[data-undo]").click()
    expect(form.locator('[data-part="turn"]')).to_contain_text("North plays")

    # North threw a spade on clubs: no trumps any more, the left bower is one of them.
    expect(form.locator('[data-card="AH"]')).to_be_enabled()
    expect(form.locator('[data-card="6C"]')).to_be_disabled()
    expect(form.locator('[data-card="JS"]')).to_be_disabled()
    expect(form.locator('[data-card="5H"]')).to_be_hidden()

    page.reload()

    expect(form.locator('[data-part="turn"]')).to_contain_text("North plays")
    expect(form.locator('[data-part="told"]')).to_contain_text("The last one went to West.")
    expect(form.locator('[data-card="6C"]')).to_be_disabled()
    assert not HandSubmission.objects.exists()


def test_hand_is_told_by_keyboard_alone(window):
    make_table(first=3)
    page = sit_down(window())
    form = record_as(page, "full")
    form.locator('[data-call="6C"]').focus()
    page.keyboard.press("Enter")

    expect(form.locator('[data-part="turn"]')).to_contain_text("East calls")
    expect(form.locator('[data-part="turn"]')).to_be_focused()
    page.keyboard.press("Tab")
    expect(form.locator('[data-call="P"]')).to_be_focused()
    page.keyboard.press("Enter")
    expect(form.locator('[data-part="told"]')).to_contain_text("East: pass")


def test_hand_passed_in_is_kept_with_its_calls(window):
    make_table(first=3)
    page = sit_down(window())
    form = record_as(page, "full")

    bid(form, [{"bid": "P"}] * 4)
    page.locator("#send").click()

    expect(page.locator("#news")).to_contain_text("Hand 1 is in: passed in")
    assert payload()["auction"] == [{"seat": seat, "bid": "P"} for seat in range(4)]


def test_without_a_network_all_that_is_left_can_be_tapped(window):
    make_table(first=REAL_HAND["dealer"])
    page = sit_down(window())
    form = record_as(page, "full")
    bid(form, REAL_HAND["auction"])
    form.get_by_role("button", name="On to the cards").click()
    expect(form.locator('[data-part="turn"]')).to_contain_text("East plays")
    page.context.set_offline(True)

    form.locator('[data-card="7C"]').click()

    expect(form.locator("[data-guide]")).to_contain_text("The server does not answer")
    expect(form.locator('[data-part="seats"] [aria-pressed="true"]')).to_have_count(1)
    expect(form.locator('[data-card="5S"]')).to_be_enabled()
    page.context.set_offline(False)
    expect(form.locator("[data-guide]")).to_be_empty()


def test_whole_hand_told_without_a_network_is_checked_and_kept_once_it_is_back(window):
    table = make_table(first=REAL_HAND["dealer"])
    page = sit_down(window())
    form = record_as(page, "full")
    expect(form.locator('[data-part="turn"]')).to_contain_text("North calls")
    page.context.set_offline(True)
    bid(form, REAL_HAND["auction"])
    form.get_by_role("button", name="On to the cards").click()

    for trick in REAL_HAND["play"]:
        form.locator('[data-part="seats"] button').nth(trick["lead"]).click()
        for card in trick["cards"]:
            form.locator(f'[data-card="{card}"]').click()
    form.get_by_role("button", name="The hand ends here").click()
    for card in REAL_HAND["kitty"]:
        form.locator(f'[data-card="{card}"]').click()
    expect(page.locator("#send-hint")).to_contain_text("the score is not worked out yet")
    page.locator("#send").click()

    expect(page.locator("#waiting")).to_be_visible()
    assert not HandSubmission.objects.exists()
    page.context.set_offline(False)
    expect(page.locator("#news")).to_contain_text("by East. NS +30, EW +60")
    assert scores(table) == (30, 60)
    assert payload()["level"] == 3
    assert HandSubmission.objects.count() == 1


def test_lost_misere_that_was_not_played_out_is_kept_as_calls_and_winners(window):
    table = make_table()
    page = sit_down(window())
    form = record_as(page, "full")
    bid(form, [{"bid": call} for call in ("7S", "P", "P", "M", "P")])
    form.get_by_role("button", name="On to the cards").click()
    expect(form.locator('[data-part="turn"]')).to_contain_text("North plays")
    play(form, [{"cards": ["AH", "5H", "6H"]}])

    form.get_by_role("button", name="The hand ends here").click()
    expect(form.locator('[data-part="turn"]')).to_contain_text("What did North still hold?")
    form.get_by_role("button", name="Nobody knows: keep the calls and who won each trick").click()
    page.locator("#send").click()

    expect(page.locator("#news")).to_contain_text("Hand 1 is in: Misere by North")
    assert scores(table) == (-250, 0)
    assert (payload()["level"], payload()["trick_winners"]) == (2, [0])


def test_whole_round_of_dominoes_is_tapped_tile_by_tile(window):
    table = make_table("fives_threes", first=ROUND["opener"])
    page = sit_down(window())
    form = record_as(page, "full")

    expect(form.locator("[data-knock]")).to_be_disabled()
    lay(form, ROUND["plays"][:2])
    expect(form.locator('[data-part="turn"]')).to_contain_text("North lays")
    expect(form.locator('[data-tile="1-3"]')).to_be_enabled()
    expect(form.locator('[data-tile="1-1"]')).to_be_disabled()
    form.locator("[data-undo]").click()
    expect(form.locator('[data-part="turn"]')).to_contain_text("West lays")
    page.reload()
    expect(form.locator('[data-part="turn"]')).to_contain_text("West lays")
    lay(form, ROUND["plays"][1:14])
    page.screenshot(path=SHOTS / "record-tiles-390.png", full_page=True)
    lay(form, ROUND["plays"][14:])
    expect(form.locator('[data-part="sum"]')).to_contain_text("went out.")
    laid = {step.get("tile") for step in ROUND["plays"]}
    for seat in ("0", "1", "2", "3"):
        for tile in ROUND["hands"][seat]:
            if tile not in laid:
                form.locator(f'[data-tile="{tile}"]').click()

    expect(page.locator("#result")).to_contain_text("+14")
    page.locator("#send").click()

    expect(page.locator("#news")).to_contain_text("Hand 1 is in")
    assert scores(table) == (14, 12)
    assert {seat: sorted(tiles) for seat, tiles in payload()["hands"].items()} == {
        seat: sorted(tiles) for seat, tiles in ROUND["hands"].items()
    }
    assert HandSubmission.objects.count() == 1


def test_blocked_round_whose_hands_nobody_knows_is_kept_as_its_scores(window):
    table = make_table("fives_threes")
    page = sit_down(window())
    form = record_as(page, "full")
    lay(form, [{"tile": "1-4"}, *[{"knock": True}] * 4])

    expect(form.locator('[data-part="sum"]')).to_contain_text("Blocked: nobody could play.")
    form.get_by_role("button", name="Nobody knows: keep what was scored").click()
    page.locator("#send").click()

    expect(page.locator("#news")).to_contain_text("Hand 1 is in: 1 : 0, blocked")
    assert scores(table) == (1, 0)
    assert payload()["events"] == [{"seat": 0, "points": 1, "accepted": True}]


def peg(form: Locator, seat: int, total: int, *, out: bool = False) -> None:
    form.locator(f'[data-peg-seat="{seat}"]').click()
    if out:
        form.locator("[data-peg-out]").click()
    form.locator(f'[data-sum="{total}"]').click()


def test_scores_of_dominoes_are_pegged_as_they_fall(window):
    table = make_table("fives_threes")
    page = sit_down(window())
    form = record_as(page, "events")

    peg(form, 0, 15)
    peg(form, 1, 10)
    peg(form, 3, 20)
    form.locator("[data-undo]").click()
    page.reload()
    expect(form.locator('[data-part="told"]')).to_contain_text("East: the ends count 10, +2")
    expect(form.locator('[data-part="told"] li')).to_have_count(2)
    peg(form, 2, 9, out=True)
    expect(form.locator("[data-board]")).to_have_attribute("aria-label", "NS 12, EW 2")
    expect(form.locator('[data-sum="15"]')).to_be_disabled()
    page.screenshot(path=SHOTS / "record-events-390.png", full_page=True)
    page.locator("#send").click()

    expect(page.locator("#news")).to_contain_text("Hand 1 is in")
    assert scores(table) == (12, 2)
    assert [(event["seat"], event["points"]) for event in payload()["events"]] == [(0, 8), (1, 2), (2, 4)]


def test_points_that_would_pass_61_are_told_to_be_refused(window):
    make_table("fives_threes")
    page = sit_down(window())
    form = record_as(page, "events")
    for _ in range(5):
        peg(form, 0, 15)
    peg(form, 2, 15)
    peg(form, 2, 15)
    expect(form.locator("[data-board]")).to_have_attribute("aria-label", "NS 56, EW 0")

    peg(form, 2, 15)

    expect(form.locator('[data-part="told"]')).to_contain_text("8 would pass 61 and do not count")
    expect(form.locator("[data-board]")).to_have_attribute("aria-label", "NS 56, EW 0")


@pytest.mark.parametrize(
    ("kind", "how"), [("five_hundred", "full"), ("fives_threes", "full"), ("fives_threes", "events")]
)
def test_taps_are_big_and_named_in_the_dark(window, kind, how):
    make_table(kind)
    page = sit_down(window(scheme="dark"))
    form = record_as(page, how)
    expect(form).not_to_have_attribute("aria-busy", "true")

    sizes = [button.bounding_box() for button in form.locator("button:visible").all()]

    assert all(size is not None and size["height"] >= 44 and size["width"] >= 44 for size in sizes)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.screenshot(path=SHOTS / f"record-{kind}-{how}-dark-390.png", full_page=True)
    assert barriers(page) == []
