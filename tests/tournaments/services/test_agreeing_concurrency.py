"""Both sides, and the director, at the same moment."""

from __future__ import annotations

import pytest

from tests.concurrency import run_together
from tests.factories import NOW, make_table
from tests.hands import correct_hand, enter, fh_line
from tournaments.actors import SYSTEM
from tournaments.agreement_errors import HandsChanged, RoundNotAgreed
from tournaments.correction_errors import ConsequencesChanged
from tournaments.models import AuditEntry, HandAgreement, Round, Table
from tournaments.selectors.tables import get_table
from tournaments.services import agreeing, rounds

pytestmark = pytest.mark.django_db(transaction=True)


def make_played(agreement: str = "hand") -> tuple[Table, list[int]]:
    table = make_table(agreement=agreement, rules={"end": "hands", "hands": 1})
    record = enter(table, fh_line(dealer=0), number=1).hand.record_id
    return table, [record]


def agree(table: Table, side: int, records: list[int]) -> str:
    agreeing.agree(actor=SYSTEM, table_id=table.pk, side=side, record_ids=records, now=NOW)
    return "agreed"


def test_sides_agree_at_once_and_each_is_kept_once():
    table, records = make_played()

    assert run_together(8, lambda index: agree(table, index % 2, records)) == ["agreed"] * 8

    assert sorted(HandAgreement.objects.values_list("side", flat=True)) == [0, 1]
    assert AuditEntry.objects.filter(action="table.agreed").count() == 2


def test_hand_corrected_while_a_side_agrees_is_agreed_to_as_it_was_or_not_at_all():
    table, records = make_played()

    def correct() -> str:
        correct_hand(table_id=table.pk, number=1, record=fh_line(dealer=0, tricks=(7, 3)))
        return "corrected"

    outcomes = run_together(
        2, lambda index: agree(table, 0, records) if index else correct(), refused=(HandsChanged, ConsequencesChanged)
    )

    assert outcomes[0] == "corrected"
    assert outcomes[1] in {"agreed", "agreement.hands_changed"}
    assert get_table(table.pk).agreement.hands[0].agreed == ()


def test_round_closed_while_the_last_side_agrees_waits_for_it_or_is_refused():
    table, records = make_played()
    agree(table, 0, records)

    def close() -> str:
        return str(rounds.close_round(actor=SYSTEM, round_id=table.round_id, now=NOW).status)

    outcomes = run_together(2, lambda index: agree(table, 1, records) if index else close(), refused=RoundNotAgreed)

    assert outcomes[1] == "agreed"
    status = Round.objects.get(pk=table.round_id).status
    assert (outcomes[0], status) in {("closed", "closed"), ("round.not_agreed", "published")}
