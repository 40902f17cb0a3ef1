from __future__ import annotations

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.api import client_of, faults, refusal
from tests.factories import make_club, make_partnership, make_player, make_user
from tournaments.models import Membership, Partnership

pytestmark = pytest.mark.django_db

PLAYERS = "/api/v1/clubs/alpha/players/"
PARTNERSHIPS = "/api/v1/clubs/alpha/partnerships/"


def make_director():
    director = make_user()
    return client_of(director), make_club("Alpha", director=director)


def names():
    return list(Membership.objects.order_by("sort_key", "id").values_list("display_name", flat=True))


def test_players_are_pasted_as_lines():
    client, _club = make_director()

    response = client.post(f"{PLAYERS}import/", {"text": "Žilvinas Łoś\nNguyễn Văn An\n\nBob O'Brien\nSmith, Jr"})

    assert response.status_code == 201
    body = response.json()
    assert [player["name"] for player in body["added"]] == ["Žilvinas Łoś", "Nguyễn Văn An", "Bob O'Brien", "Smith, Jr"]
    assert body["known"] == []
    assert [player["name"] for player in client.get(PLAYERS).json()["results"]] == [
        "Bob O'Brien",
        "Nguyễn Văn An",
        "Smith, Jr",
        "Žilvinas Łoś",
    ]


@pytest.mark.parametrize(
    "data",
    [
        pytest.param('name;town\n"Smith; Jr";Leek\nŁukasz;York'.encode("utf-8-sig"), id="with a byte order mark"),
        pytest.param('"Smith; Jr"\r\nŁukasz\r\n'.encode(), id="without header"),
    ],
)
def test_players_are_uploaded_as_csv(data):
    client, _club = make_director()

    response = client.post(f"{PLAYERS}import/", {"file": SimpleUploadedFile("people.csv", data)}, format="multipart")

    assert response.status_code == 201
    assert names() == ["Łukasz", "Smith; Jr"]


def test_a_file_in_another_encoding_is_refused_with_its_line():
    client, _club = make_director()
    file = SimpleUploadedFile("people.csv", "Ann\nŁukasz".encode("iso8859-2"))

    response = client.post(f"{PLAYERS}import/", {"file": file}, format="multipart")

    assert refusal(response) == (422, "import.lines_unreadable")
    assert faults(response) == [("line 2", "import.line")]
    assert names() == []


@pytest.mark.parametrize(
    ("body", "format_"),
    [
        pytest.param({"file": SimpleUploadedFile("empty.csv", b"")}, "multipart", id="an empty file"),
        pytest.param({"text": "Ann", "csv": "Bob"}, "json", id="two lists"),
        pytest.param({}, "json", id="no list"),
        pytest.param({"text": "Ann", "decisions": {"1": "maybe"}}, "json", id="an unknown word"),
        pytest.param({"text": "Ann", "decisions": {"1": True}}, "json", id="a flag"),
        pytest.param({"text": "Ann", "decisions": {"1": 2**63}}, "json", id="too large an id"),
        pytest.param({"text": "Ann", "decisions": ["new"]}, "json", id="decisions without lines"),
        pytest.param({"text": "Ann", "decisions": {"1": {"2": []}}}, "json", id="a decision that is an object"),
        pytest.param({"text": 5.5, "decision": {}}, "json", id="a field that there is not"),
    ],
)
def test_a_list_of_the_wrong_shape_is_refused(body, format_):
    client, _club = make_director()

    assert refusal(client.post(f"{PLAYERS}import/", body, format=format_)) == (400, "request.invalid")
    assert names() == []


def test_namesakes_are_asked_about_and_decided_in_a_second_call():
    client, club = make_director()
    ann = make_player(club, "Ann Lee")
    body = {"text": "Ann Lee\nBob\nBob"}

    asked = client.post(f"{PLAYERS}import/", body)

    assert refusal(asked) == (409, "players.namesakes")
    assert asked.json()["namesakes"] == [
        {
            "key": "1",
            "line": 1,
            "name": "Ann Lee",
            "members": [{"player_id": ann.pk, "name": "Ann Lee", "joined_date": "2026-03-14"}],
            "same_as": None,
        },
        {"key": "3", "line": 3, "name": "Bob", "members": [], "same_as": "2"},
    ]
    assert names() == ["Ann Lee"]

    decided = client.post(f"{PLAYERS}import/", {**body, "decisions": {"1": ann.pk, "3": "new"}})

    assert decided.status_code == 201
    assert [player["name"] for player in decided.json()["added"]] == ["Bob", "Bob"]
    assert [player["player_id"] for player in decided.json()["known"]] == [ann.pk]
    assert names() == ["Ann Lee", "Bob", "Bob"]


def test_namesakes_in_an_uploaded_file_are_decided_too():
    client, club = make_director()
    make_player(club, "Ann Lee")
    form = {"file": SimpleUploadedFile("p.csv", b"Ann Lee"), "decisions": json.dumps({"1": "new"})}

    assert client.post(f"{PLAYERS}import/", form, format="multipart").status_code == 201
    assert names() == ["Ann Lee", "Ann Lee"]


def test_one_player_is_added_renamed_and_read():
    client, _club = make_director()

    added = client.post(PLAYERS, {"name": "Anne Lee"})
    player_id = added.json()["player_id"]
    renamed = client.patch(f"{PLAYERS}{player_id}/", {"name": "Ann Lee"})

    assert added.status_code == 201
    assert renamed.json()["name"] == "Ann Lee"
    assert client.get(f"{PLAYERS}{player_id}/").json() == renamed.json()
    assert refusal(client.get(f"{PLAYERS}{10**30}/")) == (404, "not_found")


def test_one_player_who_may_be_a_namesake_is_asked_about():
    client, club = make_director()
    ann = make_player(club, "Ann")

    assert refusal(client.post(PLAYERS, {"name": "ann"})) == (409, "players.namesakes")
    known = client.post(PLAYERS, {"name": "ann", "decision": ann.pk})
    new = client.post(PLAYERS, {"name": "ann", "decision": "new"})

    assert (known.status_code, known.json()["player_id"]) == (200, ann.pk)
    assert new.status_code == 201
    assert names() == ["Ann", "ann"]


def test_players_are_found_by_letters_of_their_names():
    client, club = make_director()
    for name in ("Ann Lee", "Bob Lee", "Cy"):
        make_player(club, name)
    make_player(make_club("Beta"), "Di Lee")

    found = client.get(PLAYERS, {"name": "LEE"}).json()

    assert [player["name"] for player in found["results"]] == ["Ann Lee", "Bob Lee"]


@pytest.mark.parametrize("query", [{"name": "a\x00"}, {"name": "x" * 121}, {"names": "Ann"}])
def test_a_search_of_the_wrong_shape_is_refused(query):
    client, _club = make_director()

    assert refusal(client.get(PLAYERS, query)) == (400, "request.invalid")


@pytest.mark.parametrize("players", [1, 3])
def test_the_list_of_players_takes_four_queries(players, django_assert_num_queries):
    client, club = make_director()
    for _ in range(players):
        make_player(club)

    with django_assert_num_queries(4):
        client.get(PLAYERS)


def test_partnerships_are_formed_from_two_players():
    client, club = make_director()
    ann, bob = make_player(club, "Ann"), make_player(club, "Bob")

    formed = client.post(PARTNERSHIPS, {"player_ids": [bob.pk, ann.pk]})
    again = client.post(PARTNERSHIPS, {"player_ids": [ann.pk, bob.pk]})

    assert formed.status_code == 201
    assert (
        formed.json()
        == again.json()
        == {
            "id": Partnership.objects.get().pk,
            "name": "Ann + Bob",
            "players": [{"player_id": ann.pk, "name": "Ann"}, {"player_id": bob.pk, "name": "Bob"}],
        }
    )


def test_partnerships_are_pasted_as_lines():
    client, club = make_director()
    make_player(club, "Ann Lee")

    refused = client.post(f"{PARTNERSHIPS}import/", {"text": "Ann Lee + Bob O'Brien"})
    formed = client.post(f"{PARTNERSHIPS}import/", {"text": "Ann Lee + Bob O'Brien", "add_unknown": True})

    assert refusal(refused) == (422, "import.lines_unreadable")
    assert refused.json()["errors"] == [
        {"code": "import.line", "path": "line 1", "detail": "Bob O'Brien is not at the club."}
    ]
    assert formed.status_code == 201
    assert [pair["name"] for pair in formed.json()] == ["Ann Lee + Bob O'Brien"]


@pytest.mark.parametrize(
    ("ids", "status", "code"),
    [
        pytest.param([1], 400, "request.invalid", id="one"),
        pytest.param([1, 2, 3], 400, "request.invalid", id="three"),
        pytest.param([1, 2**63], 400, "request.invalid", id="too large"),
        pytest.param(["a", "b"], 400, "request.invalid", id="no numbers"),
        pytest.param([2**62, 2**62], 422, "partnership.same_player", id="the same twice"),
        pytest.param([2**62, 2**62 + 1], 404, "not_found", id="nobody"),
    ],
)
def test_a_partnership_of_others_is_refused(ids, status, code):
    client, _club = make_director()

    assert refusal(client.post(PARTNERSHIPS, {"player_ids": ids})) == (status, code)
    assert not Partnership.objects.exists()


def test_partnerships_of_other_clubs_are_not_shown():
    client, club = make_director()
    own = make_partnership(club)
    make_partnership(make_club("Beta"))

    assert [pair["id"] for pair in client.get(PARTNERSHIPS).json()["results"]] == [own.pk]


@pytest.mark.parametrize("pairs", [1, 3])
def test_the_list_of_partnerships_takes_five_queries(pairs, django_assert_num_queries):
    client, club = make_director()
    for _ in range(pairs):
        make_partnership(club)

    with django_assert_num_queries(5):
        client.get(PARTNERSHIPS)


@pytest.mark.parametrize(
    ("role", "may_read", "may_write"),
    [("organiser", True, True), ("director", True, True), ("scorer", True, False), (None, False, False)],
)
def test_people_are_shown_to_those_with_a_role_and_added_by_those_who_manage_entries(role, may_read, may_write):
    user = make_user()
    club = make_club("Alpha", **({role: user} if role else {}))
    ann, bob = make_player(club, "Ann"), make_player(club, "Bob")
    client = client_of(user)

    reads = [client.get(path) for path in (PLAYERS, PARTNERSHIPS, f"{PLAYERS}{ann.pk}/")]
    writes = [
        client.post(PLAYERS, {"name": "Cy"}),
        client.post(f"{PLAYERS}import/", {"text": "Di"}),
        client.patch(f"{PLAYERS}{bob.pk}/", {"name": "Bobby"}),
        client.post(PARTNERSHIPS, {"player_ids": [ann.pk, bob.pk]}),
        client.post(f"{PARTNERSHIPS}import/", {"text": "Ed + Flo", "add_unknown": True}),
    ]

    assert [response.status_code for response in reads] == [200 if may_read else 403] * 3
    assert [response.status_code // 100 for response in writes] == [2 if may_write else 4] * 5
    if not may_write:
        assert names() == ["Ann", "Bob"]
        assert not Partnership.objects.exists()


@pytest.mark.parametrize("path", [PLAYERS, PARTNERSHIPS, f"{PLAYERS}1/"])
def test_people_are_not_shown_to_the_public(path):
    make_club("Alpha")

    assert refusal(client_of().get(path)) == (401, "auth.required")
