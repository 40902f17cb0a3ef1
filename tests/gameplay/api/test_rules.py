from __future__ import annotations

import json

import pytest

from tests.api import client_of, refusal

CHECK = "/api/v1/rules/five_hundred/check/"
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
def test_whatever_is_no_record_is_judged_so(kind, body):
    response = client_of().generic(
        "POST", f"/api/v1/rules/{kind}/check/", json.dumps(body), content_type="application/json"
    )

    assert response.status_code == 200
    assert response.json()["valid"] is False
    assert response.json()["errors"]


def test_a_game_that_there_is_not_is_not_found():
    assert refusal(client_of().post("/api/v1/rules/bridge/check/", HAND)) == (404, "game.unknown")


def test_what_is_no_json_or_too_large_is_refused():
    def send(body):
        return client_of().generic("POST", CHECK, body, content_type="application/json")

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
    assert 0 < int(answers[120]["Retry-After"]) <= 60
    # The brake is for one address.
    assert client.post(CHECK, HAND, REMOTE_ADDR="192.0.2.1").status_code == 200
    # What a client says about itself does not lift it.
    assert client.post(CHECK, HAND, HTTP_X_FORWARDED_FOR="192.0.2.2").status_code == 429
