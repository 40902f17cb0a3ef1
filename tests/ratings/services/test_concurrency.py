"""Several drainers, refreshes and scorers at the same moment, on real connections."""

import contextlib
import datetime as dt
import random
import threading
from contextlib import contextmanager

import pytest
from django.db import connection, transaction

from gameplay.errors import StateConflict
from ratings import locks
from ratings.engine.params import Params
from ratings.errors import RebuildRunning
from ratings.models import PairState, RatedResult, RatingPool, RatingState
from ratings.services.drain import drain
from ratings.services.rebuild import rebuild_pool, reread_results
from ratings.services.refresh import refresh_dirty_pools, refresh_pool
from ratings.services.verifying import verify_pool
from tests.concurrency import PATIENCE, run_together, wait_until_blocked
from tests.ratings.factories import (
    DAY,
    NOW,
    correct_hand,
    make_club,
    make_players,
    make_pool,
    play_pairs_of,
    play_round,
    tables_of,
    tell_again,
)
from tournaments.correction_errors import ConsequencesChanged
from tournaments.models import OutboxEvent

pytestmark = pytest.mark.django_db(transaction=True)


def play_nights(club, count, *, players=8):
    people = make_players(club, players)
    rng = random.Random(3)
    rounds = []
    for night in range(count):
        a, b, c, d = rng.sample(people, 4)
        rounds.append(play_round(club, [([a, b], [c, d], "won")], day=DAY + dt.timedelta(days=night % 5)))
    return rounds


@contextmanager
def rolled_back():
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def test_drain_by_four_at_once_handles_each_event_once_and_in_order():
    rounds = play_nights(make_club(), 12)

    handled = run_together(4, lambda _: str(drain(now=NOW).handled))

    assert sum(map(int, handled)) == 12
    by_arrival = RatedResult.objects.order_by("pk").values_list("table__round_id", flat=True)
    assert list(by_arrival) == [round_.pk for round_ in rounds]
    assert RatingPool.objects.get().version == 12
    assert not OutboxEvent.objects.filter(handled_at=None).exists()


def test_drain_waits_for_the_event_that_another_drainer_has_and_then_goes_on():
    play_nights(make_club(), 3)
    done = []

    def second():
        done.append(drain(now=NOW).handled)
        connection.close()

    with transaction.atomic():
        event = locks.lock_oldest_event()
        thread = threading.Thread(target=second)
        thread.start()
        wait_until_blocked(1)
        assert not RatedResult.objects.exists()
        OutboxEvent.objects.filter(pk=event.pk).update(handled_at=NOW)
    thread.join(PATIENCE)

    assert done == [2]


def test_drain_takes_over_the_event_of_a_drainer_that_died():
    play_nights(make_club(), 1)
    held, died = threading.Event(), threading.Event()

    def dying():
        with connection.cursor() as cursor:
            cursor.execute("BEGIN")
            cursor.execute("SELECT id FROM tournaments_outboxevent ORDER BY id FOR UPDATE")
            cursor.execute("UPDATE tournaments_outboxevent SET handled_at = now()")
            held.set()
            died.wait(PATIENCE)
        connection.close()

    thread = threading.Thread(target=dying)
    thread.start()
    held.wait(PATIENCE)
    died.set()

    assert drain(now=NOW).handled == 1
    thread.join(PATIENCE)
    assert RatedResult.objects.count() == 1


def test_drain_and_reread_at_once_write_each_result_once():
    club = make_club()
    play_nights(club, 1)
    drain(now=NOW)
    pool = RatingPool.objects.get()
    for _ in range(5):
        rounds = play_nights(club, 3, players=4)

        def act(index):
            if index == 0:
                return str(drain(now=NOW).parked)
            return str(reread_results(pool_id=pool.pk, now=NOW))

        run_together(3, act)

        for round_ in rounds:
            assert RatedResult.objects.filter(table__round=round_).count() == 1
    assert not OutboxEvent.objects.exclude(attempts=0).exists()
    assert not OutboxEvent.objects.filter(handled_at=None).exists()


def test_refresh_by_four_at_once_writes_each_row_once():
    play_nights(make_club(), 10)
    drain(now=NOW)
    pool = RatingPool.objects.get()

    written = run_together(4, lambda _: str(refresh_pool(pool_id=pool.pk, now=NOW).written))

    assert sum(map(int, written)) == RatingState.objects.count() > 0
    assert sorted(map(int, written))[:3] == [0, 0, 0]


def test_refresh_leaves_a_pool_dirty_that_was_marked_while_it_ran():
    club = make_club()
    _, players = play_pairs_of(club, 1)
    drain(now=NOW)
    pool = RatingPool.objects.get()
    earlier = DAY - dt.timedelta(days=7)

    def refresh():
        refresh_pool(pool_id=pool.pk, now=NOW)
        connection.close()

    thread = threading.Thread(target=refresh)
    with rolled_back():
        # A row in the way: the refresh has read the pool and waits here before it can write and clear the mark.
        RatingState.objects.create(pool=pool, generation=1, player=players[0], period=DAY, mu=1, sigma=1, tables=1)
        thread.start()
        wait_until_blocked(1)
        run_together(1, lambda _: str(play_round(club, [(players[:2], players[2:], "won")], day=earlier)))
        run_together(1, lambda _: str(drain(now=NOW)))
    thread.join(PATIENCE)

    pool.refresh_from_db()
    assert pool.dirty_from == earlier
    assert RatingState.objects.count() == 4
    assert refresh_dirty_pools(now=NOW).written == 8
    assert RatingPool.objects.get().dirty_from is None


def everything_stored():
    """Return all states of players, and of pairs, but for the generation that they are of."""
    values = ("period", "mu", "sigma", "tables")
    return (
        sorted(RatingState.objects.values_list("pool_id", "player_id", *values)),
        sorted(PairState.objects.values_list("pool_id", "first_id", "second_id", *values)),
    )


def test_everything_at_once_ends_where_a_whole_replay_ends():
    club = make_club()
    players = make_players(club, 12)
    nights = [
        play_round(club, [(players[4 * at : 4 * at + 2], players[4 * at + 2 : 4 * at + 4], "won") for at in range(3)])
        for _ in range(2)
    ]
    # Beside it one of the same tables, whose partners have a bonus.
    paired = make_pool(club, format="partners", params=Params(bonus_sigma=6_000, bonus_drift=150).as_mapping())
    drain(now=NOW)
    refresh_dirty_pools(now=NOW)
    pool = RatingPool.objects.get(format="")

    def act(index):
        rng = random.Random(index)
        for _ in range(8):
            choice = rng.randrange(6)
            if choice < 2:
                a, b, c, d = rng.sample(players, 4)
                day = DAY + dt.timedelta(days=rng.randrange(-10, 10))
                play_round(club, [([a, b], [c, d], rng.choice(["won", "lost", "tied"]))], day=day)
            elif choice < 4:
                # Whoever's ratings have moved since the look has to look again, which is not the point here.
                with contextlib.suppress(ConsequencesChanged):
                    correct_hand(rng.choice(tables_of(rng.choice(nights))), rng.choice(["won", "lost", "tied"]))
            elif choice == 4:
                with contextlib.suppress(RebuildRunning):
                    rebuild_pool(pool_id=rng.choice([pool.pk, paired.pk]), now=NOW)
            else:
                tell_again(rng.choice(nights))
            drain(now=NOW)
            refresh_dirty_pools(now=NOW)
        return "done"

    assert run_together(4, act, refused=StateConflict) == ["done"] * 4

    drain(now=NOW)
    refresh_dirty_pools(now=NOW)
    for one in (pool, paired):
        found = verify_pool(pool_id=one.pk)
        assert found.is_clean
        assert found.results == RatedResult.objects.filter(is_current=True).count() > 6
    assert not OutboxEvent.objects.exclude(attempts=0).exists()
    assert not RatingPool.objects.exclude(dirty_from=None).exists()
    before = everything_stored()
    for one in (pool, paired):
        rebuild_pool(pool_id=one.pk, now=NOW)
    assert everything_stored() == before
    assert {row[0] for row in before[1]} == {paired.pk}


def test_rebuild_catches_up_with_what_is_played_and_refreshed_while_it_runs():
    club = make_club()
    _, players = play_pairs_of(club, 1)
    drain(now=NOW)
    refresh_dirty_pools(now=NOW)
    pool = RatingPool.objects.get()
    told = []

    def meanwhile(step):
        told.append(step.value)
        if step.value == "writing":
            # On another connection, after the results were read: one day before all others, and one after.
            for days in (-7, 7):
                day = DAY + dt.timedelta(days=days)
                run_together(1, lambda _, day=day: str(play_round(club, [(players[:2], players[2:], "lost")], day=day)))
            run_together(1, lambda _: str(drain(now=NOW)) + str(refresh_dirty_pools(now=NOW)))

    assert rebuild_pool(pool_id=pool.pk, tell=meanwhile, now=NOW) == 12

    assert told == ["reading", "replaying", "writing", "switching"]
    assert verify_pool(pool_id=pool.pk).is_clean
    assert set(RatingState.objects.values_list("generation", flat=True)) == {2}
    pool.refresh_from_db()
    assert (pool.live_generation, pool.dirty_from) == (2, None)


def test_rebuild_of_a_pool_that_somebody_rebuilds_is_refused():
    play_nights(make_club(), 1)
    drain(now=NOW)
    pool = RatingPool.objects.get()

    def act(_):
        try:
            return str(rebuild_pool(pool_id=pool.pk, now=NOW))
        except RebuildRunning:
            return "running"

    with locks.hold_rebuild(pool.pk) as is_ours:
        assert is_ours
        assert run_together(1, act) == ["running"]
    assert run_together(1, act) == ["4"]
