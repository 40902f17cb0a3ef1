"""Why a rating moved: the parts sum to the change to the last digit, and are what the formulas say."""

from __future__ import annotations

import datetime as dt
import random
from dataclasses import replace
from itertools import groupby

import pytest

from ratings.engine.defaults import default_params
from ratings.engine.explain import explain_period
from ratings.engine.params import Params
from ratings.engine.partnerships import partnership_key
from ratings.engine.replay import State, replay
from ratings.engine.results import Result, ResultRefused, compare, in_order

DAY = dt.date(2026, 3, 5)
WEEK = dt.timedelta(days=7)
PARAMS = Params()
SHAPES = ((2, 2), (1, 1), (3, 3), (1, 1, 1), (2, 2, 2), (1, 3), (1, 1, 1, 1, 1))


MARGIN = default_params("five_hundred", by_margin=True)
BONUS = replace(PARAMS, bonus_sigma=6_000, bonus_drift=150)
MODES = [
    pytest.param(PARAMS, id="who won"),
    pytest.param(MARGIN, id="margins"),
    pytest.param(replace(PARAMS, novice_tables=5), id="novices hold nobody up"),
    pytest.param(replace(MARGIN, novice_tables=5), id="margins and novices"),
    pytest.param(BONUS, id="bonuses of partnerships"),
    pytest.param(replace(MARGIN, novice_tables=5, bonus_sigma=9_000), id="all options"),
]


def explain(results, before=None, params=PARAMS):
    return {one.player: one for one in explain_period(results, params=params, before=before or {})}


def season(seed: int) -> list[Result]:
    chance = random.Random(seed)
    results = []
    for number in range(60):
        shape = chance.choice(SHAPES)
        people = chance.sample(range(1, 20), sum(shape))
        sides = tuple(tuple(people.pop() for _ in range(size)) for size in shape)
        places = tuple(chance.randint(1, 3) for _ in shape)
        points = tuple(chance.randint(-500, 700) for _ in shape) if number % 4 else None
        results.append(Result(DAY + WEEK * chance.randrange(8), (number,), sides, places, points))
    return results


def test_table_of_newcomers_is_explained_as_a_calculator_would():
    explained = explain([Result(DAY, (1,), ((1, 2), (3, 4)), (1, 2))])

    winner, loser = explained[1], explained[4]
    assert (winner.mu_before, winner.after.mu, winner.sigma_grown) == (15_000, 15_118, 9_400)
    [part] = winner.parts
    assert (part.table, part.partners, part.opponents) == ((1,), (2,), (3, 4))
    assert (part.expected, part.actual, part.hundredths) == (0.5, 1.0, 1_180)
    # 11.85 points for half a table more than expected; what is stored is rounded to a tenth.
    assert part.weight == pytest.approx(23.7, abs=0.01)
    [lost] = loser.parts
    assert (lost.expected, lost.actual, lost.hundredths) == (0.5, 0.0, -1_180)


@pytest.mark.parametrize("params", MODES)
@pytest.mark.parametrize("seed", range(6))
def test_parts_of_every_period_sum_to_the_change_that_the_replay_makes(seed, params):
    results = season(seed)
    rows = {
        (state.player, state.period): state for state in replay(compare(results), params=params, before={}).states()
    }
    known: dict[int, State] = {}
    seen = 0
    for _period, group in groupby(in_order(results), key=lambda result: result.period):
        for one in explain_period(group, params=params, before=known):
            assert one.after == rows[one.player, one.after.period]
            at_first = params.prior_mu if one.player >= 0 else 0
            assert one.mu_before == (known[one.player].mu if one.player in known else at_first)
            assert sum(part.hundredths for part in one.parts) == 10 * (one.after.mu - one.mu_before)
            known[one.player] = one.after
            seen += 1
    assert seen == len(rows)


@pytest.mark.parametrize("params", MODES)
@pytest.mark.parametrize("seed", range(3))
def test_each_part_is_its_weight_times_the_surprise_but_for_rounding(seed, params):
    known: dict[int, State] = {}
    for _period, group in groupby(in_order(season(seed)), key=lambda result: result.period):
        for one in explain_period(group, params=params, before=known):
            for part in one.parts:
                exact = 100 * part.weight * (part.actual - part.expected)
                # The change is rounded to ten hundredths, which the parts share.
                sharing = sum(not other.is_held for other in one.parts)
                assert part.hundredths == 0 if part.is_held else abs(part.hundredths - exact) <= 6 / sharing + 1
            known[one.player] = one.after


def test_margin_is_explained_in_the_points_of_the_game():
    before = {player: State(player, DAY - WEEK, 15_500, 6_000, 9) for player in (1, 2)}
    explained = explain([Result(DAY, (7,), ((1, 2), (3, 4)), (1, 2), (520, 480))], before, MARGIN)

    [ours], [theirs] = explained[1].parts, explained[3].parts
    # 50 points of rating more than the others are 0.288 logits, each worth 300 points of the game.
    assert (ours.by_margin, ours.expected, ours.actual) == (True, pytest.approx(86.3, abs=0.1), 40.0)
    assert (theirs.expected, theirs.actual) == (-ours.expected, -40.0)
    assert ours.hundredths < 0 < theirs.hundredths


def test_partner_of_a_novice_is_told_that_they_are_held():
    params = replace(PARAMS, novice_tables=5)
    before = {1: State(1, DAY - WEEK, 15_500, 6_000, 9)}
    tables = [Result(DAY, (1,), ((1, 2), (3, 4)), (1, 2)), Result(DAY, (2,), ((1,), (5,)), (2, 1))]

    explained = explain(tables, before, params)

    assert [(part.is_held, part.weight == 0, part.hundredths) for part in explained[1].parts] == [
        (True, True, 0),
        (False, False, 10 * (explained[1].after.mu - 15_500)),
    ]
    assert [part.is_held for part in explained[2].parts] == [False]


def test_bonus_of_a_partnership_is_explained_like_a_player_and_counts_in_the_lead():
    key = partnership_key(1, 2)
    before = {key: State(key, DAY - 4 * WEEK, 1_000, 4_000, 9)}

    explained = explain([Result(DAY, (7,), ((3, 4), (2, 1)), (1, 2))], before, BONUS)

    bonus, partner = explained[key], explained[1]
    # 40 points, and 1.5 times the square root of four weeks: sqrt(1600 + 9) = 40.11.
    assert (bonus.before, bonus.mu_before, bonus.sigma_grown) == (before[key], 1_000, 4_011)
    [part], [same] = bonus.parts, partner.parts
    assert (part.partners, part.opponents) == ((1, 2), (3, 4))
    assert (same.partners, same.opponents) == ((2,), (3, 4))
    # A bonus of 100 points puts the mean of two 50 points ahead.
    assert part.lead == same.lead == pytest.approx(50)
    assert part.expected == same.expected == pytest.approx(1 / (1 + 10 ** (-50 / part.divisor)))
    assert part.hundredths == 10 * (bonus.after.mu - 1_000) < 0
    other = explained[partnership_key(3, 4)]
    assert (other.before, other.mu_before, other.sigma_grown) == (None, 0, 6_000)
    assert other.after.mu > 0


def test_sides_of_a_table_see_it_from_their_own_end():
    before = {player: State(player, DAY - WEEK, 15_500, 6_000, 9) for player in (1, 2)}
    explained = explain([Result(DAY, (7,), ((3, 4), (2, 1)), (1, 2))], before)

    [theirs], [ours] = explained[1].parts, explained[3].parts
    assert (theirs.opponents, ours.opponents) == ((3, 4), (1, 2))
    assert theirs.expected + ours.expected == pytest.approx(1)
    assert theirs.expected > 0.5
    assert (theirs.actual, ours.actual) == (0.0, 1.0)


def test_table_of_three_sides_has_a_part_for_each_opponent():
    explained = explain([Result(DAY, (1,), ((1,), (2,), (3,)), (1, 2, 2))])

    assert [(part.opponents, part.actual) for part in explained[1].parts] == [((2,), 1.0), ((3,), 1.0)]
    assert [(part.opponents, part.actual, part.hundredths) for part in explained[2].parts] == [
        ((1,), 0.0, 5 * (explained[2].after.mu - 15_000) * 2),
        ((3,), 0.5, 0),
    ]


def test_weeks_without_play_show_in_the_deviation_that_a_period_begins_with():
    before = {1: State(1, DAY - 4 * WEEK, 15_000, 6_000, 9)}

    explained = explain([Result(DAY, (1,), ((1,), (2,)), (1, 2))], before)

    # 60 points, and 1.9 times the square root of four weeks: sqrt(3600 + 14.44) = 60.12.
    assert (explained[1].before, explained[1].sigma_grown) == (before[1], 6_012)


def test_results_of_two_periods_are_not_explained_together():
    two = [Result(DAY, (1,), ((1,), (2,)), (1, 2)), Result(DAY + WEEK, (1,), ((1,), (2,)), (1, 2))]

    with pytest.raises(ResultRefused, match="a period is explained by itself"):
        explain(two)
