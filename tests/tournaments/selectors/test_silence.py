"""Tables that have sent nothing for long, and from when that is counted."""

from __future__ import annotations

import datetime as dt

import pytest

from gameplay.models import HandSubmission
from tests.factories import NOW, make_club, make_round, make_tournament
from tests.hands import enter, fh_line, play_round
from tournaments.actors import SYSTEM
from tournaments.models import Round
from tournaments.selectors.desk import get_round
from tournaments.selectors.silence import silent_minutes
from tournaments.services import rounds

pytestmark = pytest.mark.django_db


@pytest.fixture
def in_play() -> Round:
    round_ = make_round(make_tournament(make_club(), pairs=4, rules={"end": "hands", "hands": 2}))
    Round.objects.filter(pk=round_.pk).update(published_at=NOW)
    return round_


def silent(round_: Round, minutes: int) -> dict[int, int]:
    return silent_minutes(get_round(round_.pk), now=NOW + dt.timedelta(minutes=minutes))


def hand_at_first_table(round_: Round, *, minutes: int, **line: object) -> None:
    """Enter the first hand at table 1, as if it had come so long after the round was published."""
    table = round_.tables.get(number=1)
    enter(table, fh_line(dealer=table.legs.get().game.starters[0], **line), number=1)
    at = NOW + dt.timedelta(minutes=minutes)
    HandSubmission.objects.filter(game__leg__table=table).update(received_at=at)


def test_table_is_silent_from_a_quarter_of_an_hour_after_the_round_was_published(in_play):
    assert silent(in_play, 14) == {}
    assert silent(in_play, 15) == {1: 15, 2: 15}


def test_table_that_sent_a_hand_is_silent_from_then_on(in_play):
    hand_at_first_table(in_play, minutes=10)

    assert silent(in_play, 20) == {2: 20}
    assert silent(in_play, 26) == {1: 16, 2: 26}


def test_post_that_was_not_stored_breaks_the_silence_too(in_play):
    hand_at_first_table(in_play, minutes=0)
    table = in_play.tables.get(number=1)
    with pytest.raises(Exception, match="entered already"):
        enter(table, fh_line(dealer=table.legs.get().game.starters[0], tricks=(7, 3)), number=1)
    HandSubmission.objects.filter(outcome="conflict").update(received_at=NOW + dt.timedelta(minutes=12))

    assert silent(in_play, 20) == {2: 20}


def test_clock_started_late_is_where_it_is_counted_from(in_play):
    rounds.start_clock(actor=SYSTEM, round_id=in_play.pk, minutes=60, now=NOW + dt.timedelta(minutes=10))

    assert silent(in_play, 24) == {}
    assert silent(in_play, 25) == {1: 15, 2: 15}


def test_table_that_is_complete_and_round_that_is_closed_are_never_silent(in_play):
    play_round(in_play)
    assert silent(in_play, 500) == {}

    Round.objects.filter(pk=in_play.pk).update(status="closed", closed_at=NOW)
    assert silent(in_play, 500) == {}
