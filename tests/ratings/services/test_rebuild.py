import datetime as dt

import pytest
from django.core.management import CommandError, call_command

from ratings.errors import PoolNotFound
from ratings.models import RatedResult, RatingPool, RatingState
from ratings.services.drain import drain
from ratings.services.rebuild import rebuild_pool, reread_results
from ratings.services.refresh import refresh_dirty_pools
from ratings.services.verifying import Verified, verify_pool
from tests.ratings.factories import DAY, NOW, correct_hand, make_club, make_players, play_round, tables_of
from tournaments.models import OutboxEvent

pytestmark = pytest.mark.django_db


def play_two_nights():
    players = make_players(make_club(), 8)
    club = players[0].memberships.get().club
    nights = [
        play_round(club, [(players[:2], players[2:4], "won"), (players[4:6], players[6:], "lost")], day=day)
        for day in (DAY, DAY + dt.timedelta(days=7))
    ]
    drain(now=NOW)
    refresh_dirty_pools(now=NOW)
    return nights, RatingPool.objects.get()


def rows():
    return sorted(RatingState.objects.values_list("player_id", "period", "mu", "sigma", "tables"))


def test_rebuild_makes_the_same_states_in_a_new_generation():
    _, pool = play_two_nights()
    before = rows()

    assert rebuild_pool(pool_id=pool.pk, now=NOW) == 16

    assert rows() == before
    pool.refresh_from_db()
    assert pool.live_generation == 2
    assert set(RatingState.objects.values_list("generation", flat=True)) == {2}


def test_rebuild_follows_changed_parameters():
    _, pool = play_two_nights()
    before = rows()
    pool.params |= {"version": 2, "prior_mu": 13_000}
    pool.save()

    rebuild_pool(pool_id=pool.pk, now=NOW)

    assert [(*row[:2], row[2] + 2_000, *row[3:]) for row in rows()] == before


def test_verify_of_untouched_states_is_clean():
    _, pool = play_two_nights()

    assert verify_pool(pool_id=pool.pk) == Verified(results=4, states=16, results_differ=0, states_differ=0)
    assert verify_pool(pool_id=pool.pk).is_clean


def test_verify_finds_one_changed_digit_one_missing_row_and_one_too_many():
    _, pool = play_two_nights()
    first, second = RatingState.objects.order_by("pk")[:2]
    RatingState.objects.filter(pk=first.pk).update(mu=first.mu + 1)
    second.delete()
    RatingState.objects.create(
        pool=pool, generation=1, player_id=first.player_id, period=dt.date(2020, 1, 1), mu=1, sigma=1, tables=1
    )

    assert verify_pool(pool_id=pool.pk) == Verified(results=4, states=17, results_differ=0, states_differ=3)


def test_verify_finds_a_ledger_that_differs_from_the_tables():
    _, pool = play_two_nights()
    RatedResult.objects.filter(pk=RatedResult.objects.order_by("pk")[0].pk).update(places=[1, 1])

    found = verify_pool(pool_id=pool.pk)

    assert (found.results, found.results_differ) == (4, 1)
    assert found.states_differ > 0


def test_verify_waits_for_what_is_pending_or_dirty():
    nights, pool = play_two_nights()
    correct_hand(tables_of(nights[1])[0], "lost")
    OutboxEvent.objects.create(topic="round.closed", payload={"round_id": "x"}, created_at=NOW, attempts=4)

    assert verify_pool(pool_id=pool.pk) == Verified(results=2, states=16, results_differ=0, states_differ=0)

    drain(now=NOW)
    assert verify_pool(pool_id=pool.pk) == Verified(results=4, states=8, results_differ=0, states_differ=0)


def test_reread_heals_a_ledger_that_missed_an_event():
    nights, pool = play_two_nights()
    correct_hand(tables_of(nights[1])[0], "lost")
    OutboxEvent.objects.all().delete()
    assert verify_pool(pool_id=pool.pk).results_differ == 1

    assert reread_results(pool_id=pool.pk, now=NOW) is True

    pool.refresh_from_db()
    assert pool.dirty_from == nights[1].session_date
    refresh_dirty_pools(now=NOW)
    assert verify_pool(pool_id=pool.pk).is_clean
    assert reread_results(pool_id=pool.pk, now=NOW) is False


@pytest.mark.parametrize("work", [rebuild_pool, reread_results])
def test_work_on_no_pool_is_refused(work):
    with pytest.raises(PoolNotFound):
        work(pool_id=99, now=NOW)


def test_command_verify_says_what_it_compared(capsys):
    _, pool = play_two_nights()

    call_command("rebuild_ratings", "--verify")

    said = f"Five Hundred (pool {pool.pk}): 0 of 4 results differ, 0 of 16 states differ, 0 published lists differ\n"
    assert capsys.readouterr().out == said


def test_command_verify_fails_on_a_single_row_and_mends_nothing():
    play_two_nights()
    RatingState.objects.filter(pk=RatingState.objects.order_by("pk")[0].pk).update(sigma=1)
    before = rows()

    with pytest.raises(CommandError, match="differ"):
        call_command("rebuild_ratings", "--verify")

    assert rows() == before


def test_command_rebuilds_one_pool(capsys):
    _, pool = play_two_nights()
    RatingState.objects.update(mu=1)

    call_command("rebuild_ratings", "--pool", str(pool.pk))

    assert "16 states made anew" in capsys.readouterr().out
    assert verify_pool(pool_id=pool.pk).is_clean


def test_command_refuses_a_pool_that_is_not_there():
    with pytest.raises(CommandError, match="no rating pool 999999999"):
        call_command("rebuild_ratings", "--pool", "999999999")


def test_command_puts_parked_events_back(capsys):
    OutboxEvent.objects.create(topic="round.closed", payload={}, created_at=NOW, attempts=5, parked_at=NOW)

    call_command("retry_parked_events")

    assert capsys.readouterr().out == "1 events are waiting again\n"
    event = OutboxEvent.objects.get()
    assert (event.attempts, event.parked_at) == (0, None)
