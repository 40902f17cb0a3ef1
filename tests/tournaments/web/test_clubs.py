"""Clubs: founded, changed, and the roles in them."""

from __future__ import annotations

import pytest

from tests.factories import make_player, make_tournament
from tournaments.models import Club, ClubRole

pytestmark = pytest.mark.django_db


def test_club_create_makes_the_founder_its_organiser(as_user):
    page = as_user("eve").post("/clubs/new/", {"name": "Ūla Card Club", "time_zone": "Europe/Vilnius"})

    club = Club.objects.get()
    assert page["Location"] == f"/clubs/{club.slug}/players/"
    assert (club.name, club.time_zone) == ("Ūla Card Club", "Europe/Vilnius")
    assert ClubRole.objects.get().role == "organiser"


def test_club_create_refused_keeps_what_was_typed(as_user):
    page = as_user("eve").post("/clubs/new/", {"name": " ", "time_zone": "Europe/Vilnius"})

    assert page.status_code == 200
    assert '<option value="Europe/Vilnius" selected>' in page.content.decode()
    assert not Club.objects.exists()


def test_club_create_asks_to_log_in(as_user):
    assert as_user().post("/clubs/new/", {"name": "X", "time_zone": "UTC"})["Location"].startswith("/login/")
    assert not Club.objects.exists()


@pytest.mark.parametrize(
    ("username", "offers"),
    [
        pytest.param(None, [], id="public"),
        pytest.param("sam", [], id="scorer"),
        pytest.param("dan", ["players/"], id="director"),
        pytest.param("olga", ["players/", "tournaments/new/", "roles/", "settings/"], id="organiser"),
    ],
)
def test_club_page_offers_what_one_may_do(as_user, club, username, offers):
    body = as_user(username).get(f"/clubs/{club.slug}/").content.decode()

    everything = ["players/", "tournaments/new/", "roles/", "settings/"]
    assert [part for part in everything if f'href="/clubs/{club.slug}/{part}"' in body] == [
        part for part in everything if part in offers
    ]


@pytest.mark.parametrize("tournaments", [1, 3])
def test_club_page_asks_the_database_as_often_for_many_tournaments(
    as_user, club, django_assert_num_queries, tournaments
):
    for number in range(tournaments):
        make_tournament(club, name=f"Night {number}")
    browser = as_user()

    with django_assert_num_queries(5):
        browser.get(f"/clubs/{club.slug}/")


def test_club_settings_change_name_and_zone(as_user, club):
    page = as_user("olga").post(f"/clubs/{club.slug}/settings/", {"name": "Spades", "time_zone": "Europe/Warsaw"})

    club.refresh_from_db()
    assert page["Location"] == f"/clubs/{club.slug}/"
    assert (club.name, club.time_zone) == ("Spades", "Europe/Warsaw")


def test_role_given_and_taken_away(as_user, club):
    as_user("rita")
    browser = as_user("olga")

    browser.post(f"/clubs/{club.slug}/roles/", {"username": "rita", "role": "scorer"})
    given = ClubRole.objects.get(user__username="rita")
    browser.post(f"/clubs/{club.slug}/roles/{given.user_id}/revoke/")

    assert given.role == "scorer"
    assert not ClubRole.objects.filter(user__username="rita").exists()


def test_last_organiser_keeps_the_role_and_is_told_why(as_user, club):
    olga = ClubRole.objects.get(user__username="olga").user_id

    page = as_user("olga").post(f"/clubs/{club.slug}/roles/{olga}/revoke/", follow=True)

    assert [message.level_tag for message in page.context["messages"]] == ["error"]
    assert ClubRole.objects.filter(user__username="olga").exists()


@pytest.mark.parametrize("path", ["settings/", "roles/"])
@pytest.mark.parametrize("username", ["sam", "dan", "stranger"])
def test_club_management_is_the_organisers(as_user, club, path, username):
    answer = as_user(username).post(
        f"/clubs/{club.slug}/{path}", {"name": "Mine", "time_zone": "UTC", "username": username, "role": "organiser"}
    )

    club.refresh_from_db()
    assert answer.status_code == 403
    assert club.name == "Hearts Club"
    assert ClubRole.objects.filter(role="organiser").count() == 1


def test_new_club_is_led_to_its_players_and_then_to_its_first_night(as_user, club):
    browser = as_user("olga")

    assert browser.get(f"/clubs/{club.slug}/").context["club_step"] == "players"
    make_player(club, "Ann Lee")
    assert browser.get(f"/clubs/{club.slug}/").context["club_step"] == "tournament"
    assert browser.get(f"/clubs/{club.slug}/players/").context["club_step"] == "tournament"
    make_tournament(club)
    assert browser.get(f"/clubs/{club.slug}/").context["club_step"] == ""


def test_club_leads_nobody_to_what_they_may_not_do(as_user, club):
    assert as_user("dan").get(f"/clubs/{club.slug}/").context["club_step"] == ""
