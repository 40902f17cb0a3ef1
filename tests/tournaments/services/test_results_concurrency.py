"""Several scorers, and the director, at one table at the same moment."""

from __future__ import annotations

import uuid
from collections import Counter
from typing import Any

import pytest

from gameplay.errors import HandNumberTaken, HandOutOfOrder, RuleViolation, SubmissionReused
from gameplay.models import HandRecord, HandSubmission
from tests.concurrency import run_together
from tests.factories import NOW, make_table
from tests.hands import correct_hand
from tournaments.actors import SYSTEM
from tournaments.correction_errors import ConsequencesChanged
from tournaments.errors import HandsAlreadyEntered
from tournaments.models import AuditEntry, Table
from tournaments.selectors.tables import get_table
from tournaments.services import corrections, results
from tournaments.services.confirming import Confirmation

pytestmark = pytest.mark.django_db(transaction=True)

SCORERS = 8


def line(*, dealer: int, tricks: int = 8, seat: int = 0) -> dict[str, Any]:
    """Return the score line of a hand of Five Hundred in which NS bid 7S and took so many tricks."""
    contract = {"seat": seat, "bid": "7S", "sans_kitty": False}
    return {"level": 1, "dealer": dealer, "contract": contract, "tricks": [tricks, 10 - tricks]}


def post(
    table: Table, record: dict[str, Any], *, number: int = 1, submission_id: uuid.UUID | None = None, leg: int = 1
) -> str:
    recorded = results.record_hand(
        actor=SYSTEM,
        table_id=table.pk,
        leg=leg,
        number=number,
        submission_id=submission_id or uuid.uuid4(),
        record=record,
        source=HandSubmission.Source.SCORER,
        now=NOW,
    )
    return "repeated" if recorded.is_repeat else "kept"


def current_payloads(table: Table) -> list[dict[str, Any]]:
    rows = HandRecord.objects.filter(game__leg__table=table, is_current=True).order_by("game__leg__number", "number")
    return [row.submission.payload for row in rows.select_related("submission")]


def submission_outcomes(table: Table) -> Counter[str]:
    return Counter(HandSubmission.objects.filter(game__leg__table=table).values_list("outcome", flat=True))


def test_record_hand_different_hands_for_one_number_at_once_keeps_one_and_the_others_for_the_director():
    table = make_table()
    hands = [line(dealer=0, tricks=tricks) for tricks in range(SCORERS)]

    outcomes = run_together(SCORERS, lambda index: post(table, hands[index]), refused=HandNumberTaken)

    assert sorted(outcomes) == ["hand.number_taken"] * 7 + ["kept"]
    assert current_payloads(table) == [hands[outcomes.index("kept")]]
    assert HandRecord.objects.count() == 1
    assert submission_outcomes(table) == {"kept": 1, "conflict": 7}
    assert AuditEntry.objects.filter(action="hand.recorded").count() == 1


def test_record_hand_equal_hands_of_several_devices_at_once_are_kept_once():
    table = make_table()

    outcomes = run_together(SCORERS, lambda _: post(table, line(dealer=0)), refused=HandNumberTaken)

    assert sorted(outcomes) == ["hand.number_taken"] * 7 + ["kept"]
    assert current_payloads(table) == [line(dealer=0)]
    assert submission_outcomes(table) == {"kept": 1, "repeated": 7}


def test_record_hand_one_submission_sent_eight_times_at_once_is_kept_once_and_answered_alike():
    table = make_table()
    submission_id = uuid.uuid4()

    outcomes = run_together(SCORERS, lambda _: post(table, line(dealer=0), submission_id=submission_id))

    assert sorted(outcomes) == ["kept"] + ["repeated"] * 7
    assert HandRecord.objects.count() == 1
    assert HandSubmission.objects.count() == 1
    assert AuditEntry.objects.filter(action="hand.recorded").count() == 1


def test_record_hand_one_submission_with_two_hands_at_once_keeps_the_first():
    table = make_table()
    submission_id = uuid.uuid4()
    hands = [line(dealer=0, tricks=7), line(dealer=0, tricks=6)]

    outcomes = run_together(
        2, lambda index: post(table, hands[index], submission_id=submission_id), refused=SubmissionReused
    )

    assert sorted(outcomes) == ["hand.submission_reused", "kept"]
    assert current_payloads(table) == [hands[outcomes.index("kept")]]


def test_record_hand_loses_none_that_it_acknowledged_while_eight_race_through_a_game():
    table = make_table()
    acknowledged: list[tuple[int, dict[str, Any]]] = []

    def race(scorer: int) -> str:
        for number in range(1, 13):
            hand = line(dealer=(number - 1) % 4, tricks=scorer)
            try:
                post(table, hand, number=number)
            except (HandNumberTaken, HandOutOfOrder):
                continue
            acknowledged.append((number, hand))
        return "done"

    assert run_together(SCORERS, race) == ["done"] * SCORERS

    assert [hand for _, hand in sorted(acknowledged, key=lambda pair: pair[0])] == current_payloads(table)
    assert [number for number, _ in sorted(acknowledged, key=lambda pair: pair[0])] == list(range(1, 13))
    assert HandRecord.objects.count() == 12
    assert Table.objects.get(pk=table.pk).status == Table.Status.COMPLETE


def test_record_hand_that_ends_a_leg_for_several_at_once_opens_the_next_leg_once():
    table = make_table("fives_threes", legs=3, legs_mode="best_of")
    before = [{"level": 1, "opener": opener, "points": [20, 1], "end": "blocked"} for opener in range(3)]
    for number, hand in enumerate(before, start=1):
        post(table, hand, number=number)
    last = {"level": 1, "opener": 3, "points": [1, 0], "end": "won"}

    outcomes = run_together(SCORERS, lambda _: post(table, last, number=4), refused=HandNumberTaken)

    assert sorted(outcomes) == ["hand.number_taken"] * 7 + ["kept"]
    assert [leg.number for leg in get_table(table.pk).progress.legs] == [1, 2]
    assert table.legs.count() == 2


def test_correct_hand_while_the_next_is_entered_loses_neither():
    table = make_table()
    post(table, line(dealer=0, tricks=8))

    def correct() -> str:
        what = {"actor": SYSTEM, "table_id": table.pk, "leg": 1, "number": 1, "now": NOW}
        record, reason = line(dealer=0, tricks=6), "two tricks too many"
        try:
            correct_hand(record=record, reason=reason, **what)
        except ConsequencesChanged:
            # The next hand came between the look and the word; nothing more can.
            correct_hand(record=record, reason=reason, **what)
        return "corrected"

    outcomes = run_together(2, lambda index: correct() if index else post(table, line(dealer=1, tricks=7), number=2))

    assert outcomes == ["kept", "corrected"]
    assert current_payloads(table) == [line(dealer=0, tricks=6), line(dealer=1, tricks=7)]
    assert get_table(table.pk).progress.points == (-140 + 140, 40 + 30)


def test_correct_hand_by_two_directors_at_once_makes_the_second_one_look_again():
    table = make_table()
    post(table, line(dealer=0, tricks=8))
    what = {"actor": SYSTEM, "table_id": table.pk, "leg": 1, "number": 1, "now": NOW}
    records = [line(dealer=0, tricks=index) for index in range(2)]
    seen = [corrections.preview_hand_correction(record=record, **what).version for record in records]

    def correct(index: int) -> str:
        said = {"reason": f"as director {index} saw it", "submission_id": uuid.uuid4()}
        corrections.correct_hand(record=records[index], confirmation=Confirmation(seen[index]), **said, **what)
        return "corrected"

    assert sorted(run_together(2, correct, refused=ConsequencesChanged)) == ["change.consequences_changed", "corrected"]

    first, second = HandRecord.objects.order_by("pk")
    assert [first.is_current, second.is_current] == [False, True]
    assert second.supersedes_id == first.pk


def test_set_first_starter_while_the_first_hand_is_entered_lets_only_one_of_the_two_through():
    table = make_table()

    def act(index: int) -> str:
        if index:
            return post(table, line(dealer=0))
        results.set_first_starter(actor=SYSTEM, table_id=table.pk, seat=1, now=NOW)
        return "set"

    outcomes = run_together(2, act, refused=(HandsAlreadyEntered, RuleViolation))

    game = get_table(table.pk).progress.legs[0].game
    if outcomes[0] == "set":
        assert outcomes == ["set", "rules.violated"]
        assert (game.starters, len(game.hands)) == ((1, 2, 3, 0), 0)
    else:
        assert outcomes == ["table.hands_entered", "kept"]
        assert (game.starters, len(game.hands)) == ((0, 1, 2, 3), 1)
