"""An organiser sets a second factor up, logs in with it, and invites somebody who makes an account."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.accounts import PASSWORD, code_of, switch_on
from tests.browser.conftest import DESKTOP, PHONE, SHOTS
from tests.factories import make_club, make_user

pytestmark = pytest.mark.django_db(transaction=True)


def log_in(page: Page, username: str) -> None:
    page.goto("/login/")
    page.get_by_label("Username").fill(username)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()


def shoot(page: Page, name: str) -> None:
    SHOTS.mkdir(exist_ok=True)
    page.screenshot(path=SHOTS / f"accounts-{name}.png", full_page=True)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), name


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_second_factor_is_set_up_and_asked_for(window, size):
    width = size["width"]
    secret = switch_on(make_user("ona", password=PASSWORD))
    page = window(size=size)
    log_in(page, "ona")
    expect(page.get_by_role("heading", name="Now the code")).to_be_visible()
    shoot(page, f"code-{width}")
    page.get_by_label("Code").fill(code_of(secret))
    page.get_by_role("button", name="Log in", exact=True).click()
    expect(page.get_by_role("link", name="ona")).to_be_visible()

    make_user("olga", password=PASSWORD)
    page = window(size=size)
    log_in(page, "olga")
    page.get_by_role("link", name="olga").click()
    shoot(page, f"account-{width}")
    page.get_by_role("link", name="Switch it on").click()
    picture = page.get_by_alt_text("The secret as a picture")
    assert picture.evaluate("image => image.complete && image.naturalWidth > 100")
    shoot(page, f"set-up-{width}")
    page.get_by_label("Authenticator code").fill(code_of(page.locator("code").inner_text()))
    page.get_by_role("button", name="Switch it on").click()
    expect(page.get_by_role("heading", name="Codes for when the phone is lost")).to_be_visible()
    expect(page.locator("li code")).to_have_count(10)
    shoot(page, f"recovery-{width}")


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_invitation_is_made_handed_over_and_accepted(window, size):
    width = size["width"]
    club = make_club("Hearts and Bones", organiser=make_user("olga", password=PASSWORD))
    page = window(size=size)
    log_in(page, "olga")
    page.goto(f"/clubs/{club.slug}/roles/")
    page.get_by_label("Whom it is for").fill("Ona from Thursday")
    page.get_by_role("button", name="Make the link").click()
    link = page.get_by_label(re.compile("Link, good until")).input_value()
    shoot(page, f"roles-{width}")

    guest = window(size=size)
    guest.goto(link)
    guest.get_by_label("User name").fill("ona")
    guest.get_by_label("Password", exact=True).fill(PASSWORD)
    guest.get_by_label("The password again").fill(PASSWORD)
    shoot(guest, f"invitation-{width}")
    guest.get_by_role("button", name="Make the account").click()
    expect(guest.get_by_role("heading", name="Hearts and Bones")).to_be_visible()
    expect(guest.get_by_role("link", name="ona")).to_be_visible()


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_token_is_made_shown_once_and_revoked(window, size):
    width = size["width"]
    club = make_club("Hearts and Bones", organiser=make_user("olga", password=PASSWORD))
    page = window(size=size)
    log_in(page, "olga")
    expect(page.get_by_text("a password is all that it takes to be you")).to_be_visible()
    shoot(page, f"password-only-{width}")
    page.goto(f"/clubs/{club.slug}/")
    shoot(page, f"password-only-club-{width}")
    page.get_by_role("link", name="olga").click()
    shoot(page, f"account-with-tokens-{width}")
    page.get_by_role("link", name="Your tokens").click()
    page.get_by_label("Where it is used").fill("Score phone of hall B, which Ona takes home on Thursdays")
    shoot(page, f"tokens-none-{width}")
    page.get_by_role("button", name="Make the token").click()
    expect(page.get_by_label("Score phone of hall B")).to_have_value(re.compile("^[0-9a-f]{64}$"))
    shoot(page, f"tokens-made-{width}")
    page.get_by_role("button", name="Revoke").click()
    expect(page.get_by_text("None.", exact=True)).to_be_visible()
