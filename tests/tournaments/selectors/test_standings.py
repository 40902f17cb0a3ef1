"""Standings computed from what is stored."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from tests.concurrency import PATIENCE, wait_until_blocked
from tests.factories import NOW, make_entry, make_round, make_tournament
from tests.hands import enter, fh_line, play_out, play_round
from tournaments.actors import SYSTEM
from tournaments.models import Adjustment, Entry
from tournaments.selectors.explanations import explain
from tournaments.selectors.standings import field_of, results_version, standings_of
from tournaments.selectors.tables import get_table
from tournaments.services import entries, reseating, taking_back, tournaments

pytestmark = pytest.mark.django_db

TWO_HANDS = {"end": "hands", "hands": 2}


def shown(tournament, *, closed_only=False):
    rows = standings_of(tournament, closed_only=closed_only).rows
    return [(row.rank, *(value.shown for value in row.values[:3])) for row in rows]


def test_standings_before_anything_is_played_share_the_first_rank():
    tournament = make_tournament(pairs=3)

    assert shown(tournament) == [("1=", "0", "0", "0")] * 3


def test_standings_rank_by_the_order_that_the_tournament_names():
    tournament = make_tournament(pairs=2, rules=TWO_HANDS, criteria=["table_points", "games_won", "points"])
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

    assert shown(tournament)[0] == ("1", "2", "1", "240")
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

    with CaptureQueriesContext(connection) as queries:
        standings_of(tournament)
    with CaptureQueriesContext(connection) as again:
        standings_of(tournament)

    assert (len(queries), len(again)) == (13, 6)


@pytest.mark.django_db(transaction=True)
def test_standings_never_count_in_their_version_what_is_not_in_them():
    tournament = make_tournament(pairs=4, rounds=3, rules=TWO_HANDS)
    played, in_play = make_round(tournament).tables.order_by("number")
    play_out(played)
    before = standings_of(tournament)
    # What is kept would be read without waiting.
    cache.clear()
    hand = fh_line(dealer=get_table(in_play.pk).next_hand.starter)

    def read():
        try:
            return standings_of(tournament)
        finally:
            connection.close()

    def enter_a_hand():
        try:
            enter(in_play, hand, number=1)
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        with transaction.atomic(), connection.cursor() as cursor:
            # The reader has seen the hands when it comes to the seats, and there it has to wait.
            cursor.execute("LOCK TABLE tournaments_seat IN ACCESS EXCLUSIVE MODE")
            reading = pool.submit(read)
            wait_until_blocked(1)
            pool.submit(enter_a_hand).result(PATIENCE)
        read_meanwhile = reading.result(PATIENCE)

    assert read_meanwhile == before
    assert results_version(tournament.pk) == before.version + 1


def absences(tournament):
    return {row.entry_number: row.absences for row in standings_of(tournament).rows}


def test_standings_count_as_absent_who_was_not_there_when_a_round_was_played():
    tournament = make_tournament(pairs=4, rules=TWO_HANDS)
    entries.withdraw_entry(actor=SYSTEM, entry_id=tournament.entries.get(number=4).pk, now=NOW)
    first = make_round(tournament)
    make_entry(tournament)
    in_play = absences(tournament)
    play_round(first)

    # Who withdrew is not coming any more; who came late may still be let in.
    assert in_play == {1: 0, 2: 0, 3: 0, 4: 1, 5: 0}
    assert absences(tournament) == {1: 0, 2: 0, 3: 0, 4: 1, 5: 1}


def test_standings_cancel_who_withdrew_before_half_if_the_tournament_says_so():
    tournament = make_tournament(pairs=4, rules=TWO_HANDS, cancel_withdrawn=True)
    play_round(make_round(tournament))
    gone = standings_of(tournament).rows[0]
    entries.withdraw_entry(actor=SYSTEM, entry_id=gone.entry_id, now=NOW)

    rows = standings_of(tournament).rows

    assert [(row.rank, row.is_cancelled) for row in rows[-1:]] == [("-", True)]
    assert rows[-1].entry_id == gone.entry_id
    assert sorted(row.sit_outs for row in rows) == [0, 0, 0, 1]
    entries.reinstate_entry(actor=SYSTEM, entry_id=gone.entry_id, now=NOW)
    assert not any(row.is_cancelled for row in standings_of(tournament).rows)


def test_withdrawing_and_returning_make_the_version_grow():
    tournament = make_tournament(pairs=2)
    entry_id = tournament.entries.first().pk
    versions = [results_version(tournament.pk)]
    entries.withdraw_entry(actor=SYSTEM, entry_id=entry_id, now=NOW)
    versions.append(results_version(tournament.pk))
    entries.reinstate_entry(actor=SYSTEM, entry_id=entry_id, now=NOW)
    versions.append(results_version(tournament.pk))

    assert versions == [versions[0], versions[0] + 1, versions[0] + 2]


def test_standings_are_the_same_from_the_cache_and_without_one():
    tournament = make_tournament(pairs=5, rules=TWO_HANDS)
    for _ in range(2):
        play_round(make_round(tournament))
    play_out(make_round(tournament).tables.get(number=1))
    fresh = standings_of(tournament)

    kept = standings_of(tournament)
    cache.clear()

    assert kept == fresh
    assert standings_of(tournament) == fresh


def test_standings_read_again_only_the_rounds_in_which_something_was_entered():
    tournament = make_tournament(pairs=4, rules=TWO_HANDS)
    play_round(make_round(tournament))
    second = make_round(tournament)
    standings_of(tournament)
    play_out(second.tables.get(number=1))

    with CaptureQueriesContext(connection) as queries:
        rows = standings_of(tournament).rows

    read = [query["sql"] for query in queries if 'FROM "tournaments_table"' in query["sql"]]
    assert sorted(row.tables_played for row in rows) == [1, 1, 2, 2]
    assert len(read) == 1
    assert f"IN ({second.pk})" in read[0]


def test_standings_of_what_is_taken_back_again_are_not_kept():
    tournament = make_tournament(pairs=2, criteria=["points"])
    one, other = tournament.entries.order_by("number")

    def award(entry):
        Adjustment.objects.create(entry=entry, metric="points", amount="50", reason="a prize", made_at=NOW)

    with transaction.atomic():
        award(one)
        seen = standings_of(tournament, kept=False)
        transaction.set_rollback(True)
    award(other)

    # As many facts as were seen before, but others.
    assert standings_of(tournament).version == seen.version
    assert [row.entry_id for row in seen.rows] == [one.pk, other.pk]
    assert [row.entry_id for row in standings_of(tournament).rows] == [other.pk, one.pk]


@pytest.mark.parametrize("service", ["reseating", "taking_back"])
def test_previews_leave_the_cache_alone(service):
    tournament = make_tournament(pairs=4, rules=TWO_HANDS, rounds=2)
    round_ = play_round(make_round(tournament))
    cache.clear()
    if service == "reseating":
        one, other = Entry.objects.filter(tournament=tournament).order_by("number")[:2]
        reseating.preview_reseating(actor=SYSTEM, round_id=round_.pk, entries=[(one.pk, other.pk)], now=NOW)
    else:
        taking_back.preview_taking_back(actor=SYSTEM, round_id=round_.pk, now=NOW)

    assert list(cache._cache.get_client().scan_iter(match=f"{cache.key_prefix}:*")) == []


def test_standings_do_not_need_the_cache(settings):
    tournament = make_tournament(pairs=2, rules=TWO_HANDS)
    play_round(make_round(tournament))
    fresh = standings_of(tournament)
    nowhere = {**settings.CACHES["default"], "LOCATION": "redis://127.0.0.1:1/0"}
    settings.CACHES = {"default": nowhere}

    assert standings_of(tournament) == fresh


def test_change_of_an_order_is_seen_at_once():
    tournament = make_tournament(pairs=2, rules=TWO_HANDS, criteria=["points"])
    play_round(make_round(tournament))
    before = standings_of(tournament)

    tournaments.update_tournament(
        actor=SYSTEM,
        tournament_id=tournament.pk,
        changes={"criteria": [{"key": "points", "direction": "fewest"}]},
        now=NOW,
    )
    tournament.refresh_from_db()

    after = standings_of(tournament)
    assert [row.entry_id for row in after.rows] == [row.entry_id for row in reversed(before.rows)]
    assert after.version == before.version + 1


def test_explanations_have_a_working_for_every_figure_shown():
    tournament = make_tournament(pairs=3, rules=TWO_HANDS)
    play_round(make_round(tournament))
    shown_columns = [column for column, _label in standings_of(tournament).columns]

    explanations = explain(tournament, field_of(tournament))

    assert list(explanations.entries) == [row.entry_id for row in standings_of(tournament).rows]
    for entry, explained in explanations.entries.items():
        told = [working.criterion.column for working in explained.workings if not working.criterion.in_ties]
        assert told == shown_columns
        assert explained.row.entry == entry
    one = tournament.entries.first().pk
    assert explain(tournament, field_of(tournament), [one]).entries == {one: explanations.entries[one]}
