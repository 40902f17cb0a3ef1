"""Results may be corrected for as long as the club says, and then no more, unless an organiser unseals them."""

from __future__ import annotations

import datetime as dt

import pytest

from tests.factories import NOW, make_club, make_player, make_round, make_tournament, make_user
from tests.hands import correct_hand, keep_all, play_round
from tests.snapshots import everything
from tournaments.actors import SYSTEM, Actor
from tournaments.correction_errors import TournamentNotSealed, TournamentSealed
from tournaments.errors import RightMissing, TournamentNotFinished, ValueRefused
from tournaments.models import AuditEntry, OutboxEvent, Tournament
from tournaments.round_errors import ReasonNeeded
from tournaments.selectors.tables import get_table
from tournaments.services import (
    calling_time,
    publishing,
    reseating,
    results,
    rounds,
    rulings,
    sealing,
    substitutes,
    tournaments,
)

pytestmark = pytest.mark.django_db

ONE_HAND = {"end": "hands", "hands": 1}
DAY = dt.timedelta(days=1)


def finished(club=None, **settings) -> Tournament:
    tournament = make_tournament(club, pairs=2, rounds=1, rules=ONE_HAND, **settings)
    play_round(make_round(tournament))
    publishing.publish_standings(actor=SYSTEM, tournament_id=tournament.pk, kind="final", now=NOW)
    tournament.refresh_from_db()
    return tournament


def only_hand(tournament: Tournament):
    table = get_table(tournament.rounds.get().tables.get().pk)
    return table.table, table.progress.legs[0].game.hands[0].record


def test_final_standings_start_the_time_for_corrections():
    open_end, hours, days = (finished(correction_window=window) for window in ("", "hours:24", "working_days:2"))

    assert open_end.seals_at is None
    assert hours.seals_at == NOW + DAY
    # NOW is a Saturday evening; Monday and Tuesday are the two working days.
    assert days.seals_at.astimezone(dt.UTC).isoformat() == "2026-03-17T22:00:00+00:00"


def test_nothing_is_corrected_once_the_time_is_over():
    tournament = finished(correction_window="hours:24")
    table, record = only_hand(tournament)
    later = NOW + DAY
    people = [seat.player_id for seat in get_table(table.pk).seats]
    entries = [seat.entry_id for seat in get_table(table.pk).seats[:2]]
    correct_hand(table_id=table.pk, number=1, record={**record, "tricks": [6, 4]}, now=later - dt.timedelta(seconds=1))
    outsider = make_player(tournament.club, "Late Larry").pk
    before = everything()

    for act in (
        lambda: correct_hand(table_id=table.pk, number=1, record=record, now=later),
        lambda: reseating.preview_reseating(actor=SYSTEM, round_id=table.round_id, entries=[entries], now=later),
        lambda: rulings.revoke_ruling(actor=SYSTEM, table_id=table.pk, now=later),
        lambda: substitutes.substitute_player(
            actor=SYSTEM, table_id=table.pk, player_out_id=people[0], player_in_id=outsider, leg=1, hand=1, now=later
        ),
        lambda: tournaments.reopen_tournament(actor=SYSTEM, tournament_id=tournament.pk, now=later),
        lambda: sealing.seal(actor=SYSTEM, tournament_id=tournament.pk, now=later),
    ):
        with pytest.raises(TournamentSealed):
            act()
    assert everything() == before


def test_time_is_called_and_the_cut_recorded_before_the_results_are_sealed_or_never():
    tournament = make_tournament(pairs=2, rounds=1, rules={"end": "timed"}, round_minutes=25)
    round_ = make_round(tournament)
    table = round_.tables.get()
    rulings.rule_table(actor=SYSTEM, table_id=table.pk, kind="void", reason="left", now=NOW)
    rounds.close_round(actor=SYSTEM, round_id=round_.pk, now=NOW)
    publishing.publish_standings(actor=SYSTEM, tournament_id=tournament.pk, kind="final", now=NOW)
    found = rulings.preview_revoking(actor=SYSTEM, table_id=table.pk, now=NOW)
    rulings.revoke_ruling(actor=SYSTEM, table_id=table.pk, reason="back", confirmation=keep_all(found), now=NOW)
    sealing.seal(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)
    before = everything()

    for act in (
        lambda: calling_time.call_time(actor=SYSTEM, table_id=table.pk, now=NOW),
        lambda: results.set_first_starter(actor=SYSTEM, table_id=table.pk, seat=1, now=NOW),
    ):
        with pytest.raises(TournamentSealed):
            act()
    assert everything() == before

    sealing.unseal(actor=SYSTEM, tournament_id=tournament.pk, reason="a slip", now=NOW)
    found = calling_time.preview_call_time(actor=SYSTEM, table_id=table.pk, now=NOW)
    calling_time.call_time(actor=SYSTEM, table_id=table.pk, confirmation=keep_all(found), now=NOW)
    # The ratings hear of it, as of everything that changes a closed round.
    assert OutboxEvent.objects.filter(topic="results.changed").count() == 2


def test_seal_and_unseal_leave_who_when_and_why():
    tournament = finished()

    sealing.seal(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)
    sealing.unseal(actor=SYSTEM, tournament_id=tournament.pk, reason=" found a slip ", now=NOW + DAY)

    rows = AuditEntry.objects.filter(action__in=["tournament.sealed", "tournament.unsealed"]).order_by("pk")
    assert [(row.action, row.reason) for row in rows] == [
        ("tournament.sealed", ""),
        ("tournament.unsealed", "found a slip"),
    ]
    table, record = only_hand(tournament)
    correct_hand(table_id=table.pk, number=1, record={**record, "tricks": [6, 4]}, now=NOW + DAY)


def test_unsealing_is_a_right_of_its_own():
    director, organiser = make_user(), make_user()
    club = make_club(director=director, organiser=organiser)
    tournament = finished(club)
    sealing.seal(actor=Actor(user_id=director.pk), tournament_id=tournament.pk, now=NOW)
    before = everything()

    with pytest.raises(RightMissing):
        sealing.unseal(actor=Actor(user_id=director.pk), tournament_id=tournament.pk, reason="why not", now=NOW)
    assert everything() == before

    sealing.unseal(actor=Actor(user_id=organiser.pk), tournament_id=tournament.pk, reason="a slip", now=NOW)
    tournament.refresh_from_db()
    assert tournament.seals_at is None


def test_sealing_in_the_wrong_state_is_refused_and_changes_nothing():
    running, done = make_tournament(pairs=2), finished()
    before = everything()

    for refusal, act in (
        (TournamentNotFinished, lambda: sealing.seal(actor=SYSTEM, tournament_id=running.pk, now=NOW)),
        (TournamentNotSealed, lambda: sealing.unseal(actor=SYSTEM, tournament_id=done.pk, reason="x", now=NOW)),
        (ReasonNeeded, lambda: sealing.unseal(actor=SYSTEM, tournament_id=done.pk, reason=" ", now=NOW)),
        (ValueRefused, lambda: make_tournament(running.club, correction_window="days:2")),
    ):
        with pytest.raises(refusal):
            act()
    assert everything() == before


def test_reopened_tournament_is_sealed_anew_when_it_is_finished_again():
    tournament = finished(correction_window="hours:24")

    tournaments.reopen_tournament(actor=SYSTEM, tournament_id=tournament.pk, now=NOW)
    tournament.refresh_from_db()
    assert tournament.seals_at is None
    publishing.publish_standings(actor=SYSTEM, tournament_id=tournament.pk, kind="final", now=NOW + DAY)

    tournament.refresh_from_db()
    assert tournament.seals_at == NOW + 2 * DAY
