"""States of pairs, where a list gives partners a bonus: stored like those of players, and nowhere else."""

from __future__ import annotations

import datetime as dt
import random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ratings.engine.defaults import default_params
from ratings.engine.params import Params
from ratings.models import PairState, RatedResult, RatingPool, RatingState
from ratings.selectors.ledger import results_since
from ratings.services.drain import drain
from ratings.services.pool_settings import change_pool
from ratings.services.rebuild import rebuild_pool
from ratings.services.refresh import Refreshed, refresh_dirty_pools, refresh_pool
from ratings.services.verifying import Verified, verify_pool
from tests.ratings.engine import reference
from tests.ratings.factories import (
    DAY,
    NOW,
    correct_hand,
    make_club,
    make_players,
    make_pool,
    play_round,
    tables_of,
    tell_again,
)
from tournaments.actors import SYSTEM
from tournaments.models import Tournament
from tournaments.services import merging

pytestmark = pytest.mark.django_db

BONUS = {"bonus_sigma": 6_000, "bonus_drift": 150}
WEEK = dt.timedelta(days=7)


def bring_up_to_date():
    drain(now=NOW)
    return refresh_dirty_pools(now=NOW)


def stored(pool):
    """Return what is stored of the live generation as the slow reference tells it: pairs by their two players."""
    rows = {
        (player, period): tuple(state)
        for player, period, *state in RatingState.objects.filter(
            pool=pool, generation=pool.live_generation
        ).values_list("player_id", "period", "mu", "sigma", "tables")
    }
    pairs = PairState.objects.filter(pool=pool, generation=pool.live_generation)
    columns = ("first_id", "second_id", "period", "mu", "sigma", "tables")
    return rows | {
        ((first, second), period): tuple(state) for first, second, period, *state in pairs.values_list(*columns)
    }


def expected(pool):
    """Return what the slow reference makes of the ledger."""
    return reference.replay(results_since(pool, None), Params.from_mapping(pool.params))


def play_weeks(club, players, weeks):
    """Play a night a week: one table of the first four as two pairs that never part, and one of the next, drawn."""
    chance = random.Random(4)
    rounds = []
    for week in range(weeks):
        drawn = chance.sample(players[4:8], 4)
        night = [
            (players[:2], players[2:4], ["won", "won", "lost", "tied", "won"][week]),
            (drawn[:2], drawn[2:], chance.choice(["won", "lost"])),
        ]
        rounds.append(play_round(club, night, day=DAY + week * WEEK))
    return rounds


@pytest.fixture
def played():
    """Return a pool whose partners have a bonus, its rounds and its players, all of it rated."""
    club = make_club()
    players = make_players(club, 9)
    pool = make_pool(club, params=Params(**BONUS).as_mapping(), format="")
    rounds = play_weeks(club, players, 5)
    bring_up_to_date()
    pool.refresh_from_db()
    return pool, rounds, players


def test_refresh_stores_what_the_slow_reference_says_of_players_and_of_pairs(played):
    pool, _, players = played

    found = stored(pool)

    assert found == expected(pool)
    steady = (players[0].pk, players[1].pk)
    assert [found[steady, DAY + week * WEEK][2] for week in range(5)] == [1, 2, 3, 4, 5]
    assert pool.has_pair_states is True
    assert verify_pool(pool_id=pool.pk) == Verified(results=10, states=len(found), results_differ=0, states_differ=0)


def test_refresh_of_a_pool_marked_for_no_reason_writes_no_row_of_a_pair(played):
    _, rounds, _ = played
    before = list(PairState.objects.order_by("pk").values())
    RatingPool.objects.update(dirty_from=rounds[2].session_date, dirty_at=NOW)

    assert refresh_dirty_pools(now=NOW) == Refreshed()

    assert list(PairState.objects.order_by("pk").values()) == before


def test_correction_late_result_and_voided_night_give_what_a_whole_rebuild_gives(played):
    pool, rounds, players = played
    before = stored(pool)
    correct_hand(tables_of(rounds[1])[0], "lost")
    done = bring_up_to_date()
    corrected = stored(pool)
    changed = {key for key in before if corrected[key] != before[key]}
    assert done == Refreshed(written=len(changed), deleted=0)
    assert any(isinstance(who, tuple) for who, _ in changed)
    assert all(day >= rounds[1].session_date for _, day in changed)

    late = [(players[0:2], players[6:8], "lost"), (players[2:4], players[4:6], "won")]
    play_round(pool.club, late, day=DAY + 10 * dt.timedelta(days=1))
    Tournament.objects.filter(pk=rounds[3].tournament_id).update(is_rated=False)
    tell_again(rounds[3])
    assert bring_up_to_date().deleted > 0

    after = stored(pool)
    assert after == expected(pool)
    rebuild_pool(pool_id=pool.pk, now=NOW)
    pool.refresh_from_db()
    assert pool.live_generation == 2
    assert stored(pool) == after
    assert set(PairState.objects.values_list("generation", flat=True)) == {2}
    assert verify_pool(pool_id=pool.pk).is_clean


def test_pair_follows_a_merge_of_two_records_and_its_undoing(played):
    pool, _, players = played
    twice, apart = players[8], stored(pool)
    play_round(pool.club, [([twice, players[1]], players[2:4], "won")], day=DAY + 6 * WEEK)
    bring_up_to_date()
    with_double = stored(pool)

    done = merging.merge_players(actor=SYSTEM, kept_id=players[0].pk, merged_id=twice.pk, now=NOW)
    bring_up_to_date()

    merged = stored(pool)
    assert merged == expected(pool)
    steady = (players[0].pk, players[1].pk)
    assert merged[steady, DAY + 6 * WEEK][2] == 6
    assert not any(isinstance(who, tuple) and twice.pk in who for who, _ in merged)
    assert verify_pool(pool_id=pool.pk).is_clean
    merging.undo_merge(actor=SYSTEM, merge_id=done.pk, now=NOW)
    bring_up_to_date()
    assert stored(pool) == with_double
    assert apart.items() <= with_double.items()


def test_verify_finds_one_changed_digit_one_missing_row_and_one_too_many(played):
    pool, _, _ = played
    first, second = PairState.objects.order_by("pk")[:2]
    PairState.objects.filter(pk=first.pk).update(mu=first.mu + 1)
    second.delete()
    values = {"mu": 1, "sigma": 1, "tables": 1, "period": dt.date(2020, 1, 1)}
    PairState.objects.create(pool=pool, generation=1, first_id=first.first_id, second_id=first.second_id, **values)

    assert verify_pool(pool_id=pool.pk).states_differ == 3


def test_bonus_that_is_set_rates_pairs_from_the_first_result_and_taken_away_leaves_nothing():
    club = make_club()
    play_weeks(club, make_players(club, 8), 3)
    bring_up_to_date()
    pool = RatingPool.objects.get()
    plain = stored(pool)
    assert not any(isinstance(who, tuple) for who, _ in plain)

    change_pool(actor=SYSTEM, pool_id=pool.pk, params=BONUS, now=NOW)
    refresh_dirty_pools(now=NOW)
    pool.refresh_from_db()
    assert stored(pool) == expected(pool) != plain
    assert (pool.has_pair_states, pool.params["version"]) == (True, 2)

    change_pool(actor=SYSTEM, pool_id=pool.pk, params=dict.fromkeys(BONUS, 0), now=NOW)
    refresh_dirty_pools(now=NOW)
    pool.refresh_from_db()
    assert stored(pool) == plain
    assert (pool.has_pair_states, pool.params["version"]) == (False, 3)
    assert PairState.objects.count() == 0


@pytest.mark.parametrize("step", ["reading", "writing", "switching"])
@pytest.mark.parametrize(("first", "then"), [(BONUS, dict.fromkeys(BONUS, 0)), (dict.fromkeys(BONUS, 0), BONUS)])
def test_bonus_set_or_taken_away_while_a_rebuild_runs_leaves_what_is_set(played, step, first, then):
    pool, _, _ = played
    change_pool(actor=SYSTEM, pool_id=pool.pk, params=first, now=NOW)
    refresh_dirty_pools(now=NOW)

    def meanwhile(now_at):
        if now_at.value == step:
            change_pool(actor=SYSTEM, pool_id=pool.pk, params=then, now=NOW)

    rebuild_pool(pool_id=pool.pk, tell=meanwhile, now=NOW)

    pool.refresh_from_db()
    assert stored(pool) == expected(pool)
    assert PairState.objects.exclude(generation=2).count() == 0
    refresh_dirty_pools(now=NOW)
    assert refresh_dirty_pools(now=NOW) == Refreshed()
    assert verify_pool(pool_id=pool.pk).is_clean
    pool.refresh_from_db()
    assert PairState.objects.exists() is pool.has_pair_states is (then is BONUS)


def test_pool_without_bonuses_asks_for_no_pair():
    club = make_club()
    players = make_players(club, 4)
    play_round(club, [(players[:2], players[2:], "won")])
    drain(now=NOW)
    pool = RatingPool.objects.get()

    with CaptureQueriesContext(
        connection,
    ) as captured:
        refresh_pool(pool_id=pool.pk, now=NOW)

    assert len(captured) == 10
    assert not [query for query in captured if "pairstate" in query["sql"]]
    assert (PairState.objects.count(), RatingState.objects.count()) == (0, 4)


def test_refresh_takes_three_statements_more_for_pairs_however_many_tables(django_assert_num_queries):
    club = make_club()
    pool = make_pool(club, params=Params(**BONUS).as_mapping(), format="")
    for count in (1, 1, 6):
        players = make_players(club, 4 * count)
        night = [(players[4 * at : 4 * at + 2], players[4 * at + 2 : 4 * at + 4], "won") for at in range(count)]
        round_ = play_round(club, night, day=DAY + RatedResult.objects.count() * WEEK)
        drain(now=NOW)
        is_first = not PairState.objects.exists()
        # Pairs' states before, those stored, and the rows written; the first time also the mark that there are some.
        with django_assert_num_queries(14 if is_first else 13):
            refresh_pool(pool_id=pool.pk, now=NOW)
        assert PairState.objects.filter(period=round_.session_date).count() == 2 * count


def test_pair_counts_only_the_tables_of_its_pool(played):
    pool, _, players = played
    other = make_pool(
        pool.club, params=default_params("five_hundred").as_mapping() | BONUS, format="changing", name="Changing"
    )

    assert bring_up_to_date() == Refreshed()

    assert (pool.pair_states.count() > 0, other.pair_states.count()) == (True, 0)
    assert len(players) == 9
