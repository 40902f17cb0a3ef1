"""A hand that is replaced: the old one is kept, and what follows it is replayed."""

from __future__ import annotations

import uuid

import pytest

from gameplay.errors import (
    HandNotThere,
    ReasonMissing,
    RuleViolation,
)
from gameplay.models import HandRecord, HandSubmission
from tests.factories import make_club, make_round, make_table, make_tournament, make_user
from tests.hands import correct_hand, enter, fh_line, ft_line, play_round
from tournaments.actors import Actor
from tournaments.errors import (
    RightMissing,
)
from tournaments.models import AuditEntry, OutboxEvent, Table
from tournaments.selectors.tables import get_table

pytestmark = pytest.mark.django_db

FOUR_HANDS = {"end": "hands", "hands": 4}


def correct(table: Table, record: object, *, number: int, **more: object):
    return correct_hand(table_id=table.pk, number=number, record=record, **more)


def scores(table: Table) -> tuple[int, ...]:
    return get_table(table.pk).progress.legs[0].game.state.scores


def counts() -> tuple[int, int, int]:
    return HandRecord.objects.count(), HandSubmission.objects.count(), AuditEntry.objects.count()


def test_correct_hand_supersedes_and_replays_what_follows():
    table = make_table()
    enter(table, fh_line(dealer=0), number=1)
    enter(table, fh_line(dealer=1), number=2)

    corrected = correct(table, fh_line(dealer=0, tricks=(6, 4)), number=1)

    assert scores(table) == (0, 60)
    assert [hand.state.scores for hand in corrected.progress.legs[0].game.hands] == [(-140, 40), (0, 60)]
    old, new = HandRecord.objects.filter(number=1).order_by("pk")
    assert (old.is_current, new.is_current, new.supersedes_id, new.reason) == (False, True, old.pk, "misread")


def test_correct_hand_without_a_reason_is_refused():
    table = make_table()
    enter(table, fh_line(dealer=0), number=1)
    before = counts()

    with pytest.raises(ReasonMissing):
        correct(table, fh_line(dealer=0, tricks=(6, 4)), number=1, reason="  ")

    assert counts() == before


def test_correct_hand_that_was_never_entered_is_refused():
    table = make_table()

    with pytest.raises(HandNotThere):
        correct(table, fh_line(dealer=0), number=1)


def test_correct_hand_against_the_rules_changes_nothing():
    table = make_table()
    enter(table, fh_line(dealer=0), number=1)
    before = counts()

    with pytest.raises(RuleViolation):
        correct(table, fh_line(dealer=0, bid="5S"), number=1)

    assert counts() == before


def test_correct_hand_by_a_scorer_is_refused():
    scorer = make_user()
    tournament = make_tournament(make_club(scorer=scorer), pairs=2)
    table = make_round(tournament).tables.get()
    dealer = get_table(table.pk).next_hand.starter
    actor = Actor(user_id=scorer.pk)
    enter(table, fh_line(dealer=dealer), number=1, actor=actor)
    before = counts()

    with pytest.raises(RightMissing):
        correct(table, fh_line(dealer=dealer, tricks=(6, 4)), number=1, actor=actor)

    assert counts() == before


def test_correct_hand_makes_later_hands_void_that_no_longer_stand():
    table = make_table("fives_threes")
    enter(table, ft_line(opener=0, points=(30, 10)), number=1)
    enter(table, ft_line(opener=1, points=(25, 10)), number=2)

    corrected = correct(table, ft_line(opener=0, points=(40, 10)), number=1)

    assert corrected.progress.open_leg.game.next_number == 2
    assert scores(table) == (40, 10)
    assert HandRecord.objects.filter(number=2, is_current=True).get().kind == HandRecord.Kind.VOID

    again = enter(table, ft_line(opener=1, points=(21, 0), end="won", out_side=None), number=2)
    assert again.progress.is_complete


def test_correct_hand_can_open_a_complete_table_again():
    table = make_table("fives_threes")
    enter(table, ft_line(opener=0, points=(40, 10)), number=1)
    enter(table, ft_line(opener=1, points=(21, 10), end="won", out_side=None), number=2)

    correct(table, ft_line(opener=1, points=(20, 10)), number=2)

    stored = Table.objects.get()
    assert (stored.status, stored.completed_at) == (Table.Status.IN_PLAY, None)


def test_correct_hand_of_a_closed_round_tells_the_ratings():
    round_ = make_round(make_tournament(pairs=2, rules=FOUR_HANDS))
    play_round(round_)
    table = round_.tables.get()
    first = get_table(table.pk).progress.legs[0].game.hands[0]

    correct(table, {**first.record, "tricks": [6, 4]}, number=1)

    assert list(OutboxEvent.objects.order_by("pk").values_list("topic", flat=True)) == [
        "round.closed",
        "results.changed",
    ]


def test_correct_hand_again_with_the_same_submission_changes_nothing():
    table = make_table()
    enter(table, fh_line(dealer=0), number=1)
    key = uuid.uuid4()
    correct(table, fh_line(dealer=0, tricks=(6, 4)), number=1, submission_id=key)
    before = counts()

    again = correct(table, fh_line(dealer=0, tricks=(6, 4)), number=1, submission_id=key)

    assert again.is_repeat
    assert counts() == before
