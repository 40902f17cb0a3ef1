"""An evening of people without fixed partners through the API, from the tournament to the page of an entry."""

from __future__ import annotations

import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.api import client_of, faults, refusal
from tests.factories import make_club, make_partnership, make_player, make_round, make_tournament, make_user
from tests.hands import fh_line, play_round
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.django_db

V1 = "/api/v1"


def make_organiser():
    user = make_user()
    club = make_club("Alpha", organiser=user)
    return client_of(user), club


def set_up(client, **settings):
    body = {"club": "alpha", "name": "Friday", "kind": "five_hundred", "entry_kind": "player", **settings}
    return client.post(f"{V1}/tournaments/", body)


def test_an_evening_of_people_who_change_partners():
    client, _club = make_organiser()
    made = set_up(client, rounds=3, rules={"end": "hands", "hands": 1}, seed=3)
    assert made.status_code == 201
    path = f"{V1}/tournaments/{made.json()['slug']}"
    assert made.json()["settings"] | {"table_size": 4, "movement": "individual"} == made.json()["settings"]

    names = ["Ann", "Bob", "Cy", "Di", "Ed", "Fay", "Gus", "Hal", "Ida"]
    admitted = client.post(f"{path}/entries/import/", {"text": "\n".join(names), "add_unknown": True})
    assert [(entry["number"], entry["name"]) for entry in admitted.json()] == list(enumerate(names, 1))
    assert [len(entry["players"]) for entry in admitted.json()] == [1] * 9
    assert admitted.json()[0]["partnership_id"] is None
    assert admitted.json()[0]["player_id"] == admitted.json()[0]["players"][0]["player_id"]

    drawn = client.post(f"{path}/rounds/").json()
    [draft] = drawn["draws"]
    assert [sorted(table["seats"]) for table in draft["plan"]["tables"]] == [["E", "N", "S", "W"]] * 2
    assert [remark["code"] for remark in draft["explanation"]] == [
        "draw.evening",
        "draw.evening_whole",
        "draw.sits_out_left_over",
    ]
    published = client.post(f"{V1}/draws/{draft['id']}/publication/").json()
    assert len(published["sit_outs"]) == 1
    assert [len(table["seats"]) for table in published["tables"]] == [4, 4]
    seating = client_of().get(f"{V1}/rounds/{published['id']}/seating/").json()
    assert [place["player_name"] for place in seating] == names
    assert {len(place["partners"]) for place in seating if place["table"]} == {1}

    for table in published["tables"]:
        assert [len(side["entry_ids"]) for side in table["sides"]] == [2, 2]
        record = fh_line(dealer=table["next"]["starter"])
        post = {"submission_id": str(uuid.uuid4()), "number": 1, "record": record}
        answer = client.post(f"{V1}/tables/{table['id']}/hands/", post)
        assert (answer.status_code, answer.json()["table_complete"]) == (201, True)
    closed = client.post(f"{V1}/rounds/{published['id']}/closing/")
    assert closed.json()["status"] == "closed"

    rows = client_of().get(f"{path}/standings/").json()["rows"]
    assert [row["values"]["points"]["exact"] for row in rows] == [140] * 4 + [20] * 4 + [0]
    assert [row["rank"] for row in rows] == ["1="] * 4 + ["5="] * 4 + ["9"]
    winner = client_of().get(f"{V1}/entries/{rows[0]['entry_id']}/").json()
    assert winner["rounds"][0]["table"]["sides"][winner["rounds"][0]["side"]]["games_won"] == "1"
    assert client.post(f"{path}/publications/", {"kind": "provisional"}).status_code == 201


def test_three_pairs_sit_at_one_table():
    client, club = make_organiser()
    made = set_up(client, entry_kind="partnership", table_size=6, teams="three_pairs", rounds=2)
    path = f"{V1}/tournaments/{made.json()['slug']}"
    pairs = [make_partnership(club).pk for _ in range(3)]
    client.post(f"{path}/entries/", {"partnership_ids": pairs})

    [draft] = client.post(f"{path}/rounds/").json()["draws"]
    published = client.post(f"{V1}/draws/{draft['id']}/publication/").json()

    assert sorted(draft["plan"]["tables"][0]["seats"]) == ["EW", "NS", "UD"]
    [table] = published["tables"]
    assert (table["rules"]["players"], table["rules"]["teams"]) == (6, "three_pairs")
    assert [side["label"] for side in table["sides"]] == ["1-4", "2-5", "3-6"]


def test_six_people_sit_as_three_pairs():
    client, _club = make_organiser()
    made = set_up(client, table_size=6, teams="three_pairs", rounds=2)
    path = f"{V1}/tournaments/{made.json()['slug']}"
    names = ["Ann", "Bob", "Cy", "Di", "Ed", "Fay"]
    client.post(f"{path}/entries/import/", {"text": "\n".join(names), "add_unknown": True})

    [draft] = client.post(f"{path}/rounds/").json()["draws"]
    published = client.post(f"{V1}/draws/{draft['id']}/publication/").json()

    [table] = published["tables"]
    assert (table["rules"]["players"], table["rules"]["teams"]) == (6, "three_pairs")
    assert [(side["label"], len(side["entry_ids"])) for side in table["sides"]] == [("1-4", 2), ("2-5", 2), ("3-6", 2)]
    places = client_of().get(f"{V1}/rounds/{published['id']}/seating/").json()
    assert {(len(place["partners"]), len(place["opponents"])) for place in places} == {(1, 4)}
    assert sorted(place["player_name"] for place in places) == names


def test_people_are_admitted_by_id():
    client, club = make_organiser()
    path = f"{V1}/tournaments/{set_up(client).json()['slug']}/entries/"
    ann, bob = make_player(club, "Ann"), make_player(club, "Bob")

    answer = client.post(path, {"player_ids": [bob.pk, ann.pk]})

    assert [(entry["number"], entry["name"], entry["player_id"]) for entry in answer.json()] == [
        (1, "Bob", bob.pk),
        (2, "Ann", ann.pk),
    ]
    assert refusal(client.post(path, {"player_ids": [ann.pk]})) == (409, "entry.exists")
    assert refusal(client.post(path, {"player_ids": [ann.pk + 10**6]})) == (404, "not_found")
    assert refusal(client.post(path, {"partnership_ids": [make_partnership(club).pk]})) == (422, "entry.wrong_kind")
    assert refusal(client.post(path, {"partnership_ids": [1], "player_ids": [ann.pk]})) == (400, "request.invalid")
    assert Entry.objects.count() == 2


@pytest.mark.parametrize(
    ("settings", "path"),
    [
        ({"table_size": 7}, "table_size"),
        ({"table_size": 10**40}, "table_size"),
        ({"kind": "fives_threes", "table_size": 5}, "table_size"),
        ({"entry_kind": "partnership", "table_size": 5}, "table_size"),
        ({"teams": "three_pairs"}, "teams"),
        ({"movement": "round_robin"}, "movement"),
        ({"entry_kind": "team"}, "entry_kind"),
        ({"rules": {"players": 5}}, "rules.players"),
    ],
)
def test_tables_that_cannot_be_are_refused(settings, path):
    client, _club = make_organiser()

    refused = set_up(client, **settings)

    assert refusal(refused) == (422, "value.refused")
    assert faults(refused) == [(path, "value.refused")]
    assert not Tournament.objects.exists()


def test_what_takes_part_stands_once_somebody_is_entered():
    client, _club = make_organiser()
    path = f"{V1}/tournaments/{set_up(client).json()['slug']}/"
    client.post(f"{path}entries/import/", {"text": "Ann", "add_unknown": True})

    assert refusal(client.patch(path, {"entry_kind": "partnership"})) == (409, "tournament.entry_kind_frozen")
    assert client.patch(path, {"table_size": 5}).json()["settings"]["table_size"] == 5


def test_a_round_takes_as_many_queries_for_four_tables_as_for_one():
    counts = []
    for people in (5, 20):
        tournament = make_tournament(people=people, table_size=5, rules={"end": "hands", "hands": 1}, rounds=1)
        round_ = play_round(make_round(tournament))
        for address in (f"rounds/{round_.pk}/", f"tournaments/{tournament.slug}/standings/"):
            with CaptureQueriesContext(
                connection,
            ) as queries:
                assert client_of().get(f"{V1}/{address}").status_code == 200
            counts.append(len(queries))

    assert counts[:2] == counts[2:]
