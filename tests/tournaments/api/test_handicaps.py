"""Handicaps over the API: read, taken from the ratings, said, corrected after a look."""

from __future__ import annotations

import pytest
from django.utils import timezone

from tests.api import client_of, refusal
from tests.factories import make_round, make_user
from tests.hands import play_out, play_round
from tests.snapshots import everything
from tests.tournaments.services.test_handicaps import handicaps, make_night, rate
from tournaments.models import Entry
from tournaments.selectors.tables import get_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def night():
    user = make_user()
    tournament = make_night(pairs=2, rounds=1)
    tournament.club.roles.create(user=user, role="director")
    return tournament, client_of(user), f"/api/v1/tournaments/{tournament.slug}/handicaps/"


def said(tournament, points):
    ids = dict(Entry.objects.filter(tournament=tournament).values_list("number", "pk"))
    return {"entries": [{"entry_id": ids[number], "handicap": value} for number, value in points.items()]}


def test_suggestions_are_read_and_taken(night):
    tournament, client, path = night
    rate(tournament, {1: [15_000, 15_000], 2: [16_000, None]}, day=timezone.now().date())
    listed = client.get(path).json()
    assert (listed["is_on"], listed["is_open"], listed["largest"]) == (True, True, 499)
    assert [one["suggestion"]["is_uncertain"] for one in listed["entries"]] == [False, True]
    assert [(one["rating"], one["handicap"], one["day"]) for one in listed["entries"]] == [
        (1500, 0, None),
        (None, 0, None),
    ]

    taken = client.post(f"{path}suggestions/")

    assert taken.status_code == 200
    assert taken.json() == client.get(path).json()
    first = taken.json()["entries"][0]
    assert first["handicap"] == first["suggestion"]["points"] == 86
    assert (first["day"], first["version"]) == (first["suggestion"]["day"], 12)
    assert taken.json()["entries"][1]["day"] is None
    again = client.post(f"{path}suggestions/", {"with_uncertain": True}).json()
    assert [one["version"] for one in again["entries"]] == [12, 12]


def test_handicaps_are_said_and_then_corrected_after_a_look(night):
    tournament, client, path = night
    assert client.post(path, said(tournament, {1: 100})).status_code == 200
    assert handicaps(tournament) == [100, 0]
    play_round(make_round(tournament))

    missing = client.post(path, said(tournament, {1: 300}))
    looked = client.post(path, {**said(tournament, {1: 300}), "preview": True})

    assert refusal(missing) == (422, "value.refused")
    assert handicaps(tournament) == [100, 0]
    assert {one["entry_number"] for one in looked.json()["entries"]} >= {1}
    done = client.post(path, {**said(tournament, {1: 300}), "version": looked.json()["version"], "reason": "misread"})
    assert (done.status_code, handicaps(tournament)) == (200, [300, 0])
    assert done.json()["is_open"] is False
    assert refusal(client.post(f"{path}suggestions/")) == (409, "handicaps.fixed")


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"entries": [{"entry_id": 999_999_999, "handicap": 5}]}, 404, "not_found"),
        ({"entries": []}, 400, "request.invalid"),
        ({"entries": [{"entry_id": 1}]}, 400, "request.invalid"),
    ],
)
def test_what_makes_no_sense_is_refused(night, body, status, code):
    _tournament, client, path = night
    before = everything()

    assert refusal(client.post(path, body)) == (status, code)
    assert everything() == before


def test_too_much_and_too_little_are_refused(night):
    tournament, client, path = night
    before = everything()

    for points in (-1, 500, 10**40):
        assert refusal(client.post(path, said(tournament, {1: points}))) == (422, "value.refused")
    assert everything() == before


def test_strangers_neither_read_nor_give(night):
    tournament, _, path = night
    rate(tournament, {1: [15_000, 15_000]})
    stranger = client_of(make_user())

    for client, status in ((client_of(), 401), (stranger, 403)):
        answers = [client.get(path), client.post(path, said(tournament, {1: 5})), client.post(f"{path}suggestions/")]
        assert [answer.status_code for answer in answers] == [status] * 3
    assert handicaps(tournament) == [0, 0]


def test_table_says_the_start_and_what_counts_with_it(night):
    tournament, client, path = night
    client.post(path, said(tournament, {2: 250}))
    table = make_round(tournament).tables.get()
    address = f"/api/v1/tables/{table.pk}/"
    strong = next(side for side in get_table(table.pk).sides if side.start == 0).index

    sides = client_of().get(address).json()["sides"]
    assert (sides[strong]["start"], sides[1 - strong]["start"]) == (0, 250)
    assert [side["with_start"] for side in sides] == [None, None]

    play_out(table, winner=strong)
    sides = client_of().get(address).json()["sides"]
    # 280 to 40, and 40 + 250 are more.
    assert (sides[strong]["games_won"], sides[strong]["points"]) == ("1", 280)
    assert sides[strong]["with_start"] == {"games_won": "0", "points": 280, "given": 0}
    assert sides[1 - strong]["with_start"] == {"games_won": "1", "points": 290, "given": 250}
    places = client_of().get(f"/api/v1/rounds/{table.round_id}/seating/").json()
    assert sorted(place["start"] for place in places) == [0, 0, 250, 250]


def test_working_names_the_start(night):
    tournament, client, path = night
    client.post(path, said(tournament, {2: 250}))
    play_round(make_round(tournament))
    entry = Entry.objects.get(tournament=tournament, number=2)

    workings = client_of().get(f"/api/v1/entries/{entry.pk}/standing/").json()["workings"]

    lines = {one["column"]: one["lines"][0].get("start") for one in workings if one["lines"]}
    assert (lines["points"], lines["net_points"], lines["table_points"]) == (250, 250, None)
