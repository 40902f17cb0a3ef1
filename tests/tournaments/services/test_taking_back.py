"""A round taken back: what is lost is named first, hands are kept, and the number is drawn again."""

from __future__ import annotations

import uuid

import pytest
from django.db import IntegrityError, transaction

from gameplay.models import HandRecord, HandSubmission
from ratings.models import RatedResult
from ratings.services.drain import drain
from tests.factories import NOW, make_entry, make_player, make_round, make_tournament
from tests.hands import correct_hand, enter, fh_line, play_out, play_round
from tests.snapshots import everything
from tournaments.actors import SYSTEM, Actor
from tournaments.errors import (
    DrawDiscarded,
    RightMissing,
    RoundNotDraft,
    RoundNotInPlay,
    TableNotInPlay,
    ThingNotFound,
    TournamentFinished,
)
from tournaments.models import AuditEntry, Draw, Entry, LineUp, Round, RoundChange, Tournament
from tournaments.round_errors import LaterRoundPlayed, LossesChanged, ReasonNeeded, RoundTakenBack
from tournaments.selectors.desk import conflicts_in, get_round_as_seen, get_table_as_seen
from tournaments.selectors.entry_page import get_entry
from tournaments.selectors.hand_page import get_hand
from tournaments.selectors.history import rounds_so_far
from tournaments.selectors.home import overview_of
from tournaments.selectors.losses import reason_taken_back
from tournaments.selectors.rated import rated_tables
from tournaments.selectors.standings import results_version, standings_of
from tournaments.selectors.tables import current_table, get_table
from tournaments.selectors.tournaments import rounds_drawn, rounds_published
from tournaments.services import calling_time, entries, publishing, results, rounds, substitutes, taking_back

pytestmark = pytest.mark.django_db

TWO_HANDS = {"end": "hands", "hands": 2}


def preview(round_):
    return taking_back.preview_taking_back(actor=SYSTEM, round_id=round_.pk, now=NOW)


def take_back(round_, **more):
    values = {
        "actor": SYSTEM,
        "reason": "two pairs were missing",
        "version": results_version(round_.tournament_id),
        "typed": str(round_.number),
        "now": NOW,
        **more,
    }
    return taking_back.take_back_round(round_id=round_.pk, **values)


def figures(tournament):
    return {row.entry_id: [value.exact for value in row.values] for row in standings_of(tournament).rows}


def first_table(round_):
    return round_.tables.order_by("number").first()


def test_take_back_round_makes_its_number_free_and_keeps_everything_to_be_read():
    tournament = make_tournament(pairs=4, rounds=3, rules=TWO_HANDS)
    play_round(make_round(tournament))
    before = figures(tournament)
    round_ = make_round(tournament)
    play_out(first_table(round_))
    hands = list(HandRecord.objects.order_by("pk").values())

    take_back(round_)

    round_.refresh_from_db()
    assert (round_.status, round_.taken_back_at) == ("taken_back", NOW)
    assert list(HandRecord.objects.order_by("pk").values()) == hands
    assert figures(tournament) == before
    assert (rounds_drawn(tournament.pk), rounds_published(tournament.pk)) == (1, 1)
    assert reason_taken_back(round_) == "two pairs were missing"
    again = make_round(tournament)
    assert (again.number, again.pk != round_.pk) == (2, True)
    assert [plan.number for plan in rounds_so_far(tournament)] == [1, 2]


def test_take_back_round_leaves_a_change_and_an_audit_row_and_the_version_grows():
    round_ = make_round(make_tournament(pairs=2))
    version = results_version(round_.tournament_id)

    take_back(round_, reason=" wrong list ")

    change = RoundChange.objects.get()
    assert (change.kind, change.before, change.reason) == ("taken_back", {"status": "published"}, "wrong list")
    assert AuditEntry.objects.get(action="round.taken_back").reason == "wrong list"
    assert results_version(round_.tournament_id) == version + 1


def test_preview_taking_back_names_what_is_lost_and_changes_nothing():
    tournament = make_tournament(pairs=6, rounds=5, rules=TWO_HANDS)
    round_ = make_round(tournament)
    first, second, _third = round_.tables.order_by("number")
    play_out(first)
    enter(second, fh_line(dealer=get_table(second.pk).next_hand.starter), number=1)
    before = everything()

    losses = preview(round_)

    assert everything() == before
    assert [(table.number, table.hands, table.is_complete) for table in losses.tables] == [(1, 2, True), (2, 1, False)]
    assert losses.hands == 3
    assert losses.tables[0].names == tuple(side.name for side in get_table(first.pk).sides)
    assert {entry.entry_id for entry in losses.entries if entry.before.points != entry.after.points} == {
        seat.entry_id for seat in get_table(first.pk).seats
    }
    assert losses.version == results_version(tournament.pk)


def test_taken_back_rounds_are_in_no_page_for_everybody():
    tournament = make_tournament(pairs=2, rounds=3, rules=TWO_HANDS)
    round_ = make_round(tournament)
    table = first_table(round_)
    play_out(table)

    take_back(round_)

    assert current_table(tournament, 1) is None
    assert get_entry(tournament.entries.first().pk).rounds == ()
    overview = overview_of(tournament)
    assert (overview.rounds, overview.taken_back, overview.current, overview.next_number) == ((), (round_,), None, 1)
    with pytest.raises(ThingNotFound):
        get_hand(table.pk, 1, 1)
    for look in (
        lambda: get_round_as_seen(Actor(), round_.pk),
        lambda: get_table_as_seen(Actor(), table.pk),
    ):
        with pytest.raises(ThingNotFound):
            look()
    assert get_round_as_seen(SYSTEM, round_.pk).tables[0].progress.hands_entered == 2
    assert get_table_as_seen(SYSTEM, table.pk).progress.hands_entered == 2


def test_take_back_round_that_was_closed_takes_it_out_of_the_ratings():
    tournament = make_tournament(pairs=2, rounds=3, rules=TWO_HANDS)
    round_ = play_round(make_round(tournament))
    drain(now=NOW)
    counted = RatedResult.objects.get(is_current=True).is_void

    take_back(round_)

    assert rated_tables(kind="five_hundred", club_id=tournament.club_id) == []
    drain(now=NOW)
    assert (counted, RatedResult.objects.get(is_current=True).is_void) == (False, True)


def test_take_back_round_with_the_draft_of_the_next_throws_the_draft_away():
    tournament = make_tournament(pairs=2, rounds=3, rules=TWO_HANDS)
    round_ = play_round(make_round(tournament))
    draft = rounds.draw_next_round(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)

    take_back(round_)

    draft.refresh_from_db()
    assert (draft.status, draft.round.status) == ("discarded", "taken_back")
    with pytest.raises(RoundNotDraft):
        rounds.publish_draw(actor=SYSTEM, draw_id=draft.pk, now=NOW)
    assert overview_of(tournament).taken_back == (round_,)
    assert make_round(tournament).number == 1


def test_take_back_round_lets_those_who_came_meanwhile_take_part():
    tournament = make_tournament(pairs=2, rounds=3)
    round_ = make_round(tournament)
    late = make_entry(tournament)
    staying = tournament.entries.get(number=1)
    entries.replace_player(
        actor=SYSTEM,
        entry_id=staying.pk,
        player_out_id=staying.line_up.get(place=1).player_id,
        player_in_id=make_player(tournament.club).pk,
        now=NOW,
    )

    take_back(round_)
    again = make_round(tournament)

    assert Entry.objects.get(pk=late.pk).first_round == 1
    assert set(LineUp.objects.values_list("from_round", flat=True)) == {1}
    assert again.round_entries.filter(entry=late).exists()


def test_take_back_round_again_and_again():
    tournament = make_tournament(pairs=2, rounds=3)

    for _ in range(3):
        take_back(make_round(tournament))

    assert make_round(tournament).number == 1
    assert Round.objects.filter(status="taken_back", number=1).count() == 3


def test_what_comes_for_a_table_of_a_taken_back_round_is_left_to_the_director():
    tournament = make_tournament(pairs=2, rounds=3, rules=TWO_HANDS)
    round_ = make_round(tournament)
    table = first_table(round_)
    starter = get_table(table.pk).next_hand.starter
    enter(table, fh_line(dealer=starter), number=1)
    take_back(round_)

    with pytest.raises(TableNotInPlay, match="Table 1 is taken back"):
        enter(table, fh_line(dealer=(starter + 1) % 4), number=2)

    assert HandRecord.objects.count() == 1
    assert [conflict.number for conflict in conflicts_in(round_)] == [2]


def test_a_taken_back_round_is_changed_no_more():
    tournament = make_tournament(pairs=2, rounds=3, rules={"end": "timed"}, round_minutes=30)
    round_ = make_round(tournament)
    table = first_table(round_)
    player = get_table(table.pk).seats[0].player_id
    enter(table, fh_line(dealer=get_table(table.pk).next_hand.starter), number=1)
    take_back(round_)
    before = everything()

    def correct():
        correct_hand(
            actor=SYSTEM,
            table_id=table.pk,
            leg=1,
            number=1,
            submission_id=uuid.uuid4(),
            record=fh_line(dealer=0),
            reason="x",
            now=NOW,
        )

    for refusal, act in (
        (RoundTakenBack, correct),
        (RoundTakenBack, lambda: calling_time.call_time(actor=SYSTEM, table_id=table.pk, now=NOW)),
        (RoundTakenBack, lambda: results.set_first_starter(actor=SYSTEM, table_id=table.pk, seat=1, now=NOW)),
        (RoundNotInPlay, lambda: rounds.close_round(actor=SYSTEM, round_id=round_.pk, now=NOW)),
        (RoundNotInPlay, lambda: rounds.start_clock(actor=SYSTEM, round_id=round_.pk, minutes=5, now=NOW)),
        (RoundNotInPlay, lambda: take_back(round_)),
        (
            RoundNotInPlay,
            lambda: substitutes.substitute_player(
                actor=SYSTEM, table_id=table.pk, player_out_id=player, player_in_id=player, now=NOW
            ),
        ),
        (RoundNotDraft, lambda: rounds.draw_again(actor=SYSTEM, round_id=round_.pk, now=NOW)),
    ):
        with pytest.raises(refusal):
            act()

    assert everything() == before
    assert HandSubmission.objects.count() == 1


def test_take_back_round_that_cannot_be_is_refused_and_changes_nothing():
    tournament = make_tournament(pairs=4, rounds=3, rules=TWO_HANDS)
    first = play_round(make_round(tournament))
    second = make_round(tournament)
    seen = preview(second).version
    play_out(first_table(second))
    before = everything()

    for refusal, act in (
        (LaterRoundPlayed, lambda: take_back(first)),
        (LaterRoundPlayed, lambda: preview(first)),
        (LossesChanged, lambda: take_back(second, version=seen)),
        (ReasonNeeded, lambda: take_back(second, reason=" ")),
        (RightMissing, lambda: take_back(second, actor=Actor())),
        (ThingNotFound, lambda: taking_back.preview_taking_back(actor=SYSTEM, round_id=99_999, now=NOW)),
    ):
        with pytest.raises(refusal):
            act()

    assert everything() == before


def test_take_back_round_of_a_draft_or_a_finished_tournament_is_refused():
    tournament = make_tournament(pairs=2, rounds=3, rules=TWO_HANDS)
    round_ = play_round(make_round(tournament))
    draft = rounds.draw_next_round(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)

    with pytest.raises(RoundNotInPlay):
        take_back(draft.round)
    Tournament.objects.update(status="finished", finished_at=NOW)
    with pytest.raises(TournamentFinished):
        take_back(round_)


def test_a_draft_of_a_round_that_was_drawn_again_cannot_be_published_late():
    tournament = make_tournament(pairs=4, rounds=3)
    first = rounds.draw_next_round(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)
    other = rounds.draw_again(actor=SYSTEM, round_id=first.round_id, now=NOW)
    round_ = rounds.publish_draw(actor=SYSTEM, draw_id=first.pk, now=NOW)
    take_back(round_)

    with pytest.raises((RoundNotDraft, DrawDiscarded)):
        rounds.publish_draw(actor=SYSTEM, draw_id=other.pk, now=NOW)

    assert Draw.objects.get(pk=other.pk).status == "discarded"


def test_publish_standings_leaves_taken_back_rounds_out():
    tournament = make_tournament(pairs=2, rounds=3, rules=TWO_HANDS)
    play_round(make_round(tournament))
    take_back(play_round(make_round(tournament)))

    publication = publishing.publish_standings(actor=SYSTEM, tournament_id=tournament.pk, kind="final", now=NOW)

    assert publication.snapshot["rounds_closed"] == 1
    assert [row["tables_played"] for row in publication.snapshot["rows"]] == [1, 1]


def test_the_database_keeps_one_standing_round_of_a_number_and_dates_what_is_taken_back():
    tournament = make_tournament(pairs=2, rounds=3)
    round_ = make_round(tournament)
    take_back(round_)
    make_round(tournament)

    with pytest.raises(IntegrityError, match="one_round_of_a_number"), transaction.atomic():
        Round.objects.filter(pk=round_.pk).update(status="published", taken_back_at=None)
    with pytest.raises(IntegrityError, match="round_taken_back_iff_dated"), transaction.atomic():
        Round.objects.filter(pk=round_.pk).update(taken_back_at=None)
