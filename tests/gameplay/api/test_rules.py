from __future__ import annotations

import json

import pytest

from gameplay.rules.five_hundred.bids import BIDS
from tests.api import client_of, refusal

CHECK = "/api/v1/rules/five_hundred/check/"
LEGAL = "/api/v1/rules/five_hundred/legal/"
HAND = {
    "game": "five_hundred",
    "level": 1,
    "dealer": 0,
    "contract": {"seat": 1, "bid": "7H", "sans_kitty": False},
    "tricks": [2, 8],
}


def test_a_hand_of_five_hundred_is_judged():
    response = client_of().post(CHECK, HAND)

    assert response.status_code == 200
    body = response.json()
    assert body["valid"] is True
    assert body["errors"] == []
    assert body["points"] == [20, 200]


def test_a_hand_of_fives_and_threes_is_judged():
    record = {
        "game": "fives_threes",
        "level": 1,
        "opener": 0,
        "points": [12, 7],
        "scores_before": [0, 0],
        "end": "out",
        "out_side": 0,
    }

    body = client_of().post("/api/v1/rules/fives_threes/check/", record).json()

    assert (body["valid"], body["errors"]) == (True, [])
    assert body["scores_after"] == [12, 7]


def test_everything_that_is_wrong_is_named_in_words():
    body = client_of().post(CHECK, {**HAND, "tricks": "all", "weather": "fine"}).json()

    assert body["valid"] is False
    assert [(error["code"], error["path"]) for error in body["errors"]] == [
        ("five_hundred.schema", "tricks"),
        ("five_hundred.schema", "weather"),
    ]
    assert all(error["detail"] for error in body["errors"])


@pytest.mark.parametrize("body", [None, [], 5, "7H", True, {"level": 10**30}, {"": {"": [None]}}], ids=str)
@pytest.mark.parametrize("kind", ["five_hundred", "fives_threes"])
@pytest.mark.parametrize("verb", ["check", "legal"])
def test_whatever_is_no_record_is_judged_so(kind, verb, body):
    response = client_of().generic(
        "POST", f"/api/v1/rules/{kind}/{verb}/", json.dumps(body), content_type="application/json"
    )

    assert response.status_code == 200
    assert response.json()["valid"] is False
    assert response.json()["errors"]


def test_calls_that_may_come_next_are_named():
    body = client_of().post(LEGAL, {"dealer": 0, "auction": [{"seat": 1, "bid": "10H"}]}).json()

    assert body == {
        "valid": True,
        "errors": [],
        "phase": "auction",
        "seat": 2,
        "calls": ["P", "10NT"],
        "sans_kitty": True,
    }


def test_plays_that_may_come_next_are_named_with_what_they_would_earn():
    position = {
        "game": "fives_threes",
        "level": 3,
        "rules": {"players": 2, "hand_size": 2},
        "opener": 0,
        "scores_before": [0, 60],
        "hands": {"0": ["1-4", "1-1"], "1": ["2-4", "6-6"]},
        "plays": [{"seat": 0, "tile": "1-4"}],
    }

    body = client_of().post("/api/v1/rules/fives_threes/legal/", position).json()

    assert body == {
        "valid": True,
        "errors": [],
        "turn": 1,
        "plays": [{"seat": 1, "tile": "2-4", "end": "R", "points": 1, "accepted": True}],
        "end": None,
        "scores": [1, 60],
        "line": [1, 4],
    }


def test_a_position_that_cannot_be_says_why():
    body = client_of().post(LEGAL, {"dealer": 0, "auction": [{"seat": 2, "bid": "6S"}]}).json()

    assert body == {
        "valid": False,
        "errors": [
            {
                "code": "five_hundred.call_out_of_turn",
                "path": "auction[0]",
                "detail": "South called out of turn; it was the turn of East.",
            }
        ],
    }


@pytest.mark.parametrize("verb", ["check", "legal"])
def test_a_game_that_there_is_not_is_not_found(verb):
    assert refusal(client_of().post(f"/api/v1/rules/bridge/{verb}/", HAND)) == (404, "game.unknown")


@pytest.mark.parametrize("address", [CHECK, LEGAL])
def test_what_is_no_json_or_too_large_is_refused(address):
    def send(body):
        return client_of().generic("POST", address, body, content_type="application/json")

    assert refusal(send("{")) == (400, "request.unreadable")
    assert refusal(send(" " * 65_537)) == (413, "request.too_large")


def test_a_broken_token_does_not_keep_anybody_out():
    client = client_of()
    client.credentials(HTTP_AUTHORIZATION="Token nonsense")

    assert client.post(CHECK, HAND).status_code == 200


def test_who_asks_too_often_must_wait():
    client = client_of()
    answers = [client.post(CHECK, HAND) for _ in range(121)]

    assert [answer.status_code for answer in answers[:120]] == [200] * 120
    assert refusal(answers[120]) == (429, "request.throttled")
    # Tables that write every card down ask more often.
    assert client.post(LEGAL, {"dealer": 0}).status_code == 200
    assert 0 < int(answers[120]["Retry-After"]) <= 60
    # The brake is for one address.
    assert client.post(CHECK, HAND, REMOTE_ADDR="192.0.2.1").status_code == 200
    # What a client says about itself does not lift it.
    assert client.post(CHECK, HAND, HTTP_X_FORWARDED_FOR="192.0.2.2").status_code == 429


LINES = "/api/v1/rules/five_hundred/score-lines/"


def test_score_lines_are_told_by_the_options_named():
    body = client_of().get(LINES, {"misere": "off", "defender_cap": "490", "slam": "null"}).json()

    assert set(body["bids"]) == set(BIDS) - {"M", "OM", "BM"}
    assert body["bids"]["7S"]["points"] == [-140] * 7 + [140] * 4
    assert body["defenders"][1] == [[None, 10], *([490 - left, left] for left in range(9, -1, -1))]


def test_score_lines_of_dominoes_are_their_bounds():
    body = client_of().get("/api/v1/rules/fives_threes/score-lines/", {"players": "3", "target": "121"}).json()

    assert body == {"game": "fives_threes", "target": 121, "largest": 41, "least_out": [[None, 1], [113, 0]]}


def test_score_lines_are_kept_by_whoever_has_them():
    first = client_of().get(LINES)
    again = client_of().get(LINES, headers={"If-None-Match": first["ETag"]})
    other = client_of().get(LINES, {"slam": "null"}, headers={"If-None-Match": first["ETag"]})

    assert first["Cache-Control"] == "public, max-age=86400"
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert other.status_code == 200


@pytest.mark.parametrize("query", [{"weather": "fine"}, {"slam": "249"}, {"end": "hands"}, {"players": "9" * 5000}])
def test_score_lines_of_no_rules_are_refused(query):
    assert refusal(client_of().get(LINES, query)) == (422, "rules.violated")
