"""A club is taken along and brought in with a browser, at the width of a phone and of a desk."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, PHONE, SHOTS
from tests.factories import make_club, make_round, make_tournament, make_user
from tests.files import empty_the_database, standings_by_name
from tests.hands import play_round
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)


def let_in(page, live_server, user):
    """Give the browser the session of a user."""
    client = Client()
    client.force_login(user)
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_server.url}])


@pytest.mark.parametrize("size", [pytest.param(PHONE, id="390"), pytest.param(DESKTOP, id="1280")])
def test_a_club_is_taken_along_looked_at_and_brought_in(window, live_server, tmp_path, size):
    olga = make_user("olga")
    club = make_club("Hearts and Bones of Greater Wallop", organiser=olga)
    tournament = make_tournament(club, pairs=4, rules={"end": "hands", "hands": 2}, name="Zoë's Night", rounds=2)
    play_round(make_round(tournament))
    before = standings_by_name(tournament)
    page = window(size=size)
    let_in(page, live_server, olga)

    page.goto(f"/clubs/{club.slug}/")
    page.screenshot(path=SHOTS / f"files-club-{size['width']}.png", full_page=True)
    with page.expect_download() as download:
        page.get_by_role("link", name="Take the club along as a file").click()
    file = tmp_path / "club.json"
    download.value.save_as(file)
    assert download.value.suggested_filename == f"{club.slug}.json"

    empty_the_database()
    page.goto("/files/bring/")
    page.screenshot(path=SHOTS / f"files-bring-{size['width']}.png", full_page=True)
    wrong = tmp_path / "wrong.json"
    wrong.write_bytes(file.read_bytes()[:-100])
    page.get_by_label("The file").set_input_files(wrong)
    page.get_by_role("button", name="Look at it").click()
    expect(page.get_by_text("The file is damaged")).to_be_visible()
    page.screenshot(path=SHOTS / f"files-damaged-{size['width']}.png", full_page=True)

    page.get_by_label("The file").set_input_files(file)
    page.get_by_role("button", name="Look at it").click()
    expect(page.get_by_role("heading", name="What would come")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    page.screenshot(path=SHOTS / f"files-look-{size['width']}.png", full_page=True)
    page.get_by_role("button", name="Bring it in").click()
    expect(page.get_by_text("Everything is there.")).to_be_visible()

    assert standings_by_name(Tournament.objects.get()) == before
    assert User.objects.get().club_roles.get().role == "organiser"
