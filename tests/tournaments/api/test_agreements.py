"""Agreement over the API: by the table's link for either side, by the director, and a round closed without it."""

from __future__ import annotations

import uuid

import pytest

from tests.api import client_of, refusal
from tests.factories import NOW, make_club, make_table, make_user
from tests.hands import enter, fh_line
from tests.snapshots import everything
from tournaments.models import TableLink
from tournaments.selectors.rights import link_token

pytestmark = pytest.mark.django_db


@pytest.fixture
def director():
    return make_user()


@pytest.fixture
def table(director):
    rules = {"end": "hands", "hands": 1}
    return make_table(agreement="hand", rules=rules, club=make_club(director=director))


@pytest.fixture
def link(table):
    row = TableLink.objects.get(tournament=table.round.tournament, table_number=table.number)
    TableLink.objects.filter(pk=row.pk).update(expires_at=NOW.replace(year=2100))
    return client_of(link=link_token(row))


def path(table, tail):
    return f"/api/v1/tables/{table.pk}/{tail}/"


def test_both_sides_agree_by_the_link_of_their_table(table, link, director):
    hand = {"submission_id": str(uuid.uuid4()), "number": 1, "record": fh_line(dealer=0), "side": 0}
    record = link.post(path(table, "hands"), hand, format="json").json()["hand"]["record_id"]
    shown = link.get("/api/v1/table-link/").json()["agreement"]
    assert shown == {
        "policy": "hand",
        "settled": False,
        "hands": [
            {
                "leg": 1,
                "number": 1,
                "record_id": record,
                "agreed": [0],
                "missing": [1],
                "disputed": [],
                "is_confirmed": False,
                "is_settled": False,
            }
        ],
    }
    closing = f"/api/v1/rounds/{table.round_id}/closing/"
    answer = client_of(director).post(closing)
    assert refusal(answer) == (409, "round.not_agreed")
    assert answer.json()["tables"] == [table.number]

    answer = link.post(path(table, "agreements"), {"side": 1, "records": [record]}, format="json")

    assert (answer.status_code, answer.json()["agreement"]["settled"]) == (201, True)
    closed = client_of(director).post(closing).json()
    assert (closed["status"], closed["closed_because"], closed["closed_unagreed"]) == ("closed", "", [])


def test_director_confirms_and_a_link_may_not(table, link, director):
    record = enter(table, fh_line(dealer=0), number=1).hand.record_id
    before = everything()

    refused = link.post(path(table, "confirmation"), {"records": [record]}, format="json")
    assert refusal(refused) == (403, "auth.forbidden")
    assert everything() == before

    answer = client_of(director).post(path(table, "confirmation"), {"records": [record]}, format="json")
    assert (answer.status_code, answer.json()["agreement"]["hands"][0]["is_confirmed"]) == (201, True)


def test_confirmation_is_listed_with_its_table_and_undone(table, director):
    record = enter(table, fh_line(dealer=0), number=1).hand.record_id
    client = client_of(director)
    client.post(path(table, "confirmation"), {"records": [record]}, format="json")

    [act, *_others] = client.get(f"/api/v1/clubs/{table.round.tournament.club.slug}/acts/").json()["results"]
    looked = client.get(f"/api/v1/acts/{act['id']}/").json()
    undone = client.post(f"/api/v1/acts/{act['id']}/undoing/")

    assert (act["kind"], act["count"], act["table_id"]) == ("hands_confirmed", 1, table.pk)
    assert (looked["goes"], looked["since"], looked["may_be_undone"]) == (["Leg 1, hand 1"], [], True)
    assert undone.status_code == 200
    [hand] = client.get(f"/api/v1/tables/{table.pk}/").json()["agreement"]["hands"]
    assert (hand["is_confirmed"], hand["is_settled"]) == (False, False)


def test_round_is_closed_with_a_reason_and_shows_it(table, director):
    enter(table, fh_line(dealer=0), number=1)
    address = f"/api/v1/rounds/{table.round_id}/"
    assert client_of().get(address).json()["not_agreed"] == [table.number]

    answer = client_of(director).post(f"{address}closing/", {"reason": "East has left"}, format="json")

    assert answer.status_code == 200
    shown = client_of().get(address).json()
    assert (shown["closed_because"], shown["closed_unagreed"]) == ("East has left", [table.number])


def test_round_is_closed_over_a_table_in_play_as_the_director_says(table, director):
    address = f"/api/v1/rounds/{table.round_id}/"
    client = client_of(director)
    before = everything()
    refusals = [
        refusal(client.post(f"{address}closing/", body, format="json"))
        for body in (
            {"reason": "late"},
            {"unfinished": "void"},
            {"unfinished": "time", "reason": "late"},
            {"unfinished": "", "reason": "late"},
        )
    ]
    assert everything() == before

    answer = client.post(f"{address}closing/", {"unfinished": "void", "reason": "late"}, format="json")

    assert refusals == [
        (409, "round.tables_unfinished"),
        (422, "change.reason_missing"),
        (409, "table.not_timed"),
        (400, "request.invalid"),
    ]
    assert (answer.status_code, answer.json()["status"]) == (200, "closed")
    shown = client_of().get(address).json()
    assert (shown["closed_because"], shown["closed_unagreed"], shown["closed_unfinished"]) == ("late", [], [1])
    assert shown["tables"][0]["status"] == "ruled"


@pytest.mark.parametrize(
    ("body", "refused"),
    [
        ({"side": 0}, (400, "request.invalid")),
        ({"side": 0, "records": []}, (400, "request.invalid")),
        ({"side": 7, "records": [1]}, (400, "request.invalid")),
        ({"side": 2, "records": [1]}, (422, "value.refused")),
        ({"side": 0, "records": [2**40]}, (409, "agreement.hands_changed")),
    ],
)
def test_odd_agreement_is_refused_and_changes_nothing(table, link, body, refused):
    enter(table, fh_line(dealer=0), number=1)
    before = everything()

    assert refusal(link.post(path(table, "agreements"), body, format="json")) == refused
    assert everything() == before


def test_agreement_needs_the_right_to_the_table(table):
    record = enter(table, fh_line(dealer=0), number=1).hand.record_id
    other = make_table(agreement="hand")
    row = TableLink.objects.get(tournament=other.round.tournament)
    TableLink.objects.filter(pk=row.pk).update(expires_at=NOW.replace(year=2100))
    body = {"side": 0, "records": [record]}

    assert refusal(client_of().post(path(table, "agreements"), body, format="json"))[0] in {401, 403}
    stranger = client_of(link=link_token(row)).post(path(table, "agreements"), body, format="json")
    assert refusal(stranger) == (403, "link.other_table")


def test_side_disputes_a_hand_and_the_director_settles_it(table, link, director):
    record = enter(table, fh_line(dealer=0), number=1).hand.record_id
    other = fh_line(dealer=0, tricks=(7, 3))
    body = {"submission_id": str(uuid.uuid4()), "side": 1, "record_id": record, "record": other}

    answer = link.post(path(table, "legs/1/hands/1/disputes"), body, format="json")

    assert answer.status_code == 201
    assert answer.json()["agreement"]["hands"][0]["disputed"] == [1]
    again = link.post(path(table, "legs/1/hands/1/disputes"), body, format="json")
    assert again.json() == answer.json()
    round_path = f"/api/v1/rounds/{table.round_id}/"
    assert client_of().get(round_path).json()["conflicts"] == []
    [waiting] = client_of(director).get(round_path).json()["conflicts"]
    assert (waiting["side"], waiting["record"], waiting["number"]) == (1, other, 1)

    settling = f"/api/v1/posts/{waiting['id']}/settlement/"
    assert refusal(link.post(settling, {"reason": "seen"}, format="json")) == (403, "auth.forbidden")
    assert refusal(client_of(director).post(settling, {"reason": ""}, format="json"))[0] == 400
    settled = client_of(director).post(settling, {"reason": "score sheet seen"}, format="json")

    assert settled.json()["agreement"]["hands"][0]["is_settled"] is True
    assert client_of(director).get(round_path).json()["conflicts"] == []
    assert refusal(client_of(director).post(settling, {"reason": "again"}, format="json")) == (409, "post.settled")
