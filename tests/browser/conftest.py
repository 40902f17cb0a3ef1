"""Real pages in a real browser: Debian's or any installed Chromium, found on the path."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 800}
SHOTS = Path(__file__).parents[2] / "screenshots"
PATIENCE = 15_000


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what stands in this folder, so that it runs only when it is asked for."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("no Chromium is installed")
    # The browser's driver keeps an event loop in this thread, which Django takes for asynchronous code.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture
def window(chromium, live_server) -> Iterator[Callable[..., Page]]:
    """Return what opens a window of its own, with its own cookies; a script that fails fails the test.

    The context of a page, ``page.context``, can cut its network. Without ``worker`` no service worker comes between a
    page and the routes that a test lays.
    """
    faults: list[str] = []
    contexts: list[BrowserContext] = []

    def open_window(*, size: dict[str, int] = PHONE, scheme: str = "light", worker: bool = False) -> Page:
        context = chromium.new_context(
            viewport=size,
            color_scheme=scheme,
            base_url=live_server.url,
            reduced_motion="reduce",
            service_workers="allow" if worker else "block",
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda message: faults.append(message.text) if _is_fault(message.text) else None)
        return page

    yield open_window
    for context in contexts:
        context.close()
    assert faults == []


def _is_fault(text: str) -> bool:
    """Whether a line of the console tells of a fault of ours, such as something that the policy for content forbids."""
    return re.search(r"Content Security Policy|Refused to|SyntaxError|TypeError|ReferenceError", text) is not None
