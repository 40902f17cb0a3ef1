import datetime as dt

import pytest

from ratings.errors import PlayerNotRated, PoolNotFound
from ratings.models import RatingPool, RatingState
from ratings.selectors.partnerships import partnership_list
from ratings.selectors.players import player_history, rating_list
from ratings.selectors.pools import get_pool, pools
from ratings.services.drain import drain
from ratings.services.refresh import refresh_dirty_pools
from tests.ratings.factories import DAY, NOW, make_club, make_players, play_pairs_of, play_round
from tournaments.models import Membership

pytestmark = pytest.mark.django_db


def bring_up_to_date():
    drain(now=NOW)
    refresh_dirty_pools(now=NOW)


def make_pool_with(*states, club=None, day=DAY):
    """Store states as (name, mu, sigma, tables) without the results behind them."""
    club = club or make_club()
    pool = RatingPool.objects.create(
        kind="five_hundred", club=club, name="Five Hundred", params={}, engine_version=1, created_at=NOW
    )
    players = make_players(club, len(states))
    for player, (mu, sigma, tables) in zip(players, states, strict=True):
        RatingState.objects.create(
            pool=pool, generation=1, player=player, period=day, mu=mu, sigma=sigma, tables=tables
        )
    return pool


def test_rating_list_puts_the_best_first_and_shares_ranks_of_equal_numbers_only():
    pool = make_pool_with((15_000, 7_000, 30), (15_234, 6_049, 30), (15_000, 7_000, 30), (15_000, 6_900, 30))

    lines = rating_list(pool, now=NOW)

    assert [(line.rank_label, line.name, line.rating, line.margin) for line in lines] == [
        ("1", "Player 02", 1523, 60),
        ("2", "Player 04", 1500, 69),
        ("3=", "Player 01", 1500, 70),
        ("3=", "Player 03", 1500, 70),
    ]


@pytest.mark.parametrize(
    ("sigma", "tables", "provisional"),
    [
        pytest.param(8_000, 20, False, id="just enough"),
        pytest.param(8_001, 20, True, id="too unsure"),
        pytest.param(8_000, 19, True, id="too few tables"),
    ],
)
def test_rating_list_marks_the_provisional(sigma, tables, provisional):
    pool = make_pool_with((15_000, sigma, tables))

    assert rating_list(pool, now=NOW)[0].is_provisional is provisional


def test_rating_list_marks_who_has_not_played_for_26_weeks_by_the_day_at_the_club():
    pool = make_pool_with((15_000, 7_000, 30), club=make_club(time_zone="Pacific/Auckland"))
    last_moment = dt.datetime(2026, 9, 12, 11, 59, tzinfo=dt.UTC)  # 23:59 on the day 26 weeks after

    assert rating_list(pool, now=last_moment)[0].is_inactive is False
    assert rating_list(pool, now=last_moment + dt.timedelta(minutes=1))[0].is_inactive is True


def test_players_who_cannot_be_told_from_their_partners_are_marked_and_shown_as_pairs_first():
    club = make_club()
    a, b, c, d, e = make_players(club, 5)
    play_round(club, [([a, b], [c, d], "won")])
    play_round(club, [([a, b], [c, d], "won")], day=DAY + dt.timedelta(days=7))
    bring_up_to_date()
    pool = RatingPool.objects.get()
    assert [line.is_partner_locked for line in rating_list(pool, now=NOW)] == [True] * 4
    play_round(club, [([c, e], [a, b], "won")], day=DAY + dt.timedelta(days=14))
    play_round(club, [([d, e], [a, b], "won")], day=DAY + dt.timedelta(days=21))
    bring_up_to_date()
    pool.refresh_from_db()

    locked = [line.name for line in rating_list(pool, now=NOW) if line.is_partner_locked]

    assert sorted(locked) == ["Player 01", "Player 02"]
    assert [(pair.name, pair.tables) for pair in player_history(pool, a.pk, now=NOW).pairs] == [
        ("Player 01 + Player 02", 4)
    ]
    assert player_history(pool, e.pk, now=NOW).pairs == ()


def test_rating_list_shows_the_latest_state_and_only_of_the_live_generation():
    pool = make_pool_with((15_000, 7_000, 30))
    player_id = pool.states.get().player_id
    for generation, days, mu in ((1, 1, 15_100), (2, 2, 19_000)):
        RatingState.objects.create(
            pool=pool,
            generation=generation,
            player_id=player_id,
            period=DAY + dt.timedelta(days=days),
            mu=mu,
            sigma=7_000,
            tables=31,
        )

    (line,) = rating_list(pool, now=NOW)

    assert (line.mu, line.last_played) == (15_100, DAY + dt.timedelta(days=1))


def test_rating_list_shows_the_name_of_today():
    pool = make_pool_with((15_000, 7_000, 30))
    Membership.objects.update(display_name="Nguyễn Thị Hoa")

    assert rating_list(pool, now=NOW)[0].name == "Nguyễn Thị Hoa"


def test_player_history_adds_up_to_the_rating():
    club = make_club()
    players = make_players(club, 4)
    for week, outcome in enumerate(["won", "lost", "tied"]):
        for _ in range(week + 1):
            play_round(club, [(players[:2], players[2:], outcome)], day=DAY + dt.timedelta(days=7 * week))
    bring_up_to_date()

    history = player_history(RatingPool.objects.get(), players[0].pk, now=NOW)

    assert [point.period for point in history.points] == [DAY + dt.timedelta(days=7 * week) for week in range(3)]
    assert [point.tables for point in history.points] == [1, 3, 6]
    assert [point.tables_played for point in history.points] == [1, 2, 3]
    assert history.points[0].change_label == "+11.8"
    assert 15_000 + sum(point.change for point in history.points) == history.player.mu
    assert history.points[-1].rating == history.player.rating


def test_player_history_of_somebody_unrated_is_refused():
    pool = make_pool_with((15_000, 7_000, 30))

    with pytest.raises(PlayerNotRated):
        player_history(pool, 10**9, now=NOW)


def test_partnership_list_shows_the_mean_of_those_who_sat_together():
    club = make_club()
    players = make_players(club, 4)
    a, b, c, d = players
    play_round(club, [([a, b], [c, d], "won")])
    play_round(club, [([b, a], [c, d], "won")], day=DAY + dt.timedelta(days=7))
    play_round(club, [([a, c], [b, d], "tied")], day=DAY + dt.timedelta(days=14))
    bring_up_to_date()
    pool = RatingPool.objects.get()
    mu = dict(pool.states.filter(period=DAY + dt.timedelta(days=14)).values_list("player_id", "mu"))

    lines = partnership_list(pool, now=NOW)

    assert [(line.rank_label, line.player_ids, line.tables) for line in lines] == [
        ("1", (a.pk, b.pk), 2),
        ("2=", (a.pk, c.pk), 1),
        ("2=", (b.pk, d.pk), 1),
        ("4", (c.pk, d.pk), 2),
    ]
    assert lines[0].name == "Player 01 + Player 02"
    assert lines[0].rating == (mu[a.pk] + mu[b.pk] + 10) // 20
    assert lines[0].margin < 94 / 2**0.5
    assert lines[0].last_played == DAY + dt.timedelta(days=7)
    assert lines[0].is_provisional is True


def test_pools_are_listed_by_club_and_count_their_players():
    for slug, tables in (("spades", 1), ("hearts", 2)):
        play_pairs_of(make_club(slug), tables)
    bring_up_to_date()

    assert [(pool.club.slug, pool.players) for pool in pools()] == [("hearts", 8), ("spades", 4)]
    assert [pool.club.slug for pool in pools(club="spades")] == ["spades"]
    assert list(pools(kind="fives_threes")) == []
    assert list(pools(club="\0")) == []


def test_get_pool_that_is_not_there_is_refused():
    with pytest.raises(PoolNotFound):
        get_pool(999_999_999)
