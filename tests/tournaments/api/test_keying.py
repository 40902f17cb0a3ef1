"""Second keying over the API: a pile with its place, hands judged unseen, nothing of the first keying let out."""

from __future__ import annotations

import uuid

import pytest

from tests.api import client_of, faults, refusal
from tests.factories import NOW, make_club, make_round, make_tournament, make_user
from tests.hands import enter, fh_line
from tests.snapshots import everything
from tournaments.actors import SYSTEM, Actor
from tournaments.services import clubs, results

pytestmark = pytest.mark.django_db

FIRST = fh_line(dealer=0, seat=1, bid="10NT", tricks=(0, 10))
"""Worth 520: neither the bid nor the score may come out anywhere."""
SECOND = fh_line(dealer=0, seat=0, bid="7S", tricks=(8, 2))
NEXT = fh_line(dealer=1, seat=0, bid="7S", tricks=(8, 2))
SECRETS = ("10NT", "520", "8C")


@pytest.fixture
def people():
    return {name: make_user(name) for name in ("first", "second", "director")}


@pytest.fixture
def round_(people):
    club = make_club(director=people["director"])
    for name in ("first", "second"):
        clubs.grant_role(actor=SYSTEM, club_id=club.pk, user_id=people[name].pk, role="scorer", now=NOW)
    round_ = make_round(make_tournament(club, pairs=4, rules={"end": "hands", "hands": 2}))
    first = Actor(user_id=people["first"].pk)
    for table in round_.tables.all():
        results.set_first_starter(actor=SYSTEM, table_id=table.pk, seat=0, now=NOW)
        enter(table, FIRST, number=1, actor=first)
        enter(table, fh_line(dealer=1, seat=3, bid="8C", tricks=(1, 9)), number=2, actor=first)
    return round_


@pytest.fixture
def keyer(people):
    return client_of(people["second"])


def pile(round_, tail=""):
    return f"/api/v1/rounds/{round_.pk}/keying/{tail}"


def sheet(key, tail=""):
    return f"/api/v1/keying-sheets/{key}/{tail}"


def post_of(record, number=1):
    return {"submission_id": str(uuid.uuid4()), "number": number, "record": record}


def test_pile_is_taken_keyed_and_handed_in(round_, keyer, people):
    taken = keyer.post(pile(round_), {}, format="json")
    assert taken.status_code == 201
    lines = taken.json()
    assert [(line["table"], line["hands"], line["is_on_top"]) for line in lines] == [(1, 0, True), (2, 0, False)]
    key = lines[0]["id"]

    shown = keyer.get(sheet(key)).json()
    assert (shown["table"], shown["left"], shown["legs"][0]["hands"]) == (1, 2, [])
    assert (shown["next"]["number"], shown["next"]["starter"], shown["next"]["scores"]) == (1, 0, [0, 0])
    answer = keyer.post(sheet(key, "hands/"), post_of(SECOND), format="json")
    assert (answer.status_code, answer.json()["next"]["scores"]) == (201, [140, 20])
    again = post_of({name: NEXT[name] for name in NEXT if name != "dealer"}, number=2)
    assert [keyer.post(sheet(key, "hands/"), again, format="json").status_code for _ in range(2)] == [201, 200]
    left = keyer.post(sheet(key, "handing-in/"), {}, format="json").json()
    assert [line["handed_in_at"] is None for line in left] == [False, True]
    assert keyer.post(pile(round_, "place/"), {"to": "next"}, format="json").json()["table"] == 2

    director = client_of(people["director"])
    found = director.get(pile(round_, "results/")).json()
    assert [(one["keyer"], one["table"], one["equal"], one["to_rule"]) for one in found] == [
        ("second", 1, 0, 2),
        ("second", 2, 0, 0),
    ]
    conflicts = director.get(f"/api/v1/rounds/{round_.pk}/").json()["conflicts"]
    assert [(one["number"], one["came_from"], one["record"]) for one in conflicts] == [
        (2, "second_keying", NEXT),
        (1, "second_keying", SECOND),
    ]
    what = f"/api/v1/posts/{conflicts[1]['id']}/acceptance/"
    preview = director.post(what, {"preview": True}, format="json").json()
    confirmed = {"reason": "the paper says so", "version": preview["version"]}
    assert director.post(what, confirmed, format="json").json()["hand"]["record"] == SECOND
    assert refusal(director.post(what, confirmed, format="json")) == (409, "post.settled")


def test_nothing_of_the_first_keying_comes_out_before_the_sheet_is_handed_in(round_, keyer):
    key = keyer.post(pile(round_), {}, format="json").json()[0]["id"]
    table = round_.tables.get(number=1)
    record = table.legs.get().game.hands.get(number=1).pk
    slug = round_.tournament.slug
    at = f"/api/v1/tables/{table.pk}/"
    hand = f"{at}legs/1/hands/1/"
    before = everything()
    blind = [
        keyer.get(at),
        keyer.get(f"/api/v1/rounds/{round_.pk}/"),
        keyer.post(f"{at}hands/", post_of(SECOND), format="json"),
        keyer.post(f"{at}hands/", post_of(NEXT, number=3), format="json"),
        keyer.post(f"{at}check/", {"record": SECOND}, format="json"),
        keyer.post(f"{at}first-starter/", {"seat": 1}, format="json"),
    ]
    assert [refusal(answer) for answer in blind] == [(403, "keying.blind")] * 6
    others = [
        keyer.get(pile(round_)),
        keyer.get(sheet(key)),
        keyer.get(f"/api/v1/tournaments/{slug}/log/"),
        keyer.get(pile(round_, "results/")),
        keyer.post(sheet(key, "hands/"), post_of(fh_line(dealer=0, tricks=(8, 3))), format="json"),
        keyer.post(sheet(key, "hands/"), post_of(NEXT, number=2), format="json"),
        keyer.post(sheet(key, "hands/"), {**post_of(SECOND), "leg": 2}, format="json"),
        keyer.post(sheet(key, "handing-in/"), {}, format="json"),
        keyer.post(f"{hand}corrections/", {"preview": True, "record": SECOND}, format="json"),
        keyer.post(f"{hand}ruling/", {"preview": True, "points": [0, 0]}, format="json"),
        keyer.post(f"{at}confirmation/", {"records": [record]}, format="json"),
        keyer.post(f"{at}agreements/", {"side": 0, "records": [record]}, format="json"),
    ]
    assert everything() == before
    keyed = keyer.post(sheet(key, "hands/"), post_of(SECOND), format="json")
    done = keyer.post(sheet(key, "handing-in/"), {"no_more_hands": True}, format="json")
    assert (keyed.status_code, done.status_code) == (201, 200)
    for answer in (*blind, *others, keyed, done):
        for secret in SECRETS:
            assert secret not in answer.content.decode()
    # The second table is still to be keyed, so that the round stays out of sight; the first may be seen now.
    assert refusal(keyer.get(f"/api/v1/rounds/{round_.pk}/")) == (403, "keying.blind")
    assert "10NT" in keyer.get(at).content.decode()


def test_director_who_keys_is_as_blind(round_, people):
    director = client_of(people["director"])
    director.post(pile(round_), {"tables": [2]}, format="json")
    table = round_.tables.get(number=2)
    record, of_round = f"/api/v1/tables/{table.pk}/legs/1/hands/1/", f"/api/v1/rounds/{round_.pk}/"
    before = everything()
    answers = [
        director.get(f"/api/v1/tournaments/{round_.tournament.slug}/log/"),
        director.get(pile(round_, "results/")),
        director.post(f"{record}corrections/", {"preview": True, "record": SECOND}, format="json"),
        director.post(f"{record}ruling/", {"preview": True, "points": [0, 0]}, format="json"),
        director.post(f"/api/v1/tables/{table.pk}/time/", {}, format="json"),
        director.post(f"{of_round}clock/", {"minutes": 20}, format="json"),
        director.post(f"{of_round}closing/", {"reason": "late"}, format="json"),
        director.post(f"{of_round}tables/", {"sides": [[1], [2]]}, format="json"),
        director.post(f"{of_round}taking-back/", {"version": 1}, format="json"),
    ]
    assert [refusal(answer) for answer in answers] == [(403, "keying.blind")] * 9
    assert everything() == before


def test_sheets_of_others_and_link_holders_are_kept_out(round_, keyer, people):
    key = keyer.post(pile(round_), {}, format="json").json()[0]["id"]
    before = everything()
    other = client_of(people["first"])
    for answer in (
        other.get(sheet(key)),
        other.post(sheet(key, "hands/"), post_of(SECOND), format="json"),
        other.post(sheet(key, "handing-in/"), {}, format="json"),
    ):
        assert refusal(answer) == (404, "not_found")
    assert refusal(other.post(sheet(key, "giving-back/"), {}, format="json")) == (403, "rights.missing")
    assert refusal(other.post(pile(round_), {"tables": [1]}, format="json")) == (409, "keying.sheet_taken")
    assert client_of().get(pile(round_)).status_code == 401
    assert everything() == before


def test_place_is_kept_over_log_outs_and_devices(round_, keyer, people):
    keyer.post(pile(round_), {}, format="json")
    assert keyer.post(pile(round_, "place/"), {"to": "skip"}, format="json").json()["table"] == 2
    other_device = client_of(people["second"])
    assert other_device.post(pile(round_, "place/"), {}, format="json").json()["table"] == 2
    assert other_device.post(pile(round_, "place/"), {"table": 1}, format="json").json()["table"] == 1
    assert [line["is_on_top"] for line in keyer.get(pile(round_)).json()] == [True, False]


def test_faults_of_a_hand_are_named(round_, keyer):
    key = keyer.post(pile(round_), {}, format="json").json()[0]["id"]
    answer = keyer.post(sheet(key, "hands/"), post_of(fh_line(dealer=0, tricks=(8, 3))), format="json")
    assert answer.status_code == 422
    assert [path for path, _ in faults(answer)] == ["tricks"]
    assert refusal(keyer.post(pile(round_, "place/"), {"to": "sideways"}, format="json")) == (400, "request.invalid")
