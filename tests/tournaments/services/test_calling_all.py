"""Time called at all tables of a round in one act: looked at before, made at once, taken back at once."""

from __future__ import annotations

from fractions import Fraction

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.concurrency import run_together
from tests.factories import NOW, make_club, make_round, make_tournament, make_user
from tests.hands import enter, fh_line, ft_line, keep_all, play_out
from tests.snapshots import everything
from tournaments.actors import SYSTEM, Actor
from tournaments.correction_errors import ConsequencesChanged
from tournaments.errors import RightMissing, RoundNotInPlay, TableNotInPlay, TableNotTimed
from tournaments.keying_errors import KeyedBlind
from tournaments.models import AuditEntry, BulkAct, Round, RoundChange, Table, TableLink
from tournaments.round_errors import NoTableInPlay
from tournaments.selectors.bulk_acts import get_act, view_act
from tournaments.selectors.standings import standings_of
from tournaments.selectors.tables import get_table
from tournaments.selectors.versions import versions_of
from tournaments.services import calling_all, calling_time, keying, rounds, taking_back, undoing
from tournaments.undo_errors import ActUndone, BuiltOn

pytestmark = pytest.mark.django_db

HALF = Fraction(1, 2)


def make_evening(counts: str = "leader", *, pairs: int = 6, **settings: object) -> Round:
    """Return a round of which table 1 is over, table 2 stands at 140 to 20, and nobody has played at table 3."""
    tournament = make_tournament(pairs=pairs, rules={}, when_time_is_up=counts, **settings)
    round_ = make_round(tournament)
    first, second, *_others = round_.tables.order_by("number")
    play_out(first)
    enter(second, fh_line(dealer=get_table(second.pk).next_hand.starter), number=1)
    return round_


def call(round_: Round, **more: object) -> BulkAct:
    return calling_all.call_time_at_all(**{"actor": SYSTEM, "round_id": round_.pk, "now": NOW, **more})


def look(round_: Round):
    return calling_all.preview_call_time_at_all(actor=SYSTEM, round_id=round_.pk, now=NOW)


def undo(act: BulkAct, actor: Actor = SYSTEM) -> BulkAct:
    return undoing.undo_act(actor=actor, act_id=act.pk, now=NOW)


def states(round_: Round) -> list[tuple[str, bool, str]]:
    rows = Table.objects.filter(round=round_).order_by("number")
    return [(table.status, table.time_called_at is not None, table.broken_off) for table in rows]


@pytest.mark.parametrize(
    ("counts", "second", "third"),
    [
        ("leader", (1, 0), (HALF, HALF)),
        ("shared", (HALF, HALF), (HALF, HALF)),
        ("unplayed", (0, 0), (0, 0)),
    ],
)
def test_call_at_all_ends_what_is_in_play_as_the_tournament_says(counts, second, third):
    round_ = make_evening(counts)

    act = call(round_, reason=" the hall closes ")

    over, *broken = (get_table(table.pk) for table in round_.tables.order_by("number"))
    assert over.table.time_called_at is None
    assert [table.progress.games_won for table in broken] == [second, third]
    assert states(round_)[1:] == [("complete", True, counts)] * 2
    assert (act.kind, act.count, view_act(get_act(act.pk)).goes) == ("time_called", 2, ("Table 2", "Table 3"))
    [row] = AuditEntry.objects.filter(action="round.time_called")
    assert (row.after, row.reason) == ({"tables": [2, 3], "act": act.pk}, "the hall closes")
    told = AuditEntry.objects.filter(action="table.time_called").order_by("pk")
    assert [(one.table.number, one.after, one.reason) for one in told] == [
        (2, {"counts": counts}, "the hall closes"),
        (3, {"counts": counts}, "the hall closes"),
    ]


def test_call_at_all_does_at_each_table_what_the_call_there_does():
    alone, together = make_evening(), make_evening()
    for table in alone.tables.filter(number__gte=2):
        calling_time.call_time(actor=SYSTEM, table_id=table.pk, now=NOW)

    call(together)

    assert states(alone) == states(together)
    found = [
        [get_table(table.pk).progress.games_won for table in round_.tables.order_by("number")]
        for round_ in (alone, together)
    ]
    assert found[0] == found[1]


def test_look_shows_what_becomes_of_each_table_and_changes_nothing():
    round_ = make_evening()
    before = everything()

    found = look(round_)

    assert everything() == before
    assert [(one.number, one.before.is_complete, one.after.is_complete) for one in found.tables] == [
        (2, False, True),
        (3, False, True),
    ]
    assert [one.after.games_won for one in found.tables] == [("1", "0"), ("1/2", "1/2")]
    call(round_, confirmation=keep_all(found))
    assert [status for status, _called, _counts in states(round_)] == ["complete"] * 3


def test_hand_that_comes_between_look_and_word_asks_for_another_look():
    round_ = make_evening()
    found = look(round_)
    third = round_.tables.get(number=3)
    enter(third, fh_line(dealer=get_table(third.pk).next_hand.starter), number=1)
    before = everything()

    with pytest.raises(ConsequencesChanged) as refused:
        call(round_, confirmation=keep_all(found))

    assert everything() == before
    assert refused.value.consequences.version == look(round_).version


def test_match_whose_next_game_has_not_begun_is_over_at_all_tables_and_goes_on_when_it_is_undone():
    tournament = make_tournament(pairs=4, kind="fives_threes", rules={}, when_time_is_up="leader", legs=3)
    round_ = make_round(tournament)
    first, second = round_.tables.order_by("number")
    for number, points, end in ((1, (30, 12), "blocked"), (2, (31, 0), "won")):
        opener = get_table(first.pk).next_hand.starter
        enter(first, ft_line(opener=opener, points=points, end=end, out_side=None), number=number)

    act = call(round_)
    called = get_table(first.pk).progress, get_table(second.pk).progress
    undo(act)

    assert [progress.games_won for progress in called] == [(1, 0), (HALF, HALF)]
    assert (get_table(first.pk).next_hand.leg, get_table(second.pk).next_hand.number) == (2, 1)


def test_call_undone_lets_every_table_go_on_where_its_hands_are():
    round_ = make_evening()
    before = states(round_), standings_of(round_.tournament).rows
    versions = [versions_of(round_.tournament_id).total]
    act = call(round_)
    versions.append(versions_of(round_.tournament_id).total)

    undo(act)

    assert (states(round_), standings_of(round_.tournament).rows) == before
    versions.append(versions_of(round_.tournament_id).total)
    assert versions == sorted(set(versions))
    changes = RoundChange.objects.order_by("table__number").values_list("kind", "table__number", "before")
    assert list(changes) == [("time_taken_back", number, {"counts": "leader"}) for number in (2, 3)]
    third = round_.tables.get(number=3)
    enter(third, fh_line(dealer=get_table(third.pk).next_hand.starter), number=1)
    before = everything()
    with pytest.raises(ActUndone):
        undo(act)
    assert everything() == before


def test_table_that_goes_on_by_itself_since_is_left_alone_when_the_rest_is_undone():
    round_ = make_evening()
    act = call(round_)
    third = round_.tables.get(number=3)
    calling_time.take_back_call(actor=SYSTEM, table_id=third.pk, now=NOW)

    assert view_act(get_act(act.pk)).goes == ("Table 2",)
    undo(act)

    assert states(round_)[1:] == [("in_play", False, "")] * 2
    assert RoundChange.objects.count() == 2


def test_call_that_was_taken_back_everywhere_is_not_undone_again():
    round_ = make_evening()
    act = call(round_)
    for table in round_.tables.filter(number__gte=2):
        calling_time.take_back_call(actor=SYSTEM, table_id=table.pk, now=NOW)

    assert refused_to_undo(act) == ["called_no_more"]


def test_call_in_a_round_that_is_closed_or_taken_back_is_not_undone():
    closed, gone = make_evening(), make_evening()
    acts = call(closed), call(gone)
    rounds.close_round(actor=SYSTEM, round_id=closed.pk, now=NOW)
    what = {"version": standings_of(gone.tournament).version, "reason": "wrong seats", "typed": "1", "now": NOW}
    taking_back.take_back_round(actor=SYSTEM, round_id=gone.pk, **what)

    assert [refused_to_undo(act) for act in acts] == [["closed"], ["taken_back"]]


def refused_to_undo(act: BulkAct) -> list[str]:
    before = everything()
    with pytest.raises(BuiltOn) as refused:
        undo(act)
    assert everything() == before
    return [one["code"] for one in refused.value.since]


def test_call_that_makes_no_sense_is_refused_whole_and_changes_nothing():
    director, over, closed = make_evening("director"), make_evening(), make_evening()
    for table in over.tables.filter(number__gte=2):
        calling_time.call_time(actor=SYSTEM, table_id=table.pk, now=NOW)
    call(closed)
    rounds.close_round(actor=SYSTEM, round_id=closed.pk, now=NOW)
    before = everything()

    for round_, refusal in ((director, TableNotTimed), (over, NoTableInPlay), (closed, RoundNotInPlay)):
        for ask in (call, look):
            with pytest.raises(refusal):
                ask(round_)

    assert everything() == before


def test_call_and_its_undoing_are_the_directors():
    director, scorer = make_user(), make_user()
    round_ = make_evening(club=make_club(director=director, scorer=scorer))
    nobodies = [Actor(), Actor(user_id=scorer.pk), Actor(link_id=TableLink.objects.first().pk)]
    before = everything()
    for nobody in nobodies:
        with pytest.raises(RightMissing):
            call(round_, actor=nobody)
    assert everything() == before

    act = call(round_, actor=Actor(user_id=director.pk))

    before = everything()
    for nobody in nobodies:
        with pytest.raises(RightMissing):
            undo(act, nobody)
    assert everything() == before
    undo(act, Actor(user_id=director.pk))


def test_who_keys_a_sheet_of_the_round_sees_nothing_of_it_by_a_call():
    director = make_user()
    round_ = make_evening(club=make_club(director=director), second_keying="closing")
    blind = Actor(user_id=director.pk)
    keying.take_pile(actor=blind, round_id=round_.pk, tables=[1], now=NOW)
    before = everything()

    with pytest.raises(KeyedBlind):
        call(round_, actor=blind)
    with pytest.raises(KeyedBlind):
        calling_all.preview_call_time_at_all(actor=blind, round_id=round_.pk, now=NOW)

    assert everything() == before


def test_call_costs_a_few_statements_for_each_table_and_no_more():
    counts = []
    for pairs in (6, 10, 14):
        round_ = make_evening(pairs=pairs)
        with CaptureQueriesContext(connection) as queries:
            call(round_)
        counts.append(len(queries))

    assert counts[2] - counts[1] == counts[1] - counts[0] <= 8


@pytest.mark.django_db(transaction=True)
def test_hand_from_a_table_while_time_is_called_is_in_the_books_or_with_the_director():
    for _turn in range(3):
        round_ = make_evening()
        third = round_.tables.get(number=3)
        phone = Actor(link_id=TableLink.objects.get(tournament=round_.tournament, table_number=3).pk)
        record = fh_line(dealer=get_table(third.pk).next_hand.starter)

        def act(number, round_=round_, third=third, phone=phone, record=record):
            if number == 0:
                call(round_)
                return "called"
            enter(third, record, number=1, actor=phone)
            return "entered"

        outcomes = run_together(2, act, refused=TableNotInPlay)

        view = get_table(third.pk)
        assert outcomes in (["called", "entered"], ["called", "table.not_in_play"])
        assert view.progress.hands_entered == (outcomes[1] == "entered")
        assert states(round_)[2] == ("complete", True, "leader")
