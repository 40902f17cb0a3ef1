from __future__ import annotations

import pytest

from tests.api import client_of, faults, refusal
from tests.factories import NOW, make_club, make_round, make_tournament, make_user
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

TOURNAMENTS = "/api/v1/tournaments/"


def make_organiser():
    organiser = make_user()
    return client_of(organiser), make_club("Alpha", organiser=organiser)


def test_a_tournament_is_set_up():
    client, _club = make_organiser()
    body = {
        "club": "alpha",
        "name": "Friday",
        "kind": "five_hundred",
        "rules": {"end": "hands", "hands": 8},
        "rounds": 5,
        "round_minutes": 45,
        "seed": 11,
    }

    response = client.post(TOURNAMENTS, body)

    assert response.status_code == 201
    shown = response.json()
    row = Tournament.objects.get()
    assert {key: shown[key] for key in ("id", "slug", "club", "name", "kind", "status", "rounds_planned")} == {
        "id": row.pk,
        "slug": "alpha-friday",
        "club": "alpha",
        "name": "Friday",
        "kind": "five_hundred",
        "status": "open",
        "rounds_planned": 5,
    }
    assert shown["settings"] == {
        "rules": {"end": "hands", "hands": 8},
        "time_zone": "Europe/Vilnius",
        "entry_kind": "partnership",
        "table_size": 4,
        "teams": "by_players",
        "movement": "round_robin",
        "movement_options": {},
        "rounds": 5,
        "legs": 1,
        "legs_mode": "all",
        "leg_starter": "rotate",
        "sit_out_policy": "own_average",
        "sit_out_values": {},
        "table_points": {"win": 2, "draw": 1, "loss": 0},
        "criteria": [
            {"key": "table_points", "direction": "most"},
            {"key": "head_to_head", "direction": "most", "by": "table_points"},
            {"key": "wins", "direction": "most"},
            {"key": "net_points", "direction": "most"},
            {"key": "sonneborn_berger", "direction": "most", "by": "table_points"},
        ],
        "unplayed_rounds": "dummy",
        "cancel_withdrawn": False,
        "round_minutes": 45,
        "seed": 11,
        "is_rated": True,
        "correction_window": "",
        "table_correction_minutes": 0,
        "agreement": "none",
        "second_keying": "optional",
        "when_time_is_up": "director",
        "handicap": "none",
        "handicap_percent": 100,
        "handicap_most": None,
    }
    assert client_of().get(f"{TOURNAMENTS}alpha-friday/").json() == shown


@pytest.mark.parametrize(
    ("more", "status", "code", "wrong"),
    [
        pytest.param(
            {"rules": {"slam": 100, "colour": 1}},
            422,
            "rules.violated",
            [("rules.slam", "five_hundred.rules"), ("rules.colour", "five_hundred.rules")],
            id="options",
        ),
        pytest.param({"kind": "bridge"}, 422, "value.refused", [("kind", "value.refused")], id="another game"),
        pytest.param({"rules": {"players": 5}}, 422, "value.refused", [("rules.players", "value.refused")], id="table"),
        pytest.param({"rules": []}, 400, "request.invalid", [("rules", "request.not_a_dict")], id="options as a list"),
        pytest.param(
            {"rules": {"hands": 10**40, "end": "hands"}},
            422,
            "rules.violated",
            [("rules.hands", "five_hundred.rules")],
            id="a huge number",
        ),
        pytest.param({"seed": 10**40}, 422, "value.refused", [("seed", "value.refused")], id="a huge seed"),
        pytest.param({"legs": 10**4}, 422, "value.refused", [("legs", "value.refused")], id="too many legs"),
        pytest.param(
            {"criteria": [{"key": []}]},
            422,
            "standings.rules_invalid",
            [("criteria[0].key", "standings.rules_invalid")],
            id="a criterion",
        ),
        pytest.param(
            {"table_points": {"win": [1]}},
            422,
            "value.refused",
            [("table_points.win", "value.refused")],
            id="points as a list",
        ),
        pytest.param(
            {"table_points": {"win": None}},
            400,
            "request.invalid",
            [("table_points.win", "request.null")],
            id="no points",
        ),
        pytest.param({"entry_kind": "team"}, 422, "value.refused", [("entry_kind", "value.refused")], id="teams"),
        pytest.param({"club": "nowhere"}, 404, "not_found", [("", "not_found")], id="no such club"),
        pytest.param({"club": "no where"}, 400, "request.invalid", [("club", "request.invalid")], id="no address"),
        pytest.param({"time_zone": "Mars"}, 422, "club.time_zone_unknown", [("", "club.time_zone_unknown")], id="zone"),
    ],
)
def test_a_tournament_that_makes_no_sense_is_refused(more, status, code, wrong):
    client, _club = make_organiser()

    response = client.post(TOURNAMENTS, {"club": "alpha", "name": "Friday", "kind": "five_hundred", **more})

    assert refusal(response) == (status, code)
    assert faults(response) == wrong
    assert not Tournament.objects.exists()


def test_settings_are_changed_and_freeze():
    client, club = make_organiser()
    tournament = make_tournament(club, pairs=4)
    path = f"{TOURNAMENTS}{tournament.slug}/"

    changed = client.patch(path, {"name": "Saturday", "rounds": None, "legs": 3})
    make_round(tournament)
    frozen = client.patch(path, {"legs": 1})

    assert changed.status_code == 200
    assert (changed.json()["name"], changed.json()["rounds_planned"], changed.json()["settings"]["legs"]) == (
        "Saturday",
        3,
        3,
    )
    assert refusal(frozen) == (409, "tournament.setting_frozen")
    assert refusal(client.patch(path, {"status": "finished"})) == (400, "request.invalid")
    shown = client.get(path).json()
    assert (shown["settings"]["legs"], shown["status"], shown["rounds_drawn"]) == (3, "running", 1)


def test_a_finished_tournament_is_reopened():
    client, club = make_organiser()
    tournament = make_tournament(club)
    path = f"{TOURNAMENTS}{tournament.slug}/reopening/"

    assert refusal(client.post(path)) == (409, "tournament.not_finished")
    Tournament.objects.update(status="finished", finished_at=NOW)

    assert client.post(path, {"reason": "one more round"}).json()["status"] == "running"


def test_tournaments_are_listed_for_everybody_by_club_status_and_kind():
    alpha, beta = make_club("Alpha"), make_club("Beta")
    make_tournament(alpha, name="One")
    make_tournament(beta, name="Two", kind="fives_threes")
    make_tournament(alpha, name="Three")
    Tournament.objects.filter(name="One").update(status="finished", finished_at=NOW)

    def listed(**query):
        return [row["name"] for row in client_of().get(TOURNAMENTS, query).json()["results"]]

    assert listed() == ["Three", "Two", "One"]
    assert listed(club="alpha") == ["Three", "One"]
    assert listed(club="alpha", status="finished") == ["One"]
    assert listed(kind="fives_threes") == ["Two"]
    assert listed(club="gamma") == []
    assert listed(page_size=1, page=2) == ["Two"]


@pytest.mark.parametrize("query", [{"status": "lost"}, {"club": "a\x00"}, {"colour": "red"}])
def test_a_filter_that_there_is_not_is_refused(query):
    assert refusal(client_of().get(TOURNAMENTS, query)) == (400, "request.invalid")


@pytest.mark.parametrize("tournaments", [1, 3])
def test_the_list_of_tournaments_takes_two_queries(tournaments, django_assert_num_queries):
    club = make_club()
    for _ in range(tournaments):
        make_tournament(club)

    with django_assert_num_queries(2):
        client_of().get(TOURNAMENTS)


@pytest.mark.parametrize("role", ["director", "scorer", None])
def test_tournaments_are_set_up_by_organisers(role):
    user = make_user()
    club = make_club("Alpha", **({role: user} if role else {}))
    tournament = make_tournament(club)
    client = client_of(user)
    path = f"{TOURNAMENTS}{tournament.slug}/"

    created = client.post(TOURNAMENTS, {"club": "alpha", "name": "Mine", "kind": "five_hundred"})
    changed = client.patch(path, {"name": "Mine"})

    assert refusal(created) == refusal(changed) == (403, "rights.missing")
    assert [row.name for row in Tournament.objects.all()] == ["Club night"]
    assert refusal(client_of().patch(path, {"name": "Mine"})) == (401, "auth.required")


def test_movements_are_advised_by_what_is_known():
    tournament = make_tournament(pairs=15)

    response = client_of(None).get(
        f"{TOURNAMENTS}{tournament.slug}/movement-advice/", {"minutes": 150, "round_minutes": 30}
    )

    assert response.status_code == 200
    assert response.json()[0] == {
        "movement": "round_robin",
        "code": "advice.first_rounds",
        "rounds": 5,
        "tables": 7,
        "out_each_round": 1,
        "sits_out": [0, 1],
        "minutes": 150,
        "options": {},
    }


def test_movements_are_not_advised_for_numbers_that_make_no_sense():
    tournament = make_tournament(pairs=4)

    response = client_of(None).get(f"{TOURNAMENTS}{tournament.slug}/movement-advice/", {"entries": 0, "minute": 5})

    assert response.status_code == 400
