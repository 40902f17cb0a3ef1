"""Rebuilds that are asked for: one at a time for a pool, taken up whoever dies, and a fault leaves the old states."""

from __future__ import annotations

import datetime as dt
from threading import Event

import pytest
from django.db import connection, transaction
from django.test import Client

from ratings import locks
from ratings.errors import PoolNotFound, RebuildNotFound
from ratings.models import RatedResult, RatingPool, RatingRebuild, RatingState
from ratings.selectors.rebuilds import fraction_done, step_words
from ratings.services.drain import drain
from ratings.services.rebuild_jobs import MOST_ATTEMPTS, ask_rebuild, look_at_rebuild, run_open_rebuilds, run_rebuild
from ratings.services.refresh import refresh_dirty_pools
from tests.concurrency import run_together
from tests.factories import make_user
from tests.ratings.factories import NOW, make_club, play_pairs_of
from tests.tournaments.services.test_locks import PATIENCE, somebody_else
from tournaments.actors import SYSTEM, Actor
from tournaments.errors import RightMissing
from tournaments.models import AuditEntry, ClubRole

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def pool():
    play_pairs_of(make_club(), 2)
    drain(now=NOW)
    refresh_dirty_pools(now=NOW)
    return RatingPool.objects.get()


def states():
    return sorted(RatingState.objects.values_list("generation", "player_id", "period", "mu", "sigma", "tables"))


def test_asked_rebuild_is_made_once_by_four_workers_and_written_down(pool):
    rebuild = ask_rebuild(actor=SYSTEM, pool_id=pool.pk, now=NOW)
    before = states()

    run_together(4, lambda _: str(run_rebuild(rebuild_id=rebuild.pk, now=NOW)))

    rebuild.refresh_from_db()
    assert (rebuild.state, rebuild.states, rebuild.attempts, rebuild.fault) == ("done", 8, 1, "")
    assert states() == [(2, *row[1:]) for row in before]
    assert (step_words(rebuild), fraction_done(rebuild)) == ("The ratings are made anew.", 1.0)
    (row,) = AuditEntry.objects.filter(action="ratings.rebuild_asked")
    assert row.club_id == pool.club_id


def test_asked_again_while_one_is_open_is_the_same_one(pool):
    first = ask_rebuild(actor=SYSTEM, pool_id=pool.pk, now=NOW)

    ids = run_together(4, lambda _: str(ask_rebuild(actor=SYSTEM, pool_id=pool.pk, now=NOW).pk))

    assert set(ids) == {str(first.pk)}
    assert RatingRebuild.objects.count() == 1
    run_open_rebuilds(now=NOW)
    assert ask_rebuild(actor=SYSTEM, pool_id=pool.pk, now=NOW).pk != first.pk


def test_rebuild_reads_the_tables_again(pool):
    RatedResult.objects.update(places=[2, 1])
    rebuild = ask_rebuild(actor=SYSTEM, pool_id=pool.pk, now=NOW)
    before = states()

    run_rebuild(rebuild_id=rebuild.pk, now=NOW)

    assert set(RatedResult.objects.filter(is_current=True).values_list("revision", flat=True)) == {2}
    assert [row[1:] for row in states()] == [row[1:] for row in before]


def test_rebuild_of_a_dead_worker_is_taken_up_and_given_up_in_the_end(pool):
    rebuild = ask_rebuild(actor=SYSTEM, pool_id=pool.pk, now=NOW)
    RatingRebuild.objects.filter(pk=rebuild.pk).update(state="running", step="writing", attempts=1)

    run_open_rebuilds(now=NOW)

    rebuild.refresh_from_db()
    assert (rebuild.state, rebuild.attempts) == ("done", 2)
    lost = ask_rebuild(actor=SYSTEM, pool_id=pool.pk, now=NOW)
    RatingRebuild.objects.filter(pk=lost.pk).update(state="running", attempts=MOST_ATTEMPTS)
    before = states()
    run_open_rebuilds(now=NOW)
    lost.refresh_from_db()
    assert (lost.state, lost.fault) == ("failed", "given up after 3 attempts")
    assert states() == before


def test_rebuild_that_somebody_is_at_is_left_alone(pool):
    rebuild = ask_rebuild(actor=SYSTEM, pool_id=pool.pk, now=NOW)

    with locks.hold_rebuild(pool.pk) as is_ours:
        assert is_ours
        run_together(1, lambda _: str(run_rebuild(rebuild_id=rebuild.pk, now=NOW)))

    rebuild.refresh_from_db()
    assert (rebuild.state, rebuild.attempts) == ("waiting", 0)


def test_rebuild_that_cannot_be_computed_says_why_and_leaves_the_old_states(pool):
    RatingPool.objects.update(params={"version": 1})
    rebuild = ask_rebuild(actor=SYSTEM, pool_id=pool.pk, now=NOW)
    before = states()

    run_rebuild(rebuild_id=rebuild.pk, now=NOW)

    rebuild.refresh_from_db()
    assert rebuild.state == "failed"
    assert rebuild.fault.startswith("ParamsRefused: missing or unknown")
    assert "those that were there still stand" in step_words(rebuild)
    assert states() == before


def test_rebuild_that_gets_no_lock_waits_and_keeps_nobody_up(pool):
    play_pairs_of(make_club("spades"), 2)
    drain(now=NOW)
    refresh_dirty_pools(now=NOW)
    other = RatingPool.objects.exclude(pk=pool.pk).get()
    first, second = (ask_rebuild(actor=SYSTEM, pool_id=one.pk, now=NOW) for one in (pool, other))

    with somebody_else() as holder, connection.cursor() as cursor:
        held, done = Event(), Event()
        holding = holder.submit(hold_states, pool.pk, held, done)
        assert held.wait(PATIENCE)
        cursor.execute("SET lock_timeout = 100")
        run_open_rebuilds(now=NOW)
        cursor.execute("SET lock_timeout = 0")
        done.set()
        holding.result(PATIENCE)

    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.state, first.attempts, second.state) == ("running", 1, "done")
    run_open_rebuilds(now=NOW)
    first.refresh_from_db()
    assert first.state == "done"


def hold_states(pool_id, held, done):
    """Keep the states of a pool locked between the two events."""
    with transaction.atomic():
        locks.lock_states(pool_id)
        held.set()
        assert done.wait(PATIENCE)


def test_states_of_a_generation_that_was_never_finished_are_cleared_away(pool):
    left = RatingState.objects.first()
    left.generation = 2
    left.save(force_insert=True)
    rebuild = ask_rebuild(actor=SYSTEM, pool_id=pool.pk, now=NOW)

    run_rebuild(rebuild_id=rebuild.pk, now=NOW)

    assert len(states()) == 8
    assert {row[0] for row in states()} == {2}


def test_rebuild_is_for_organisers_and_changes_nothing_for_others(pool):
    director = make_user("dan")
    ClubRole.objects.create(club=pool.club, user=director, role="director")
    rebuild = ask_rebuild(actor=SYSTEM, pool_id=pool.pk, now=NOW)
    for actor in (Actor(), Actor(user_id=director.pk)):
        with pytest.raises(RightMissing):
            ask_rebuild(actor=actor, pool_id=pool.pk, now=NOW)
        with pytest.raises(RightMissing):
            look_at_rebuild(actor=actor, rebuild_id=rebuild.pk, now=NOW)

    assert RatingRebuild.objects.count() == 1
    with pytest.raises(PoolNotFound):
        ask_rebuild(actor=SYSTEM, pool_id=pool.pk + 1, now=NOW)
    with pytest.raises(RebuildNotFound):
        look_at_rebuild(actor=SYSTEM, rebuild_id=rebuild.pk + 1, now=NOW)


def test_one_who_looks_at_a_lost_rebuild_tells_the_worker_again(pool):
    rebuild = ask_rebuild(actor=SYSTEM, pool_id=pool.pk, now=NOW)
    soon, later = NOW + dt.timedelta(seconds=14), NOW + dt.timedelta(seconds=15)

    assert look_at_rebuild(actor=SYSTEM, rebuild_id=rebuild.pk, now=soon).nudged_at == NOW
    assert look_at_rebuild(actor=SYSTEM, rebuild_id=rebuild.pk, now=later).nudged_at == later


def test_rebuild_over_pages_and_api_is_asked_for_and_waited_on(pool):
    user = make_user("olga", password="a long enough one")
    ClubRole.objects.create(club=pool.club, user=user, role="organiser")
    client = Client()
    client.force_login(user)

    asked = client.post(f"/ratings/{pool.pk}/rebuild/")

    rebuild = RatingRebuild.objects.get()
    assert (asked.status_code, asked["Location"]) == (302, f"/ratings/rebuilds/{rebuild.pk}/")
    waiting = client.get(asked["Location"]).content.decode()
    assert 'data-wait="open"' in waiting
    assert "It waits for the worker." in waiting
    answer = client.post(f"/api/v1/ratings/pools/{pool.pk}/rebuilds/")
    assert (answer.status_code, answer["Location"]) == (202, f"/api/v1/ratings/rebuilds/{rebuild.pk}/")
    run_open_rebuilds(now=NOW)
    done = client.get(answer["Location"]).json()
    assert (done["state"], done["states"], done["fraction"]) == ("done", 8, 1.0)
    assert 'data-wait="over"' in client.get(asked["Location"]).content.decode()
    assert Client().post(f"/ratings/{pool.pk}/rebuild/").status_code in {302, 403}
    assert RatingRebuild.objects.count() == 1


def test_lock_of_a_rebuild_outlives_transactions_and_goes_with_its_holder(pool):
    with locks.hold_rebuild(pool.pk) as is_ours:
        with transaction.atomic():
            pass
        assert is_ours
        with locks.hold_rebuild(pool.pk) as again:
            assert again
        assert run_together(1, lambda _: _try(pool)) == ["taken"]
    assert run_together(1, lambda _: _try(pool)) == ["free"]


def _try(pool):
    with locks.hold_rebuild(pool.pk) as is_ours:
        return "free" if is_ours else "taken"
