"""An archive over the API: lines of JSON, bounded, refused by line with the engine's codes."""

from __future__ import annotations

import json

import pytest

from tests.api import client_of, faults, refusal
from tests.factories import make_club, make_tournament, make_user
from tests.snapshots import everything
from tournaments.api.archives import LARGEST
from tournaments.models import BulkAct

pytestmark = pytest.mark.django_db

NDJSON = "application/x-ndjson"
WON = {"level": 1, "contract": {"seat": 0, "bid": "7S", "sans_kitty": False}, "tricks": [8, 2]}
LINES = [
    {"round": 1, "date": "2016-03-04"},
    {"table": 1, "sides": [[1], [2]], "legs": [[WON, WON]]},
]


@pytest.fixture
def organiser():
    return make_user()


@pytest.fixture
def tournament(organiser):
    club = make_club(organiser=organiser)
    return make_tournament(club, pairs=2, rounds=1, rules={"end": "hands", "hands": 2})


@pytest.fixture
def send(organiser, tournament):
    client = client_of(organiser)

    def post(body: bytes, media: str = "application/x-ndjson"):
        return client.generic("POST", f"/api/v1/tournaments/{tournament.slug}/archive/", body, content_type=media)

    return post


def as_lines(values) -> bytes:
    return "\n".join(json.dumps(value) for value in values).encode()


def test_archive_comes_in_once(send, organiser, tournament):
    first, again = send(as_lines(LINES) + b"\n\n"), send(as_lines(LINES))
    act = BulkAct.objects.latest("pk").pk
    told = {"first_round": 1, "last_round": 1, "tables": 1, "hands": 2}
    assert (first.status_code, first.json()) == (201, {"outcome": "kept", **told, "act": act})
    assert (again.status_code, again.json()) == (200, {"outcome": "repeated", **told, "act": None})
    rounds = client_of(organiser).get(f"/api/v1/tournaments/{tournament.slug}/rounds/").json()["results"]
    assert [(one["status"], one["session_date"]) for one in rounds] == [("closed", "2016-03-04")]


def test_archive_is_undone_as_the_act_that_it_was(send, organiser, tournament):
    client, path = client_of(organiser), f"/api/v1/acts/{send(as_lines(LINES)).json()['act']}/"

    looked = client.get(path).json()
    undone = client.post(f"{path}undoing/")

    assert (looked["goes"], looked["since"], looked["act"]["kind"]) == (["Round 1"], [], "archive_brought")
    assert (undone.status_code, undone.json()["undone_at"] is not None) == (200, True)
    assert client.get(f"/api/v1/tournaments/{tournament.slug}/rounds/").json()["results"] == []
    assert send(as_lines(LINES)).json()["outcome"] == "kept"


def test_archive_takes_a_table_at_which_time_was_called(organiser):
    tournament = make_tournament(make_club(organiser=organiser), pairs=2, rounds=1, when_time_is_up="shared")
    client, path = client_of(organiser), f"/api/v1/tournaments/{tournament.slug}/archive/"
    table = {**LINES[1], "legs": [LINES[1]["legs"][0][:1]], "time_called": True}

    refused = client.generic("POST", path, as_lines([LINES[0], {**table, "time_called": False}]), content_type=NDJSON)
    brought = client.generic("POST", path, as_lines([LINES[0], table]), content_type=NDJSON)
    [shown] = client.get(f"/api/v1/tournaments/{tournament.slug}/rounds/").json()["results"]
    [at_table] = client.get(f"/api/v1/rounds/{shown['id']}/").json()["tables"]

    assert (refused.status_code, faults(refused)[0][0]) == (422, "line 2: legs")
    assert (brought.status_code, brought.json()["hands"]) == (201, 1)
    assert (at_table["status"], at_table["time"]["counts"]) == ("complete", "shared")
    assert [side["games_won"] for side in at_table["sides"]] == ["1/2", "1/2"]


def test_archive_comes_as_plain_json_too(send):
    assert send(json.dumps({"lines": LINES}).encode(), "application/json").status_code == 201


def test_wrong_lines_are_named_with_code_and_path(send):
    before = everything()
    bad = {**LINES[1], "legs": [[WON, {**WON, "tricks": [9, 2]}]]}
    answer = send(as_lines([LINES[0], bad]))
    assert refusal(answer) == (422, "archive.refused")
    assert faults(answer) == [("line 2: legs[0][1].tricks", "five_hundred.tricks_sum")]
    assert refusal(send(as_lines(LINES) + b"\n{")) == (400, "request.unreadable")
    assert refusal(send(as_lines([LINES[0], {**LINES[1], "legs": [["\x00"]]}]))) == (400, "request.unreadable")
    assert refusal(send(b" " * (LARGEST + 1))) == (413, "request.too_large")
    assert refusal(send(b"")) == (400, "request.invalid")
    assert refusal(send(b"\n")) == (422, "archive.refused")
    assert refusal(send(b"{}", "application/json")) == (400, "request.invalid")
    assert refusal(send(b"x", "text/csv")) == (415, "request.media_type")
    assert everything() == before


def test_archive_is_for_organisers(tournament):
    before = everything()
    address = f"/api/v1/tournaments/{tournament.slug}/archive/"
    assert refusal(client_of(make_user()).post(address, {"lines": LINES}, format="json")) == (403, "rights.missing")
    assert client_of().post(address, {"lines": LINES}, format="json").status_code == 401
    assert everything() == before
