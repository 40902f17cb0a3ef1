"""Restore points: a tournament goes back to before a draw, in one piece, and that can be undone too."""

from __future__ import annotations

import datetime as dt

import pytest

from ratings.models import RatedResult
from ratings.services.drain import drain
from tests.factories import NOW, make_entry, make_round, make_tournament
from tests.hands import keep_all, play_out, play_round
from tests.snapshots import everything
from tournaments.actors import SYSTEM, Actor
from tournaments.errors import RightMissing, ThingNotFound, TournamentFinished
from tournaments.models import AuditEntry, BulkAct, HandAgreement, Round, RoundChange, Tournament
from tournaments.round_errors import LossesChanged, ReasonNeeded
from tournaments.selectors.corrections import corrections_of
from tournaments.selectors.losses import restore_points
from tournaments.selectors.standings import results_version, standings_of
from tournaments.selectors.tournaments import rounds_drawn
from tournaments.services import adjustments, entries, rounds, sealing, taking_back, undoing
from tournaments.undo_errors import BuiltOn, LossesNotTyped, NothingDrawn

pytestmark = pytest.mark.django_db

TWO_HANDS = {"end": "hands", "hands": 2}


def preview(tournament, number):
    return taking_back.preview_going_back(actor=SYSTEM, tournament_id=tournament.pk, number=number, now=NOW)


def go_back(tournament, number, **more):
    values = {
        "actor": SYSTEM,
        "reason": "wrong list",
        "version": results_version(tournament.pk),
        "typed": str(number),
        "now": NOW,
        **more,
    }
    return taking_back.go_back(tournament_id=tournament.pk, number=number, **values)


def give(entry, *, now):
    """Give a penalty for the whole event, having looked at what it moves."""
    what = {
        "actor": SYSTEM,
        "tournament_id": entry.tournament_id,
        "entry_id": entry.pk,
        "metric": "points",
        "amount": "-10",
        "now": now,
    }
    seen = keep_all(adjustments.preview_adjustment(**what))
    return adjustments.add_adjustment(reason="late", confirmation=seen, **what)


def figures(tournament):
    return {row.entry_id: [value.exact for value in row.values] for row in standings_of(tournament).rows}


def without_traces(rows):
    """Leave out what tells of what was done: the log, the acts, the changes, what the ratings are told, the version."""
    told = ("auditentry", "bulkact", "roundchange", "outboxevent")
    kept = {table: found for table, found in rows.items() if not table.endswith(told)}
    for row in kept["tournaments_tournament"]:
        row.pop("counting_version")
    return kept


def played(number, *, pairs=4, **settings):
    """Return a tournament of which so many rounds are played, with the figures before each."""
    tournament = make_tournament(pairs=pairs, rounds=5, rules=TWO_HANDS, **settings)
    before = {}
    for round_number in range(1, number + 1):
        before[round_number] = figures(tournament)
        play_round(make_round(tournament))
    return tournament, before


def test_go_back_several_rounds_leaves_the_standings_of_before_that_draw():
    tournament, before = played(3)
    rounds.draw_next_round(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)

    gone = go_back(tournament, 2)

    assert [round_.number for round_ in gone] == [2, 3, 4]
    assert figures(tournament) == before[2]
    assert rounds_drawn(tournament.pk) == 1
    assert make_round(tournament).number == 2
    assert [change.reason for change in RoundChange.objects.all()] == ["wrong list", "wrong list"]
    assert AuditEntry.objects.get(action="tournament.went_back").after["rounds"] == [2, 3, 4]


def test_preview_of_going_back_names_every_table_with_hands_and_changes_nothing():
    tournament, _before = played(2)
    play_out(make_round(tournament).tables.order_by("number").first())
    before = everything()

    found = preview(tournament, 2)

    assert everything() == before
    assert (found.number, found.rounds, found.hands) == (2, (2, 3), 6)
    assert [(table.round_number, table.number) for table in found.tables] == [(2, 1), (2, 2), (3, 1)]
    assert found.version == results_version(tournament.pk)


def test_preview_of_going_back_says_what_stays():
    tournament, _before = played(1)
    late = NOW + dt.timedelta(minutes=1)
    make_round(tournament)
    came = make_entry(tournament)
    came.created_at = late
    came.save()
    left = tournament.entries.get(number=1)
    entries.withdraw_entry(actor=SYSTEM, entry_id=left.pk, now=late)
    give(left, now=late)

    staying = preview(tournament, 2).staying

    assert (len(staying.came), len(staying.left), staying.adjustments) == (1, 1, 1)
    assert staying.came[0].count("Player") == 2


def test_go_back_keeps_penalties_withdrawals_and_those_who_came():
    tournament, _before = played(2)
    late = make_entry(tournament)
    left = tournament.entries.get(number=1)
    entries.withdraw_entry(actor=SYSTEM, entry_id=left.pk, now=NOW)
    given = give(left, now=NOW)

    go_back(tournament, 1)

    late.refresh_from_db()
    left.refresh_from_db()
    given.refresh_from_db()
    assert (late.first_round, left.status, given.is_current) == (1, "withdrawn", True)


def test_go_back_from_a_draft_throws_it_away_without_a_word():
    tournament, before = played(1)
    draft = rounds.draw_next_round(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)

    go_back(tournament, 2, reason="", typed="")

    draft.refresh_from_db()
    assert (draft.status, draft.round.status) == ("discarded", "taken_back")
    assert RoundChange.objects.count() == 0
    assert corrections_of(tournament) == []
    assert before[1] != figures(tournament)
    assert make_round(tournament).number == 2


def test_go_back_from_a_round_without_hands_needs_neither_reason_nor_typing():
    tournament = make_tournament(pairs=4, rounds=3)
    make_round(tournament)

    go_back(tournament, 1, reason="", typed="")

    assert rounds_drawn(tournament.pk) == 0


def test_go_back_is_undone_exactly_and_the_ratings_follow():
    tournament, _before = played(3)
    rounds.draw_next_round(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)
    late = make_entry(tournament)
    drain(now=NOW)
    before, counted = without_traces(everything()), figures(tournament)
    version = results_version(tournament.pk)
    go_back(tournament, 2)
    drain(now=NOW)
    voided = RatedResult.objects.filter(is_current=True, is_void=True).count()
    late.refresh_from_db()
    brought_forward = late.first_round

    undoing.undo_act(actor=SYSTEM, act_id=BulkAct.objects.latest("pk").pk, now=NOW)

    after = without_traces(everything())
    for table in ("ratings_ratedresult", "ratings_ratingpool", "ratings_ratingstate"):
        before.pop(table), after.pop(table)
    assert after == before
    assert figures(tournament) == counted
    assert results_version(tournament.pk) > version
    drain(now=NOW)
    assert (voided, RatedResult.objects.filter(is_current=True, is_void=True).count()) == (4, 0)
    assert (brought_forward, RoundChange.objects.filter(kind="put_back").count()) == (2, 2)


def test_go_back_is_undone_no_more_once_the_round_is_drawn_again():
    tournament, _before = played(2)
    go_back(tournament, 2)
    act = BulkAct.objects.latest("pk")
    rounds.draw_next_round(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)
    before = everything()

    with pytest.raises(BuiltOn) as found:
        undoing.undo_act(actor=SYSTEM, act_id=act.pk, now=NOW)

    assert [one["detail"] for one in found.value.since] == ["Round 2 was drawn again."]
    assert everything() == before


def test_a_round_that_was_put_back_is_played_on():
    tournament = make_tournament(pairs=4, rounds=3, rules=TWO_HANDS)
    round_ = make_round(tournament)
    first, second = round_.tables.order_by("number")
    play_out(first)
    go_back(tournament, 1)

    undoing.undo_act(actor=SYSTEM, act_id=BulkAct.objects.latest("pk").pk, now=NOW)
    play_out(second)
    rounds.close_round(actor=SYSTEM, round_id=round_.pk, now=NOW)

    assert Round.objects.get(pk=round_.pk).status == "closed"
    assert HandAgreement.objects.count() == 0


def test_go_back_that_cannot_be_is_refused_and_changes_nothing():
    tournament, _before = played(2)
    seen = results_version(tournament.pk)
    play_out(make_round(tournament).tables.order_by("number").first())
    before = everything()

    for refusal, act in (
        (NothingDrawn, lambda: go_back(tournament, 4)),
        (NothingDrawn, lambda: go_back(tournament, 0)),
        (NothingDrawn, lambda: preview(tournament, 9)),
        (LossesChanged, lambda: go_back(tournament, 2, version=seen)),
        (ReasonNeeded, lambda: go_back(tournament, 2, reason=" ")),
        (LossesNotTyped, lambda: go_back(tournament, 2, typed="3")),
        (LossesNotTyped, lambda: go_back(tournament, 2, typed="")),
        (RightMissing, lambda: go_back(tournament, 2, actor=Actor())),
        (
            ThingNotFound,
            lambda: taking_back.preview_going_back(actor=SYSTEM, tournament_id=99_999, number=1, now=NOW),
        ),
    ):
        with pytest.raises(refusal):
            act()

    assert everything() == before


def test_a_finished_tournament_does_not_go_back():
    tournament, _before = played(1)
    Tournament.objects.update(status="finished", finished_at=NOW)
    sealing.seal(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)
    before = everything()

    with pytest.raises(TournamentFinished):
        go_back(tournament, 1)

    assert everything() == before


def test_restore_points_are_the_rounds_that_stand_with_their_hands(django_assert_num_queries):
    tournament, _before = played(2)
    make_round(tournament)
    go_back(tournament, 3)
    rounds.draw_next_round(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)

    with django_assert_num_queries(3):
        points = restore_points(tournament)

    assert [(point.number, point.status, point.hands, point.drawn_at) for point in points] == [
        (3, "draft", 0, NOW),
        (2, "closed", 4, NOW),
        (1, "closed", 4, NOW),
    ]
