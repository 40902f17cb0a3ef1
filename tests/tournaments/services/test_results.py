"""Hands entered, repeated, refused, replaced; tables and legs that follow from them."""

from __future__ import annotations

import datetime as dt
import uuid
from fractions import Fraction

import pytest

from gameplay.errors import (
    HandNumberTaken,
    HandOutOfOrder,
    RuleViolation,
    SubmissionReused,
)
from gameplay.models import Game, HandRecord, HandSubmission
from tests.factories import NOW, make_club, make_round, make_table, make_tournament, make_user
from tests.hands import enter, fh_line, ft_line, passed_in, play_out, play_round
from tournaments.actors import SYSTEM, Actor
from tournaments.errors import (
    HandsAlreadyEntered,
    LegNotOpen,
    LinkForAnotherTable,
    LinkNotValid,
    RightMissing,
    TableNotInPlay,
    TableNotTimed,
    ThingNotFound,
)
from tournaments.models import AuditEntry, Table, TableLink
from tournaments.selectors.tables import get_table
from tournaments.services import calling_time, results

pytestmark = pytest.mark.django_db

FOUR_HANDS = {"end": "hands", "hands": 4}


def scores(table: Table) -> tuple[int, ...]:
    return get_table(table.pk).progress.legs[0].game.state.scores


def counts() -> tuple[int, int, int]:
    return HandRecord.objects.count(), HandSubmission.objects.count(), AuditEntry.objects.count()


def test_record_hand_gives_the_points_the_score_and_the_next_dealer():
    table = make_table(first=2)

    recorded = enter(table, fh_line(dealer=2, tricks=(8, 2)), number=1)

    assert recorded.hand.answer.values["points"] == [140, 20]
    assert recorded.progress.points == (140, 20)
    assert recorded.progress.open_leg.game.next_number == 2
    assert recorded.progress.open_leg.game.next_starter == 3
    assert not recorded.is_repeat


def test_record_hand_passed_in_counts_as_a_hand_and_the_deal_moves_on():
    table = make_table(first=3)

    recorded = enter(table, passed_in(dealer=3), number=1)

    assert recorded.progress.points == (0, 0)
    assert recorded.progress.open_leg.game.next_starter == 0


def test_record_hand_again_with_the_same_submission_returns_the_first():
    table = make_table()
    key = uuid.uuid4()
    first = enter(table, fh_line(dealer=0), number=1, submission_id=key)
    before = counts()

    again = enter(table, fh_line(dealer=0), number=1, submission_id=key)

    assert again.is_repeat
    assert again.hand.record_id == first.hand.record_id
    assert counts() == before


def test_record_hand_same_submission_with_another_hand_is_refused():
    table = make_table()
    key = uuid.uuid4()
    enter(table, fh_line(dealer=0), number=1, submission_id=key)
    before = counts()

    with pytest.raises(SubmissionReused):
        enter(table, fh_line(dealer=0, tricks=(7, 3)), number=1, submission_id=key)

    assert counts() == before


def test_record_hand_for_a_number_taken_keeps_the_post_for_the_director():
    table = make_table()
    enter(table, fh_line(dealer=0), number=1)

    with pytest.raises(HandNumberTaken) as refusal:
        enter(table, fh_line(dealer=0, tricks=(7, 3)), number=1)

    assert (refusal.value.same, refusal.value.stored.record) == (False, fh_line(dealer=0))
    assert list(HandSubmission.objects.order_by("pk").values_list("outcome", flat=True)) == ["kept", "conflict"]
    assert HandRecord.objects.count() == 1


def test_record_hand_equal_to_the_stored_one_says_so():
    table = make_table()
    enter(table, fh_line(dealer=0), number=1)

    with pytest.raises(HandNumberTaken) as refusal:
        enter(table, fh_line(dealer=0), number=1)

    assert refusal.value.same
    assert list(HandSubmission.objects.order_by("pk").values_list("outcome", flat=True)) == ["kept", "repeated"]


def test_record_hand_with_a_gap_before_it_is_refused():
    table = make_table()
    before = counts()

    with pytest.raises(HandOutOfOrder) as refusal:
        enter(table, fh_line(dealer=1), number=2)

    assert refusal.value.params == {"expected": 1, "number": 2}
    assert counts() == before


def test_record_hand_against_the_rules_names_every_fault_and_writes_nothing():
    table = make_table()
    before = counts()

    with pytest.raises(RuleViolation) as refusal:
        enter(table, fh_line(dealer=0, tricks=(8, 3)), number=1)

    assert [fault.code for fault in refusal.value.violations] == ["five_hundred.tricks_sum"]
    assert counts() == before


def test_record_hand_by_the_wrong_dealer_is_refused():
    table = make_table(first=1)

    with pytest.raises(RuleViolation) as refusal:
        enter(table, fh_line(dealer=0), number=1)

    assert [fault.code for fault in refusal.value.violations] == ["five_hundred.dealer_rotation"]


def test_record_hand_that_states_another_score_before_is_refused():
    table = make_table()

    with pytest.raises(RuleViolation) as refusal:
        enter(table, {**fh_line(dealer=0), "score_before": [10, 0]}, number=1)

    assert [fault.code for fault in refusal.value.violations] == ["hand.score_before_mismatch"]


def test_record_hand_the_last_completes_the_table():
    table = make_table(rules=FOUR_HANDS)
    for number in range(1, 4):
        enter(table, fh_line(dealer=number - 1), number=number)

    recorded = enter(table, fh_line(dealer=3), number=4)

    assert recorded.progress.is_complete
    assert recorded.progress.winners == (0,)
    stored = Table.objects.get()
    assert (stored.status, stored.completed_at) == (Table.Status.COMPLETE, NOW)


def test_record_hand_after_the_last_is_refused():
    table = make_table(rules=FOUR_HANDS)
    play_out(table)
    before = counts()

    with pytest.raises(RuleViolation) as refusal:
        enter(table, fh_line(dealer=0), number=5)

    assert [fault.code for fault in refusal.value.violations] == ["five_hundred.hand_after_game_end"]
    assert counts() == before


def test_record_hand_equal_totals_share_the_game():
    table = make_table(rules={"end": "hands", "hands": 2})
    enter(table, fh_line(dealer=0), number=1)

    recorded = enter(table, fh_line(dealer=1, seat=1, tricks=(2, 8)), number=2)

    assert recorded.progress.points == (160, 160)
    assert recorded.progress.games_won == (Fraction(1, 2), Fraction(1, 2))
    assert recorded.progress.winners == (0, 1)


def test_record_hand_to_500_is_won_by_a_contract():
    table = make_table(rules={})
    for number, dealer in ((1, 0), (2, 1), (3, 2)):
        enter(table, fh_line(dealer=dealer, bid="7NT", tricks=(7, 3)), number=number)

    assert get_table(table.pk).progress.legs[0].game.state.ending == "contract"
    assert scores(table) == (660, 90)


def test_record_hand_ends_a_leg_and_lays_out_the_next_one_seat_on():
    table = make_table("fives_threes", first=1, legs=3, legs_mode="best_of")
    enter(table, ft_line(opener=1, points=(40, 10)), number=1)

    recorded = enter(table, ft_line(opener=2, points=(21, 8), end="won", out_side=None), number=2)

    assert [leg.number for leg in recorded.progress.legs] == [1, 2]
    assert recorded.progress.open_leg.number == 2
    assert recorded.progress.open_leg.game.next_starter == 2
    assert not recorded.progress.is_complete


def test_record_hand_in_a_best_of_three_stops_after_two_wins():
    table = make_table("fives_threes", legs=3, legs_mode="best_of")

    play_out(table)

    progress = get_table(table.pk).progress
    assert [leg.number for leg in progress.legs] == [1, 2]
    assert (progress.is_complete, progress.games_won, progress.points) == (True, (2, 0), (122, 0))


def test_record_hand_with_all_legs_plays_every_one():
    table = make_table("fives_threes", legs=3, legs_mode="all")

    play_out(table)

    assert [leg.number for leg in get_table(table.pk).progress.legs] == [1, 2, 3]


def test_record_hand_the_loser_opens_the_next_leg_if_the_club_says_so():
    table = make_table("fives_threes", legs=3, legs_mode="all", leg_starter="loser")
    enter(table, ft_line(opener=0, points=(57, 10)), number=1)

    recorded = enter(table, ft_line(opener=1, points=(4, 8), end="won", out_side=None), number=2)

    assert recorded.progress.open_leg.game.next_starter == 1


def test_record_hand_for_a_leg_that_is_not_there_is_refused():
    table = make_table("fives_threes", legs=3)
    before = counts()

    with pytest.raises(LegNotOpen):
        enter(table, ft_line(opener=0, points=(5, 5)), number=1, leg=2)

    assert counts() == before


def test_record_hand_past_61_is_refused_whole():
    table = make_table("fives_threes")
    enter(table, ft_line(opener=0, points=(50, 10)), number=1)

    with pytest.raises(RuleViolation) as refusal:
        enter(table, ft_line(opener=1, points=(12, 0)), number=2)

    assert [fault.code for fault in refusal.value.violations] == ["fives_threes.over_target"]
    assert scores(table) == (50, 10)


def test_record_hand_to_a_closed_round_is_kept_for_the_director():
    scorer = make_user()
    round_ = make_round(make_tournament(make_club(scorer=scorer), pairs=2, rules=FOUR_HANDS))
    table = round_.tables.get()
    play_round(round_)

    with pytest.raises(TableNotInPlay):
        enter(table, fh_line(dealer=0), number=4, actor=Actor(user_id=scorer.pk))

    assert HandSubmission.objects.filter(outcome="conflict").count() == 1
    assert HandRecord.objects.count() == 4


def test_record_hand_again_after_the_round_was_closed_still_returns_the_first():
    round_ = make_round(make_tournament(pairs=2, rules=FOUR_HANDS))
    table = round_.tables.get()
    key = uuid.uuid4()
    first = enter(table, fh_line(dealer=get_table(table.pk).next_hand.starter), number=1, submission_id=key)
    play_round(round_)

    again = enter(table, first.hand.record, number=1, submission_id=key)

    assert again.is_repeat
    assert again.hand.record_id == first.hand.record_id


def test_record_hand_by_link_is_for_its_table_only():
    round_ = make_round(make_tournament(pairs=4))
    own, other = round_.tables.order_by("number")
    link = TableLink.objects.get(table_number=own.number)
    actor = Actor(link_id=link.pk)
    dealer = get_table(own.pk).next_hand.starter

    enter(own, fh_line(dealer=dealer), number=1, actor=actor, source=HandSubmission.Source.TABLE_LINK)
    with pytest.raises(LinkForAnotherTable):
        enter(other, fh_line(dealer=dealer), number=1, actor=actor)

    assert HandSubmission.objects.get().actor == f"link:{link.pk}"


@pytest.mark.parametrize("change", [{"revoked_at": NOW}, {"expires_at": NOW}])
def test_record_hand_by_a_dead_link_is_refused(change):
    table = make_table()
    link = TableLink.objects.get()
    TableLink.objects.update(**change)
    before = counts()

    with pytest.raises(LinkNotValid):
        enter(table, fh_line(dealer=0), number=1, actor=Actor(link_id=link.pk))

    assert counts() == before


def test_record_hand_by_a_stranger_is_refused():
    table = make_table()
    before = counts()

    for actor in (Actor(), Actor(user_id=make_user().pk)):
        with pytest.raises(RightMissing):
            enter(table, fh_line(dealer=0), number=1, actor=actor)

    assert counts() == before


def test_record_hand_at_no_table_is_not_found():
    with pytest.raises(ThingNotFound):
        enter(Table(pk=10**12), fh_line(dealer=0), number=1)


def test_record_hand_leaves_an_audit_row():
    table = make_table()

    enter(table, fh_line(dealer=0), number=1)

    row = AuditEntry.objects.latest("pk")
    assert (row.action, row.subject, row.table_id) == ("hand.recorded", "hand 1 of leg 1", table.pk)
    assert row.after == fh_line(dealer=0)


def test_call_time_gives_the_game_to_the_higher_total():
    table = make_table(rules={"end": "timed"}, round_minutes=25)
    enter(table, fh_line(dealer=0), number=1)

    progress = calling_time.call_time(actor=SYSTEM, table_id=table.pk, now=NOW)

    assert (progress.is_complete, progress.winners) == (True, (0,))
    assert Table.objects.get().status == Table.Status.COMPLETE


def test_call_time_closes_the_table_to_late_posts_but_keeps_them():
    table = make_table(rules={"end": "timed"}, round_minutes=25)
    calling_time.call_time(actor=SYSTEM, table_id=table.pk, now=NOW)

    with pytest.raises(TableNotInPlay):
        enter(table, fh_line(dealer=0), number=1, actor=Actor(link_id=TableLink.objects.get().pk))

    assert HandSubmission.objects.get().outcome == "conflict"


def test_call_time_at_an_untimed_table_is_refused():
    table = make_table()

    with pytest.raises(TableNotTimed):
        calling_time.call_time(actor=SYSTEM, table_id=table.pk, now=NOW)

    assert Table.objects.get().time_called_at is None


def test_set_first_starter_records_the_tables_own_cut():
    table = make_table(first=3)

    assert Game.objects.get().starters == [3, 0, 1, 2]
    assert get_table(table.pk).next_hand.starter_label == "W"


def test_set_first_starter_after_a_hand_is_refused():
    table = make_table(first=3)
    enter(table, fh_line(dealer=3), number=1)

    with pytest.raises(HandsAlreadyEntered):
        results.set_first_starter(actor=SYSTEM, table_id=table.pk, seat=0, now=NOW + dt.timedelta(minutes=1))

    assert Game.objects.get().starters == [3, 0, 1, 2]
