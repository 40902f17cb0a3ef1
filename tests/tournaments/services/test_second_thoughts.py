"""Hands corrected at the table itself, a short while after they were entered."""

from __future__ import annotations

import datetime as dt
import uuid

import pytest

from gameplay.errors import RuleViolation
from gameplay.models import HandRecord
from tests.factories import NOW, make_club, make_round, make_table, make_tournament, make_user
from tests.hands import correct_hand, enter, fh_line, ft_line, play_round
from tests.snapshots import everything
from tournaments.actors import SYSTEM, Actor
from tournaments.correction_errors import TableMayNotCorrect
from tournaments.errors import LinkForAnotherTable, RightMissing, ValueRefused
from tournaments.models import AuditEntry, Table, TableLink
from tournaments.selectors.second_thoughts import OpenHand, open_hands
from tournaments.selectors.tables import get_table
from tournaments.services import agreeing, calling_time, corrections, disputing, publishing, rulings

pytestmark = pytest.mark.django_db

MINUTE = dt.timedelta(minutes=1)
SIX_TRICKS = (6, 4)


def phone(table: Table) -> Actor:
    link = TableLink.objects.get(tournament=table.round.tournament, table_number=table.number)
    return Actor(link_id=link.pk)


def correct(table: Table, *, number: int = 1, after: dt.timedelta = MINUTE, **more):
    values = {
        "actor": phone(table),
        "submission_id": uuid.uuid4(),
        "record": fh_line(dealer=number - 1, tricks=SIX_TRICKS),
        **more,
    }
    return corrections.correct_at_table(table_id=table.pk, leg=1, number=number, now=NOW + after, **values)


def table_with_a_hand(**more) -> Table:
    table = make_table(**{"table_correction_minutes": 10, **more})
    enter(table, fh_line(dealer=0), number=1)
    return table


def refuse(table: Table, error: type[Exception] = TableMayNotCorrect, **more) -> None:
    before = everything()
    with pytest.raises(error):
        correct(table, **more)
    assert everything() == before


def test_table_corrects_its_hand_and_what_follows_is_replayed():
    table = table_with_a_hand()
    enter(table, fh_line(dealer=1), number=2)

    corrected = correct(table)

    # Seven bid and six won: 140 lost, and 40 for the others; then 140 and 20.
    assert corrected.progress.points == (0, 60)
    rows = HandRecord.objects.filter(number=1).order_by("pk")
    assert [(row.is_current, row.reason) for row in rows] == [(False, ""), (True, "Corrected at the table.")]
    row = AuditEntry.objects.latest("pk")
    assert (row.action, row.reason) == ("hand.corrected", "Corrected at the table.")
    assert (row.before["tricks"], row.after["tricks"]) == ([8, 2], [6, 4])


def test_table_that_sends_its_correction_twice_makes_it_once():
    table, key = table_with_a_hand(), uuid.uuid4()
    correct(table, submission_id=key)
    before = everything()

    again = correct(table, submission_id=key, after=60 * MINUTE)

    assert again.is_repeat
    assert everything() == before


@pytest.mark.parametrize(("minutes", "is_allowed"), [(10, True), (11, False)])
def test_table_may_correct_until_the_minutes_are_over(minutes, is_allowed):
    table = table_with_a_hand()

    if is_allowed:
        assert correct(table, after=minutes * MINUTE).hand.record["tricks"] == [6, 4]
    else:
        refuse(table, after=minutes * MINUTE)


def test_time_counts_from_the_first_entry_however_often_the_hand_was_corrected():
    table = table_with_a_hand()
    correct(table, after=9 * MINUTE)

    refuse(table, after=11 * MINUTE, record=fh_line(dealer=0))


def test_table_may_correct_nothing_where_the_tournament_does_not_say_so():
    table = make_table()
    enter(table, fh_line(dealer=0), number=1)

    refuse(table)
    assert open_hands(table, table.round.tournament, now=NOW) == []


def test_table_corrects_no_hand_of_another_table():
    tournament = make_tournament(pairs=4, table_correction_minutes=10)
    first, second = make_round(tournament).tables.order_by("number")
    enter(first, fh_line(dealer=get_table(first.pk).next_hand.starter), number=1)

    refuse(first, LinkForAnotherTable, actor=phone(second))


def test_table_corrects_by_the_rules_only():
    refuse(table_with_a_hand(), RuleViolation, record=fh_line(dealer=0, tricks=(8, 3)))


def test_scorer_corrects_like_the_table_and_a_stranger_not_at_all():
    scorer = make_user()
    table = table_with_a_hand(club=make_club(scorer=scorer))

    refuse(table, RightMissing, actor=Actor(user_id=make_user().pk))
    assert correct(table, actor=Actor(user_id=scorer.pk)).hand.record["tricks"] == [6, 4]


def test_table_corrects_nothing_of_a_round_that_is_closed():
    tournament = make_tournament(pairs=2, table_correction_minutes=10, rules={"end": "hands", "hands": 1})
    round_ = play_round(make_round(tournament))

    refuse(round_.tables.get())


def test_table_corrects_no_hand_that_the_director_ruled_or_that_waits_for_the_director():
    table = table_with_a_hand(agreement="hand")
    record = HandRecord.objects.get()
    disputing.dispute_hand(
        actor=phone(table), table_id=table.pk, leg=1, number=1, submission_id=uuid.uuid4(), side=1,
        record_id=record.pk, record=fh_line(dealer=0, tricks=(7, 3)), source="table_link", now=NOW,
    )  # fmt: skip
    refuse(table)

    correct_hand(table_id=table.pk, number=1, record=fh_line(dealer=0, tricks=(9, 1)))
    found = corrections.preview_hand_ruling(actor=SYSTEM, table_id=table.pk, leg=1, number=1, points=[0, 0], now=NOW)
    corrections.rule_hand(
        actor=SYSTEM, table_id=table.pk, leg=1, number=1, submission_id=uuid.uuid4(), points=[0, 0], reason="seen",
        confirmation=corrections.Confirmation(found.version), now=NOW,
    )  # fmt: skip
    refuse(table)


def test_table_corrects_nothing_after_time_was_called_or_the_table_was_decided():
    timed = make_table(rules={"end": "timed"}, round_minutes=25, table_correction_minutes=10)
    enter(timed, fh_line(dealer=0), number=1)
    calling_time.call_time(actor=SYSTEM, table_id=timed.pk, now=NOW)
    refuse(timed)

    decided = table_with_a_hand()
    rulings.rule_table(actor=SYSTEM, table_id=decided.pk, kind="void", reason="left", now=NOW)
    refuse(decided)


def test_correction_that_makes_later_hands_fall_away_is_for_the_director():
    table = make_table("fives_threes", table_correction_minutes=10)
    enter(table, ft_line(opener=0, points=(30, 10)), number=1)
    enter(table, ft_line(opener=1, points=(25, 10)), number=2)

    refuse(table, record=ft_line(opener=0, points=(61, 10), end="won", out_side=None))


def test_correction_that_published_standings_follow_from_is_for_the_director():
    tournament = make_tournament(pairs=4, rounds=2, table_correction_minutes=10, rules={"end": "hands", "hands": 1})
    play_round(make_round(tournament))
    table = make_round(tournament).tables.order_by("number").first()
    enter(table, fh_line(dealer=get_table(table.pk).next_hand.starter), number=1)
    publishing.publish_standings(actor=SYSTEM, tournament_id=tournament.pk, kind="provisional", reason="", now=NOW)

    corrected = correct(
        table, record=fh_line(dealer=get_table(table.pk).progress.legs[0].game.starters[0], tricks=(6, 4))
    )

    # What was published counts closed rounds only, so it reads as before.
    assert corrected.hand.record["tricks"] == [6, 4]


def test_other_side_has_to_agree_to_the_corrected_hand_anew():
    table = table_with_a_hand(agreement="hand")
    first = HandRecord.objects.get()
    for side in (0, 1):
        agreeing.agree(actor=phone(table), table_id=table.pk, side=side, record_ids=[first.pk], now=NOW)
    assert get_table(table.pk).agreement.is_settled

    correct(table)

    assert not get_table(table.pk).agreement.is_settled


def test_open_hands_are_named_with_the_end_of_their_time():
    table = table_with_a_hand()
    enter(table, fh_line(dealer=1), number=2, now=NOW + 5 * MINUTE)

    found = open_hands(get_table(table.pk).table, table.round.tournament, now=NOW + 12 * MINUTE)

    assert found == [OpenHand(1, 2, NOW + 15 * MINUTE)]


@pytest.mark.parametrize("minutes", [-1, 241])
def test_tournament_with_other_minutes_is_refused(minutes):
    with pytest.raises(ValueRefused) as refusal:
        make_tournament(table_correction_minutes=minutes)

    assert refusal.value.params["path"] == "table_correction_minutes"
