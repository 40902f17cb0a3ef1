"""Hands after the fact: sent again after a correction, corrected in legs that hang together, entered after the end."""

from __future__ import annotations

import uuid
from typing import Any

import pytest

from gameplay.errors import HandVoid, SubmissionReused
from gameplay.models import Game, HandRecord, HandSubmission
from tests.factories import NOW, make_club, make_round, make_table, make_tournament, make_user
from tests.hands import correct_hand, enter, fh_line, ft_line, play_round
from tournaments.actors import SYSTEM, Actor
from tournaments.errors import LegDoesNotCount, TableComplete, TableNotInPlay, ValueRefused
from tournaments.models import AuditEntry, OutboxEvent, Table, TableLink, Tournament
from tournaments.selectors.tables import get_table
from tournaments.services import calling_time, results
from tournaments.services.results import RecordedHand

pytestmark = pytest.mark.django_db


def correct(table: Table, record: dict[str, Any], *, number: int, leg: int = 1, **more: Any) -> RecordedHand:
    return correct_hand(table_id=table.pk, leg=leg, number=number, record=record, **more)


def win(table: Table, winner: int, *, leg: int, opener: int) -> None:
    """Play a leg of Fives and Threes in two hands: 40 and 10, then 21 and 8."""
    for number, points in enumerate(((40, 10), (21, 8)), start=1):
        sides = points if winner == 0 else points[::-1]
        end, out_side = ("out", winner) if number == 1 else ("won", None)
        line = ft_line(opener=(opener + number - 1) % 4, points=sides, end=end, out_side=out_side)
        enter(table, line, number=number, leg=leg)


def counts() -> tuple[int, int, int]:
    return HandRecord.objects.count(), HandSubmission.objects.count(), AuditEntry.objects.count()


def closed_round_with_a_table_opened_again(club=None) -> Table:
    """Return the table of a closed round whose last hand was corrected so that the game is not over."""
    table = play_round(make_round(make_tournament(club, kind="fives_threes", pairs=2))).tables.get()
    last = get_table(table.pk).progress.legs[0].game.hands[-1]
    correct(table, {**last.record, "points": [0, 0], "end": "blocked"}, number=last.number)
    table.refresh_from_db()
    return table


def winning_hand(table: Table) -> tuple[dict[str, Any], int]:
    """Return the hand that wins the game for NS, and its number."""
    following = get_table(table.pk).next_hand
    assert following is not None
    points = (61 - following.scores[0], 0)
    return ft_line(opener=following.starter, points=points, end="won", out_side=None), following.number


def test_record_hand_under_the_id_of_a_hand_of_another_leg_is_refused():
    table = make_table("fives_threes", legs=3)
    key = uuid.uuid4()
    enter(table, ft_line(opener=0, points=(40, 10)), number=1, submission_id=key)
    enter(table, ft_line(opener=1, points=(21, 8), end="won", out_side=None), number=2)
    before = counts()

    with pytest.raises(SubmissionReused):
        enter(table, ft_line(opener=1, points=(40, 10)), number=1, leg=2, submission_id=key)

    assert counts() == before


def test_record_hand_again_after_its_correction_returns_the_hand_that_counts_now():
    table = make_table()
    key = uuid.uuid4()
    enter(table, fh_line(dealer=0), number=1, submission_id=key)
    corrected = correct(table, fh_line(dealer=0, tricks=(6, 4)), number=1)
    before = counts()

    again = enter(table, fh_line(dealer=0), number=1, submission_id=key)

    assert again.is_repeat
    assert again.hand.record_id == corrected.hand.record_id
    assert counts() == before


def test_record_hand_again_after_it_was_made_void_says_so():
    table = make_table("fives_threes")
    key = uuid.uuid4()
    enter(table, ft_line(opener=0, points=(30, 10)), number=1)
    enter(table, ft_line(opener=1, points=(25, 10)), number=2, submission_id=key)
    correct(table, ft_line(opener=0, points=(40, 10)), number=1)
    before = counts()

    with pytest.raises(HandVoid) as refusal:
        enter(table, ft_line(opener=1, points=(25, 10)), number=2, submission_id=key)

    assert refusal.value.params == {"number": 2}
    assert counts() == before


def test_correct_hand_of_a_leg_that_does_not_count_any_more_is_refused():
    table = make_table("fives_threes", legs=3, legs_mode="best_of")
    win(table, 0, leg=1, opener=0)
    win(table, 1, leg=2, opener=1)
    enter(table, ft_line(opener=2, points=(5, 5)), number=1, leg=3)
    # EW had 61 in leg 2 by a slip of the pen: the points were those of NS.
    correct(table, ft_line(opener=1, points=(40, 10), out_side=0), number=1, leg=2)
    enter(table, ft_line(opener=2, points=(21, 8), end="won", out_side=None), number=2, leg=2)
    before = counts()

    with pytest.raises(LegDoesNotCount) as refusal:
        correct(table, ft_line(opener=2, points=(6, 5)), number=1, leg=3)

    assert refusal.value.params == {"leg": 3, "decisive": 2}
    assert counts() == before
    assert get_table(table.pk).progress.is_complete


def test_correct_hand_that_changes_the_loser_lets_the_leg_not_yet_begun_start_with_the_new_one():
    table = make_table("fives_threes", legs=3, legs_mode="all", leg_starter="loser")
    win(table, 0, leg=1, opener=0)
    assert (get_table(table.pk).next_hand.leg, get_table(table.pk).next_hand.starter) == (2, 1)

    correct(table, ft_line(opener=1, points=(8, 51), end="won", out_side=None), number=2)

    assert (get_table(table.pk).next_hand.leg, get_table(table.pk).next_hand.starter) == (2, 0)
    assert list(Game.objects.order_by("pk").values_list("starters", flat=True)) == [[0, 1, 2, 3], [0, 1, 2, 3]]


def test_correct_hand_leaves_the_start_of_a_leg_that_has_begun():
    table = make_table("fives_threes", legs=3, legs_mode="all", leg_starter="loser")
    win(table, 0, leg=1, opener=0)
    enter(table, ft_line(opener=1, points=(5, 5)), number=1, leg=2)

    correct(table, ft_line(opener=1, points=(8, 51), end="won", out_side=None), number=2)

    assert get_table(table.pk).progress.legs[1].game.starters == (1, 2, 3, 0)


def test_record_hand_at_a_table_opened_again_after_its_round_was_closed_is_for_the_director():
    director, scorer = make_user(), make_user()
    table = closed_round_with_a_table_opened_again(make_club(director=director, scorer=scorer))
    record, number = winning_hand(table)
    link = TableLink.objects.get()

    for actor in (Actor(user_id=scorer.pk), Actor(link_id=link.pk)):
        with pytest.raises(TableNotInPlay):
            enter(table, record, number=number, actor=actor)
    assert Table.objects.get().status == Table.Status.IN_PLAY

    recorded = enter(table, record, number=number, actor=Actor(user_id=director.pk))

    assert recorded.progress.is_complete
    assert Table.objects.get().status == Table.Status.COMPLETE
    assert list(OutboxEvent.objects.order_by("pk").values_list("topic", flat=True)) == [
        "round.closed",
        "results.changed",
        "results.changed",
    ]


def timed_table() -> Table:
    return make_table(rules={"end": "timed"}, round_minutes=25)


def test_record_hand_that_was_begun_in_time_is_entered_by_the_director_after_time_was_called():
    table = timed_table()
    enter(table, fh_line(dealer=0), number=1)
    calling_time.call_time(actor=SYSTEM, table_id=table.pk, now=NOW)

    recorded = enter(table, fh_line(dealer=1, seat=1, tricks=(0, 10)), number=2)

    assert (recorded.progress.is_complete, recorded.progress.points) == (True, (140, 270))
    assert recorded.progress.winners == (1,)
    assert Table.objects.get().status == Table.Status.COMPLETE


def test_record_hand_again_after_time_was_called_answers_that_the_table_is_complete():
    table = timed_table()
    phone, key = Actor(link_id=TableLink.objects.get().pk), uuid.uuid4()
    enter(table, fh_line(dealer=0), number=1, submission_id=key, actor=phone)
    calling_time.call_time(actor=SYSTEM, table_id=table.pk, now=NOW)

    again = enter(table, fh_line(dealer=0), number=1, submission_id=key, actor=phone)

    assert (again.is_repeat, again.progress.is_complete, again.progress.open_leg) == (True, True, None)


def test_call_time_twice_is_refused():
    table = timed_table()
    calling_time.call_time(actor=SYSTEM, table_id=table.pk, now=NOW)
    before = counts()

    with pytest.raises(TableComplete):
        calling_time.call_time(actor=SYSTEM, table_id=table.pk, now=NOW)

    assert counts() == before


@pytest.mark.parametrize("seat", [-1, 4, 5])
def test_set_first_starter_to_a_seat_that_the_table_does_not_have_is_refused(seat):
    table = make_table(first=2)

    with pytest.raises(ValueRefused) as refusal:
        results.set_first_starter(actor=SYSTEM, table_id=table.pk, seat=seat, now=NOW)

    assert refusal.value.params["path"] == "seat"
    assert Game.objects.get().starters == [2, 3, 0, 1]


def test_correct_hand_of_what_is_not_rated_tells_the_ratings_nothing():
    tournament: Tournament = make_tournament(pairs=2, rules={"end": "hands", "hands": 1}, is_rated=False)
    table = play_round(make_round(tournament)).tables.get()
    hand = get_table(table.pk).progress.legs[0].game.hands[0]

    correct(table, {**hand.record, "tricks": [6, 4]}, number=1)

    assert not OutboxEvent.objects.exists()
