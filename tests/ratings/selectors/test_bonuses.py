"""The bonus of partners where it is shown and counted: lists, pages of pairs, forecasts, records, seeds."""

from __future__ import annotations

import datetime as dt

import pytest

from ratings.engine.explain import explain_period
from ratings.engine.params import Params
from ratings.engine.partnerships import partnership_key
from ratings.models import PairState, RatingPool, RatingState
from ratings.selectors.bonuses import Bonus
from ratings.selectors.forecasts import expected_round, expected_table
from ratings.selectors.foreseen import ratings_with
from ratings.selectors.known import bonuses_of
from ratings.selectors.ledger import results_since
from ratings.selectors.pairs import pair_record
from ratings.selectors.partnerships import partnership_list
from ratings.selectors.previews import preview_params
from ratings.selectors.records import player_record
from ratings.selectors.states import latest_pair_states, latest_states
from ratings.services.drain import drain
from ratings.services.refresh import refresh_dirty_pools
from tests.ratings.factories import DAY, NOW, make_club, make_players, make_pool, play_round
from tournaments import ports
from tournaments.models import Round

pytestmark = pytest.mark.django_db
WEEK = dt.timedelta(weeks=1)
PARAMS = Params(bonus_sigma=6_000, bonus_drift=150)


@pytest.fixture
def season():
    """Four players: on two days A and B win and lose against C and D, on a third A and C tie with B and D."""
    club = make_club()
    players = make_players(club, 4)
    a, b, c, d = players
    pool = make_pool(club, params=PARAMS.as_mapping(), format="")
    play_round(club, [([a, b], [c, d], "won")], day=DAY - 13 * WEEK)
    play_round(club, [([c, d], [a, b], "won")])
    play_round(club, [([a, c], [b, d], "tied")])
    play_round(club, [([a, b], [c, d], "won")], day=DAY + WEEK)
    drain(now=NOW)
    refresh_dirty_pools(now=NOW)
    pool.refresh_from_db()
    return pool, [player.pk for player in players]


def state(pool, first, second, day):
    return PairState.objects.get(pool=pool, first_id=first, second_id=second, period=day)


def mu_of(pool, player, day):
    return RatingState.objects.get(pool=pool, player_id=player, period=day).mu


def parts_of(pool, player):
    """Return by day and table what the explanations of all days, from the states before each, tell of a player."""
    results = results_since(pool, None)
    found = {}
    for day in {result.period for result in results}:
        told = explain_period(
            [result for result in results if result.period == day],
            params=PARAMS,
            before=latest_states(pool, before=day) | latest_pair_states(pool, before=day),
        )
        for part in next(one for one in told if one.player == player).parts:
            found[day, part.table] = part
    return found


def test_partnership_is_listed_by_the_sum_of_two_and_their_bonus(season):
    pool, (a, b, c, d) = season
    # So that the bonus alone decides: both pairs of the last day are the same by their players.
    RatingState.objects.filter(pool=pool, period=DAY + WEEK).update(mu=15_000, sigma=6_000)
    PairState.objects.filter(pool=pool, first_id=a, second_id=b, period=DAY + WEEK).update(mu=-105, sigma=3_200)

    lines = {line.player_ids: line for line in partnership_list(pool, now=NOW)}

    last = state(pool, c, d, DAY + WEEK)
    assert lines[a, b].bonus == Bonus(-105, 3_200, 3)
    assert lines[c, d].bonus == Bonus(last.mu, last.sigma, 3)
    assert (lines[a, b].rating, lines[a, b].margin) == (1495, 45)
    assert lines[c, d].rating == (30_000 + last.mu + 10) // 20
    assert (lines[a, b].bonus.label, lines[a, b].bonus.margin) == ("\N{MINUS SIGN}10.5", 32)
    by_rank = [line.player_ids for line in partnership_list(pool, now=NOW)]
    assert (by_rank[-1], lines[a, b].rank) == ((a, b), 4)


def test_page_of_a_pair_has_its_bonus_of_now_and_after_each_day(season):
    pool, (a, b, *_) = season

    record = pair_record(pool, b, a, now=NOW)

    days = [DAY - 13 * WEEK, DAY, DAY + WEEK]
    stored = [state(pool, a, b, day) for day in days]
    assert [day.bonus for day in record.days] == [Bonus(one.mu, one.sigma, one.tables) for one in stored]
    assert record.bonus == record.days[-1].bonus
    assert record.bonus.tables == 3
    sums = [mu_of(pool, a, day) + mu_of(pool, b, day) + one.mu for day, one in zip(days, stored, strict=True)]
    assert [day.rating for day in record.days] == [(total + 10) // 20 for total in sums]
    assert [day.change for day in record.days] == [
        (after - before + 1) // 2 for before, after in zip([30_000, *sums], sums, strict=False)
    ]
    assert record.rating == record.days[-1].rating
    assert record.tally.expected == pytest.approx(
        sum(part.expected for part in parts_of(pool, a).values() if part.partners == (b,)), abs=1e-12
    )


def test_record_of_a_player_adds_up_what_the_explanations_say(season):
    pool, (a, *_) = season

    record = player_record(pool, a, since=None, now=NOW)

    parts = parts_of(pool, a).values()
    assert record.ever.expected == pytest.approx(sum(part.expected for part in parts), abs=1e-12)
    assert any(abs(part.lead) > 0 for part in parts)


def test_round_is_foretold_as_its_ratings_are_moved_by(season):
    pool, (a, b, c, d) = season
    round_ = Round.objects.get(session_date=DAY + WEEK)

    [(table, told)] = expected_round(round_.pk).tables

    part = parts_of(pool, a)[DAY + WEEK, (table.pk,)]
    assert told.sides[0].expected == pytest.approx(part.expected, abs=1e-12)
    before = [state(pool, *pair, DAY) for pair in ((a, b), (c, d))]
    assert [side.bonus for side in told.sides] == [Bonus(one.mu, one.sigma, one.tables) for one in before]
    assert told.sides[0].bonus.mu != 0


def test_table_of_a_new_pair_is_foretold_with_a_bonus_that_nobody_knows_yet(season):
    pool, (a, b, c, d) = season
    known = expected_table(pool, [[a, b], [c, d]], now=NOW)
    PairState.objects.filter(pool=pool, first_id=a, second_id=b).delete()

    new = expected_table(pool, [[a, b], [c, d]], now=NOW)
    alone = expected_table(pool, [[a], [c]], now=NOW)

    assert new.sides[0].bonus == Bonus(0, 6_000, 0)
    assert known.sides[0].bonus.tables == 3
    assert new.sides[0].expected < known.sides[0].expected
    assert [side.bonus for side in alone.sides] == [None, None]


def test_bonuses_are_told_to_the_tournaments_in_points(season):
    pool, (a, b, c, d) = season
    last = state(pool, a, b, DAY + WEEK)

    told = ports.bonuses_of("five_hundred", pool.club_id, [(a, b), (a, d)])

    # A and D never sat together.
    assert told == {(a, b): (last.mu + 5) // 10}
    assert last.mu > 5
    assert bonuses_of("fives_threes", pool.club_id, [(c, d)]) == {}


def test_ratings_that_would_follow_are_those_that_do_follow(season):
    pool, players = season
    round_ = Round.objects.get(session_date=DAY + WEEK)

    foreseen = ratings_with("five_hundred", pool.club_id, [round_.pk])

    stored = latest_states(pool)
    assert foreseen == {player: (stored[player].mu + 5) // 10 for player in players}


def test_preview_of_a_bonus_moves_players_only_and_tells_both_losses(season):
    pool, players = season
    plain = make_pool(pool.club, format="partners", name="Plain")

    preview = preview_params(plain, PARAMS)

    assert (preview.tables, preview.players) == (4, 4)
    assert {one.player_id for one in preview.moved} <= set(players)
    assert len(preview.moved) > 0
    assert preview.loss_before != preview.loss_after


def test_list_without_bonuses_shows_none():
    club = make_club()
    players = make_players(club, 4)
    round_ = play_round(club, [(players[:2], players[2:], "won")])
    drain(now=NOW)
    refresh_dirty_pools(now=NOW)
    pool = RatingPool.objects.get()
    ids = [player.pk for player in players]

    assert [line.bonus for line in partnership_list(pool, now=NOW)] == [None, None]
    record = pair_record(pool, ids[0], ids[1], now=NOW)
    assert (record.bonus, [day.bonus for day in record.days]) == (None, [None])
    [(_, told)] = expected_round(round_.pk).tables
    assert [side.bonus for side in told.sides] == [None, None]
    assert bonuses_of("five_hundred", club.pk, [(ids[0], ids[1])]) == {}
    assert latest_pair_states(pool, keys=[partnership_key(*ids[:2])]) == {}
