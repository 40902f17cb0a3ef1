"""Entries that miss one round: announced before the draw or after it, cancelled again, and what it is worth."""

from __future__ import annotations

from collections import Counter

import pytest
from django.db import IntegrityError, transaction

from tests.factories import NOW, make_entry, make_partnership, make_round, make_tournament
from tests.hands import play_round
from tests.snapshots import everything
from tournaments.actors import SYSTEM, Actor
from tournaments.errors import (
    DrawOutOfDate,
    EntryWithdrawn,
    RightMissing,
    RoundNotDraft,
    ThingNotFound,
    TooFewEntries,
    TournamentFinished,
    ValueRefused,
)
from tournaments.models import Absence, AuditEntry, RoundEntry, Tournament
from tournaments.round_errors import AbsenceAnnounced, AbsenceNotAnnounced
from tournaments.selectors.draws import entries_for_draw
from tournaments.selectors.entries import view_entries
from tournaments.selectors.explanations import explain
from tournaments.selectors.history import rounds_so_far
from tournaments.selectors.standings import field_of, standings_of
from tournaments.services import absences, added_tables, entries, rounds

pytestmark = pytest.mark.django_db

TWO_HANDS = {"end": "hands", "hands": 2}


def announce(entry, number, **more):
    values = {"actor": SYSTEM, "now": NOW, **more}
    return absences.announce_absence(entry_id=entry.pk, round_number=number, **values)


def cancel(entry, number):
    return absences.cancel_absence(actor=SYSTEM, entry_id=entry.pk, round_number=number, now=NOW)


def roles(round_):
    return dict(RoundEntry.objects.filter(round=round_).values_list("entry_id", "role"))


def figures(tournament, entry):
    [row] = [row for row in standings_of(tournament).rows if row.entry_id == entry.pk]
    return {value.key: value.exact for value in row.values}, row.tables_played, row.sit_outs


def test_announce_absence_leaves_the_entry_out_of_that_round_only():
    tournament = make_tournament(pairs=5, rounds=4, rules=TWO_HANDS)
    away = tournament.entries.get(number=2)

    announce(away, 2, reason=" at the doctor's ")
    played = [play_round(make_round(tournament)) for _ in range(3)]

    assert [roles(round_)[away.pk] == "absent" for round_ in played] == [False, True, False]
    assert Counter(roles(played[1]).values()) == {"seated": 4, "absent": 1}
    audit = AuditEntry.objects.get(action="entry.absence_announced")
    assert (audit.after, audit.reason) == ({"round": 2, "like_sit_out": False}, "at the doctor's")


def test_announce_absence_is_worth_nothing_unless_it_is_said_to_be_like_a_sit_out():
    # By an order that asks for nobody's opponents.
    tournament = make_tournament(pairs=6, rounds=3, rules=TWO_HANDS, criteria=["table_points", "points"])
    one, other = tournament.entries.filter(number__in=(1, 2)).order_by("number")
    announce(one, 2)
    announce(other, 2, like_sit_out=True)
    play_round(make_round(tournament))
    before = figures(tournament, one), figures(tournament, other)

    play_round(make_round(tournament))

    assert figures(tournament, one) == before[0]
    (values, tables, sit_outs), (after, tables_after, sit_outs_after) = before[1], figures(tournament, other)
    assert (tables, sit_outs, tables_after, sit_outs_after) == (1, 0, 1, 1)
    assert (after["table_points"], after["points"]) == (2 * values["table_points"], 2 * values["points"])


def test_announce_absence_is_no_turn_at_sitting_out():
    tournament = make_tournament(pairs=5, rounds=5, rules=TWO_HANDS)
    away = tournament.entries.get(number=1)
    announce(away, 1, like_sit_out=True)

    play_round(make_round(tournament))

    [plan] = rounds_so_far(tournament)
    assert (plan.out, plan.absent) == ((), (away.pk,))


def test_announce_absence_after_the_draw_makes_the_draft_out_of_date():
    tournament = make_tournament(pairs=5, rounds=4)
    draft = rounds.draw_next_round(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)
    away = tournament.entries.get(number=3)

    announce(away, 1)

    with pytest.raises(DrawOutOfDate):
        rounds.publish_draw(actor=SYSTEM, draw_id=draft.pk, now=NOW)
    again = rounds.draw_again(actor=SYSTEM, round_id=draft.round_id, now=NOW)
    published = rounds.publish_draw(actor=SYSTEM, draw_id=again.pk, now=NOW)
    assert roles(published)[away.pk] == "absent"


def test_cancel_absence_brings_the_entry_back_into_the_draw():
    tournament = make_tournament(pairs=4, rounds=3)
    away = tournament.entries.get(number=1)
    announce(away, 1)

    cancelled = cancel(away, 1)

    assert cancelled.cancelled_at == NOW
    assert away.pk in [entry.entry_id for entry in entries_for_draw(tournament, 1)]
    assert view_entries([away], tournament)[0].absences == ()
    announce(away, 1)
    assert Absence.objects.filter(cancelled_at=None).count() == 1


def test_absence_of_an_entry_that_then_withdraws_leaves_no_row_in_the_round():
    tournament = make_tournament(pairs=5, rounds=4)
    away = tournament.entries.get(number=1)
    announce(away, 1)
    entries.withdraw_entry(actor=SYSTEM, entry_id=away.pk, now=NOW)

    round_ = make_round(tournament)

    assert away.pk not in roles(round_)


def test_draw_next_round_with_nearly_everybody_away_is_refused():
    tournament = make_tournament(pairs=3)
    for number in (1, 2):
        announce(tournament.entries.get(number=number), 1)

    with pytest.raises(TooFewEntries):
        rounds.draw_next_round(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)


def test_announce_absence_that_cannot_be_is_refused_and_changes_nothing():
    tournament = make_tournament(pairs=4, rounds=3, rules=TWO_HANDS)
    play_round(make_round(tournament))
    late = make_entry(tournament)
    here, gone, away = tournament.entries.filter(number__lte=3).order_by("number")
    entries.withdraw_entry(actor=SYSTEM, entry_id=gone.pk, now=NOW)
    announce(away, 3)
    before = everything()

    for refusal, act in (
        (RoundNotDraft, lambda: announce(here, 1)),
        (ValueRefused, lambda: announce(here, 4)),
        (ValueRefused, lambda: announce(here, 0)),
        (ValueRefused, lambda: announce(late, 1)),
        (EntryWithdrawn, lambda: announce(gone, 2)),
        (AbsenceAnnounced, lambda: announce(away, 3)),
        (AbsenceNotAnnounced, lambda: cancel(here, 2)),
        (RightMissing, lambda: announce(here, 2, actor=Actor())),
        (ThingNotFound, lambda: absences.announce_absence(actor=SYSTEM, entry_id=999_999, round_number=1, now=NOW)),
    ):
        with pytest.raises(refusal):
            act()

    assert everything() == before


def test_absence_of_a_round_that_was_published_or_of_a_finished_tournament_stays():
    tournament = make_tournament(pairs=4, rounds=3, rules=TWO_HANDS)
    away = tournament.entries.get(number=1)
    announce(away, 1)
    announce(away, 2)
    make_round(tournament)
    before = everything()

    with pytest.raises(RoundNotDraft):
        cancel(away, 1)
    assert everything() == before
    Tournament.objects.update(status="finished", finished_at=NOW)
    with pytest.raises(TournamentFinished):
        cancel(away, 2)


def test_the_database_lets_only_an_absence_be_like_a_sit_out():
    round_ = make_round(make_tournament(pairs=2))

    with pytest.raises(IntegrityError, match="only_an_absence_is_like_a_sit_out"), transaction.atomic():
        RoundEntry.objects.filter(round=round_).update(like_sit_out=True)


def enter_late(tournament, **more):
    pair = make_partnership(tournament.club)
    [late] = entries.admit_partnerships(
        actor=SYSTEM, tournament_id=tournament.pk, partnership_ids=[pair.pk], now=NOW, **more
    )
    return late


def test_who_comes_late_has_nothing_for_the_rounds_missed_unless_it_is_said():
    tournament = make_tournament(pairs=4, rounds=4, rules=TWO_HANDS, sit_out_policy="win")
    for _ in range(2):
        play_round(make_round(tournament))

    late = enter_late(tournament)
    paid = enter_late(tournament, missed_like_sit_out=True)

    assert (late.first_round, paid.first_round) == (3, 3)
    assert list(RoundEntry.objects.filter(entry=late)) == []
    rows = RoundEntry.objects.filter(entry=paid).order_by("round__number")
    assert list(rows.values_list("round__number", "role", "like_sit_out")) == [(1, "absent", True), (2, "absent", True)]
    nothing, some = figures(tournament, late), figures(tournament, paid)
    assert (nothing[1:], some[1:]) == ((0, 0), (0, 2))
    assert (nothing[0]["table_points"], some[0]["table_points"]) == (0, 4)
    said = AuditEntry.objects.filter(action="entries.admitted").order_by("pk").values_list("after", flat=True)
    assert [what.get("missed_like_sit_out") for what in list(said)[-2:]] == [None, True]


def test_rounds_missed_before_coming_stand_in_the_workings_and_are_no_turns_at_sitting_out():
    tournament = make_tournament(pairs=4, rounds=4, rules=TWO_HANDS, sit_out_policy="win")
    play_round(make_round(tournament))
    paid = enter_late(tournament, missed_like_sit_out=True)

    told = explain(tournament, field_of(tournament)).entries[paid.pk].workings

    lines = [line for working in told if working.criterion.column == "table_points" for line in working.lines]
    assert [(line.kind, line.round, line.amount) for line in lines] == [("requested", 1, 2)]
    [plan] = rounds_so_far(tournament)
    assert (plan.out, plan.absent) == ((), (paid.pk,))
    # Five now: one sits out, and it is no more the turn of who came late than anybody's.
    draft = rounds.draw_next_round(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)
    assert len(draft.plan["out"]) == 1


def test_who_comes_late_and_gets_a_table_at_once_plays_that_round():
    tournament = make_tournament(pairs=4, rounds=4, rules=TWO_HANDS)
    round_ = make_round(tournament)
    one, other = (enter_late(tournament, missed_like_sit_out=True) for _ in range(2))

    added_tables.add_table(actor=SYSTEM, round_id=round_.pk, sides=[[one.pk], [other.pk]], now=NOW)

    rows = RoundEntry.objects.filter(entry__in=(one, other))
    assert list(rows.values_list("role", "like_sit_out")) == [("seated", False), ("seated", False)]


def test_before_the_first_round_nothing_is_missed():
    tournament = make_tournament(pairs=2)

    enter_late(tournament, missed_like_sit_out=True)

    assert not RoundEntry.objects.exists()
