"""Hands that cannot have been, and checks that were wrong themselves."""

from __future__ import annotations

import uuid

import pytest
from django.urls import reverse

from gameplay.errors import RuleViolation
from tests.api import client_of, faults, refusal
from tests.factories import NOW, make_club, make_round, make_table, make_tournament, make_user
from tests.hands import enter, fh_line, next_line
from tests.snapshots import everything
from tournaments.models import RoundEntry
from tournaments.selectors.tables import get_table

pytestmark = pytest.mark.django_db


def codes(error: RuleViolation) -> list[str]:
    return [fault.code for fault in error.violations]


def test_score_was_typed_that_does_not_go_with_the_contract():
    """Everything was keyed twice, because every evening a score or two did not follow from what had been played."""
    table = make_table()
    before = everything()

    with pytest.raises(RuleViolation) as refused:
        enter(table, {**fh_line(dealer=0), "points": [500, 0]}, number=1)
    assert everything() == before

    recorded = enter(table, fh_line(dealer=0, bid="6H", tricks=(5, 5)), number=1)

    assert codes(refused.value) == ["five_hundred.points_mismatch"]
    assert recorded.hand.answer.values["points"] == [-100, 50]


def test_contract_was_given_to_somebody_who_does_not_sit_there():
    """The bid stood under a player of another table, and the points went to the other side."""
    table = make_table()
    before = everything()

    with pytest.raises(RuleViolation) as refused:
        enter(table, fh_line(dealer=0, seat=4), number=1)
    with pytest.raises(RuleViolation) as three_sides:
        enter(table, fh_line(dealer=0, tricks=(8, 1, 1)), number=1)

    assert everything() == before
    assert [(fault.code, fault.path) for fault in refused.value.violations] == [("five_hundred.seat", "contract.seat")]
    assert [(fault.code, fault.path) for fault in three_sides.value.violations] == [("five_hundred.schema", "tricks")]


def test_somebody_is_said_to_have_beaten_themselves():
    """A result named the same people on both sides, and was shown as a win over whoever had been meant."""
    director = make_user()
    tournament = make_tournament(make_club(director=director), pairs=3)
    round_ = make_round(tournament)
    resting = RoundEntry.objects.get(round=round_, role="sit_out").entry_id
    before = everything()

    answer = client_of(director).post(f"/api/v1/rounds/{round_.pk}/tables/", {"sides": [[resting], [resting]]})

    assert refusal(answer) == (422, "value.refused")
    assert [path for path, _code in faults(answer)] == ["sides"]
    assert everything() == before


def test_check_itself_is_wrong_on_the_day_and_the_director_gets_past_it():
    """A rule of the program refused every right result, and the hall waited for its makers.

    Here the wrong player dealt, everybody agreed to let the hand stand, and the engine takes no such hand.
    """
    director = make_user()
    table = make_table(first=1, club=make_club(director=director))
    path = f"/api/v1/tables/{table.pk}/"
    post = {"submission_id": str(uuid.uuid4()), "number": 1, "record": fh_line(dealer=0)}

    refused = client_of(director).post(f"{path}hands/", post, format="json")
    ruled = client_of(director).post(
        f"{path}legs/1/hands/1/ruling/",
        {"submission_id": str(uuid.uuid4()), "points": [140, 20], "reason": "North dealt; both sides let it stand"},
        format="json",
    )
    following = get_table(table.pk).next_hand
    enter(table, next_line(table, following.starter, 0, following.scores), number=following.number)

    assert refusal(refused) == (422, "rules.violated")
    assert [code for _path, code in faults(refused)] == ["five_hundred.dealer_rotation"]
    assert (ruled.status_code, ruled.json()["scores"]) == (201, [140, 20])
    game = get_table(table.pk).progress.legs[0].game
    assert [(hand.kind, hand.state.scores) for hand in game.hands] == [("ruled", (140, 20)), ("played", (280, 40))]
    page = client_of().get(reverse("hand", args=[table.pk, 1, 1])).content.decode()
    assert "ruled by the director: North dealt; both sides let it stand" in page


def test_deal_was_broken_off_and_both_it_and_the_new_one_counted():
    """What had been noted of the deal that was broken off stayed in the sum beside the one that took its place."""
    director = make_user()
    table = make_table(club=make_club(director=director), table_correction_minutes=10)
    enter(table, fh_line(dealer=0), number=1)
    path = f"/api/v1/tables/{table.pk}/legs/1/hands/1/corrections/"
    right = fh_line(dealer=0, seat=1, bid="6C", tricks=(4, 6))
    what = {"record": right, "reason": "a card was missing; dealt again"}

    seen = client_of(director).post(path, {**what, "preview": True}, format="json").json()
    done = client_of(director).post(
        path, {**what, "submission_id": str(uuid.uuid4()), "version": seen["version"]}, format="json"
    )

    assert (done.status_code, done.json()["scores"]) == (201, [40, 60])
    [hand] = get_table(table.pk).progress.legs[0].game.hands
    assert (hand.record, hand.reason) == (right, "a card was missing; dealt again")


def test_evening_is_refused_a_result_because_the_rules_were_changed_under_it():
    """Somebody changed the format before the last rounds, and no result could be saved any more."""
    organiser = make_user()
    table = make_table(club=make_club(organiser=organiser))
    enter(table, fh_line(dealer=0), number=1)
    slug = table.round.tournament.slug
    before = everything()

    answer = client_of(organiser).patch(
        f"/api/v1/tournaments/{slug}/", {"rules": {"end": "hands", "hands": 4}}, format="json"
    )

    assert refusal(answer) == (409, "tournament.rules_frozen")
    assert everything() == before
    assert enter(table, fh_line(dealer=1), number=2, now=NOW).hand.state.scores == (280, 40)
