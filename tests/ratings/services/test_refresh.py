import datetime as dt
import random

import pytest

from ratings.engine.params import Params
from ratings.engine.results import Result
from ratings.errors import PoolNotFound
from ratings.models import RatingPool, RatingState
from ratings.services.drain import drain
from ratings.services.refresh import Refreshed, refresh_dirty_pools, refresh_pool
from tests.ratings.engine import reference
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
from tournaments.models import Round, Tournament

pytestmark = pytest.mark.django_db


def stored():
    return {
        (player, period): (mu, sigma, tables)
        for player, period, mu, sigma, tables in RatingState.objects.values_list(
            "player_id", "period", "mu", "sigma", "tables"
        )
    }


def bring_up_to_date():
    drain(now=NOW)
    return refresh_dirty_pools(now=NOW)


def play_weeks(club, players, weeks, *, tables=2, seed=1):
    """Play a night a week with random partners; return the rounds, and the results as the engine takes them."""
    rng = random.Random(seed)
    rounds, results = [], []
    for week in range(weeks):
        day = DAY + dt.timedelta(days=7 * week)
        seated = rng.sample(players, 4 * tables)
        night = [
            (seated[4 * at : 4 * at + 2], seated[4 * at + 2 : 4 * at + 4], rng.choice(["won", "lost", "tied"]))
            for at in range(tables)
        ]
        rounds.append(play_round(club, night, day=day))
        results.extend(
            Result(
                day,
                (week, at),
                (tuple(player.pk for player in first), tuple(player.pk for player in second)),
                {"won": (1, 2), "lost": (2, 1), "tied": (1, 1)}[outcome],
            )
            for at, (first, second, outcome) in enumerate(night)
        )
    return rounds, results


def test_refresh_stores_the_state_of_everybody_who_played():
    _, players = play_pairs_of(make_club(), 1)

    assert bring_up_to_date() == Refreshed(written=4, deleted=0)

    first, second, third, fourth = (player.pk for player in players)
    assert stored() == {
        (first, DAY): (15_118, 9_320, 1),
        (second, DAY): (15_118, 9_320, 1),
        (third, DAY): (14_882, 9_320, 1),
        (fourth, DAY): (14_882, 9_320, 1),
    }
    pool = RatingPool.objects.get()
    assert (pool.dirty_from, pool.dirty_at, pool.refreshed_at) == (None, None, NOW)


def test_refresh_equals_the_slow_reference_whatever_the_steps():
    club = make_club()
    players = make_players(club, 12)
    _, results = play_weeks(club, players, 4)
    bring_up_to_date()
    _, later = play_weeks(club, players, 3, seed=2)
    bring_up_to_date()

    merged = [Result(one.period, (at,), one.sides, one.places) for at, one in enumerate(results + later)]
    assert stored() == reference.replay(merged, Params())


def test_refresh_of_a_clean_pool_writes_nothing():
    play_pairs_of(make_club(), 1)
    bring_up_to_date()
    before = stored()

    assert refresh_dirty_pools(now=NOW) == Refreshed()
    assert refresh_pool(pool_id=RatingPool.objects.get().pk, now=NOW) == Refreshed()

    assert stored() == before


def test_refresh_of_a_pool_marked_for_no_reason_writes_no_row():
    club = make_club()
    play_weeks(club, make_players(club, 12), 4)
    bring_up_to_date()
    before = sorted(RatingState.objects.values_list("pk", "mu", "sigma"))
    RatingPool.objects.update(dirty_from=DAY, dirty_at=NOW)

    assert refresh_dirty_pools(now=NOW) == Refreshed()

    assert sorted(RatingState.objects.values_list("pk", "mu", "sigma")) == before
    assert RatingPool.objects.get().dirty_from is None


def test_refresh_after_a_correction_writes_exactly_the_rows_that_differ():
    club = make_club()
    rounds, results = play_weeks(club, make_players(club, 16), 6)
    bring_up_to_date()
    before = stored()
    correct_hand(tables_of(rounds[1])[0], "lost" if results[2].places == (1, 2) else "won")

    done = bring_up_to_date()

    after = stored()
    assert done == Refreshed(written=sum(after[row] != before[row] for row in before), deleted=0)
    assert 0 < done.written < len(before)
    assert all(after[row] == before[row] for row in before if row[1] < rounds[1].session_date)


def test_refresh_deletes_the_states_of_a_night_that_counts_no_more():
    club = make_club()
    players = make_players(club, 8)
    rounds, results = play_weeks(club, players, 3)
    bring_up_to_date()
    Tournament.objects.filter(pk=rounds[2].tournament_id).update(is_rated=False)
    tell_again(rounds[2])

    assert bring_up_to_date() == Refreshed(written=0, deleted=8)

    kept = [one for one in results if one.period < rounds[2].session_date]
    assert stored() == reference.replay(kept, Params())


def test_refresh_follows_a_round_to_another_day():
    club = make_club()
    players = make_players(club, 8)
    rounds, results = play_weeks(club, players, 3)
    bring_up_to_date()
    moved = DAY + dt.timedelta(days=10)
    Round.objects.filter(pk=rounds[0].pk).update(session_date=moved)
    tell_again(rounds[0])

    bring_up_to_date()

    expected = [Result(moved if one.period == DAY else one.period, one.key, one.sides, one.places) for one in results]
    assert stored() == reference.replay(expected, Params())


def test_refresh_keeps_two_clubs_apart():
    hearts, spades = make_club("hearts"), make_club("spades")
    _, at_hearts = play_pairs_of(hearts, 1)
    _, at_spades = play_pairs_of(spades, 1)

    assert bring_up_to_date() == Refreshed(written=8, deleted=0)

    for club, players in ((hearts, at_hearts), (spades, at_spades)):
        rated = RatingState.objects.filter(pool__club=club).values_list("player_id", flat=True)
        assert sorted(rated) == [player.pk for player in players]


def test_refresh_of_a_pool_of_an_older_engine_replays_everything():
    club = make_club()
    rounds, results = play_weeks(club, make_players(club, 8), 3)
    bring_up_to_date()
    RatingState.objects.filter(period=DAY).update(mu=1)
    RatingPool.objects.update(engine_version=0, dirty_from=rounds[2].session_date, dirty_at=NOW)

    assert refresh_dirty_pools(now=NOW) == Refreshed(written=8, deleted=0)

    assert stored() == reference.replay(results, Params())
    assert RatingPool.objects.get().engine_version == 1


def test_refresh_leaves_a_pool_that_cannot_be_computed_dirty_and_does_the_others(caplog):
    for slug in ("hearts", "spades"):
        play_pairs_of(make_club(slug), 1)
    drain(now=NOW)
    broken, sound = RatingPool.objects.order_by("pk")
    RatingPool.objects.filter(pk=broken.pk).update(params={"version": 1})

    assert refresh_dirty_pools(now=NOW) == Refreshed(written=4, deleted=0)

    assert RatingPool.objects.get(pk=broken.pk).dirty_from == DAY
    assert not broken.states.exists()
    assert RatingPool.objects.get(pk=sound.pk).dirty_from is None
    assert f"Rating pool {broken.pk} cannot be refreshed" in caplog.text


def test_refresh_of_no_pool_is_refused():
    with pytest.raises(PoolNotFound):
        refresh_pool(pool_id=99, now=NOW)


def test_refresh_takes_as_many_statements_for_many_tables_as_for_one(django_assert_num_queries):
    club = make_club()
    play_round_of = {count: make_players(club, 4 * count) for count in (1, 6)}
    for count, players in play_round_of.items():
        night = [(players[4 * at : 4 * at + 2], players[4 * at + 2 : 4 * at + 4], "won") for at in range(count)]
        play_round(club, night, day=DAY + dt.timedelta(days=count))
        drain(now=NOW)
        pool = RatingPool.objects.get()
        # The lock, the pool, the shapes of its tables, the tables of one shape, the states before and those stored, the
        # rows written, the mark cleared; and the savepoint that the transaction is in a test.
        with django_assert_num_queries(10):
            refresh_pool(pool_id=pool.pk, now=NOW)
