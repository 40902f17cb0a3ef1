"""Tables that are not played out: forfeited or void, and taken back; and entries that leave in mid-table."""

from __future__ import annotations

from fractions import Fraction

import pytest

from gameplay.models import HandRecord, HandSubmission
from tests.factories import NOW, make_club, make_round, make_table, make_tournament, make_user
from tests.hands import correct_hand, enter, fh_line, play_out, play_round
from tests.snapshots import everything
from tournaments.actors import SYSTEM, Actor
from tournaments.errors import (
    EntryWithdrawn,
    RightMissing,
    RoundNotInPlay,
    TableComplete,
    TableNotInPlay,
    ThingNotFound,
    ValueRefused,
)
from tournaments.models import AuditEntry, Entry, OutboxEvent, Round, RoundChange, Seat, Table, TableRuling
from tournaments.movements.course import DrawState
from tournaments.round_errors import EntryNotAtTable, NoOpenTable, ReasonNeeded, TableNotRuled, TableRuled
from tournaments.selectors.draw_results import with_results
from tournaments.selectors.draws import entries_for_draw
from tournaments.selectors.history import rounds_so_far
from tournaments.selectors.rated import rated_tables
from tournaments.selectors.standings import results_version, standings_of
from tournaments.selectors.tables import get_table
from tournaments.services import entries, results, rounds, rulings

pytestmark = pytest.mark.django_db

TWO_HANDS = {"end": "hands", "hands": 2}


def rule(table, kind="forfeit", **more):
    values = {"actor": SYSTEM, "reason": "went home", "now": NOW, **more}
    return rulings.rule_table(table_id=table.pk, kind=kind, **values)


def revoke(table):
    return rulings.revoke_ruling(actor=SYSTEM, table_id=table.pk, now=NOW)


def at(table, index):
    """Return the entry in a seat."""
    return Seat.objects.get(table=table, index=index).entry


def figures(tournament, *keys):
    """Return the exact figures of each entry by entry id."""
    return {
        row.entry_id: tuple(next(value.exact for value in row.values if value.key == key) for key in keys)
        for row in standings_of(tournament).rows
    }


def test_rule_table_forfeited_gives_the_others_a_win_and_keeps_the_hands():
    table = make_table()
    enter(table, fh_line(dealer=0), number=1)
    leaver, other = at(table, 0), at(table, 1)
    tournament = table.round.tournament
    version = results_version(tournament.pk)

    ruling = rule(table, entry_id=leaver.pk, points=300)

    table.refresh_from_db()
    assert (table.status, table.completed_at, ruling.reason) == ("ruled", NOW, "went home")
    assert figures(tournament, "table_points", "games_won", "points") == {other.pk: (2, 1, 300), leaver.pk: (0, 0, 0)}
    assert [row.tables_played for row in standings_of(tournament).rows] == [0, 0]
    assert HandRecord.objects.filter(is_current=True).count() == 1
    assert get_table(table.pk).next_hand is None
    assert results_version(tournament.pk) == version + 1


def test_rule_table_leaves_a_change_and_an_audit_row():
    user = make_user()
    club = make_club(director=user)
    table = make_round(make_tournament(club, pairs=2)).tables.get()
    leaver = at(table, 1)

    ruling = rule(table, actor=Actor(user_id=user.pk), entry_id=leaver.pk, reason="  a cold ")

    what = {"ruling": ruling.pk, "kind": "forfeit", "entry": leaver.pk, "points": 0}
    change = RoundChange.objects.get()
    assert (change.kind, change.table_id, change.after, change.reason) == ("ruled", table.pk, what, "a cold")
    assert change.actor == f"user:{user.pk}"
    audit = AuditEntry.objects.get(action="round.ruled")
    assert (audit.user, audit.table_id, audit.subject) == (user, table.pk, "table 1 of round 1")
    assert (audit.after, audit.reason) == (what, "a cold")


def test_rule_table_forfeited_by_an_individual_lets_the_partner_win_too():
    tournament = make_tournament(people=4, rules=TWO_HANDS)
    table = make_round(tournament).tables.get()
    leaver = at(table, 0)

    rule(table, entry_id=leaver.pk)

    won = {entry: points for entry, (points,) in figures(tournament, "table_points").items()}
    assert won == {at(table, index).pk: 0 if index == 0 else 2 for index in range(4)}


@pytest.mark.parametrize(("mode", "legs", "games"), [("best_of", 3, 2), ("best_of", 5, 3), ("all", 3, 3)])
def test_rule_table_forfeited_gives_as_many_games_as_it_takes(mode, legs, games):
    table = make_table("fives_threes", legs=legs, legs_mode=mode)

    rule(table, entry_id=at(table, 0).pk)

    assert figures(table.round.tournament, "games_won")[at(table, 1).pk] == (games,)


def test_rule_table_void_counts_for_nobody_and_is_like_a_sit_out_for_the_others():
    tournament = make_tournament(pairs=4, rounds=3, rules=TWO_HANDS)
    play_round(make_round(tournament))
    before = figures(tournament, "table_points", "points")
    table = make_round(tournament).tables.order_by("number").first()
    leaver, other = at(table, 0), at(table, 1)

    rule(table, "void", entry_id=leaver.pk)

    after = figures(tournament, "table_points", "points")
    assert after[leaver.pk] == before[leaver.pk]
    assert after[other.pk] == tuple(2 * value for value in before[other.pk])
    assert {row.entry_id: row.sit_outs for row in standings_of(tournament).rows}[other.pk] == 1


def test_rule_table_void_by_nobody_s_doing_is_a_sit_out_for_all():
    tournament = make_tournament(people=4, sit_out_policy="fixed", sit_out_values={"table_points": "3/2"})
    table = make_round(tournament).tables.get()

    rule(table, "void")

    assert set(figures(tournament, "table_points").values()) == {("3/2",)}


def test_rounds_so_far_are_as_drawn_while_nothing_was_changed():
    tournament = make_tournament(pairs=5, rounds=3, rules=TWO_HANDS)
    drawn = []
    for _ in range(3):
        round_ = make_round(tournament)
        drawn.append(round_.draws.get().plan)
        play_round(round_)

    seated = rounds_so_far(tournament)

    assert [[table.number for table in plan.tables] for plan in seated] == [[1, 2]] * 3
    assert [[{"NS": table.sides[0][0], "EW": table.sides[1][0]} for table in plan.tables] for plan in seated] == [
        [table["seats"] for table in plan["tables"]] for plan in drawn
    ]
    assert [["NESW"[table.first] for table in plan.tables] for plan in seated] == [
        [table["first"] for table in plan["tables"]] for plan in drawn
    ]
    assert [list(plan.out) for plan in seated] == [plan["out"] for plan in drawn]


def test_rounds_so_far_have_the_table_s_own_cut():
    tournament = make_tournament(pairs=2, rules=TWO_HANDS)
    table = make_round(tournament).tables.get()

    results.set_first_starter(actor=SYSTEM, table_id=table.pk, seat=3, now=NOW)

    assert rounds_so_far(tournament)[0].tables[0].first == 3


def test_rounds_so_far_have_no_void_table_and_the_idle_ones_sat_out():
    tournament = make_tournament(pairs=4, rounds=3)
    table = make_round(tournament).tables.order_by("number").first()
    leaver, other = at(table, 0), at(table, 1)

    rule(table, "void", entry_id=leaver.pk)

    [plan] = rounds_so_far(tournament)
    assert [seated.number for seated in plan.tables] == [2]
    assert plan.out == (other.pk,)
    assert leaver.pk not in plan.present


def test_a_draw_that_follows_the_results_sees_who_won_by_forfeit():
    tournament = make_tournament(pairs=2, rounds=2)
    round_ = make_round(tournament)
    rule(round_.tables.get(), entry_id=at(round_.tables.get(), 0).pk)
    rounds.close_round(actor=SYSTEM, round_id=round_.pk, now=NOW)
    ids = tuple(entry.entry_id for entry in entries_for_draw(tournament, 2))

    state = DrawState(entrants=ids, rounds_planned=2, rounds=rounds_so_far(tournament))
    state = with_results(state, tournament)

    assert state.winners == {(1, 1): (1,)}
    assert state.scores[at(round_.tables.get(), 1).pk] == Fraction(2)


def test_close_round_takes_a_decided_table_for_finished_and_the_ratings_leave_it_out():
    tournament = make_tournament(pairs=4, rounds=3, rules=TWO_HANDS)
    round_ = make_round(tournament)
    decided, played = round_.tables.order_by("number")
    rule(decided, entry_id=at(decided, 0).pk)
    play_out(played)

    rounds.close_round(actor=SYSTEM, round_id=round_.pk, now=NOW)

    rated = rated_tables(kind="five_hundred", club_id=tournament.club_id)
    assert [table.table_id for table in rated] == [played.pk]


def test_record_hand_at_a_decided_table_is_left_to_the_director():
    table = make_table()
    rule(table, entry_id=at(table, 0).pk)

    with pytest.raises(TableNotInPlay, match="Table 1 is decided by the director"):
        enter(table, fh_line(dealer=0), number=1)

    assert HandSubmission.objects.get().outcome == "conflict"
    assert not HandRecord.objects.exists()


def test_correct_hand_at_a_decided_table_leaves_the_decision():
    table = make_table(rules={"end": "hands", "hands": 1}, rounds=1)
    tournament = table.round.tournament
    enter(table, fh_line(dealer=0), number=1)
    Table.objects.update(status="in_play", completed_at=None)
    rule(table, entry_id=at(table, 0).pk)
    before = figures(tournament, "table_points", "points")

    correct_hand(
        actor=SYSTEM,
        table_id=table.pk,
        leg=1,
        number=1,
        submission_id="7f1f8a3e-7c2f-4d8c-9a50-0d7a0fbb5a11",
        record=fh_line(dealer=0, tricks=(5, 5)),
        reason="misheard",
        now=NOW,
    )

    table.refresh_from_db()
    assert table.status == "ruled"
    assert figures(tournament, "table_points", "points") == before


def test_revoke_ruling_lets_the_table_go_on_where_its_hands_are():
    table = make_table()
    enter(table, fh_line(dealer=0), number=1)
    tournament = table.round.tournament
    ruling = rule(table, entry_id=at(table, 0).pk)
    version = results_version(tournament.pk)

    revoke(table)

    table.refresh_from_db()
    ruling.refresh_from_db()
    assert (table.status, table.completed_at, ruling.revoked_at) == ("in_play", None, NOW)
    assert get_table(table.pk).next_hand.number == 2
    assert results_version(tournament.pk) == version + 1
    assert [change.kind for change in RoundChange.objects.order_by("pk")] == ["ruled", "ruling_revoked"]
    enter(table, fh_line(dealer=1), number=2)


def test_rule_table_can_be_done_again_after_it_was_taken_back():
    table = make_table()
    rule(table, entry_id=at(table, 0).pk)
    revoke(table)

    rule(table, "void")

    assert list(TableRuling.objects.order_by("pk").values_list("kind", "revoked_at")) == [
        ("forfeit", NOW),
        ("void", None),
    ]


@pytest.mark.parametrize(
    ("given", "refusal"),
    [
        pytest.param({"kind": "forfeit"}, ValueRefused, id="forfeited by nobody"),
        pytest.param({"kind": "lost"}, ValueRefused, id="an unknown kind"),
        pytest.param({"kind": "void", "points": 10}, ValueRefused, id="points at a void table"),
        pytest.param({"kind": "forfeit", "points": -1}, ValueRefused, id="points below nothing"),
        pytest.param({"kind": "void", "reason": "  "}, ReasonNeeded, id="no reason"),
        pytest.param({"kind": "void", "entry_id": 999_999}, ValueRefused, id="an entry from elsewhere"),
        pytest.param({"kind": "void", "actor": Actor()}, RightMissing, id="nobody in particular"),
    ],
)
def test_rule_table_that_makes_no_sense_is_refused_and_changes_nothing(given, refusal):
    table = make_table()
    values = {"entry_id": at(table, 0).pk, **given} if given.get("points") == -1 else given
    before = everything()

    with pytest.raises(refusal):
        rule(table, **values)

    assert everything() == before


def test_rule_table_that_is_complete_or_decided_or_of_others_is_refused_and_changes_nothing():
    tournament = make_tournament(pairs=4, rounds=3, rules=TWO_HANDS)
    round_ = make_round(tournament)
    decided, played = round_.tables.order_by("number")
    rule(decided, "void")
    play_out(played)
    before = everything()

    with pytest.raises(TableRuled):
        rule(decided, "void")
    with pytest.raises(TableComplete):
        rule(played, "void")
    with pytest.raises(TableNotRuled):
        revoke(played)
    with pytest.raises(ThingNotFound):
        rulings.rule_table(actor=SYSTEM, table_id=999_999, kind="void", reason="x", now=NOW)

    assert everything() == before


def test_rule_table_by_an_entry_of_another_table_is_refused():
    tournament = make_tournament(pairs=4, rounds=3)
    first, second = make_round(tournament).tables.order_by("number")
    before = everything()

    with pytest.raises(EntryNotAtTable):
        rule(first, entry_id=at(second, 0).pk)

    assert everything() == before


def test_rule_table_of_a_closed_round_that_a_correction_opened_tells_the_ratings():
    table = make_table(rules={"end": "hands", "hands": 2}, rounds=1)
    play_out(table)
    rounds.close_round(actor=SYSTEM, round_id=table.round_id, now=NOW)
    Table.objects.update(status="in_play", completed_at=None)

    rule(table, "void")

    assert list(OutboxEvent.objects.order_by("pk").values_list("topic", flat=True)) == [
        "round.closed",
        "results.changed",
    ]


def test_withdraw_entry_forfeiting_its_table_gives_the_others_the_win_and_the_next_draw_goes_without_it():
    tournament = make_tournament(pairs=5, rounds=4, rules=TWO_HANDS)
    round_ = make_round(tournament)
    table, other_table = round_.tables.order_by("number")
    leaver, other = at(table, 0), at(table, 1)
    play_out(other_table)

    entries.withdraw_entry(
        actor=SYSTEM, entry_id=leaver.pk, unfinished="forfeit", points=120, reason="taken ill", now=NOW
    )

    leaver.refresh_from_db()
    assert leaver.status == Entry.Status.WITHDRAWN
    assert figures(tournament, "table_points", "points")[other.pk] == (2, 120)
    rounds.close_round(actor=SYSTEM, round_id=round_.pk, now=NOW)
    following = make_round(tournament)
    assert following.round_entries.filter(role="seated").count() == 4
    assert not following.round_entries.filter(entry=leaver).exists()


def test_withdraw_entry_that_voids_its_table_lets_the_two_meet_who_did_not_play():
    tournament = make_tournament(pairs=4, rounds=3, rules=TWO_HANDS)
    round_ = make_round(tournament)
    table, other_table = round_.tables.order_by("number")
    leaver, left_idle = at(table, 0), at(table, 1)
    play_out(other_table)
    entries.withdraw_entry(actor=SYSTEM, entry_id=leaver.pk, unfinished="void", reason="taken ill", now=NOW)
    rounds.close_round(actor=SYSTEM, round_id=round_.pk, now=NOW)

    following = make_round(tournament)

    # It has been idle once, the other two have not: one of them sits out.
    assert following.round_entries.get(entry=left_idle).role == "seated"


def test_withdraw_entry_by_default_plays_its_table_out_first():
    table = make_table()
    leaver = at(table, 0)

    entries.withdraw_entry(actor=SYSTEM, entry_id=leaver.pk, now=NOW)

    table.refresh_from_db()
    assert table.status == "in_play"
    enter(table, fh_line(dealer=0), number=1)


def test_withdraw_entry_without_an_unfinished_table_or_a_reason_is_refused_and_changes_nothing():
    tournament = make_tournament(pairs=3, rules=TWO_HANDS)
    round_ = make_round(tournament)
    table = round_.tables.get()
    out = round_.round_entries.get(role="sit_out").entry

    def withdraw(entry, **more):
        entries.withdraw_entry(actor=SYSTEM, entry_id=entry.pk, now=NOW, **more)

    before = everything()
    with pytest.raises(NoOpenTable):
        withdraw(out, unfinished="forfeit", reason="x")
    with pytest.raises(ReasonNeeded):
        withdraw(at(table, 0), unfinished="void")
    with pytest.raises(ValueRefused):
        withdraw(at(table, 0), unfinished="leave")
    assert everything() == before
    play_out(table)
    before = everything()
    with pytest.raises(NoOpenTable):
        withdraw(at(table, 0), unfinished="void", reason="x")
    assert everything() == before


def test_withdraw_entry_twice_decides_its_table_once():
    table = make_table()
    leaver = at(table, 0)
    entries.withdraw_entry(actor=SYSTEM, entry_id=leaver.pk, unfinished="void", reason="x", now=NOW)

    with pytest.raises(EntryWithdrawn):
        entries.withdraw_entry(actor=SYSTEM, entry_id=leaver.pk, unfinished="void", reason="x", now=NOW)

    assert TableRuling.objects.count() == 1


def test_rule_table_of_a_round_that_is_not_in_play_is_refused():
    table = make_table()
    Round.objects.update(status="draft", published_at=None)

    with pytest.raises(RoundNotInPlay):
        rule(table, "void")
