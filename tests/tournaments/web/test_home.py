"""The first page."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from tests.factories import make_club, make_round, make_tournament, make_user

pytestmark = pytest.mark.django_db


def test_home_shows_running_tournaments_to_everybody(as_user, club):
    tournament = make_tournament(club, name="Spring Night", pairs=2)
    make_round(tournament)

    page = as_user().get("/")

    assert page.status_code == 200
    assert f'<a href="/tournaments/{tournament.slug}/">Spring Night</a>' in page.content.decode()


def test_home_shows_own_clubs_to_who_works_for_them(as_user, club):
    make_club("Another Club")

    page = as_user("olga").get("/")

    assert list(page.context["page"].own_clubs) == [club]
    assert 'href="/clubs/new/"' in page.content.decode()


@pytest.mark.parametrize("clubs", [1, 3])
def test_home_asks_the_database_as_often_for_many_clubs(as_user, django_assert_num_queries, clubs):
    for number in range(clubs):
        make_round(make_tournament(make_club(f"Club {number}"), pairs=2))
    browser = as_user()

    with django_assert_num_queries(3):
        browser.get("/")


def test_log_in_leads_back_to_where_it_was_asked_for(as_user):
    User.objects.create_user("eve", password="a long enough one")
    browser = as_user()

    asked = browser.get("/clubs/new/")
    landed = browser.post(
        asked["Location"], {"username": "eve", "password": "a long enough one", "next": "/clubs/new/"}
    )

    assert asked["Location"] == "/login/?next=/clubs/new/"
    assert landed["Location"] == "/clubs/new/"


def test_log_in_with_a_wrong_password_keeps_the_name(as_user):
    make_user("eve", password="a long enough one")

    page = as_user().post("/login/", {"username": "eve", "password": "wrong"})

    assert page.status_code == 200
    assert 'value="eve"' in page.content.decode()
    assert "Nothing that you typed is lost" in page.content.decode()


def test_page_carries_no_script_and_no_style_of_its_own(as_user):
    page = as_user("eve").get("/")

    body = page.content.decode()
    assert "default-src 'self'" in page["Content-Security-Policy"]
    assert "<style" not in body
    assert " style=" not in body
    assert "onclick" not in body
    assert "http://" not in body.replace("http://testserver", "")


def test_unknown_address_is_a_page_with_a_way_out(as_user):
    page = as_user().get("/nowhere/")

    assert page.status_code == 404
    assert 'href="/"' in page.content.decode()
