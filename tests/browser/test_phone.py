"""The phone at the table: one hand after the other, whatever the network does."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, Route, expect

from gameplay.models import HandRecord, HandSubmission
from tests.browser.conftest import SHOTS
from tests.browser.phones import link_path, scores, sit_down, tap
from tests.factories import make_round, make_table, make_tournament
from tests.hands import enter, fh_line, play_round
from tournaments.models import Table
from tournaments.selectors.tables import get_table

pytestmark = pytest.mark.django_db(transaction=True)


def test_hand_is_tapped_checked_and_sent(window):
    table = make_table(first=1)
    page = sit_down(window())

    tap(page, seat=1, bid="8H", tricks=9)

    expect(page.locator("#next-hand")).to_contain_text("Hand 1 of 12")
    expect(page.locator("#next-hand")).to_contain_text("East deals")
    expect(page.locator("#result")).to_contain_text("+300")
    expect(page.locator("#result")).to_contain_text("+10")
    assert not HandRecord.objects.exists()

    page.locator("#send").click()

    expect(page.locator("#news")).to_contain_text("Hand 1 is in: 8♥")
    expect(page.locator("#next-hand")).to_contain_text("Hand 2 of 12")
    expect(page.locator('[data-side-box="1"] .side-score')).to_have_text("300")
    assert scores(table) == (10, 300)
    assert HandSubmission.objects.get().source == "table_link"


def test_hand_passed_in_needs_one_tap(window):
    make_table()
    page = sit_down(window())

    page.locator("[data-passed-in]").click()
    page.locator("#send").click()

    expect(page.locator("#news")).to_contain_text("Hand 1 is in: passed in")
    assert HandRecord.objects.get().submission.payload == {"level": 1, "dealer": 0, "contract": None}


def test_lost_misere_is_entered_with_the_tricks_of_the_contractor(window):
    table = make_table()
    page = sit_down(window())

    tap(page, seat=2, bid="M", tricks=3)
    page.locator("#send").click()

    expect(page.locator("#news")).to_contain_text("Hand 1 is in: Misere by South")
    assert scores(table) == (-250, 0)


def test_two_phones_with_different_hands_keep_the_first_and_tell_the_second(window):
    table = make_table()
    one, other = sit_down(window()), sit_down(window())
    tap(one, seat=0, bid="7S", tricks=8)
    tap(other, seat=0, bid="7S", tricks=7)
    one.locator("#send").click()
    expect(one.locator("#news")).to_contain_text("Hand 1 is in")

    other.locator("#send").click()

    expect(other.locator("#waiting-rows")).to_contain_text("In the books: 7♠︎ by North, tricks: 8")
    expect(other.locator("#waiting-rows")).to_contain_text("On this phone: 7♠︎ by North, tricks: 7")
    expect(other.locator("#entry")).to_be_hidden()
    other.get_by_role("button", name="Keep what is in the books").click()
    other.get_by_role("button", name="Yes, take hand 1 off this phone").click()
    expect(other.locator("#next-hand")).to_contain_text("Hand 2 of 12")
    expect(other.locator("#waiting")).to_be_hidden()
    assert scores(table) == (140, 20)
    assert HandSubmission.objects.filter(outcome="conflict").count() == 1


def test_two_phones_with_the_same_hand_agree(window):
    make_table()
    one, other = sit_down(window()), sit_down(window())
    tap(one, seat=0, bid="7S", tricks=8)
    tap(other, seat=0, bid="7S", tricks=8)
    one.locator("#send").click()
    expect(one.locator("#news")).to_contain_text("Hand 1 is in")

    other.locator("#send").click()

    expect(other.locator("#news")).to_contain_text("Yours says the same, so all is well.")
    assert HandRecord.objects.count() == 1


def test_hand_whose_answer_was_lost_is_sent_again_and_kept_once(window):
    table = make_table()
    page = sit_down(window())
    lost: list[Any] = []

    def lose_the_first_answer(route: Route) -> None:
        if lost:
            route.continue_()
            return
        lost.append(route.fetch().status)
        route.abort()

    page.route("**/hands/", lose_the_first_answer)
    tap(page, seat=0, bid="7S", tricks=8)
    page.locator("#send").click()

    expect(page.locator("#news")).to_contain_text("Hand 1 is in")
    assert lost == [201]
    assert scores(table) == (140, 20)
    assert HandSubmission.objects.count() == 1


def test_half_a_hand_survives_a_reload(window):
    make_table()
    page = sit_down(window())
    page.locator('[data-seat="3"]').click()
    page.locator('[data-bid="OM"]').click()

    page.reload()

    expect(page.locator('[data-bid="OM"]')).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#send-hint")).to_contain_text("Tap the number of tricks.")


def test_dominoes_are_refused_over_61_with_everything_kept(window):
    make_table("fives_threes")
    page = sit_down(window())

    page.locator('[data-points-of="0"]').fill("62")
    page.locator('[data-end="blocked"]').click()

    expect(page.locator("#send-errors")).to_contain_text("61")
    expect(page.locator("#send")).to_be_disabled()
    expect(page.locator('[data-points-of="0"]')).to_have_value("62")
    assert not HandRecord.objects.exists()


def test_dominoes_go_from_leg_to_leg_at_exactly_61(window):
    table = make_table("fives_threes", legs=3, legs_mode="best_of")
    page = sit_down(window())

    for points in ("8", "4", "+1"):
        page.locator(f'[data-side="0"][data-add="{points.removeprefix("+")}"]').last.click()
    page.locator('[data-end="out"][data-out-side="0"]').click()
    expect(page.locator("#result")).to_contain_text("+13")
    page.locator("#send").click()
    expect(page.locator("#next-hand")).to_contain_text("Leg 1, hand 2")

    page.locator('[data-points-of="0"]').fill("48")
    expect(page.locator("#game-won")).to_contain_text("NS reaches 61 and wins the game.")
    page.locator("#send").click()

    expect(page.locator("#next-hand")).to_contain_text("Leg 2, hand 1")
    expect(page.locator('[data-side-box="0"] .side-games')).to_contain_text("Games won: 1")
    assert [leg.game.state.scores for leg in get_table(table.pk).progress.legs] == [(61, 0), (0, 0)]


def test_phone_moves_on_to_the_next_round_by_itself(window):
    tournament = make_tournament(pairs=2, rounds=2, rules={"end": "hands", "hands": 1})
    first = make_round(tournament)
    page = sit_down(window())
    tap(page, seat=0, bid="7S", tricks=8)
    page.locator("#send").click()
    expect(page.locator("#complete")).to_be_visible()

    play_round(first)
    make_round(tournament)
    link_path()  # The evening of the test lies in the past, and so would the end of the link.
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")

    expect(page.locator("h1")).to_contain_text("Round 2")
    expect(page.locator("#next-hand")).to_contain_text("Hand 1 of 1")


def people_at_a_table(size: int, kind: str = "five_hundred", **settings: str) -> Table:
    rules = {"end": "hands", "hands": 4} if kind == "five_hundred" else {}
    tournament = make_tournament(kind=kind, people=size, table_size=size, rules=rules, **settings)
    return make_round(tournament).tables.get()


def give(page: Page, *tricks: int) -> None:
    for side, number in enumerate(tricks):
        for _ in range(number):
            page.locator(f'[data-tricks-of="{side}"][data-add="1"]').click()


def test_hand_of_five_takes_a_partner_and_the_tricks_of_each(window):
    table = people_at_a_table(5)
    page = sit_down(window())
    page.locator('[data-seat="0"]').click()
    page.locator('[data-bid="7S"]').click()
    expect(page.locator('[data-called="0"]')).to_be_hidden()
    page.locator('[data-called="3"]').click()
    give(page, 4, 1, 1, 3)
    expect(page.locator("[data-tricks-left]")).to_have_text("Ten in all; not given yet: 1")
    expect(page.locator("#send")).to_be_disabled()

    give(page, 0, 0, 0, 1)
    expect(page.locator("[data-tricks-together]")).to_have_text("Together seat 1 and seat 4 have 8.")
    expect(page.locator('[data-tricks-of="1"][data-add="1"]')).to_be_disabled()
    page.screenshot(path=SHOTS / "phone-five-390.png", full_page=True)
    page.locator("#send").click()

    expect(page.locator("#news")).to_contain_text("Hand 1 is in: 7♠︎ by seat 1 with seat 4, tricks: 8")
    payload = HandRecord.objects.get().submission.payload
    assert (payload["called"], payload["tricks"]) == (3, [4, 1, 1, 4, 0])
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert sum(scores(table)) != 0


def test_hand_of_three_with_a_lost_misere_needs_the_contractors_tricks_only(window):
    table = people_at_a_table(3)
    page = sit_down(window())
    page.locator('[data-seat="1"]').click()
    page.locator('[data-bid="M"]').click()
    give(page, 0, 2)
    page.locator("#send").click()

    expect(page.locator("#news")).to_contain_text("Hand 1 is in: Misere by seat 2")
    assert HandRecord.objects.get().submission.payload["tricks"] == [None, 2, None]
    assert scores(table)[1] == -250


def test_hand_of_three_pairs_takes_the_tricks_of_each(window):
    table = people_at_a_table(6, teams="three_pairs")
    page = sit_down(window())
    page.locator('[data-seat="4"]').click()
    page.locator('[data-bid="8H"]').click()
    give(page, 1, 8, 1)
    expect(page.locator("#result .result-side")).to_have_count(3)
    page.screenshot(path=SHOTS / "phone-three-pairs-390.png", full_page=True)
    page.locator("#send").click()

    expect(page.locator("#news")).to_contain_text("8♥︎ by seat 5, tricks: 8")
    expect(page.locator("#news")).to_contain_text("seats 1-4 +10, seats 2-5 +300, seats 3-6 +10")
    assert scores(table) == (10, 300, 10)
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_hand_of_two_is_tapped_as_at_a_table_of_four(window):
    table = people_at_a_table(2)
    page = sit_down(window())

    tap(page, seat=1, bid="7S", tricks=8)
    page.locator("#send").click()

    expect(page.locator("#news")).to_contain_text("Hand 1 is in: 7♠︎ by seat 2, tricks: 8")
    assert scores(table) == (20, 140)


def test_hand_of_dominoes_for_three_takes_the_points_of_each(window):
    table = people_at_a_table(3, "fives_threes")
    page = sit_down(window())

    page.locator('[data-points-of="0"]').fill("3")
    page.locator('[data-points-of="2"]').fill("8")
    page.locator('[data-end="out"][data-out-side="2"]').click()
    page.locator("#send").click()

    expect(page.locator("#news")).to_contain_text("Hand 1 is in: 3 : 0 : 8, seat 3 went out")
    assert scores(table) == (3, 0, 8)


def test_hand_entered_wrong_is_corrected_on_the_phone_while_its_minutes_last(window):
    table = make_table(table_correction_minutes=10)
    enter(table, fh_line(dealer=0), number=1, now=timezone.now())
    page = sit_down(window())
    page.locator("#hands-played summary").click()
    page.screenshot(path=SHOTS / "phone-may-correct-390.png", full_page=True)
    page.get_by_role("button", name="Correct hand 1").click()
    expect(page.locator("#next-hand")).to_contain_text("Correct hand 1")
    tap(page, seat=0, bid="7S", tricks=6)
    page.screenshot(path=SHOTS / "phone-corrects-390.png", full_page=True)
    page.locator("#send").click()

    expect(page.locator("#news")).to_contain_text("Hand 1 is corrected.")
    expect(page.locator("#next-hand")).to_contain_text("Hand 2")
    assert scores(table) == (-140, 40)


def test_hand_whose_minutes_are_over_has_no_button_to_correct_it(window):
    table = make_table(table_correction_minutes=10)
    enter(table, fh_line(dealer=0), number=1, now=timezone.now() - dt.timedelta(minutes=11))
    page = sit_down(window())
    page.locator("#hands-played summary").click()

    expect(page.locator("#hand-rows tr")).to_have_count(1)
    expect(page.get_by_role("button", name="Correct hand 1")).to_have_count(0)
