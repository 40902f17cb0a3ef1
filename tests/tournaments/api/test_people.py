"""Records merged, apart again, anonymised and handed over through the API."""

from __future__ import annotations

import pytest

from tests.api import client_of, refusal
from tests.factories import make_club, make_entry, make_partnership, make_player, make_round, make_tournament, make_user
from tests.snapshots import everything
from tournaments.models import Membership

pytestmark = pytest.mark.django_db

V1 = "/api/v1"


@pytest.fixture
def club():
    return make_club(organiser=make_user("olga"), director=make_user("dan"))


@pytest.fixture
def organiser(club):
    return client_of(club.roles.get(role="organiser").user)


@pytest.fixture
def director(club):
    return client_of(club.roles.get(role="director").user)


def test_two_records_are_looked_at_merged_and_taken_apart(organiser, club):
    kept, merged = make_player(club, "John Smith"), make_player(club, "J Smith")
    path = f"{V1}/players/{kept.pk}/merging/"

    looked = organiser.get(path, {"merged_id": merged.pk})
    made = organiser.post(path, {"merged_id": merged.pk, "reason": "same phone"})
    there = [row["name"] for row in organiser.get(f"{V1}/clubs/{club.slug}/players/").json()["results"]]
    [listed] = organiser.get(f"{V1}/clubs/{club.slug}/merges/").json()["results"]
    undone = organiser.post(f"{V1}/merges/{made.json()['id']}/undoing/")
    again = organiser.post(f"{V1}/merges/{made.json()['id']}/undoing/")

    assert (looked.status_code, looked.json()["merged"]["clubs"][0]["name"]) == (200, "J Smith")
    assert (made.status_code, made.json()["kept_id"], made.json()["merged_id"]) == (201, kept.pk, merged.pk)
    assert there == ["John Smith"]
    assert (listed["kept_name"], listed["merged_name"], listed["who"]) == ("John Smith", "J Smith", "olga")
    assert (undone.status_code, undone.json()["undone_at"] is not None) == (200, True)
    assert refusal(again) == (409, "player.merge_undone")


def test_two_who_play_each_other_are_not_merged_and_the_answer_says_why(organiser, club):
    tournament = make_tournament(club)
    one, other = make_player(club), make_player(club)
    make_entry(tournament, make_partnership(club, one))
    make_entry(tournament, make_partnership(club, other))
    make_round(tournament)
    before = everything()

    refused = organiser.post(f"{V1}/players/{one.pk}/merging/", {"merged_id": other.pk})

    assert refusal(refused) == (409, "player.merge_impossible")
    assert [row["detail"] for row in refused.json()["reasons"]] == [
        "Both are entered in Club night.",
        "Both sat in round 1 of Club night.",
    ]
    assert everything() == before


def test_a_person_is_handed_over_and_forgotten(organiser, club):
    player = make_player(club, "Ann Lee")

    data = organiser.get(f"{V1}/players/{player.pk}/data/")
    untyped = organiser.post(f"{V1}/players/{player.pk}/anonymisation/", {"typed": "yes"})
    done = organiser.post(f"{V1}/players/{player.pk}/anonymisation/", {"typed": str(player.pk)})

    assert (data.status_code, data["Cache-Control"], data.json()["clubs"][0]["name"]) == (200, "no-store", "Ann Lee")
    assert refusal(untyped) == (422, "player.not_typed")
    assert (done.status_code, done.json()) == (200, {"player_id": player.pk, "name": f"Player {player.pk}"})
    assert Membership.objects.get().display_name == f"Player {player.pk}"


def test_records_of_people_are_the_organisers(director, club):
    player, other = make_player(club), make_player(club)
    stranger = client_of(make_user())
    before = everything()

    codes = {
        answer.status_code
        for client in (director, stranger)
        for answer in (
            client.get(f"{V1}/players/{player.pk}/merging/", {"merged_id": other.pk}),
            client.post(f"{V1}/players/{player.pk}/merging/", {"merged_id": other.pk}),
            client.get(f"{V1}/clubs/{club.slug}/merges/"),
            client.get(f"{V1}/players/{player.pk}/data/"),
            client.post(f"{V1}/players/{player.pk}/anonymisation/", {"typed": str(player.pk)}),
        )
    }

    assert codes == {403}
    assert everything() == before
