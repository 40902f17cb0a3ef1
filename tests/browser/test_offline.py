"""The phone at the table when the network drops: hands wait on it, and each is in the books once."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import APIResponse, Page, Request, Route, expect

from gameplay.models import HandRecord, HandSubmission
from gameplay.rules.chain import judge_next
from gameplay.rules.five_hundred.bids import BIDS
from gameplay.rules.five_hundred.kind import FIVE_HUNDRED
from gameplay.rules.kinds import GameState
from tests.browser.conftest import SHOTS
from tests.browser.phones import await_lines, link_path, look, scores, sit_down, tap
from tests.factories import NOW, make_round, make_table, make_tournament
from tests.hands import enter, fh_line, play_round
from tournaments.actors import SYSTEM
from tournaments.models import Table
from tournaments.services.results import set_first_starter

pytestmark = pytest.mark.django_db(transaction=True)

MINUS = "\N{MINUS SIGN}"


def cut_off(page: Page) -> None:
    """Let the score lines arrive, then cut the network."""
    await_lines(page)
    page.context.set_offline(True)


def hands_of(table: Table) -> list[tuple[int, str | None]]:
    """Return the hands in the books, each with its number and its bid."""
    records = HandRecord.objects.filter(game__leg__table=table).order_by("number")
    payloads = [(record.number, record.submission.payload) for record in records]
    return [(number, payload["contract"] and payload["contract"]["bid"]) for number, payload in payloads]


def keep_waiting(page: Page, number: int, **hand: Any) -> None:
    """Enter a hand without a network."""
    tap(page, **hand)
    page.locator("#send").click()
    expect(page.locator("#waiting-rows li")).to_have_count(number)
    expect(page.locator("#waiting-rows li").last).to_contain_text("not sent yet")
    expect(page.locator("#waiting-total")).to_be_in_viewport()


def send_again(page: Page) -> None:
    """Tap to send at once; the page may have done so by itself in the same moment."""
    page.get_by_role("button", name="Send again now", include_hidden=True).dispatch_event("click")


def test_two_hands_without_network_are_scored_marked_and_sent_once_each(window):
    table = make_table()
    page = sit_down(window())
    page.locator('[data-seat="0"]').click()
    page.locator('[data-bid="7S"]').click()
    cut_off(page)

    page.locator('[data-tricks="8"]').click()
    expect(page.locator("#result")).to_contain_text("+140")
    expect(page.locator("#result")).to_contain_text("+20")
    expect(page.locator("#result")).to_contain_text("not confirmed")
    page.screenshot(path=SHOTS / "phone-offline-score-390.png", full_page=True)
    page.locator("#send").click()

    expect(page.locator("#next-hand")).to_contain_text("Hand 2 of 12")
    expect(page.locator("#next-hand")).to_contain_text("East deals")
    expect(page.locator("#waiting-rows li")).to_contain_text("not sent yet")
    keep_waiting(page, 2, seat=1, bid="M", tricks=2)

    expect(page.locator("#waiting-total")).to_have_text("Hands not sent yet: 2")
    expect(page.locator('[data-side-box="1"] .side-score')).to_have_text(f"{MINUS}230")
    expect(page.locator('[data-side-box="1"] .side-mark')).to_be_visible()
    page.locator("#hands-played summary").click()
    expect(page.locator("#hand-rows tr")).to_have_count(2)
    expect(page.locator("#hand-rows tr").first).to_contain_text("not sent yet")
    page.screenshot(path=SHOTS / "phone-offline-two-390.png", full_page=True)
    assert not HandSubmission.objects.exists()

    page.context.set_offline(False)

    expect(page.locator("#waiting")).to_be_hidden()
    expect(page.locator("#offline")).to_be_hidden()
    expect(page.locator("#next-hand")).to_contain_text("Hand 3 of 12")
    expect(page.locator('[data-side-box="1"] .side-mark')).to_be_hidden()
    expect(page.locator('[data-side-box="1"] .side-score')).to_have_text(f"{MINUS}230")
    assert hands_of(table) == [(1, "7S"), (2, "M")]
    assert scores(table) == (140, -230)
    assert HandSubmission.objects.count() == 2


def test_page_opens_without_network_with_the_hands_that_wait_and_the_one_half_entered(window):
    table = make_table()
    page = sit_down(window(worker=True))
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    cut_off(page)
    keep_waiting(page, 1, seat=0, bid="7S", tricks=8)
    page.locator('[data-seat="3"]').click()

    page.reload()

    expect(page.locator("#next-hand")).to_contain_text("Hand 2 of 12")
    expect(page.locator("#next-hand")).to_contain_text("East deals")
    expect(page.locator("#waiting-total")).to_have_text("Hands not sent yet: 1")
    expect(page.locator('[data-seat="3"]')).to_have_attribute("aria-pressed", "true")
    expect(page.locator('[data-side-box="0"] .side-score')).to_have_text("140")
    page.screenshot(path=SHOTS / "phone-opened-offline-390.png", full_page=True)
    keep_waiting(page, 2, seat=3, bid="6H", tricks=4)
    page.context.set_offline(False)

    expect(page.locator("#waiting")).to_be_hidden()
    expect(page.locator("#next-hand")).to_contain_text("Hand 3 of 12")
    assert hands_of(table) == [(1, "7S"), (2, "6H")]
    assert scores(table) == (200, -80)
    assert HandSubmission.objects.count() == 2
    kept = page.evaluate(
        """async () => {
          const names = await caches.keys();
          const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
          const paths = requests.flat().map((request) => new URL(request.url).pathname);
          return paths.filter((path) => !path.startsWith("/static/"));
        }"""
    )
    assert kept == [link_path()]


def test_page_that_was_kept_is_not_shown_while_the_server_answers(window):
    tournament = make_tournament(pairs=2, rounds=2, rules={"end": "hands", "hands": 1})
    first = make_round(tournament)
    page = sit_down(window(worker=True))
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    play_round(first)
    make_round(tournament)

    page.goto(link_path())

    expect(page.locator("h1")).to_contain_text("Round 2")


def test_hands_of_dominoes_without_network_end_at_exactly_61(window):
    table = make_table("fives_threes")
    page = sit_down(window())
    cut_off(page)

    page.locator('[data-points-of="0"]').fill("50")
    page.locator('[data-end="out"][data-out-side="0"]').click()
    expect(page.locator("#result")).to_contain_text("not confirmed")
    page.locator("#send").click()
    expect(page.locator("#next-hand")).to_contain_text("East opens")
    page.locator('[data-points-of="0"]').fill("12")
    page.locator('[data-end="blocked"]').click()
    expect(page.locator("#send-errors")).to_contain_text("These points cannot be at this score.")
    expect(page.locator("#send")).to_be_disabled()

    page.locator('[data-points-of="0"]').fill("11")
    expect(page.locator("#game-won")).to_contain_text("NS reaches 61 and wins the game.")
    page.locator("#send").click()

    expect(page.locator("#ends-ahead")).to_contain_text("The last hand ends the game.")
    expect(page.locator("#entry")).to_be_hidden()
    expect(page.locator('[data-side-box="0"] .side-score')).to_have_text("61")
    page.screenshot(path=SHOTS / "phone-offline-ended-390.png", full_page=True)
    page.context.set_offline(False)
    expect(page.locator("#complete")).to_be_visible()
    expect(page.locator("#ends-ahead")).to_be_hidden()
    assert scores(table) == (61, 0)
    assert HandSubmission.objects.count() == 2


def test_last_hand_of_a_fixed_number_ends_the_asking_without_network(window):
    table = make_table(rules={"end": "hands", "hands": 2})
    enter(table, fh_line(dealer=0), number=1)
    page = sit_down(window())
    cut_off(page)

    keep_waiting(page, 1, seat=3, bid="6S", tricks=5)

    expect(page.locator("#ends-ahead")).to_be_visible()
    expect(page.locator("#send-bar")).to_be_hidden()


def test_number_that_the_other_phone_took_stops_the_queue_until_somebody_decides(window):
    table = make_table()
    page = sit_down(window())
    cut_off(page)
    keep_waiting(page, 1, seat=0, bid="7S", tricks=8)
    keep_waiting(page, 2, seat=1, bid="8H", tricks=9)
    enter(
        table,
        {**fh_line(dealer=0), "contract": {"seat": 0, "bid": "7S", "sans_kitty": False}, "tricks": [7, 3]},
        number=1,
    )

    page.context.set_offline(False)

    refused = page.locator("#waiting-rows li").first
    expect(refused).to_contain_text("not accepted")
    expect(refused).to_contain_text("In the books: 7♠︎ by North, tricks: 7")
    expect(refused).to_contain_text("On this phone: 7♠︎ by North, tricks: 8")
    expect(page.locator("#waiting-rows li")).to_have_count(2)
    expect(page.locator("#entry")).to_be_hidden()
    page.screenshot(path=SHOTS / "phone-taken-390.png", full_page=True)
    assert [number for number, _ in hands_of(table)] == [1]

    page.get_by_role("button", name="Keep what is in the books").click()
    page.get_by_role("button", name="Yes, take hand 1 off this phone").click()

    expect(page.locator("#waiting")).to_be_hidden()
    expect(page.locator("#next-hand")).to_contain_text("Hand 3 of 12")
    assert hands_of(table) == [(1, "7S"), (2, "8H")]
    assert HandSubmission.objects.filter(outcome="conflict").count() == 1


def test_hand_that_the_server_refuses_is_changed_and_those_behind_it_follow(window):
    table = make_table()
    page = sit_down(window())
    cut_off(page)
    keep_waiting(page, 1, seat=0, bid="7S", tricks=8)
    # The table's own cut, entered on another phone in between.
    set_first_starter(actor=SYSTEM, table_id=table.pk, seat=1, now=NOW)

    page.context.set_offline(False)
    refused = page.locator("#waiting-rows li").first
    expect(refused).to_contain_text("not accepted")
    expect(page.locator("#entry")).to_be_hidden()
    page.screenshot(path=SHOTS / "phone-refused-390.png", full_page=True)
    assert not HandSubmission.objects.exists()

    page.get_by_role("button", name="Change").first.click()
    expect(page.locator("#next-hand")).to_contain_text("Hand 1, as it should be sent")
    expect(page.locator('[data-tricks="8"]')).to_have_attribute("aria-pressed", "true")
    page.locator('[data-tricks="9"]').click()
    expect(page.locator("#result")).to_contain_text("+10")
    page.locator("#send").click()

    expect(page.locator("#waiting")).to_be_hidden()
    expect(page.locator("#next-hand")).to_contain_text("Hand 2 of 12")
    assert scores(table) == (140, 10)
    assert HandRecord.objects.get().submission.payload["dealer"] == 1


def test_hand_that_waits_can_be_changed_or_left_out(window):
    table = make_table()
    page = sit_down(window())
    cut_off(page)
    keep_waiting(page, 1, seat=0, bid="7S", tricks=8)
    keep_waiting(page, 2, seat=1, bid="8H", tricks=9)

    page.locator("#waiting-total").click()
    page.locator("#waiting-rows li").first.get_by_role("button", name="Change").click()
    page.locator('[data-tricks="6"]').click()
    expect(page.locator("#result")).to_contain_text(f"{MINUS}140")
    page.screenshot(path=SHOTS / "phone-change-unsent-390.png", full_page=True)
    page.locator("#send").click()
    expect(page.locator("#waiting-rows li").first).to_contain_text("tricks: 6")
    expect(page.locator("#next-hand")).to_contain_text("Hand 3 of 12")
    last = page.locator("#waiting-rows li").last
    last.get_by_role("button", name="Leave it out").click()
    expect(page.locator("#waiting-rows li")).to_have_count(2)
    last.get_by_role("button", name="Yes, take hand 2 off this phone").click()

    expect(page.locator("#waiting-rows li")).to_have_count(1)
    expect(page.locator("#next-hand")).to_contain_text("Hand 2 of 12")
    page.context.set_offline(False)
    expect(page.locator("#waiting")).to_be_hidden()
    assert hands_of(table) == [(1, "7S")]
    assert scores(table) == (-140, 40)


def test_second_tap_on_change_says_nothing_of_a_hand_that_was_sent(window):
    table = make_table()
    page = sit_down(window())
    cut_off(page)
    keep_waiting(page, 1, seat=0, bid="7S", tricks=8)
    page.locator("#waiting-total").click()
    page.locator("#waiting-rows").get_by_role("button", name="Change").click()
    page.locator('[data-tricks="6"]').click()

    page.evaluate("""() => {
      const button = document.getElementById("send");
      button.click();
      button.click();
      // Comes after whatever the two taps have written.
      return Phone.shelf().update((state) => state).then(() => null);
    }""")

    expect(page.locator("#waiting-rows li")).to_contain_text("tricks: 6")
    expect(page.locator("#next-hand")).to_contain_text("Hand 2 of 12")
    expect(page.locator("#news")).to_be_hidden()
    page.context.set_offline(False)
    expect(page.locator("#waiting")).to_be_hidden()
    assert scores(table) == (-140, 40)


def test_news_of_the_table_that_is_overtaken_takes_nothing_back(window):
    table = make_table()
    page = sit_down(window())
    held: list[tuple[Route, APIResponse]] = []

    def hold_back_first(route: Route) -> None:
        if held:
            route.fallback()
        else:
            held.append((route, route.fetch()))

    enter(table, fh_line(dealer=0), number=1)
    page.route("**/table-link/", hold_back_first)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    for _ in range(500):
        page.evaluate("null")  # meanwhile the driver sees to the route
        if held:
            break
    route, older = held[0]
    assert older.status == 200
    enter(table, fh_line(dealer=1), number=2)
    look(page)
    expect(page.locator("#next-hand")).to_contain_text("Hand 3 of 12")
    page.locator('[data-seat="1"]').click()

    with page.expect_response("**/table-link/"):
        route.fulfill(response=older)
    look(page)

    expect(page.locator("#next-hand")).to_contain_text("Hand 3 of 12")
    expect(page.locator("#news")).to_be_hidden()
    expect(page.locator('[data-seat="1"]')).to_have_attribute("aria-pressed", "true")


def test_hand_that_is_sent_while_somebody_changes_it_is_told_of(window):
    table = make_table()
    page = sit_down(window())
    cut_off(page)
    keep_waiting(page, 1, seat=0, bid="7S", tricks=8)
    page.locator("#waiting-total").click()
    page.locator("#waiting-rows").get_by_role("button", name="Change").click()
    page.locator('[data-tricks="6"]').click()

    page.context.set_offline(False)
    expect(page.locator("#waiting")).to_be_hidden()
    page.locator("#send").click()

    expect(page.locator("#news")).to_contain_text("Hand 1 was sent before you had changed it")
    expect(page.locator("#next-hand")).to_contain_text("Hand 2 of 12")
    assert scores(table) == (140, 20)
    assert HandSubmission.objects.count() == 1


def test_two_pages_of_one_phone_share_the_hands_and_send_each_once(window):
    table = make_table()
    one = sit_down(window())
    other = sit_down(one.context.new_page())
    answers: list[int] = []
    one.context.on("response", lambda answer: answers.append(answer.status) if _is_post(answer.request) else None)
    cut_off(one)
    keep_waiting(one, 1, seat=0, bid="7S", tricks=8)

    expect(other.locator("#waiting-rows li")).to_contain_text("7♠︎ by North, tricks: 8")
    expect(other.locator("#next-hand")).to_contain_text("Hand 2 of 12")
    keep_waiting(other, 2, seat=1, bid="8H", tricks=9)
    expect(one.locator("#waiting-rows li")).to_have_count(2)
    expect(one.locator("#next-hand")).to_contain_text("Hand 3 of 12")
    one.context.set_offline(False)

    for page in (one, other):
        expect(page.locator("#waiting")).to_be_hidden()
        expect(page.locator("#next-hand")).to_contain_text("Hand 3 of 12")
    assert answers == [201, 201]
    assert hands_of(table) == [(1, "7S"), (2, "8H")]
    assert scores(table) == (150, 320)


def _is_post(request: Request) -> bool:
    return request.method == "POST" and request.url.endswith("/hands/")


def test_hand_stays_while_the_server_fails_and_goes_at_a_tap(window):
    table = make_table()
    page = sit_down(window())
    page.route("**/hands/", lambda route: route.fulfill(status=500, json={"code": "server.error", "detail": "no"}))
    keep_waiting(page, 1, seat=0, bid="7S", tricks=8)

    page.unroute("**/hands/")
    send_again(page)

    expect(page.locator("#news")).to_contain_text("Hand 1 is in: 7♠︎ by North, tricks: 8")
    expect(page.locator("#waiting")).to_be_hidden()
    assert hands_of(table) == [(1, "7S")]


def test_page_of_a_network_that_wants_a_login_does_not_pass_for_an_answer(window):
    table = make_table()
    page = sit_down(window())
    page.route("**/hands/", lambda route: route.fulfill(status=200, json={"welcome": "to our hotel"}))
    keep_waiting(page, 1, seat=0, bid="7S", tricks=8)

    page.unroute("**/hands/")
    send_again(page)

    expect(page.locator("#waiting")).to_be_hidden()
    assert hands_of(table) == [(1, "7S")]


def test_hand_whose_answer_never_comes_is_sent_again_and_kept_once(window):
    table = make_table()
    page = window()
    page.clock.install()
    sit_down(page)
    unanswered: list[Route] = []

    def hold_back(route: Route) -> None:
        assert route.fetch().status == 201
        unanswered.append(route)

    page.route("**/hands/", hold_back)
    tap(page, seat=0, bid="7S", tricks=8)
    expect(page.locator("#result")).to_contain_text("+140")
    page.locator("#send").click()
    expect(page.locator("#waiting-rows li")).to_contain_text("being sent")
    for _ in range(500):
        page.evaluate("null")  # meanwhile the driver sees to the route
        if unanswered:
            break
    assert len(unanswered) == 1
    page.unroute("**/hands/")

    page.clock.fast_forward(16_000)
    expect(page.locator("#waiting-rows li")).to_contain_text("not sent yet")
    page.clock.fast_forward(4_000)

    expect(page.locator("#news")).to_contain_text("Hand 1 is in")
    assert hands_of(table) == [(1, "7S")]
    assert HandSubmission.objects.count() == 1


def test_score_that_comes_after_the_hand_was_sent_changes_nothing(window):
    table = make_table(rules={"end": "hands", "hands": 1})
    page = sit_down(window())
    await_lines(page)
    held: list[Route] = []

    def hold_back(route: Route) -> None:
        held.append(route)

    page.route("**/check/", hold_back)
    tap(page, seat=0, bid="7S", tricks=8)
    page.locator("#send").click()
    expect(page.locator("#complete")).to_be_visible()

    with page.expect_response("**/check/"):
        held[0].continue_()

    expect(page.locator("#send-bar")).to_be_hidden()
    assert scores(table) == (140, 20)


def test_hand_on_a_phone_that_keeps_no_database_survives_a_reload(window):
    table = make_table()
    page = window()
    page.add_init_script("Object.defineProperty(window, 'indexedDB', { get() { throw new Error('switched off'); } })")
    sit_down(page)
    page.route("**/hands/", lambda route: route.abort())
    keep_waiting(page, 1, seat=0, bid="7S", tricks=8)

    page.reload()
    expect(page.locator("#waiting-rows li")).to_contain_text("7♠︎ by North, tricks: 8")
    page.unroute("**/hands/")
    send_again(page)

    expect(page.locator("#waiting")).to_be_hidden()
    assert hands_of(table) == [(1, "7S")]


def test_hand_that_a_slow_database_did_not_take_is_in_it_after_a_reload(window):
    table = make_table()
    page = window()
    page.clock.install()
    page.add_init_script("if (!sessionStorage.getItem('answers')) IDBFactory.prototype.open = () => ({})")
    page.route("**/hands/", lambda route: route.abort())
    page.goto(link_path())
    page.clock.fast_forward(6_000)
    expect(page.locator("#next-hand")).to_be_visible()
    keep_waiting(page, 1, seat=0, bid="7S", tricks=8)
    page.evaluate("sessionStorage.setItem('answers', 'yes')")

    page.reload()

    expect(page.locator("#waiting-rows li")).to_contain_text("7♠︎ by North, tricks: 8")
    assert page.evaluate("JSON.parse(localStorage.getItem('hands-to-send')).hands") == []
    page.unroute("**/hands/")
    send_again(page)
    expect(page.locator("#waiting")).to_be_hidden()
    assert hands_of(table) == [(1, "7S")]


def test_hand_is_kept_where_the_browser_has_closed_the_database(window):
    table = make_table()
    page = window()
    page.add_init_script("""
      const begin = IDBDatabase.prototype.transaction;
      IDBDatabase.prototype.transaction = function (...what) {
        window.lastDatabase = this;
        return begin.apply(this, what);
      };
    """)
    sit_down(page)
    page.route("**/hands/", lambda route: route.abort())
    page.evaluate("window.lastDatabase.close()")

    keep_waiting(page, 1, seat=0, bid="7S", tricks=8)

    page.reload()
    expect(page.locator("#waiting-rows li")).to_contain_text("7♠︎ by North, tricks: 8")
    page.unroute("**/hands/")
    send_again(page)
    expect(page.locator("#waiting")).to_be_hidden()
    assert hands_of(table) == [(1, "7S")]


def test_hand_of_a_table_left_behind_goes_once_the_hand_before_it_is_in(window):
    table = make_table()
    page = sit_down(window())
    page.route("**/hands/", lambda route: route.abort())
    keep_waiting(page, 1, seat=0, bid="7S", tricks=8)
    keep_waiting(page, 2, seat=1, bid="8H", tricks=9)
    page.locator("#waiting-total").click()
    first = page.locator("#waiting-rows li").first
    first.get_by_role("button", name="Leave it out").click()
    first.get_by_role("button", name="Yes, take hand 1 off this phone").click()
    expect(page.locator("#waiting-rows li")).to_have_count(1)
    page.goto(link_path(make_table()))
    expect(page.locator("#waiting-others")).to_contain_text("Hands of another table that are not sent yet: 1")
    with page.expect_response("**/hands/") as early:
        page.unroute("**/hands/")
        page.evaluate("window.dispatchEvent(new Event('online'))")
    assert early.value.status == 409
    assert not HandSubmission.objects.exists()

    enter(table, fh_line(dealer=0, bid="6S", tricks=(5, 5)), number=1)
    page.evaluate("window.dispatchEvent(new Event('online'))")

    expect(page.locator("#waiting")).to_be_hidden()
    assert hands_of(table) == [(1, "6S"), (2, "8H")]


def test_hand_of_a_table_left_behind_is_sent_from_the_next_table(window):
    table = make_table()
    page = sit_down(window())
    page.route("**/hands/", lambda route: route.abort())
    keep_waiting(page, 1, seat=0, bid="7S", tricks=8)
    other = make_table()

    page.goto(link_path(other))
    expect(page.locator("#waiting-others")).to_contain_text("Hands of another table that are not sent yet: 1")
    assert not HandSubmission.objects.exists()
    page.unroute("**/hands/")
    page.evaluate("window.dispatchEvent(new Event('online'))")

    expect(page.locator("#waiting")).to_be_hidden()
    assert hands_of(table) == [(1, "7S")]
    assert hands_of(other) == []


def judged_on_the_phone(page: Page, sides: list[int], cases: list[Any]) -> list[Any]:
    """Return what the phone makes of records, each with the scores before it, at a table of so many seats and sides."""
    await_lines(page)
    return page.evaluate(
        """([table, cases]) => {
          const { lines } = JSON.parse(localStorage.getItem("score-lines"));
          const step = (steps, before) => steps.filter(([from]) => from === null || from <= before).pop()[1];
          return cases.map(([record, scores]) => {
            const judged = Phone.judgeFiveHundred(lines, step, table, { number: 1, scores }, record);
            return [judged.points, judged.scores, judged.over];
          });
        }""",
        [
            {"seats": [{"side": side} for side in sides], "sides": [{"index": side} for side in sorted(set(sides))]},
            cases,
        ],
    )


def judged_by_the_engine(options: dict[str, Any], cases: list[Any]) -> list[Any]:
    rules = FIVE_HUNDRED.resolve_rules(options)
    judgements = [judge_next(FIVE_HUNDRED, rules, GameState(before), record, starter=0) for record, before in cases]
    assert all(judged.answer.valid for judged in judgements)
    return [[judged.answer.values["points"], list(judged.state.scores), judged.state.is_over] for judged in judgements]


def score_line(seat: int, bid: str, tricks: list[int | None], **more: int) -> dict[str, Any]:
    return {
        "level": 1,
        "dealer": 0,
        "contract": {"seat": seat, "bid": bid, "sans_kitty": False},
        "tricks": tricks,
        **more,
    }


@pytest.mark.parametrize("options", [{}, {"defender_cap": 490}], ids=["as in the book", "capped"])
def test_score_lines_on_the_phone_say_what_the_engine_says(window, options):
    make_table(rules={"end": "race", **options})
    cases = [
        (score_line(seat, bid, _tricks(bid, own, won)), before)
        for seat, own in ((1, 1), (2, 0))
        for bid in BIDS
        for won in range(11)
        for before in ((0, 0), (480, 485), (-480, 499))
    ]

    shown = judged_on_the_phone(sit_down(window()), [0, 1, 0, 1], cases)

    assert shown == judged_by_the_engine(options, cases)


def test_score_lines_on_the_phone_know_the_partner_that_was_called(window):
    make_table(rules={"end": "race"})
    befores = ((0, 0, 0, 0, 0), (480, 10, 0, 490, -20))
    cases = [
        (score_line(0, bid, [4, 1, 1, 3, 1], **called), before)
        for bid in BIDS
        if not BIDS[bid].is_misere
        for called in ({}, {"called": 3})
        for before in befores
    ]
    cases += [(score_line(2, bid, [None, None, 1, None, None]), before) for bid in ("M", "OM") for before in befores]

    shown = judged_on_the_phone(sit_down(window()), [0, 1, 2, 3, 4], cases)

    assert shown == judged_by_the_engine({"players": 5}, cases)


def _tricks(bid: str, own: int, won: int) -> list[int | None]:
    others = None if BIDS[bid].is_misere and won else 10 - won
    return [won, others] if own == 0 else [others, won]
