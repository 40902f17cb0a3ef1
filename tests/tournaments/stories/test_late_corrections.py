"""A result turns out to be wrong after others were built on it: what it touches is shown, and nothing else moves."""

from __future__ import annotations

import datetime as dt

import pytest

from tests.api import client_of
from tests.factories import NOW, make_round, make_tournament
from tests.hands import correct_hand, play_round
from tests.snapshots import everything
from tournaments.actors import SYSTEM
from tournaments.models import Table, Tournament
from tournaments.selectors.standings import standings_of
from tournaments.selectors.tables import get_table
from tournaments.services import corrections, publishing, sealing

pytestmark = pytest.mark.django_db

ONE_HAND = {"end": "hands", "hands": 1}


def turned(table: Table) -> dict:
    """Return the only hand of a table with the tricks of the two sides the other way round."""
    [hand] = get_table(table.pk).progress.legs[0].game.hands
    return {**hand.record, "tricks": hand.record["tricks"][::-1]}


def look(table: Table, record: dict):
    return corrections.preview_hand_correction(actor=SYSTEM, table_id=table.pk, leg=1, number=1, record=record, now=NOW)


def points(tournament: Tournament) -> dict[int, str]:
    rows = standings_of(tournament).rows
    return {row.entry_id: value.shown for row in rows for value in row.values if value.key == "points"}


def test_tricks_were_written_to_the_wrong_side_and_the_mending_wipes_every_later_game():
    """The two sides of a result were exchanged, and all that had been played after it was thrown away with it."""
    tournament = make_tournament(pairs=6, rules=ONE_HAND, rounds=4, movement="swiss")
    first = play_round(make_round(tournament)).tables.order_by("number").first()
    for _ in range(2):
        play_round(make_round(tournament))
    before, were = everything(), points(tournament)
    north, east = (first.seats.get(index=seat).entry_id for seat in (0, 1))

    correct_hand(table_id=first.pk, number=1, record=turned(first))

    after, are = everything(), points(tournament)
    untouched = ["tournaments_round", "tournaments_draw", "tournaments_seat", "tournaments_occupancy"]
    assert {name for name in untouched if after[name] != before[name]} == set()
    # The seven was lost: 140 less and 140 off, and ten for each of eight tricks in place of two.
    assert int(are[north]) - int(were[north]) == -280
    assert int(are[east]) - int(were[east]) == 60
    assert {entry for entry in were if are[entry] != were[entry]} == {north, east}
    hands = [row for row in after["gameplay_handrecord"] if row not in before["gameplay_handrecord"]]
    assert len(hands) == 2  # the new one, and the old one that counts no more


def test_correction_of_a_round_robin_is_held_up_by_rounds_that_do_not_depend_on_it():
    """Who meets whom stood from the beginning, and yet a slip of round one could not be mended in round two."""
    tournament = make_tournament(pairs=4, rules=ONE_HAND)
    first = play_round(make_round(tournament)).tables.order_by("number").first()
    make_round(tournament)

    found = look(first, turned(first))

    assert found.draws == ()
    assert sorted(line.entry_id for line in found.entries) == sorted(points(tournament))


def test_correction_of_some_points_is_refused_as_if_the_winner_were_another():
    """Ten points fewer for those who had lost anyhow changed no meeting, and could not be mended all the same."""
    tournament = make_tournament(pairs=4, rules=ONE_HAND, rounds=3, movement="swiss")
    first = play_round(make_round(tournament)).tables.order_by("number").first()
    make_round(tournament)
    [hand] = get_table(first.pk).progress.legs[0].game.hands

    found = look(first, {**hand.record, "tricks": [9, 1]})

    assert found.draws == ()
    changed = [(line.before.points, line.after.points) for line in found.entries]
    assert [figures for figures in changed if figures[0] != figures[1]] == [("20", "10")]
    assert all(line.before.table_points == line.after.table_points for line in found.entries)


def test_prizes_that_a_correction_moves_are_named_before_it_is_made():
    """The first prize had been handed out when the slip turned up; nobody had been told that it would move."""
    tournament = make_tournament(pairs=4, rules=ONE_HAND, rounds=1)
    first = play_round(make_round(tournament)).tables.order_by("number").first()
    winner = first.seats.get(index=0).entry_id
    publishing.publish_standings(actor=SYSTEM, tournament_id=tournament.pk, kind="final", now=NOW)
    before = everything()

    found = look(first, turned(first))

    assert everything() == before
    assert winner in {line.entry_id for line in found.entries if line.moves_a_prize}
    assert [row.number for row in found.publications] == [1]


def test_end_of_the_time_for_corrections_is_known_to_nobody():
    """Players came on Monday with a slip, and heard that the results had been final since Sunday."""
    tournament = make_tournament(pairs=2, rules=ONE_HAND, rounds=1, correction_window="hours:24")
    table = play_round(make_round(tournament)).tables.get()
    publishing.publish_standings(actor=SYSTEM, tournament_id=tournament.pk, kind="final", now=NOW)

    told = client_of().get(f"/api/v1/tournaments/{tournament.slug}/").json()["seals_at"]
    page = client_of().get(f"/tournaments/{tournament.slug}/corrections/").content.decode()

    assert dt.datetime.fromisoformat(told) == NOW + dt.timedelta(days=1)
    # The event is in Vilnius, two hours ahead.
    assert "Results can be corrected until 15 March 2026, 20:30." in page
    correct_hand(table_id=table.pk, number=1, record=turned(table), now=NOW + dt.timedelta(hours=23))
    tournament.refresh_from_db()
    assert sealing.is_sealed(tournament, now=NOW + dt.timedelta(hours=24))
