"""A round closed over tables that are still in play: one act, with what becomes of them and why, which stays."""

from __future__ import annotations

import pytest

from tests.concurrency import run_together
from tests.factories import NOW, make_round, make_tournament
from tests.files import empty_the_database, file_of_club
from tests.hands import enter, fh_line, play_out
from tests.snapshots import everything
from tournaments.actors import SYSTEM, Actor
from tournaments.errors import RoundNotInPlay, TableNotInPlay, TableNotTimed, TablesUnfinished, ValueRefused
from tournaments.models import AuditEntry, OutboxEvent, Round, RoundChange, Table, TableLink, TableRuling
from tournaments.round_errors import ReasonNeeded
from tournaments.selectors.standings import standings_of
from tournaments.selectors.tables import get_table
from tournaments.services import rounds, rulings
from tournaments.services.importing import import_file

pytestmark = pytest.mark.django_db

WHY = "The hall closes at ten."


def make_evening(counts: str = "leader", **settings: object) -> Round:
    """Return a round of which table 1 is over, table 2 stands at 140 to 20, and nobody has played at table 3."""
    round_ = make_round(make_tournament(pairs=6, rules={}, when_time_is_up=counts, **settings))
    first, second, _third = round_.tables.order_by("number")
    play_out(first)
    enter(second, fh_line(dealer=get_table(second.pk).next_hand.starter), number=1)
    return round_


def close(round_: Round, **more: object) -> Round:
    return rounds.close_round(**{"actor": SYSTEM, "round_id": round_.pk, "now": NOW, **more})


def test_tables_in_play_count_for_nobody_where_the_director_says_so():
    round_ = make_evening("director", sit_out_policy="win")

    closed = close(round_, unfinished="void", reason=f" {WHY} ")

    assert (closed.status, closed.closed_because, closed.closed_unfinished, closed.closed_unagreed) == (
        "closed",
        WHY,
        [2, 3],
        [],
    )
    assert list(round_.tables.order_by("number").values_list("status", flat=True)) == ["complete", "ruled", "ruled"]
    ruled = TableRuling.objects.order_by("table__number").values_list("table__number", "kind", "entry", "reason")
    assert list(ruled) == [(2, "void", None, WHY), (3, "void", None, WHY)]
    assert list(RoundChange.objects.values_list("kind", flat=True)) == ["ruled", "ruled"]
    row = AuditEntry.objects.get(action="round.closed")
    assert (row.after, row.reason) == ({"in_play": [2, 3], "unfinished": "void"}, WHY)
    assert sorted(line.sit_outs for line in standings_of(round_.tournament).rows) == [0, 0, 1, 1, 1, 1]
    assert OutboxEvent.objects.filter(topic="round.closed").count() == 1


def test_time_is_called_at_tables_in_play_where_the_director_says_so():
    round_ = make_evening("leader")

    closed = close(round_, unfinished="time", reason=WHY)

    tables = list(round_.tables.order_by("number"))
    assert [(table.status, table.broken_off) for table in tables] == [
        ("complete", ""),
        ("complete", "leader"),
        ("complete", "leader"),
    ]
    assert get_table(tables[1].pk).progress.winners == (0,)
    assert (closed.closed_because, closed.closed_unfinished) == (WHY, [2, 3])
    told = AuditEntry.objects.filter(action="table.time_called").order_by("pk")
    assert [(row.table.number, row.reason) for row in told] == [(2, WHY), (3, WHY)]


def test_same_reason_covers_what_is_not_agreed_either():
    round_ = make_evening(agreement="hand")

    closed = close(round_, unfinished="time", reason=WHY)

    # Of a table at which nobody has played there is nothing to agree to.
    assert (closed.closed_unfinished, closed.closed_unagreed) == ([2, 3], [1, 2])
    row = AuditEntry.objects.get(action="round.closed")
    assert row.after == {"not_agreed": [1, 2], "in_play": [2, 3], "unfinished": "time"}


def test_decision_on_a_table_can_be_taken_back_and_the_round_says_ever_after_how_it_was_closed():
    round_ = make_evening("director")
    close(round_, unfinished="void", reason=WHY)
    second = round_.tables.get(number=2)

    rulings.revoke_ruling(actor=SYSTEM, table_id=second.pk, reason="they have met again", now=NOW)

    assert Table.objects.get(pk=second.pk).status == "in_play"
    assert Round.objects.get().closed_unfinished == [2, 3]


def test_round_whose_tables_are_over_takes_no_reason_and_decides_nothing():
    round_ = make_round(make_tournament(pairs=2, rules={}))
    play_out(round_.tables.get())

    closed = close(round_, unfinished="void", reason=WHY)

    assert (closed.closed_because, closed.closed_unfinished) == ("", [])
    assert not TableRuling.objects.exists()
    assert AuditEntry.objects.get(action="round.closed").after is None


def test_closing_without_a_word_or_a_reason_is_refused_and_changes_nothing():
    round_, ruled = make_evening(), make_evening("director")
    before = everything()

    for refusal, which, more in (
        (TablesUnfinished, round_, {"reason": WHY}),
        (ReasonNeeded, round_, {"unfinished": "void"}),
        (ReasonNeeded, round_, {"unfinished": "time", "reason": "  "}),
        (ValueRefused, round_, {"unfinished": "forfeit", "reason": WHY}),
        (ValueRefused, round_, {"unfinished": "void", "reason": "x" * 501}),
        (TableNotTimed, ruled, {"unfinished": "time", "reason": WHY}),
    ):
        with pytest.raises(refusal):
            close(which, **more)

    assert everything() == before


def test_what_was_closed_over_tables_in_play_comes_back_out_of_a_file():
    round_ = make_evening("leader")
    close(round_, unfinished="time", reason=WHY)
    content = file_of_club(round_.tournament.club)
    before = [(row.rank, row.entry_name) for row in standings_of(round_.tournament).rows]
    empty_the_database()

    import_file(actor=SYSTEM, content=content, now=NOW)

    back = Round.objects.get()
    assert (back.closed_because, back.closed_unfinished) == (WHY, [2, 3])
    assert [(row.rank, row.entry_name) for row in standings_of(back.tournament).rows] == before


@pytest.mark.django_db(transaction=True)
def test_hand_from_a_table_while_its_round_is_closed_over_it_counts_or_is_with_the_director():
    for _turn in range(3):
        round_ = make_evening()
        third = round_.tables.get(number=3)
        phone = Actor(link_id=TableLink.objects.get(tournament=round_.tournament, table_number=3).pk)
        record = fh_line(dealer=get_table(third.pk).next_hand.starter)

        def act(number, round_=round_, third=third, phone=phone, record=record):
            if number == 0:
                close(round_, unfinished="time", reason=WHY)
                return "closed"
            enter(third, record, number=1, actor=phone)
            return "entered"

        outcomes = run_together(2, act, refused=(TableNotInPlay, RoundNotInPlay))

        assert outcomes in (["closed", "entered"], ["closed", "table.not_in_play"])
        assert get_table(third.pk).progress.hands_entered == (outcomes[1] == "entered")
