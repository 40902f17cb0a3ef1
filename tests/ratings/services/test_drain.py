import datetime as dt

import pytest

from ratings.models import RatedResult, RatingPool, RatingState
from ratings.services.drain import MOST_ATTEMPTS, Drained, drain, retry_parked
from tests.ratings.factories import (
    DAY,
    NOW,
    correct_hand,
    make_club,
    make_players,
    play_pairs_of,
    play_round,
    tables_of,
    tell_again,
)
from tournaments.models import OutboxEvent, Round, Tournament

pytestmark = pytest.mark.django_db


def make_event(**payload):
    return OutboxEvent.objects.create(topic="round.closed", payload=payload, created_at=NOW)


def ledger():
    return list(
        RatedResult.objects.order_by("table_id", "revision").values_list(
            "table_id", "revision", "is_current", "is_void", "period", "players", "side_sizes", "places"
        )
    )


def mark(pool):
    pool.refresh_from_db()
    return pool.dirty_from, pool.version


def test_drain_of_a_closed_round_fills_the_ledger_and_marks_a_new_pool_dirty():
    club = make_club()
    round_, players = play_pairs_of(club, 2)

    assert drain(now=NOW) == Drained(handled=1, parked=0)

    ids = [player.pk for player in players]
    first, second = tables_of(round_)
    assert ledger() == [
        (first.pk, 1, True, False, DAY, ids[:4], [2, 2], [1, 2]),
        (second.pk, 1, True, False, DAY, ids[4:], [2, 2], [1, 2]),
    ]
    pool = RatingPool.objects.get()
    assert (pool.kind, pool.club, pool.name) == ("five_hundred", club, "Five Hundred")
    assert (pool.dirty_from, pool.dirty_at, pool.version) == (DAY, NOW, 1)
    assert RatingState.objects.count() == 0
    assert OutboxEvent.objects.get().handled_at == NOW


def test_drain_gives_equal_places_to_a_tie():
    club = make_club()
    players = make_players(club, 4)
    play_round(club, [(players[:2], players[2:], "tied")])

    drain(now=NOW)

    assert RatedResult.objects.get().places == [1, 1]


def test_drain_of_a_doubled_event_writes_nothing_more():
    round_, _ = play_pairs_of(make_club(), 1)
    drain(now=NOW)
    before = ledger()
    pool = RatingPool.objects.get()
    marked = mark(pool)
    tell_again(round_)
    tell_again(round_, "round.closed")

    assert drain(now=NOW) == Drained(handled=2, parked=0)

    assert ledger() == before
    assert mark(pool) == marked


def test_drain_with_nothing_pending_does_nothing():
    assert drain(now=NOW) == Drained(handled=0, parked=0)

    assert not RatingPool.objects.exists()


def test_drain_of_a_correction_adds_a_revision_of_that_table_only():
    round_, _ = play_pairs_of(make_club(), 2)
    drain(now=NOW)
    before = ledger()
    first, _ = tables_of(round_)
    correct_hand(first, "lost")

    drain(now=NOW)

    old, other = before
    assert ledger() == [(*old[:2], False, *old[3:]), (first.pk, 2, True, *old[3:7], [2, 1]), other]


def test_drain_of_a_correction_that_leaves_the_winner_marks_nothing():
    round_, _ = play_pairs_of(make_club(), 1)
    drain(now=NOW)
    pool = RatingPool.objects.get()
    marked = mark(pool)
    correct_hand(tables_of(round_)[0], "won")

    assert drain(now=NOW) == Drained(handled=1, parked=0)

    assert RatedResult.objects.count() == 1
    assert mark(pool) == marked


def test_drain_of_a_round_that_counts_no_more_voids_its_results_and_keeps_the_line_up():
    round_, _ = play_pairs_of(make_club(), 1)
    drain(now=NOW)
    before = ledger()
    Tournament.objects.update(is_rated=False)
    tell_again(round_)

    drain(now=NOW)

    (old,) = before
    assert ledger() == [(*old[:2], False, *old[3:]), (old[0], 2, True, True, *old[4:])]


def test_drain_of_a_round_that_counts_again_after_being_void_adds_a_third_revision():
    round_, _ = play_pairs_of(make_club(), 1)
    drain(now=NOW)
    for rated in (False, True):
        Tournament.objects.update(is_rated=rated)
        tell_again(round_)
        drain(now=NOW)

    assert [row[1:4] for row in ledger()] == [(1, False, False), (2, False, True), (3, True, False)]
    assert RatingPool.objects.get().version == 3


def test_drain_of_a_round_moved_to_a_later_day_marks_the_earlier_one():
    round_, _ = play_pairs_of(make_club(), 1)
    drain(now=NOW)
    pool = RatingPool.objects.get()
    RatingPool.objects.update(dirty_from=None, dirty_at=None)
    Round.objects.update(session_date=DAY + dt.timedelta(days=3))
    tell_again(round_)

    drain(now=NOW)

    assert mark(pool) == (DAY, 2)
    assert RatedResult.objects.get(is_current=True).period == DAY + dt.timedelta(days=3)


def test_drain_keeps_the_earliest_dirty_day():
    club = make_club()
    players = make_players(club, 4)
    for days in (0, -7, 7):
        play_round(club, [(players[:2], players[2:], "won")], day=DAY + dt.timedelta(days=days))

    drain(now=NOW)

    assert mark(RatingPool.objects.get()) == (DAY - dt.timedelta(days=7), 3)


def test_drain_keeps_games_and_clubs_apart():
    for slug in ("hearts", "spades"):
        play_pairs_of(make_club(slug), 1)

    drain(now=NOW)

    assert sorted(RatingPool.objects.values_list("club__slug", "kind")) == [
        ("hearts", "five_hundred"),
        ("spades", "five_hundred"),
    ]


@pytest.mark.parametrize(
    ("topic", "payload", "error"),
    [
        pytest.param("round.closed", {"round_id": 999}, "DoesNotExist", id="no such round"),
        pytest.param("round.closed", {}, "KeyError", id="no round named"),
        pytest.param("round.closed", [1], "TypeError", id="a list"),
        pytest.param("round.closed", {"round_id": "x"}, "ValueError", id="no number"),
        pytest.param("round.danced", {"round_id": 1}, "EventUnreadable: unknown topic round.danced", id="topic"),
    ],
)
def test_drain_counts_an_event_at_fault_and_tries_it_again_next_time(topic, payload, error):
    event = OutboxEvent.objects.create(topic=topic, payload=payload, created_at=NOW)
    play_pairs_of(make_club(), 1)

    assert drain(now=NOW) == Drained(handled=0, parked=0)

    event.refresh_from_db()
    assert (event.attempts, event.handled_at, event.parked_at) == (1, None, None)
    assert error in event.last_error
    assert RatedResult.objects.count() == 0


def test_drain_parks_an_event_at_fault_and_goes_on_with_the_next():
    poison = make_event(round_id=999)
    play_pairs_of(make_club(), 1)
    for _ in range(MOST_ATTEMPTS - 1):
        assert drain(now=NOW) == Drained(handled=0, parked=0)

    assert drain(now=NOW) == Drained(handled=1, parked=1)

    poison.refresh_from_db()
    assert (poison.attempts, poison.parked_at, poison.handled_at) == (MOST_ATTEMPTS, NOW, None)
    assert RatedResult.objects.count() == 1
    assert drain(now=NOW) == Drained(handled=0, parked=0)


def test_retry_parked_puts_an_event_back_once_its_cause_is_gone():
    round_, _ = play_pairs_of(make_club(), 1)
    OutboxEvent.objects.all().delete()
    event = make_event(round_id=0)
    for _ in range(MOST_ATTEMPTS):
        drain(now=NOW)
    OutboxEvent.objects.filter(pk=event.pk).update(payload={"round_id": round_.pk})
    assert drain(now=NOW) == Drained(handled=0, parked=0)

    assert retry_parked() == 1

    assert drain(now=NOW) == Drained(handled=1, parked=0)
    event.refresh_from_db()
    assert (event.attempts, event.last_error, event.parked_at) == (0, "", None)


def test_drain_takes_back_what_an_event_at_fault_had_written():
    """A table with nobody in it cannot be read, and that is found out after the pool was opened."""
    round_, _ = play_pairs_of(make_club(), 1)
    for seat in tables_of(round_)[0].seats.all():
        seat.occupancies.all().delete()

    assert drain(now=NOW) == Drained(handled=0, parked=0)

    assert not RatingPool.objects.exists()
    assert not RatedResult.objects.exists()
    assert OutboxEvent.objects.get().attempts == 1
