"""What the phone's page weighs, as the product sends it in production: files compressed and named by their content."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.management import call_command
from django.test.testcases import LiveServerThread
from playwright.sync_api import CDPSession, Page, expect

from gameplay.models import HandRecord
from tests.browser.phones import await_lines, link_path, look, scores, tap
from tests.factories import make_table
from tests.hands import enter, fh_line

pytestmark = pytest.mark.django_db(transaction=True)

FIRST_VISIT = 100_000
ONE_HAND = 15_000
POLLS_IN_A_HAND = 12
"""A hand takes some four minutes, and the page looks every twenty seconds."""
SLOW_3G = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}


@pytest.fixture
def published(settings, tmp_path) -> Iterator[str]:
    """Return the address of a server that sends its files as in production."""
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
    }
    settings.WHITENOISE_USE_FINDERS = settings.WHITENOISE_AUTOREFRESH = False
    call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=["admin", "drf_spectacular_sidecar"])
    # Nothing stands between the browser and the product's own middleware, which sends the files.
    server = LiveServerThread("localhost", lambda product: product)
    server.daemon = True
    server.start()
    server.is_ready.wait()
    assert server.error is None
    yield f"http://localhost:{server.port}"
    server.terminate()


class Scales:
    """Counts the bytes that a page receives, headers included."""

    def __init__(self, page: Page) -> None:
        """Start counting."""
        self.bytes = 0
        self.session: CDPSession = page.context.new_cdp_session(page)
        self.session.send("Network.enable")
        self.session.on("Network.loadingFinished", self._add)

    def _add(self, event: dict[str, Any]) -> None:
        self.bytes += event["encodedDataLength"]

    def reading(self, page: Page) -> int:
        """Return the bytes since the last reading."""
        page.wait_for_load_state("networkidle")
        # What has arrived is told a moment later.
        for _ in range(100):
            page.evaluate("null")
            if self.bytes:
                break
        weight, self.bytes = self.bytes, 0
        return int(weight)


@pytest.mark.parametrize(("kind", "agreement"), [("five_hundred", "hand"), ("fives_threes", "none")])
def test_first_visit_weighs_little(window, published, kind, agreement):
    make_table(kind, agreement=agreement)
    page = window(worker=True)
    scales = Scales(page)

    page.goto(published + link_path())

    expect(page.locator("#next-hand")).to_be_visible()
    weight = scales.reading(page)
    # What the worker takes is in the browser's cache by then, but for its own two scripts and the page once more.
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    again = sum(
        len(page.request.get(published + path).body())
        for path in (link_path(), page.get_attribute("#table", "data-worker"))
    )
    assert 20_000 < weight < FIRST_VISIT
    assert weight + again < FIRST_VISIT


def test_hand_late_in_a_game_weighs_little(window, published):
    table = make_table()
    for number in range(1, 12):
        enter(table, fh_line(dealer=(number - 1) % 4, bid="6S", tricks=(5, 5)), number=number)
    page = window()
    scales = Scales(page)
    page.goto(published + link_path())
    expect(page.locator("#next-hand")).to_contain_text("Hand 12 of 12")
    # They come once, after the page, and are no part of a look for news.
    await_lines(page)
    scales.reading(page)

    look(page)
    poll = scales.reading(page)
    tap(page, seat=0, bid="7S", tricks=8)
    expect(page.locator("#result")).to_contain_text("+140")
    page.locator("#send").click()
    expect(page.locator("#complete")).to_be_visible()
    hand = scales.reading(page)

    assert 0 < poll < 800
    assert hand > 1_000
    assert hand + POLLS_IN_A_HAND * poll < ONE_HAND


def test_hand_is_entered_over_a_slow_network(window, published):
    table = make_table()
    page = window()
    scales = Scales(page)
    scales.session.send("Network.emulateNetworkConditions", SLOW_3G)

    page.goto(published + link_path())
    tap(page, seat=0, bid="7S", tricks=8)
    expect(page.locator("#result")).to_contain_text("+140")
    page.locator("#send").click()

    expect(page.locator("#news")).to_contain_text("Hand 1 is in")
    expect(page.locator("#waiting")).to_be_hidden()
    assert scores(table) == (140, 20)
    assert HandRecord.objects.count() == 1
