"""Past rounds brought in with their hands: judged by the rules, all or none, once, and counted like any other."""

from __future__ import annotations

import datetime as dt
import random
from typing import Any

import pytest

from gameplay.models import HandRecord, HandSubmission
from gameplay.rules.registry import get_kind
from ratings.models import RatedResult, RatingState
from ratings.services.drain import drain
from ratings.services.refresh import refresh_dirty_pools
from tests.factories import NOW, make_entry, make_round, make_tournament, make_user
from tests.hands import correct_hand, ft_line, play_round
from tests.snapshots import everything
from tournaments.actors import SYSTEM, Actor
from tournaments.archive_errors import ArchiveDiffers, ArchiveRefused, RoundNotNext
from tournaments.errors import AllRoundsDrawn, RightMissing, RoundStillOpen, TournamentFinished
from tournaments.models import (
    AuditEntry,
    BulkAct,
    OutboxEvent,
    Round,
    RoundChange,
    RoundEntry,
    Table,
    TableLink,
    Tournament,
)
from tournaments.selectors.bulk_acts import get_act, view_act
from tournaments.selectors.standings import results_version, standings_of
from tournaments.selectors.tables import get_table, tables_of_round
from tournaments.services import adjustments, archives, clubs, publishing, rounds, undoing
from tournaments.undo_errors import ActUndone, BuiltOn

pytestmark = pytest.mark.django_db

TWO_HANDS = {"end": "hands", "hands": 2}
WON = {"level": 1, "contract": {"seat": 0, "bid": "7S", "sans_kitty": False}, "tricks": [8, 2]}
LOST = {"level": 1, "contract": {"seat": 1, "bid": "8H", "sans_kitty": False}, "tricks": [4, 6]}


def round_line(number: int, date: str = "2016-03-04", **more: Any) -> dict[str, Any]:
    return {"round": number, "date": date, **more}


def table_line(number: int, *sides: int, legs: Any = None) -> dict[str, Any]:
    return {"table": number, "sides": [[side] for side in sides], "legs": legs or [[WON, LOST]]}


EVENING = [
    round_line(1, sit_outs=[5]),
    table_line(1, 1, 2),
    table_line(2, 3, 4, legs=[[{**LOST, "dealer": 2}, {**WON, "dealer": 3}]]),
    None,
    round_line(2, "2016-03-11"),
    table_line(1, 5, 1),
]


@pytest.fixture
def tournament():
    return make_tournament(pairs=5, rounds=3, rules=TWO_HANDS)


def bring(tournament, lines, **more):
    return archives.bring_in(**{"actor": SYSTEM, "tournament_id": tournament.pk, "now": NOW, "lines": lines, **more})


def faults(tournament, lines) -> list[tuple[int, str, str]]:
    before = everything()
    with pytest.raises(ArchiveRefused) as refused:
        bring(tournament, lines)
    assert everything() == before
    return [(fault.line, fault.path, fault.code) for fault in refused.value.faults]


def test_rounds_are_closed_with_their_days_tables_people_and_hands(tournament):
    brought = bring(tournament, EVENING)

    assert (brought.first, brought.last, brought.tables, brought.hands, brought.is_repeat) == (1, 2, 3, 6, False)
    first, second = Round.objects.filter(tournament=tournament).order_by("number")
    assert [(one.status, one.session_date) for one in (first, second)] == [
        ("closed", dt.date(2016, 3, 4)),
        ("closed", dt.date(2016, 3, 11)),
    ]
    one, two = tables_of_round(first)
    assert [(view.table.status, view.progress.points) for view in (one, two)] == [
        ("complete", (180, -280)),
        ("complete", (180, -280)),
    ]
    assert [hand.record["dealer"] for hand in one.progress.legs[0].game.hands] == [0, 1]
    assert [hand.record["dealer"] for hand in two.progress.legs[0].game.hands] == [2, 3]
    assert [(seat.label, seat.entry_number) for seat in one.seats] == [("N", 1), ("E", 2), ("S", 1), ("W", 2)]
    roles = RoundEntry.objects.filter(round__tournament=tournament)
    assert sorted(roles.values_list("round__number", "entry__number", "role")) == [
        (1, 1, "seated"),
        (1, 2, "seated"),
        (1, 3, "seated"),
        (1, 4, "seated"),
        (1, 5, "sit_out"),
        (2, 1, "seated"),
        (2, 2, "absent"),
        (2, 3, "absent"),
        (2, 4, "absent"),
        (2, 5, "seated"),
    ]
    assert not TableLink.objects.exists()


def test_posts_and_records_are_as_a_single_hand_leaves_them(tournament):
    bring(tournament, EVENING)
    posts = HandSubmission.objects.order_by("pk")
    assert set(posts.values_list("source", "outcome", "actor")) == {("import", "kept", "system")}
    records = HandRecord.objects.order_by("pk")
    assert [record.submission_id for record in records] == [post.pk for post in posts]
    assert set(records.values_list("kind", "is_current", "reason", "supersedes_id")) == {("played", True, "", None)}


def test_standings_ratings_and_log_follow(tournament):
    bring(tournament, EVENING)
    rows = standings_of(tournament, closed_only=True)
    points = {row.entry_number: {value.key: value.shown for value in row.values} for row in rows.rows}
    assert points[1]["table_points"] == "2"
    events = OutboxEvent.objects.order_by("pk")
    assert [(event.topic, event.payload["date"]) for event in events] == [
        ("round.closed", "2016-03-04"),
        ("round.closed", "2016-03-11"),
    ]
    row = AuditEntry.objects.get(action="archive.brought_in")
    act = BulkAct.objects.latest("pk")
    assert row.after == {"rounds": [1, 2], "tables": 3, "hands": 6, "act": act.pk}
    assert (act.kind, act.count, act.tournament_id) == ("archive_brought", 2, tournament.pk)


def test_same_archive_again_changes_nothing_and_another_is_refused(tournament):
    bring(tournament, EVENING)
    before = everything()
    assert bring(tournament, EVENING).is_repeat
    other = [*EVENING[:-1], table_line(1, 5, 1, legs=[[WON, WON]])]
    with pytest.raises(ArchiveDiffers):
        bring(tournament, other)
    with pytest.raises(ArchiveDiffers):
        bring(tournament, [*EVENING, round_line(3), table_line(1, 1, 2)])
    assert everything() == before


def test_every_wrong_line_is_named_with_the_engines_code(tournament):
    bad = {**WON, "tricks": [8, 3]}
    lines = [
        round_line(1),
        table_line(1, 1, 2, legs=[[WON, bad]]),
        table_line(2, 3, 9),
        table_line(2, 3, 4, legs=[[WON]]),
    ]
    assert faults(tournament, lines) == [
        (2, "legs[0][1].tricks", "five_hundred.tricks_sum"),
        (3, "sides[1][0]", "archive.entry_unknown"),
        (4, "sides[0][0]", "archive.entry_twice"),
    ]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ([], [(1, "", "archive.line_unreadable")]),
        ([table_line(1, 1, 2)], [(1, "", "archive.line_unreadable")]),
        ([round_line(1)], [(1, "", "archive.round_empty")]),
        ([round_line(1, "2027-01-01"), table_line(1, 1, 2)], [(1, "date", "archive.date")]),
        ([round_line(1, "4.3.2016"), table_line(1, 1, 2)], [(1, "date", "archive.date")]),
        ([round_line(1), table_line(1, 1, 2), table_line(1, 3, 4)], [(3, "table", "archive.table_twice")]),
        ([round_line(1), table_line(1, 1, 2), table_line(2, 2, 3)], [(3, "sides[0][0]", "archive.entry_twice")]),
        ([round_line(1, sit_outs=[1]), table_line(1, 1, 2)], [(2, "sides[0][0]", "archive.entry_twice")]),
        ([round_line(1), table_line(1, 1, 2, 3)], [(2, "sides", "archive.sides")]),
        ([round_line(1), table_line(1, 1)], [(2, "sides", "archive.sides")]),
        ([round_line(1), table_line(1, 1, 2, legs=[[WON]])], [(2, "legs", "archive.table_unfinished")]),
        (
            [round_line(1), table_line(1, 1, 2, legs=[[WON, WON], [WON, WON]])],
            [(2, "legs[1]", "archive.leg_does_not_count")],
        ),
        ([round_line(1), table_line(1, 1, 2, legs=[["x"]])], [(2, "legs[0]", "archive.line_unreadable")]),
        ([round_line(1), {**table_line(1, 1, 2), "more": 1}], [(2, "", "archive.line_unreadable")]),
    ],
)
def test_line_that_makes_no_sense_is_refused_whole(tournament, lines, expected):
    assert faults(tournament, lines) == expected


def test_hand_too_many_breaks_the_rules(tournament):
    found = faults(tournament, [round_line(1), table_line(1, 1, 2, legs=[[WON, WON, WON]])])
    assert found[0][:2] == (2, "legs[0][2]")


def test_rounds_come_after_the_last_one_which_is_closed(tournament):
    before = everything()
    with pytest.raises(RoundNotNext):
        bring(tournament, [round_line(2), table_line(1, 1, 2)])
    with pytest.raises(AllRoundsDrawn):
        bring(tournament, [line for number in (1, 2, 3, 4) for line in (round_line(number), table_line(1, 1, 2))])
    assert everything() == before
    opened = make_round(tournament)
    before = everything()
    with pytest.raises(RoundStillOpen):
        bring(tournament, [round_line(2), table_line(1, 1, 2)])
    with pytest.raises(ArchiveDiffers):
        bring(tournament, [round_line(1), table_line(1, 1, 2)])
    assert everything() == before
    play_round(opened)
    assert bring(tournament, [round_line(2), table_line(1, 1, 2)]).first == 2


def test_play_goes_on_after_an_archive_and_its_hands_are_corrected_like_others(tournament):
    bring(tournament, EVENING)
    table = Table.objects.get(round__number=2)
    correct_hand(table_id=table.pk, number=1, record={**LOST, "dealer": 0})
    assert get_table(table.pk).progress.points == (80, -600)
    draw = rounds.draw_next_round(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)
    assert draw.round.number == 3


def test_nothing_comes_into_what_is_finished(tournament):
    bring(tournament, EVENING)
    publishing.publish_standings(actor=SYSTEM, tournament_id=tournament.pk, kind="final", now=NOW)
    before = everything()
    with pytest.raises(TournamentFinished):
        bring(tournament, [round_line(3), table_line(1, 1, 2)])
    assert everything() == before


def test_what_nobody_could_agree_to_says_so():
    tournament = make_tournament(pairs=2, rounds=1, rules=TWO_HANDS, agreement="hand")
    bring(tournament, [round_line(1), table_line(1, 1, 2)])
    round_ = Round.objects.get()
    assert (round_.closed_because, round_.closed_unagreed) == (archives.CLOSED_BECAUSE, [1])


def test_dominoes_come_in_with_their_legs():
    tournament = make_tournament(kind="fives_threes", pairs=2, rounds=1, legs=3, legs_mode="best_of")
    game = [ft_line(opener=0, points=(30, 4)), ft_line(opener=1, points=(31, 0), end="won", out_side=None)]
    again = [ft_line(opener=1, points=(30, 4)), ft_line(opener=2, points=(31, 0), end="won", out_side=None)]
    bring(tournament, [round_line(1), table_line(1, 1, 2, legs=[game, again])])
    view = get_table(Table.objects.get().pk)
    assert (view.table.status, view.progress.games_won, len(view.progress.legs)) == ("complete", (2, 0), 2)
    before = everything()
    assert bring(tournament, [round_line(1), table_line(1, 1, 2, legs=[game, again])]).is_repeat
    assert everything() == before


def test_records_of_the_highest_level_come_in_too():
    tournament = make_tournament(pairs=2, rounds=1, rules=TWO_HANDS)
    kind = get_kind("five_hundred")
    rules = kind.resolve_rules(TWO_HANDS)
    chance = random.Random(5)
    records = [kind.random_record(chance, level=3, rules=rules, starter=seat) for seat in (0, 1)]
    for record in records:
        record.pop("rules", None)
    bring(tournament, [round_line(1), table_line(1, 1, 2, legs=[records])])
    assert [hand.record for hand in get_table(Table.objects.get().pk).progress.legs[0].game.hands] == records


def test_director_may_not(tournament):
    director = make_user()
    clubs.grant_role(actor=SYSTEM, club_id=tournament.club_id, user_id=director.pk, role="director", now=NOW)
    before = everything()
    with pytest.raises(RightMissing):
        bring(tournament, EVENING, actor=Actor(user_id=director.pk))
    assert everything() == before


def undo(act_id, actor=SYSTEM):
    return undoing.undo_act(actor=actor, act_id=act_id, now=NOW)


def rate():
    drain(now=NOW)
    refresh_dirty_pools(now=NOW)


def figures(tournament):
    rows = standings_of(tournament, kept=False).rows
    return [(row.entry_number, row.rank, [value.shown for value in row.values]) for row in rows]


def test_an_archive_undone_counts_for_nothing_and_keeps_its_hands(tournament):
    empty = figures(tournament)
    brought = bring(tournament, EVENING)
    rate()
    rated = RatingState.objects.count()
    hands = list(HandRecord.objects.order_by("pk").values())
    version = results_version(tournament.pk)
    view = view_act(get_act(brought.act))

    undo(brought.act)

    rate()
    tournament.refresh_from_db()
    assert (view.goes, view.since, rated > 0) == (("Round 1", "Round 2"), (), True)
    assert [round_.status for round_ in Round.objects.all()] == ["taken_back", "taken_back"]
    assert list(HandRecord.objects.order_by("pk").values()) == hands
    assert (figures(tournament), tournament.status) == (empty, "open")
    assert results_version(tournament.pk) > version
    assert RatingState.objects.count() == 0
    assert [row.is_void for row in RatedResult.objects.filter(is_current=True)] == [True] * 3
    assert {change.reason for change in RoundChange.objects.all()} == {undoing.BROUGHT_BACK}
    with pytest.raises(ActUndone):
        undo(brought.act)


def test_an_archive_can_come_again_after_it_was_undone(tournament):
    undo(bring(tournament, EVENING).act)

    again = bring(tournament, EVENING)

    rate()
    assert (again.is_repeat, again.hands) == (False, 6)
    assert sorted(Round.objects.values_list("number", "status")) == [
        (1, "closed"),
        (1, "taken_back"),
        (2, "closed"),
        (2, "taken_back"),
    ]
    assert RatedResult.objects.filter(is_current=True, is_void=False).count() == 3


def test_whoever_came_after_an_archive_is_there_when_its_rounds_are_drawn(tournament):
    brought = bring(tournament, EVENING)
    late = make_entry(tournament)

    undo(brought.act)

    late.refresh_from_db()
    assert late.first_round == 1


def draw_next(tournament):
    rounds.draw_next_round(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)


def correct(_tournament):
    table = Table.objects.get(round__number=2)
    correct_hand(table_id=table.pk, number=1, record={**LOST, "dealer": 0})


def publish(tournament):
    publishing.publish_standings(actor=SYSTEM, tournament_id=tournament.pk, kind="provisional", now=NOW)


def decide(tournament):
    order = list(tournament.entries.order_by("number").values_list("pk", flat=True)[1:3])
    adjustments.record_decision(actor=SYSTEM, tournament_id=tournament.pk, kind="cut", order=order, now=NOW)


def bring_more(tournament):
    bring(tournament, [round_line(3), table_line(1, 3, 5)])


@pytest.mark.parametrize(
    ("build", "since"),
    [
        (draw_next, [("drawn_on", "Round 3: drawn or brought in after it.")]),
        (bring_more, [("drawn_on", "Round 3: drawn or brought in after it.")]),
        (correct, [("changed", "Round 2: changed since.")]),
        (publish, [("published", "Standings were published.")]),
        (decide, [("decided", "A tie was decided.")]),
    ],
)
def test_an_archive_on_which_something_stands_is_not_undone(tournament, build, since):
    brought = bring(tournament, EVENING)
    build(tournament)
    before = everything()

    with pytest.raises(BuiltOn) as refused:
        undo(brought.act)

    assert [(one["code"], one["detail"]) for one in refused.value.since] == since
    assert everything() == before


def test_the_later_of_two_archives_is_undone_and_then_the_first(tournament):
    first = bring(tournament, EVENING)
    bring_more(tournament)

    undo(BulkAct.objects.latest("pk").pk)
    undo(first.act)

    assert set(Round.objects.values_list("status", flat=True)) == {"taken_back"}
    assert Tournament.objects.get().status == "open"


def test_undoing_an_archive_is_the_organisers(tournament):
    director = make_user()
    clubs.grant_role(actor=SYSTEM, club_id=tournament.club_id, user_id=director.pk, role="director", now=NOW)
    brought = bring(tournament, EVENING)
    before = everything()
    with pytest.raises(RightMissing):
        undo(brought.act, actor=Actor(user_id=director.pk))
    assert everything() == before
