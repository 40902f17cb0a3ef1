"""One keyer on two devices at the same moment."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import transaction

from tests.concurrency import run_together, wait_until_blocked
from tests.factories import NOW, make_club, make_round, make_tournament, make_user
from tournaments import locks
from tournaments.actors import Actor
from tournaments.models import AuditEntry, KeyingPile
from tournaments.services import keying

pytestmark = pytest.mark.django_db(transaction=True)


def test_two_devices_that_skip_at_once_go_on_by_two_sheets():
    scorer = make_user()
    actor = Actor(user_id=scorer.pk)
    round_ = make_round(make_tournament(make_club(scorer=scorer), pairs=8))
    keying.take_pile(actor=actor, round_id=round_.pk, now=NOW)

    def lay_aside(_device: int) -> str:
        sheet = keying.move_to(actor=actor, round_id=round_.pk, to=keying.SKIP, now=NOW)
        return str(sheet.table.number)

    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            # Both have come as far as the pile before either gets it.
            locks.lock_pile(round_.pk, scorer.pk)
            both = pool.submit(run_together, 2, lay_aside)
            wait_until_blocked(2)
        assert sorted(both.result()) == ["2", "3"]

    assert KeyingPile.objects.get().at_table == 3
    moves = AuditEntry.objects.filter(action="keying.moved").order_by("pk")
    assert [(move.before["table"], move.after["table"]) for move in moves] == [(1, 2), (2, 3)]
