import datetime as dt
import math
import random
from dataclasses import replace

import numpy as np
import pytest

from ratings.engine.defaults import default_params
from ratings.engine.params import Params
from ratings.engine.partnerships import partners_of, partnership_key
from ratings.engine.replay import State, replay
from ratings.engine.results import Result, ResultRefused, compare
from tests.ratings.engine import reference

DAY = dt.date(2026, 3, 5)
PARAMS = Params()
MARGIN = default_params("five_hundred", by_margin=True)
NOVICES = Params(novice_tables=10)
BOTH = replace(MARGIN, novice_tables=10)
BONUS = Params(bonus_sigma=6_000, bonus_drift=150)
ALL = replace(BOTH, bonus_sigma=12_000, bonus_drift=400)


def pairs(key=1, *, period=DAY, sides=((1, 2), (3, 4)), places=(1, 2), points=None, games=1):
    return Result(period=period, key=(key,), sides=sides, places=places, points=points, games=games)


def rate(results, *, params=PARAMS, before=None):
    history = replay(compare(results), params=params, before=before or {})
    return {
        (state.player if state.player >= 0 else partners_of(state.player), state.period): (
            state.mu,
            state.sigma,
            state.tables,
        )
        for state in history.states()
    }


def random_results(seed, *, tables, players=24, days=30, shapes=((2, 2),)):
    rng = random.Random(seed)
    results = []
    for number in range(tables):
        shape = rng.choice(shapes)
        people = rng.sample(range(1, players + 1), sum(shape))
        sides = []
        for size in shape:
            sides.append(tuple(people[:size]))
            people = people[size:]
        places = tuple(rng.randint(1, 2) for _ in shape)
        period = DAY + dt.timedelta(days=rng.randrange(days) * 7 + rng.randrange(2))
        # Of every fifth table nobody knows the points, as of those that were rated before points were kept.
        points = tuple(rng.randint(-700, 700) for _ in shape) if number % 5 else None
        results.append(Result(period, (number,), tuple(sides), places, points, games=rng.randint(1, 3)))
    return results


def test_replay_of_one_table_of_newcomers_moves_both_sides_by_the_same():
    # V = 4 * (94 / 347.4356)^2 = 0.292795, S = 4.292795, r = 2, gain = 0.0731988 * 2 / 4.292795 logits = 11.85 points.
    assert rate([pairs()]) == {
        (1, DAY): (15_118, 9_320, 1),
        (2, DAY): (15_118, 9_320, 1),
        (3, DAY): (14_882, 9_320, 1),
        (4, DAY): (14_882, 9_320, 1),
    }


def test_replay_of_a_tie_of_equals_only_narrows():
    assert rate([pairs(places=(1, 1))]) == {(player, DAY): (15_000, 9_320, 1) for player in (1, 2, 3, 4)}


def test_replay_expects_64_per_cent_of_a_side_100_points_better():
    sure = Params(prior_sigma=1, least_sigma=1, drift=0)
    before = {
        player: State(player, DAY - dt.timedelta(days=7), 15_500 if player < 3 else 14_500, 1, 1)
        for player in (1, 2, 3, 4)
    }
    many = [pairs(number, places=(1, 2) if number < 640 else (2, 1)) for number in range(1000)]

    after = rate(many, params=sure, before=before)

    # 640 wins of 1000 are what 1 / (1 + 10^(-100/400)) = 0.640065 expects, so hardly anything moves.
    assert {mu for mu, _, _ in after.values()} == {15_500, 14_500}


@pytest.mark.parametrize(
    "shapes",
    [
        pytest.param(((2, 2),), id="pairs"),
        pytest.param(((1, 1),), id="single players"),
        pytest.param(((3, 3),), id="sides of three"),
        pytest.param(((1, 1, 1), (2, 2, 2), (1, 1, 1, 1, 1)), id="three to five sides"),
        pytest.param(((2, 2), (1, 1), (3, 3), (1, 2), (1, 1, 1)), id="all at once"),
    ],
)
@pytest.mark.parametrize(
    "params",
    [
        pytest.param(PARAMS, id="who won"),
        pytest.param(MARGIN, id="margins"),
        pytest.param(NOVICES, id="novices hold nobody up"),
        pytest.param(BOTH, id="margins and novices"),
        pytest.param(BONUS, id="bonuses of partnerships"),
        pytest.param(ALL, id="all options"),
    ],
)
def test_replay_equals_the_slow_reference_to_the_last_digit(shapes, params):
    results = random_results(11, tables=160, shapes=shapes)

    assert rate(results, params=params) == reference.replay(results, params)


def test_replay_of_one_table_of_newcomers_moves_a_bonus_by_its_share_of_the_doubt():
    # With 60 points of doubt in each bonus, V = (4 * 94^2 + 2 * 60^2) / 347.4356^2 = 0.352442, S = 4.352442, r = 2:
    # the bonus moves by 0.0298234 * 2 / 4.352442 logits = 4.76 points, each player by 11.69.
    after = rate([pairs()], params=Params(bonus_sigma=6_000))

    assert after == {
        (1, DAY): (15_117, 9_321, 1),
        (2, DAY): (15_117, 9_321, 1),
        (3, DAY): (14_883, 9_321, 1),
        (4, DAY): (14_883, 9_321, 1),
        ((1, 2), DAY): (48, 5_979, 1),
        ((3, 4), DAY): (-48, 5_979, 1),
    }


def test_bonus_expects_64_per_cent_of_a_pair_that_it_puts_100_points_ahead():
    sure = Params(prior_sigma=1, least_sigma=1, drift=0, bonus_sigma=1)
    then = DAY - dt.timedelta(days=7)
    before = {player: State(player, then, 15_000, 1, 1) for player in (1, 2, 3, 4)}
    for one, other, bonus in ((1, 2, 1_000), (3, 4, -1_000)):
        before[partnership_key(one, other)] = State(partnership_key(one, other), then, bonus, 1, 1)
    many = [pairs(number, places=(1, 2) if number < 640 else (2, 1)) for number in range(1000)]

    after = rate(many, params=sure, before=before)

    # (1500 + 1500 + 100) / 2 against (1500 + 1500 - 100) / 2: as it is 0.640065 that is expected, nothing moves.
    assert {one: mu for (one, _), (mu, _, _) in after.items()} == {
        **dict.fromkeys((1, 2, 3, 4), 15_000),
        (1, 2): 1_000,
        (3, 4): -1_000,
    }


def test_bonus_is_of_sides_of_two_only_and_the_same_in_whichever_order_they_sit():
    results = [
        pairs(1, sides=((1, 2, 3), (4, 5, 6)), places=(1, 2)),
        pairs(2, sides=((2,), (1,)), places=(1, 2)),
        pairs(3, period=DAY + dt.timedelta(days=7), sides=((9, 2), (5,)), places=(1, 2)),
        pairs(4, period=DAY + dt.timedelta(days=14), sides=((4,), (2, 9)), places=(2, 1)),
    ]

    after = rate(results, params=BONUS)

    bonuses = {key: tables for key, (_, _, tables) in after.items() if isinstance(key[0], tuple)}
    assert bonuses == {
        ((2, 9), DAY + dt.timedelta(days=7)): 1,
        ((2, 9), DAY + dt.timedelta(days=14)): 2,
    }
    assert after == reference.replay(results, BONUS)


def test_bonus_that_is_believed_smaller_than_the_least_deviation_stays_as_it_is_and_still_is_moved():
    params = Params(bonus_sigma=1_500)
    results = [pairs(number) for number in range(40)]

    after = rate(results, params=params)

    assert after == reference.replay(results, params)
    assert after[(1, 2), DAY][1] == 1_500
    assert after[(1, 2), DAY][0] > 0


def test_option_of_a_bonus_that_is_off_leaves_no_trace():
    results = random_results(16, tables=160, shapes=((2, 2), (1, 1)))

    assert rate(results, params=Params(bonus_sigma=0)) == reference.replay(results, PARAMS)
    assert all(isinstance(one, int) for one, _ in rate(results, params=PARAMS))


@pytest.mark.parametrize("player", [-1, 2**31])
def test_bonus_of_a_player_who_does_not_fit_into_a_key_is_refused(player):
    results = [pairs(sides=((player, 2), (3, 4)))]

    with pytest.raises(ResultRefused, match=r"^players of partnerships are numbered from 0 to 2147483647$"):
        rate(results, params=BONUS)


def test_replay_equals_the_slow_reference_under_other_parameters():
    params = Params(version=2, prior_mu=13_000, prior_sigma=20_000, least_sigma=5_000, drift=1_500)
    results = random_results(12, tables=160)

    assert rate(results, params=params) == reference.replay(results, params)


def test_replay_equals_the_slow_reference_at_the_widest_gap():
    before = {
        player: State(player, DAY - dt.timedelta(days=1), 80_000 if player < 3 else 0, 9_400, 5)
        for player in (1, 2, 3, 4)
    }
    results = [pairs(1, places=(2, 1)), pairs(2, places=(1, 2))]

    after = rate(results, before=before)

    assert after == reference.replay(results, PARAMS, before)
    assert after[1, DAY][0] < 80_000


@pytest.mark.parametrize("params", [PARAMS, BOTH, BONUS, ALL])
def test_replay_of_shuffled_results_is_identical(params):
    results = random_results(13, tables=400, shapes=((2, 2), (1, 1, 1)))
    shuffled = list(results)
    random.Random(1).shuffle(shuffled)

    assert rate(shuffled, params=params) == rate(results, params=params)


@pytest.mark.parametrize("params", [PARAMS, BOTH, BONUS, ALL])
def test_replay_with_sides_and_partners_named_in_another_order_is_identical(params):
    results = random_results(14, tables=200)
    turned = [
        replace(
            result,
            sides=tuple(side[::-1] for side in result.sides[::-1]),
            places=result.places[::-1],
            points=result.points and result.points[::-1],
        )
        for result in results
    ]

    assert rate(turned, params=params) == rate(results, params=params)


@pytest.mark.parametrize("params", [PARAMS, BOTH, BONUS, ALL])
def test_replay_from_a_day_on_equals_the_whole_replay(params):
    results = random_results(15, tables=300)
    middle = DAY + dt.timedelta(days=100)
    whole = rate(results, params=params)
    before = {}
    for (player, period), (mu, sigma, tables) in sorted(whole.items(), key=lambda row: row[0][1]):
        if period < middle:
            key = partnership_key(*player) if isinstance(player, tuple) else player
            before[key] = State(key, period, mu, sigma, tables)

    later = rate([result for result in results if result.period >= middle], params=params, before=before)

    assert later == {row: state for row, state in whole.items() if row[1] >= middle}


@pytest.mark.parametrize("params", [PARAMS, BOTH, BONUS, ALL])
def test_replay_swallows_noise_in_the_last_bits(params):
    results = random_results(16, tables=300)
    exact = compare(results)
    noise = np.random.default_rng(5).uniform(-1e-15, 1e-15, len(exact.coefficient))
    disturbed = compare(results)
    disturbed.coefficient[:] *= 1 + noise

    assert not np.array_equal(disturbed.coefficient, exact.coefficient)
    assert list(replay(disturbed, params=params, before={}).states()) == list(
        replay(exact, params=params, before={}).states()
    )


def test_replay_counts_a_table_of_many_sides_once():
    table = Result(DAY, (1,), ((1,), (2,), (3,), (4,), (5,)), (1, 2, 2, 4, 5))

    assert {player: tables for (player, _), (_, _, tables) in rate([table]).items()} == dict.fromkeys(range(1, 6), 1)


def test_replay_counts_on_from_the_states_before():
    before = {1: State(1, DAY - dt.timedelta(days=7), 15_000, 8_000, 41)}

    after = rate([pairs(1), pairs(2)], before=before)

    assert after[1, DAY][2] == 43
    assert after[2, DAY][2] == 2


def test_replay_never_narrows_below_the_least_deviation():
    params = Params(least_sigma=9_000, drift=0)

    after = rate([pairs(number) for number in range(50)], params=params)

    assert {sigma for _, sigma, _ in after.values()} == {9_000}


def test_replay_of_nothing_is_empty():
    history = replay(compare([]), params=PARAMS, before={})

    assert len(history) == 0
    assert list(history.states()) == []


def test_replay_refuses_to_start_from_a_later_state():
    with pytest.raises(ResultRefused, match="not older"):
        rate([pairs()], before={1: State(1, DAY, 15_000, 9_000, 1)})


def test_replay_sums_the_evidence_of_a_day_whatever_its_order():
    first, second = pairs(1, places=(1, 2)), pairs(2, sides=((1, 3), (2, 4)), places=(2, 1))
    renumbered = [pairs(2, places=(1, 2)), pairs(1, sides=((1, 3), (2, 4)), places=(2, 1))]

    assert rate([first, second]) == rate(renumbered)


def test_replay_by_margin_of_one_table_of_newcomers_moves_by_what_a_calculator_gives():
    # V = 4 * (87.5 / 347.4356)^2 = 0.253703, noise = (475 / 300)^2 = 2.506944; 240 points are 0.8 logits, so that each
    # moves by 0.0634258 * 0.8 / 2.760647 logits = 6.386 points.
    after = rate([pairs(points=(520, 280))], params=MARGIN)

    assert {player: mu for (player, _), (mu, _, _) in after.items()} == {1: 15_064, 2: 15_064, 3: 14_936, 4: 14_936}


def test_replay_by_margin_takes_a_difference_beyond_the_cap_as_the_cap():
    capped, beyond, below = (
        rate([pairs(points=points)], params=MARGIN) for points in ((600, -400), (990, -490), (500, -400))
    )

    assert capped == beyond != below


def test_replay_by_margin_judges_a_table_of_several_games_by_the_game():
    assert rate([pairs(points=(900, 300), games=3)], params=MARGIN) == rate([pairs(points=(300, 100))], params=MARGIN)


def test_replay_by_margin_of_a_table_without_points_goes_by_who_won():
    assert rate([pairs()], params=MARGIN) == rate([pairs()], params=replace(PARAMS, prior_sigma=MARGIN.prior_sigma))


def test_replay_without_margins_cares_for_no_points():
    assert rate([pairs(points=(520, -480))]) == rate([pairs()])


def test_replay_by_margin_lowers_those_who_win_by_less_than_expected():
    before = {
        player: State(player, DAY - dt.timedelta(days=1), 17_000 if player < 3 else 13_000, 6_000, 40)
        for player in (1, 2, 3, 4)
    }

    after = rate([pairs(points=(510, 480))], params=MARGIN, before=before)

    assert after[1, DAY][0] < 17_000
    assert after[3, DAY][0] > 13_000


def test_replay_does_not_move_an_old_hand_for_what_a_novice_partner_did():
    day_before = DAY - dt.timedelta(days=7)
    before = {
        1: State(1, day_before, 15_600, 6_000, 10),
        2: State(2, day_before, 15_600, 6_000, 9),
        3: State(3, day_before, 15_600, 6_000, 10),
        4: State(4, day_before, 15_600, 6_000, 99),
    }

    held, free = (rate([pairs()], params=params, before=before) for params in (NOVICES, PARAMS))

    # After a week of 1.9 points' drift: sqrt(60^2 + 1.9^2) = 60.03; the table is counted all the same.
    assert held[1, DAY] == (15_600, 6_003, 11)
    assert {player: held[player, DAY] for player in (2, 3, 4)} == {player: free[player, DAY] for player in (2, 3, 4)}
    assert free[1, DAY] != held[1, DAY]


def test_replay_counts_the_tables_before_the_day_when_it_asks_who_is_a_novice():
    before = {
        player: State(player, DAY - dt.timedelta(days=7), 15_000, 6_000, 9 if player == 2 else 10)
        for player in (1, 2, 3, 4)
    }
    twice = [pairs(1), pairs(2)]

    after = rate(twice, params=NOVICES, before=before)

    assert after[1, DAY] == (15_000, 6_003, 12)


def test_replay_moves_novices_who_sit_together():
    assert rate([pairs()], params=NOVICES) == rate([pairs()])


def test_replay_starts_newcomers_from_the_prior_and_shifts_everything_with_it():
    low = replace(PARAMS, prior_mu=13_500)
    results = random_results(17, tables=200, shapes=((2, 2), (1, 2), (1, 1, 1)))

    shifted = {row: (mu - 1_500, sigma, tables) for row, (mu, sigma, tables) in rate(results).items()}

    assert rate(results, params=low) == shifted


def test_replay_leads_to_the_strengths_that_made_the_results():
    rng = random.Random(21)
    strength = {player: rng.gauss(0, 0.5) for player in range(1, 25)}
    results = []
    for number in range(3000):
        a, b, c, d = rng.sample(sorted(strength), 4)
        chance = 1 / (1 + math.exp(strength[c] + strength[d] - strength[a] - strength[b]))
        places = (1, 2) if rng.random() < chance else (2, 1)
        results.append(
            pairs(number, period=DAY + dt.timedelta(days=number // 30), sides=((a, b), (c, d)), places=places)
        )

    history = replay(compare(results), params=PARAMS, before={})
    final = {state.player: state.mu for state in history.states()}

    players = sorted(strength)
    found = np.corrcoef([final[player] for player in players], [strength[player] for player in players])[0, 1]
    assert found > 0.9
