"""Standings computed from what is stored."""

from __future__ import annotations

import uuid
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from tests.concurrency import PATIENCE, wait_until_blocked
from tests.factories import NOW, make_round, make_tournament
from tests.hands import enter, fh_line, play_out, play_round
from tournaments.actors import SYSTEM
from tournaments.models import Entry
from tournaments.selectors.standings import results_version, standings_of
from tournaments.selectors.tables import get_table
from tournaments.services import results

pytestmark = pytest.mark.django_db

TWO_HANDS = {"end": "hands", "hands": 2}


def shown(tournament, *, closed_only=False):
    rows = standings_of(tournament, closed_only=closed_only).rows
    return [(row.rank, *(value.shown for value in row.values[:3])) for row in rows]


def test_standings_before_anything_is_played_share_the_first_rank():
    tournament = make_tournament(pairs=3)

    assert shown(tournament) == [("1=", "0", "0", "0")] * 3


def test_standings_rank_by_table_points_then_games_then_points():
    tournament = make_tournament(pairs=2, rules=TWO_HANDS)
    play_round(make_round(tournament))

    assert shown(tournament) == [("1", "2", "1", "280"), ("2", "0", "0", "40")]


def test_standings_give_a_sit_out_the_entrys_own_average():
    tournament = make_tournament(pairs=3, rules=TWO_HANDS)
    for _ in range(3):
        play_round(make_round(tournament))

    rows = standings_of(tournament).rows

    assert [row.sit_outs for row in rows] == [1, 1, 1]
    assert [row.tables_played for row in rows] == [2, 2, 2]
    total = sum(float(row.values[0].shown) for row in rows)
    assert total == 3 * 2 * 1.5


def test_standings_count_complete_tables_of_an_open_round_unless_told_not_to():
    tournament = make_tournament(pairs=2, rules=TWO_HANDS)
    play_out(make_round(tournament).tables.get())

    assert shown(tournament)[0] == ("1", "2", "1", "280")
    assert shown(tournament, closed_only=True) == [("1=", "0", "0", "0")] * 2
    assert standings_of(tournament).is_provisional


def test_standings_leave_out_a_table_in_play():
    tournament = make_tournament(pairs=2, rules=TWO_HANDS)
    table = make_round(tournament).tables.get()
    enter(table, fh_line(dealer=get_table(table.pk).next_hand.starter), number=1)

    assert shown(tournament) == [("1=", "0", "0", "0")] * 2


def test_standings_mark_who_withdrew():
    tournament = make_tournament(pairs=3)
    Entry.objects.filter(number=2).update(status="withdrawn", withdrawn_at=tournament.created_at)

    assert [row.is_withdrawn for row in standings_of(tournament).rows] == [False, True, False]


def test_results_version_grows_with_every_fact():
    tournament = make_tournament(pairs=2, rules=TWO_HANDS)
    versions = [results_version(tournament.pk)]
    round_ = make_round(tournament)
    versions.append(results_version(tournament.pk))
    play_out(round_.tables.get())
    versions.append(results_version(tournament.pk))

    assert versions == sorted(set(versions))


@pytest.mark.parametrize("pairs", [2, 6])
def test_standings_take_as_many_queries_for_three_tables_as_for_one(pairs):
    tournament = make_tournament(pairs=pairs, rules=TWO_HANDS)
    play_round(make_round(tournament))

    with CaptureQueriesContext(
        connection,
    ) as queries:
        standings_of(tournament)

    assert len(queries) == 10


@pytest.mark.django_db(transaction=True)
def test_standings_never_count_in_their_version_what_is_not_in_them():
    tournament = make_tournament(pairs=2, rules=TWO_HANDS)
    table = play_round(make_round(tournament)).tables.get()
    before = standings_of(tournament)
    hand = get_table(table.pk).progress.legs[0].game.hands[0]

    def read():
        try:
            return standings_of(tournament)
        finally:
            connection.close()

    def correct():
        try:
            results.correct_hand(
                actor=SYSTEM,
                table_id=table.pk,
                leg=1,
                number=1,
                submission_id=uuid.uuid4(),
                record={**hand.record, "tricks": [6, 4]},
                reason="misread",
                now=NOW,
            )
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        with transaction.atomic(), connection.cursor() as cursor:
            # The reader has seen the hands when it comes to the seats, and there it has to wait.
            cursor.execute("LOCK TABLE tournaments_seat IN ACCESS EXCLUSIVE MODE")
            reading = pool.submit(read)
            wait_until_blocked(1)
            pool.submit(correct).result(PATIENCE)
        read_meanwhile = reading.result(PATIENCE)

    assert read_meanwhile == before
    assert results_version(tournament.pk) == before.version + 1
