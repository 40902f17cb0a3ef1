"""Penalties, awards and decisions over the API, and how the figures of an entry came about."""

from __future__ import annotations

import pytest

from tests.api import client_of, refusal
from tests.factories import make_club, make_round, make_tournament, make_user
from tests.hands import play_round
from tournaments.models import Adjustment, TieDecision
from tournaments.standings.presets import PRESETS

pytestmark = pytest.mark.django_db

V1 = "/api/v1"


@pytest.fixture
def director():
    return make_user()


@pytest.fixture
def tournament(director):
    tournament = make_tournament(make_club(director=director), pairs=2, rules={"end": "hands", "hands": 1}, rounds=2)
    play_round(make_round(tournament))
    return tournament


def ids_of(tournament):
    return list(tournament.entries.order_by("number").values_list("pk", flat=True))


def test_a_penalty_is_given_listed_and_taken_back(director, tournament):
    client, entry = client_of(director), ids_of(tournament)[0]
    given = {"entry_id": entry, "metric": "table_points", "amount": "-1/2", "reason": "late", "round": 1}

    made = client.post(f"{V1}/tournaments/{tournament.slug}/adjustments/", given)
    back = client.post(f"{V1}/adjustments/{made.json()['id']}/taking-back/", {"reason": "not late"})
    listed = client_of().get(f"{V1}/tournaments/{tournament.slug}/adjustments/").json()

    assert (made.status_code, back.status_code) == (201, 200)
    assert {key: made.json()[key] for key in given} == given
    assert made.json()["taken_back"] is None
    assert listed["results"] == [{**made.json(), "taken_back": "not late"}]
    assert listed["count"] == 1


def test_a_cut_is_recorded_listed_and_taken_back(director, tournament):
    client, entries = client_of(director), ids_of(tournament)

    made = client.post(
        f"{V1}/tournaments/{tournament.slug}/decisions/", {"kind": "cut", "order": entries, "reason": "king over nine"}
    )
    back = client.post(f"{V1}/decisions/{made.json()['id']}/taking-back/", {"reason": "miscut"})
    listed = client_of().get(f"{V1}/tournaments/{tournament.slug}/decisions/").json()["results"]

    assert (made.status_code, back.status_code) == (201, 200)
    assert (made.json()["kind"], made.json()["order"]) == ("cut", entries)
    assert listed == [{**made.json(), "taken_back": "miscut"}]


def test_standings_have_the_penalties_and_decisions_beside_them(director, tournament):
    client, entries = client_of(director), ids_of(tournament)
    penalty = {"entry_id": entries[0], "metric": "points", "amount": -50, "reason": "late"}
    client.post(f"{V1}/tournaments/{tournament.slug}/adjustments/", penalty)
    client.post(f"{V1}/tournaments/{tournament.slug}/decisions/", {"kind": "play_off", "order": entries})

    shown = client_of().get(f"{V1}/tournaments/{tournament.slug}/standings/").json()

    assert [(row["amount"], row["reason"], row["round"]) for row in shown["adjustments"]] == [(-50, "late", None)]
    assert [row["kind"] for row in shown["decisions"]] == ["play_off"]
    assert [(row["forfeits"], row["absences"], row["cancelled"]) for row in shown["rows"]] == [(0, 0, False)] * 2


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        pytest.param({"amount": 0}, 422, "value.refused", id="nothing"),
        pytest.param({"amount": 1.5}, 422, "value.refused", id="a number with a point"),
        pytest.param({"metric": "luck"}, 422, "value.refused", id="luck"),
        pytest.param({"round": 7}, 422, "value.refused", id="a round to come"),
        pytest.param({"reason": ""}, 400, "request.invalid", id="no reason"),
        pytest.param({"sum": 1}, 400, "request.invalid", id="unknown field"),
        pytest.param({"entry_id": 10**9}, 404, "not_found", id="nobody"),
    ],
)
def test_a_penalty_that_makes_no_sense_is_refused(director, tournament, body, status, code):
    given = {"entry_id": ids_of(tournament)[0], "metric": "points", "amount": -5, "reason": "late", **body}

    answer = client_of(director).post(f"{V1}/tournaments/{tournament.slug}/adjustments/", given)

    assert refusal(answer) == (status, code)
    assert not Adjustment.objects.exists()


@pytest.mark.parametrize("who", ["nobody", "stranger"])
def test_rulings_are_refused_to_others_and_change_nothing(director, tournament, who):
    client = client_of(make_user() if who == "stranger" else None)
    entries = ids_of(tournament)
    penalty = {"entry_id": entries[0], "metric": "points", "amount": -5, "reason": "late"}
    made = client_of(director).post(f"{V1}/tournaments/{tournament.slug}/adjustments/", penalty).json()

    for path, body in (
        (f"tournaments/{tournament.slug}/adjustments/", penalty),
        (f"adjustments/{made['id']}/taking-back/", {"reason": "no"}),
        (f"tournaments/{tournament.slug}/decisions/", {"kind": "cut", "order": entries}),
    ):
        assert client.post(f"{V1}/{path}", body).status_code == (401 if who == "nobody" else 403)
    assert (Adjustment.objects.count(), TieDecision.objects.count()) == (1, 0)


def test_an_entry_has_the_working_of_every_figure(tournament):
    winner = client_of().get(f"{V1}/tournaments/{tournament.slug}/standings/").json()["rows"][0]
    [loser] = set(ids_of(tournament)) - {winner["entry_id"]}

    shown = client_of().get(f"{V1}/entries/{winner['entry_id']}/standing/").json()

    assert (shown["rank"], shown["entry_id"]) == ("1", winner["entry_id"])
    assert shown["separation"] == {"column": "table_points", "value": 2, "next": 0, "among": ids_of(tournament)}
    first = shown["workings"][0]
    assert (first["column"], first["value"]) == ("table_points", 2)
    assert first["lines"] == [
        {
            "kind": "played",
            "round": 1,
            "opponents": [loser],
            "strengths": [],
            "factor": None,
            "scored": [],
            "amount": 2,
            "left_out": "",
            "reason": "",
        }
    ]
    ranking = ["table_points", "wins", "net_points", "sonneborn_berger"]
    assert [one["column"] for one in shown["workings"]] == [*ranking, "games_won", "points"]


def test_working_of_nobody_is_not_found():
    assert refusal(client_of().get(f"{V1}/entries/99/standing/")) == (404, "not_found")


def test_presets_are_listed_with_the_movements_they_suit():
    shown = client_of().get(f"{V1}/standings-presets/").json()

    assert [preset["key"] for preset in shown] == list(PRESETS)
    suits = {preset["key"]: preset["suits"] for preset in shown}
    assert "round_robin" in suits["who_beat_whom"]
    assert "individual" in suits["table_points"]
    assert shown[0]["criteria"][0] == {"key": "table_points", "direction": "most"}
