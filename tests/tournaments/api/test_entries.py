from __future__ import annotations

import pytest

from tests.api import client_of, faults, refusal
from tests.factories import make_club, make_partnership, make_player, make_round, make_tournament, make_user
from tournaments.models import Entry, LineUp, Membership, RoundEntry

pytestmark = pytest.mark.django_db


def make_night(pairs=0):
    director = make_user()
    tournament = make_tournament(make_club(director=director), pairs=pairs)
    return client_of(director), tournament, f"/api/v1/tournaments/{tournament.slug}/entries/"


def test_entries_are_admitted_by_partnership():
    client, tournament, path = make_night()
    ann, bob = (make_player(tournament.club, name) for name in ("Ann", "Bob"))
    pair = make_partnership(tournament.club, ann, bob)

    response = client.post(path, {"partnership_ids": [pair.pk]})

    assert response.status_code == 201
    assert response.json() == [
        {
            "id": Entry.objects.get().pk,
            "number": 1,
            "name": "Ann + Bob",
            "partnership_id": pair.pk,
            "player_id": None,
            "status": "active",
            "first_round": 1,
            "withdrawn_at": None,
            "players": [
                {"place": 1, "player_id": ann.pk, "name": "Ann", "from_round": 1, "is_current": True},
                {"place": 2, "player_id": bob.pk, "name": "Bob", "from_round": 1, "is_current": True},
            ],
            "absences": [],
        }
    ]
    assert client_of().get(path).json()["results"] == response.json()
    assert refusal(client.post(path, {"partnership_ids": [pair.pk]})) == (409, "entry.exists")


def test_entries_are_pasted_as_lines():
    client, _tournament, path = make_night()

    refused = client.post(f"{path}import/", {"text": "Ann Lee + Bob O'Brien\nCy"})
    admitted = client.post(f"{path}import/", {"text": "Ann Lee + Bob O'Brien\nŽ Łoś + Nguyễn", "add_unknown": True})

    assert refusal(refused) == (422, "import.lines_unreadable")
    assert faults(refused) == [("line 2", "import.line")]
    assert admitted.status_code == 201
    assert [entry["name"] for entry in admitted.json()] == ["Ann Lee + Bob O'Brien", "Ž Łoś + Nguyễn"]


def test_names_that_could_mean_several_people_are_asked_about():
    client, tournament, path = make_night()
    make_player(tournament.club, "Ann")
    other = make_player(tournament.club, "Ann")

    asked = client.post(f"{path}import/", {"text": "Ann + Bob", "add_unknown": True})
    body = {"text": "Ann + Bob", "add_unknown": True, "decisions": {"1.1": other.pk}}
    decided = client.post(f"{path}import/", body)

    assert refusal(asked) == (409, "players.namesakes")
    assert [name["key"] for name in asked.json()["namesakes"]] == ["1.1"]
    assert decided.json()[0]["players"][0]["player_id"] == other.pk


@pytest.mark.parametrize(
    "body",
    [{}, {"partnership_ids": []}, {"partnership_ids": [0]}, {"partnership_ids": "1"}, {"partnership_ids": [10**30]}],
)
def test_entries_of_the_wrong_shape_are_refused(body):
    client, _tournament, path = make_night()

    assert refusal(client.post(path, body)) == (400, "request.invalid")
    assert not Entry.objects.exists()


def test_an_entry_is_withdrawn_and_comes_back():
    client, tournament, _path = make_night(pairs=2)
    path = f"/api/v1/entries/{tournament.entries.get(number=2).pk}/withdrawal/"

    withdrawn = client.post(path, {"reason": "flu"})

    assert withdrawn.json()["status"] == "withdrawn"
    assert withdrawn.json()["withdrawn_at"] is not None
    assert refusal(client.post(path)) == (409, "entry.withdrawn")
    assert client.delete(path).json()["status"] == "active"
    assert refusal(client.delete(path)) == (409, "entry.not_withdrawn")


def test_a_player_is_replaced_from_the_next_round_on():
    client, tournament, _path = make_night(pairs=2)
    make_round(tournament)
    entry = tournament.entries.get(number=1)
    out = LineUp.objects.get(entry=entry, place=2).player_id
    substitute = make_player(tournament.club, "Zoë")
    path = f"/api/v1/entries/{entry.pk}/replacements/"

    replaced = client.post(path, {"player_out_id": out, "player_in_id": substitute.pk, "reason": "flu"})

    assert replaced.status_code == 201
    assert [
        (row["place"], row["player_id"], row["from_round"], row["is_current"]) for row in replaced.json()["players"]
    ][1:] == [(2, out, 1, False), (2, substitute.pk, 2, True)]
    again = client.post(path, {"player_out_id": out, "player_in_id": substitute.pk})
    assert refusal(again) == (409, "entry.player_not_in_it")


@pytest.mark.parametrize("entry_id", [0, 2**62, 10**30])
def test_an_entry_that_there_is_not_is_not_found(entry_id):
    client, _tournament, _path = make_night()

    assert refusal(client.post(f"/api/v1/entries/{entry_id}/withdrawal/")) == (404, "not_found")


@pytest.mark.parametrize("pairs", [1, 3])
def test_the_list_of_entries_takes_eight_queries(pairs, django_assert_num_queries):
    _client, _tournament, path = make_night(pairs=pairs)

    with django_assert_num_queries(8):
        client_of().get(path)


@pytest.mark.parametrize("role", ["scorer", None])
def test_entries_are_managed_by_directors(role):
    user = make_user()
    club = make_club(**({role: user} if role else {}))
    tournament = make_tournament(club, pairs=1)
    entry = tournament.entries.get()
    out = LineUp.objects.filter(entry=entry).first().player_id
    pair = make_partnership(club)
    path = f"/api/v1/tournaments/{tournament.slug}/entries/"
    people = Membership.objects.count()

    for client, expected in ((client_of(user), (403, "rights.missing")), (client_of(), (401, "auth.required"))):
        answers = [
            client.post(path, {"partnership_ids": [pair.pk]}),
            client.post(f"{path}import/", {"text": "Cy + Di", "add_unknown": True}),
            client.post(f"/api/v1/entries/{entry.pk}/withdrawal/"),
            client.delete(f"/api/v1/entries/{entry.pk}/withdrawal/"),
            client.post(
                f"/api/v1/entries/{entry.pk}/replacements/", {"player_out_id": out, "player_in_id": pair.first_id}
            ),
        ]
        assert [refusal(answer) for answer in answers] == [expected] * 5

    assert list(tournament.entries.values_list("status", flat=True)) == ["active"]
    assert not LineUp.objects.filter(is_current=False).exists()
    assert Membership.objects.count() == people


def test_rounds_missed_before_coming_may_be_worth_a_sit_out():
    client, tournament, path = make_night(pairs=2)
    make_round(tournament)
    pair = make_partnership(tournament.club)

    assert client.post(path, {"partnership_ids": [pair.pk], "missed_like_sit_out": True}).status_code == 201
    lines = {"text": "Cy Dee + Di Eff", "add_unknown": True, "missed_like_sit_out": True}
    assert client.post(f"{path}import/", lines).status_code == 201
    assert client.post(path, {"missed_like_sit_out": True}).status_code == 400

    rows = RoundEntry.objects.filter(like_sit_out=True).values_list("entry__number", flat=True)
    assert sorted(rows) == [3, 4]
