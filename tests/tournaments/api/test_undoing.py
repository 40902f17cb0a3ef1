"""Acts undone, and tournaments that go back to before a draw, through the API."""

from __future__ import annotations

import pytest

from tests.api import client_of, refusal
from tests.factories import make_club, make_round, make_tournament, make_user
from tests.hands import play_round
from tests.snapshots import everything
from tournaments.models import BulkAct, Entry, Membership

pytestmark = pytest.mark.django_db

V1 = "/api/v1"


@pytest.fixture
def club():
    return make_club(director=make_user("dan"), scorer=make_user("sam"))


@pytest.fixture
def director(club):
    return client_of(club.roles.get(role="director").user)


@pytest.fixture
def scorer(club):
    return client_of(club.roles.get(role="scorer").user)


def test_an_import_of_players_is_listed_looked_at_and_undone(director, club):
    director.post(f"{V1}/clubs/{club.slug}/players/import/", {"text": "Ann Lee\nBob O'Brien"})

    [listed] = director.get(f"{V1}/clubs/{club.slug}/acts/").json()["results"]
    looked = director.get(f"{V1}/acts/{listed['id']}/").json()
    there = Membership.objects.count()
    undone = director.post(f"{V1}/acts/{listed['id']}/undoing/")
    again = director.post(f"{V1}/acts/{listed['id']}/undoing/")

    assert (listed["kind"], listed["count"], listed["who"], listed["tournament"]) == ("players_added", 2, "dan", None)
    assert (looked["goes"], looked["since"], looked["may_be_undone"]) == (["Ann Lee", "Bob O'Brien"], [], True)
    assert (undone.status_code, undone.json()["undone_at"] is not None) == (200, True)
    assert refusal(again) == (409, "undo.undone_already")
    assert (there, Membership.objects.count()) == (2, 0)


def test_entries_that_played_are_not_undone_and_the_answer_says_why(director, club):
    tournament = make_tournament(club)
    text = "Ann + Bob\nCid + Dot"
    director.post(f"{V1}/tournaments/{tournament.slug}/entries/import/", {"text": text, "add_unknown": True})
    make_round(tournament)
    [listed] = director.get(f"{V1}/clubs/{club.slug}/acts/", {"tournament": tournament.slug}).json()["results"]
    before = everything()

    refused = director.post(f"{V1}/acts/{listed['id']}/undoing/")

    assert refusal(refused) == (409, "undo.built_on")
    assert {"code": "seat", "detail": "Ann + Bob, Cid + Dot: seated in a round that was published."} in refused.json()[
        "since"
    ]
    assert everything() == before
    assert Entry.objects.count() == 2


def test_a_tournament_goes_back_and_forward_again(director, club):
    tournament = make_tournament(club, pairs=4, rounds=3, rules={"end": "hands", "hands": 1})
    play_round(make_round(tournament))
    make_round(tournament)
    path = f"{V1}/tournaments/{tournament.slug}/restore-points/"

    points = director.get(path).json()
    lost = director.get(f"{path}1/").json()
    untyped = director.post(f"{path}1/", {"version": lost["version"], "reason": "wrong list"})
    gone = director.post(f"{path}1/", {"version": lost["version"], "reason": "wrong list", "typed": "1"})
    left = director.get(path).json()
    back = director.post(f"{V1}/acts/{BulkAct.objects.latest('pk').pk}/undoing/")

    assert [(point["number"], point["hands"]) for point in points] == [(2, 0), (1, 2)]
    assert (lost["rounds"], lost["hands"], [table["round"] for table in lost["tables"]]) == ([1, 2], 2, [1, 1])
    assert refusal(untyped) == (422, "restore.not_typed")
    assert (gone.status_code, gone.json()) == (200, {"rounds": [1, 2]})
    assert (left, back.status_code) == ([], 200)
    assert director.get(path).json() == points


def test_undoing_and_going_back_are_not_for_scorers_and_strangers(scorer, club):
    tournament = make_tournament(club, pairs=2)
    make_round(tournament)
    act = BulkAct.objects.latest("pk")
    stranger = client_of(make_user())
    before = everything()

    codes = {
        answer.status_code
        for client in (scorer, stranger)
        for answer in (
            client.get(f"{V1}/clubs/{club.slug}/acts/"),
            client.get(f"{V1}/acts/{act.pk}/"),
            client.post(f"{V1}/acts/{act.pk}/undoing/"),
            client.get(f"{V1}/tournaments/{tournament.slug}/restore-points/"),
            client.get(f"{V1}/tournaments/{tournament.slug}/restore-points/1/"),
            client.post(f"{V1}/tournaments/{tournament.slug}/restore-points/1/", {"version": 1}),
        )
    }

    assert codes == {403}
    assert everything() == before
