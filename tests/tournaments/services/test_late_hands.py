"""Hands entered, and time called, after the round was closed: what follows from them is looked at first."""

from __future__ import annotations

import uuid

import pytest

from gameplay.errors import HandNumberTaken
from gameplay.models import HandRecord
from ratings.services.drain import drain
from ratings.services.refresh import refresh_dirty_pools
from tests.factories import NOW, make_round, make_tournament
from tests.hands import enter, fh_line, keep_all, opened_again_and_published
from tests.snapshots import everything
from tournaments.actors import SYSTEM
from tournaments.correction_errors import ConsequencesChanged, LookFirst
from tournaments.models import AuditEntry, Publication, Table
from tournaments.selectors.tables import get_table
from tournaments.services import calling_time, corrections, rounds, rulings

pytestmark = pytest.mark.django_db


def test_late_hand_that_moves_published_standings_is_not_entered_before_somebody_has_looked():
    table, record, number = opened_again_and_published()
    before = everything()

    with pytest.raises(LookFirst) as refusal:
        enter(table, record, number=number)

    assert everything() == before
    assert [(one.number, one.lines) for one in refusal.value.consequences.publications] == [(1, 2)]


def test_late_hand_is_entered_as_it_was_looked_at():
    table, record, number = opened_again_and_published()
    found = corrections.preview_late_hand(actor=SYSTEM, table_id=table.pk, leg=1, number=number, record=record, now=NOW)

    kept = enter(table, record, number=number, confirmation=keep_all(found))

    assert kept.progress.is_complete
    assert Table.objects.get().status == Table.Status.COMPLETE
    row = AuditEntry.objects.latest("pk")
    assert (row.action, row.after, row.reason) == ("hand.recorded", record, "A hand that came late.")


def test_late_hand_is_refused_when_what_it_moves_has_changed_since():
    table, record, number = opened_again_and_published()
    found = corrections.preview_late_hand(actor=SYSTEM, table_id=table.pk, leg=1, number=number, record=record, now=NOW)
    Publication.objects.all().delete()
    before = everything()

    with pytest.raises(ConsequencesChanged):
        enter(table, record, number=number, confirmation=keep_all(found))

    assert everything() == before


def test_late_hand_sent_again_returns_the_first_without_another_look():
    table, record, number = opened_again_and_published()
    found = corrections.preview_late_hand(actor=SYSTEM, table_id=table.pk, leg=1, number=number, record=record, now=NOW)
    key = uuid.uuid4()
    enter(table, record, number=number, submission_id=key, confirmation=keep_all(found))
    before = everything()

    again = enter(table, record, number=number, submission_id=key)

    assert again.is_repeat
    assert everything() == before


def test_late_hand_in_place_of_one_that_is_there_is_refused():
    table, record, number = opened_again_and_published()
    before = everything()

    with pytest.raises(HandNumberTaken):
        enter(table, record, number=number - 1)

    assert everything() == before


def test_preview_of_a_late_hand_changes_nothing():
    table, record, number = opened_again_and_published()
    before = everything()

    found = corrections.preview_late_hand(actor=SYSTEM, table_id=table.pk, leg=1, number=number, record=record, now=NOW)

    assert everything() == before
    assert [(one.before.is_complete, one.after.is_complete) for one in found.tables] == [(False, True)]


def test_time_called_in_a_closed_round_is_looked_at_first_where_ratings_follow():
    tournament = make_tournament(pairs=4, rounds=1, rules={"end": "timed"}, round_minutes=25)
    table, other = make_round(tournament).tables.order_by("number")
    enter(table, fh_line(dealer=get_table(table.pk).next_hand.starter), number=1)
    rulings.rule_table(actor=SYSTEM, table_id=table.pk, kind="void", reason="left", now=NOW)
    enter(other, fh_line(dealer=get_table(other.pk).next_hand.starter), number=1)
    calling_time.call_time(actor=SYSTEM, table_id=other.pk, now=NOW)
    rounds.close_round(actor=SYSTEM, round_id=table.round_id, now=NOW)
    drain(now=NOW)
    refresh_dirty_pools(now=NOW)
    revoked = rulings.preview_revoking(actor=SYSTEM, table_id=table.pk, now=NOW)
    rulings.revoke_ruling(actor=SYSTEM, table_id=table.pk, reason="back", confirmation=keep_all(revoked), now=NOW)
    before = everything()

    with pytest.raises(LookFirst):
        calling_time.call_time(actor=SYSTEM, table_id=table.pk, now=NOW)
    assert everything() == before
    found = calling_time.preview_call_time(actor=SYSTEM, table_id=table.pk, now=NOW)
    assert everything() == before
    assert len(found.ratings) == 4

    progress = calling_time.call_time(actor=SYSTEM, table_id=table.pk, confirmation=keep_all(found), now=NOW)

    assert progress.is_complete
    assert HandRecord.objects.count() == 2
