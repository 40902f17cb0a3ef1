"""Hands that were dealt again: a row with a reason, and nothing in the books."""

from __future__ import annotations

import pytest

from gameplay.errors import HandOutOfOrder, ReasonMissing
from gameplay.models import HandRecord
from tests.factories import NOW, make_table
from tests.hands import enter, fh_line, play_out
from tests.snapshots import everything
from tournaments.actors import SYSTEM, Actor
from tournaments.errors import TableNotInPlay
from tournaments.models import AuditEntry, TableLink
from tournaments.selectors.tables import get_table
from tournaments.services import results

pytestmark = pytest.mark.django_db


def redealt(table, *, number: int, leg: int = 1, reason: str = "a card lay open", actor: Actor = SYSTEM) -> None:
    results.note_redeal(actor=actor, table_id=table.pk, leg=leg, number=number, reason=reason, now=NOW)


def test_redeal_is_a_row_with_its_reason_and_the_number_stays_open():
    table = make_table()
    enter(table, fh_line(dealer=0), number=1)

    redealt(table, number=2, reason=" a card lay open ", actor=Actor(link_id=TableLink.objects.get().pk))

    row = AuditEntry.objects.latest("pk")
    assert (row.action, row.subject, row.reason) == ("hand.redealt", "hand 2 of leg 1", "a card lay open")
    assert row.table_id == table.pk
    assert HandRecord.objects.count() == 1
    assert get_table(table.pk).next_hand.number == 2
    assert enter(table, fh_line(dealer=1), number=2).progress.points == (280, 40)


@pytest.mark.parametrize(("leg", "number", "expected"), [(1, 1, 2), (1, 3, 2), (2, 1, 1)])
def test_redeal_of_another_hand_than_the_next_is_refused(leg, number, expected):
    table = make_table()
    enter(table, fh_line(dealer=0), number=1)
    before = everything()

    with pytest.raises(HandOutOfOrder) as refusal:
        redealt(table, leg=leg, number=number)

    assert refusal.value.params == {"expected": expected, "number": number}
    assert everything() == before


def test_redeal_without_a_reason_is_refused():
    table = make_table()
    before = everything()

    with pytest.raises(ReasonMissing):
        redealt(table, number=1, reason="  ")

    assert everything() == before


def test_redeal_at_a_table_that_is_complete_is_refused():
    table = make_table(rules={"end": "hands", "hands": 1})
    play_out(table)
    before = everything()

    with pytest.raises(TableNotInPlay) as refusal:
        redealt(table, number=2)

    assert refusal.value.params == {"number": 1, "state": "complete"}
    assert everything() == before
