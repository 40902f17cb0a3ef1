from __future__ import annotations

import pytest

from tests.api import client_of, faults, refusal
from tests.factories import make_club, make_user
from tournaments.models import AuditEntry, Club, ClubRole

pytestmark = pytest.mark.django_db

CLUBS = "/api/v1/clubs/"


def test_founding_a_club_makes_one_its_organiser():
    user = make_user("ona")

    response = client_of(user).post(CLUBS, {"name": "Žaidėjai", "time_zone": "Europe/Vilnius"}, REMOTE_ADDR="192.0.2.9")

    assert response.status_code == 201
    assert response.json() == {"slug": "zaidejai", "name": "Žaidėjai", "time_zone": "Europe/Vilnius"}
    assert ClubRole.objects.get().user == user
    assert AuditEntry.objects.get().address == "192.0.2.9"


def test_founding_a_club_needs_a_log_in():
    response = client_of().post(CLUBS, {"name": "Club", "time_zone": "UTC"})

    assert refusal(response) == (401, "auth.required")
    assert response["WWW-Authenticate"] == "Token"
    assert not Club.objects.exists()


@pytest.mark.parametrize(
    ("body", "status", "code", "wrong"),
    [
        pytest.param(
            {}, 400, "request.invalid", [("name", "request.required"), ("time_zone", "request.required")], id="nothing"
        ),
        pytest.param(
            {"name": "C", "time_zone": "Mars"},
            422,
            "club.time_zone_unknown",
            [("", "club.time_zone_unknown")],
            id="no such zone",
        ),
        pytest.param(
            {"name": " ", "time_zone": "UTC"}, 400, "request.invalid", [("name", "request.blank")], id="blank"
        ),
        pytest.param({"name": "\u202e", "time_zone": "UTC"}, 422, "name.empty", [("", "name.empty")], id="invisible"),
        pytest.param({"name": "x" * 121, "time_zone": "UTC"}, 422, "name.too_long", [("", "name.too_long")], id="long"),
        pytest.param(
            {"name": ["C"], "time_zone": "UTC"}, 400, "request.invalid", [("name", "request.invalid")], id="a list"
        ),
        pytest.param(
            {"name": "C", "time_zone": "UTC", "colour": 1},
            400,
            "request.invalid",
            [("colour", "request.invalid")],
            id="a field that there is not",
        ),
        pytest.param([], 400, "request.invalid", [("", "request.invalid")], id="no object"),
        pytest.param(
            None, 400, "request.invalid", [("name", "request.required"), ("time_zone", "request.required")], id="null"
        ),
        pytest.param(
            {"name": "a\x00b", "time_zone": "UTC"}, 400, "request.unreadable", [("", "request.unreadable")], id="a NUL"
        ),
    ],
)
def test_founding_a_club_says_what_is_wrong(body, status, code, wrong):
    response = client_of(make_user()).post(CLUBS, body)

    assert refusal(response) == (status, code)
    assert faults(response) == wrong
    assert not Club.objects.exists()


def test_clubs_are_open_to_everybody_page_by_page():
    for name in ("Beta", "Alpha", "Gamma"):
        make_club(name)

    first = client_of().get(CLUBS, {"page_size": 2}).json()
    second = client_of().get(CLUBS, {"page_size": 2, "page": 2}).json()

    assert first["count"] == 3
    assert [club["slug"] for club in first["results"]] == ["alpha", "beta"]
    assert [club["slug"] for club in second["results"]] == ["gamma"]
    assert second["next"] is None
    assert client_of().get(f"{CLUBS}beta/").json() == {"slug": "beta", "name": "Beta", "time_zone": "Europe/Vilnius"}


@pytest.mark.parametrize("page", ["0", "3", "x", "9" * 5000, "-1", "1.5", "\x00"])
def test_a_page_that_there_is_not_is_refused(page):
    make_club()

    assert refusal(client_of().get(CLUBS, {"page": page})) == (404, "not_found")


@pytest.mark.parametrize("clubs", [1, 3])
def test_the_list_of_clubs_takes_two_queries(clubs, django_assert_num_queries):
    for _ in range(clubs):
        make_club()

    with django_assert_num_queries(2):
        client_of().get(CLUBS)


def test_a_club_that_there_is_not_is_a_problem():
    assert refusal(client_of().get(f"{CLUBS}nowhere/")) == (404, "not_found")
    assert refusal(client_of().get("/api/v1/clubs/no such/")) == (404, "not_found")


def test_organisers_change_the_club_and_directors_do_not():
    organiser, director = make_user(), make_user()
    make_club("Alpha", organiser=organiser, director=director)

    refused = client_of(director).patch(f"{CLUBS}alpha/", {"name": "Mine"})
    changed = client_of(organiser).patch(f"{CLUBS}alpha/", {"name": "Ours"})

    assert refusal(refused) == (403, "rights.missing")
    assert changed.json() == {"slug": "alpha", "name": "Ours", "time_zone": "Europe/Vilnius"}


def test_roles_are_given_and_taken_by_organisers():
    organiser, scorer = make_user("ona"), make_user("jon")
    make_club("Alpha", organiser=organiser)
    client = client_of(organiser)

    given = client.post(f"{CLUBS}alpha/roles/", {"username": "jon", "role": "scorer"})

    assert given.status_code == 201
    assert given.json() == {"user_id": scorer.pk, "username": "jon", "role": "scorer"}
    assert [row["username"] for row in client.get(f"{CLUBS}alpha/roles/").json()["results"]] == ["jon", "ona"]
    assert client.delete(f"{CLUBS}alpha/roles/{scorer.pk}/").status_code == 204
    assert refusal(client.delete(f"{CLUBS}alpha/roles/{scorer.pk}/")) == (404, "not_found")
    assert refusal(client.delete(f"{CLUBS}alpha/roles/{organiser.pk}/")) == (409, "club.last_organiser")
    assert refusal(client.delete(f"{CLUBS}alpha/roles/{10**30}/")) == (404, "not_found")


@pytest.mark.parametrize("role", ["director", "scorer", None])
def test_roles_are_nobody_else_s_business(role):
    user = make_user("eve")
    make_club("Alpha", organiser=make_user("ona"), **({role: user} if role else {}))
    client = client_of(user)
    before = set(ClubRole.objects.values_list("user__username", "role"))

    assert refusal(client.get(f"{CLUBS}alpha/roles/")) == (403, "rights.missing")
    # Whether there is a user of that name is not told either.
    for name in ("eve", "nobody"):
        answer = client.post(f"{CLUBS}alpha/roles/", {"username": name, "role": "organiser"})
        assert refusal(answer) == (403, "rights.missing")
    assert set(ClubRole.objects.values_list("user__username", "role")) == before


@pytest.mark.parametrize("roles", [1, 3])
def test_the_list_of_roles_takes_four_queries(roles, django_assert_num_queries):
    organiser = make_user()
    club = make_club("Alpha", organiser=organiser)
    for _ in range(roles - 1):
        ClubRole.objects.create(club=club, user=make_user(), role="scorer")

    with django_assert_num_queries(4):
        client_of(organiser).get(f"{CLUBS}alpha/roles/")


def test_platform_admins_may_do_everything_everywhere():
    make_club("Alpha", organiser=make_user())

    assert client_of(make_user(is_superuser=True)).patch(f"{CLUBS}alpha/", {"name": "Ours"}).status_code == 200
