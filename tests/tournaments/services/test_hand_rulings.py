"""The director may say what a hand is worth; it is marked as ruled for ever."""

from __future__ import annotations

import uuid

import pytest
from django.urls import reverse

from gameplay.errors import HandOutOfOrder, ReasonMissing, RuleViolation
from gameplay.models import HandRecord
from tests.api import client_of
from tests.factories import NOW, make_club, make_round, make_table, make_tournament, make_user
from tests.hands import correct_hand, enter, fh_line, ft_line, play_round
from tests.snapshots import everything
from tournaments.actors import SYSTEM, Actor
from tournaments.correction_errors import LookFirst
from tournaments.errors import RightMissing
from tournaments.models import AuditEntry, Table
from tournaments.selectors.corrections import corrections_of
from tournaments.selectors.tables import get_table
from tournaments.services import corrections, publishing
from tournaments.services.confirming import Confirmation

pytestmark = pytest.mark.django_db


def rule(table: Table, points: list[int], *, number: int, **more):
    values = {"actor": SYSTEM, "submission_id": uuid.uuid4(), "reason": "cards exposed", "now": NOW, **more}
    return corrections.rule_hand(table_id=table.pk, leg=1, number=number, points=points, **values)


def game_of(table: Table):
    return get_table(table.pk).progress.legs[0].game


def test_ruled_hand_is_the_next_one_and_the_deal_goes_on():
    table = make_table()
    enter(table, fh_line(dealer=0), number=1)

    ruled = rule(table, [50, 0], number=2)

    assert (ruled.hand.kind, ruled.hand.reason, ruled.hand.state.scores) == ("ruled", "cards exposed", (190, 20))
    assert get_table(table.pk).next_hand.starter == 2
    enter(table, fh_line(dealer=2), number=3)
    assert game_of(table).state.scores == (330, 40)


def test_ruled_hand_replaces_one_that_was_entered_and_what_follows_is_replayed():
    table = make_table()
    enter(table, fh_line(dealer=0), number=1)
    enter(table, fh_line(dealer=1), number=2)

    rule(table, [0, 0], number=1)

    assert [(hand.kind, hand.state.scores) for hand in game_of(table).hands] == [
        ("ruled", (0, 0)),
        ("played", (140, 20)),
    ]
    old, new = HandRecord.objects.filter(number=1).order_by("pk")
    assert (old.is_current, new.supersedes_id, new.kind) == (False, old.pk, "ruled")
    [listed] = corrections_of(table.round.tournament)
    assert (listed.after, listed.reason) == ({"points": [0, 0]}, "cards exposed")
    assert AuditEntry.objects.latest("pk").action == "hand.ruled"


def test_ruled_hand_can_be_corrected_to_a_played_one():
    table = make_table()
    rule(table, [50, 0], number=1)

    correct_hand(table_id=table.pk, number=1, record=fh_line(dealer=0), reason="it was played after all")

    assert [(hand.kind, hand.state.scores) for hand in game_of(table).hands] == [("played", (140, 20))]


def test_ruled_hand_by_which_later_ones_fall_is_looked_at_first():
    table = make_table("fives_threes")
    enter(table, ft_line(opener=0, points=(40, 10)), number=1)
    enter(table, ft_line(opener=1, points=(21, 10), end="won", out_side=None), number=2)
    before = everything()

    with pytest.raises(LookFirst) as refusal:
        rule(table, [61, 0], number=1)

    assert everything() == before
    seen = refusal.value.consequences
    assert [hand.number for hand in seen.hands_that_fall] == [2]
    rule(table, [61, 0], number=1, confirmation=Confirmation(seen.version))
    assert [hand.kind for hand in game_of(table).hands] == ["ruled"]


def test_ruled_hand_can_complete_a_table():
    table = make_table("fives_threes")
    enter(table, ft_line(opener=0, points=(40, 10)), number=1)

    rule(table, [21, 0], number=2)

    table.refresh_from_db()
    assert table.status == "complete"
    assert get_table(table.pk).progress.winners == (0,)


def test_rule_hand_twice_with_the_same_submission_changes_nothing():
    table = make_table()
    key = uuid.uuid4()
    rule(table, [50, 0], number=1, submission_id=key)
    before = everything()

    again = rule(table, [50, 0], number=1, submission_id=key)

    assert again.is_repeat
    assert everything() == before


def test_rule_hand_that_makes_no_sense_is_refused_and_changes_nothing():
    scorer = make_user()
    table = make_table("fives_threes")
    enter(table, ft_line(opener=0, points=(40, 10)), number=1)
    before = everything()

    for refusal, act in (
        (RuleViolation, lambda: rule(table, [22, 0], number=2)),
        (RuleViolation, lambda: rule(table, [1], number=2)),
        (HandOutOfOrder, lambda: rule(table, [1, 0], number=3)),
        (ReasonMissing, lambda: rule(table, [1, 0], number=2, reason=" ")),
        (RightMissing, lambda: rule(table, [1, 0], number=2, actor=Actor(user_id=scorer.pk))),
    ):
        with pytest.raises(refusal):
            act()
    assert everything() == before


def test_rule_hand_that_others_have_relied_on_is_looked_at_first():
    tournament = make_tournament(pairs=2, rounds=1, rules={"end": "hands", "hands": 1})
    table = play_round(make_round(tournament)).tables.get()
    publishing.publish_standings(actor=SYSTEM, tournament_id=tournament.pk, kind="provisional", now=NOW)
    what = {"actor": SYSTEM, "table_id": table.pk, "leg": 1, "number": 1, "points": [0, 0], "now": NOW}
    before = everything()

    with pytest.raises(LookFirst):
        corrections.rule_hand(submission_id=uuid.uuid4(), reason="a revoke", **what)
    found = corrections.preview_hand_ruling(**what)
    assert everything() == before
    corrections.rule_hand(
        submission_id=uuid.uuid4(), reason="a revoke", confirmation=Confirmation(found.version), **what
    )

    assert [one.number for one in found.publications] == [1]
    assert game_of(table).state.scores == (0, 0)


def test_posted_record_that_looks_like_a_ruling_is_no_ruling():
    table = make_table()
    before = everything()

    with pytest.raises(RuleViolation):
        enter(table, {"points": [500, 0]}, number=1)

    assert everything() == before


def test_hand_is_ruled_through_the_api_and_shown_as_ruled_to_everybody():
    director = make_user()
    tournament = make_tournament(make_club(director=director), pairs=2)
    table = make_round(tournament).tables.get()
    path = f"/api/v1/tables/{table.pk}/legs/1/hands/1/ruling/"
    what = {"points": [30, 0], "reason": "the cards were exposed"}

    seen = client_of(director).post(path, {**what, "preview": True})
    silent = client_of(director).post(path, {"points": [30, 0], "submission_id": str(uuid.uuid4())})
    ruled = client_of(director).post(path, {**what, "submission_id": str(uuid.uuid4())})
    others = client_of(make_user()).post(path, {**what, "submission_id": str(uuid.uuid4())})

    assert seen.json()["tables"][0]["hands"][0]["after"] == {"points": [30, 0], "scores": [30, 0]}
    assert (silent.status_code, silent.json()["errors"][0]["path"]) == (400, "reason")
    assert (ruled.status_code, ruled.json()["hand"]["kind"], ruled.json()["scores"]) == (201, "ruled", [30, 0])
    assert others.status_code == 403
    for address in (
        reverse("hand", args=[table.pk, 1, 1]),
        reverse("round-results", args=[table.round_id]),
        f"/tournaments/{tournament.slug}/corrections/",
    ):
        page = client_of().get(address)
        assert page.status_code == 200
    assert "ruled by the director: the cards were exposed" in client_of().get(
        reverse("hand", args=[table.pk, 1, 1])
    ).content.decode().replace("&#x27;", "'")
