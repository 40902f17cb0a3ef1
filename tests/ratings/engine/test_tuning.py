"""Refitted parameters, on histories whose making is known."""

import datetime as dt
import math
import random
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from ratings.engine.defaults import default_params
from ratings.engine.params import Params
from ratings.engine.replay import foresee
from ratings.engine.results import Result, compare
from ratings.engine.tuning import LEAST_JUDGED, TooFewResults, losses, tune

DAY = dt.date(2026, 3, 5)
PARAMS = Params()
MARGIN = default_params("five_hundred", by_margin=True)


def season(tables, *, spread, unit=300.0, noise=475.0, seed=5, players=30, bonus=0.0):
    """Play tables of pairs whose players' strengths are spread so far (in logits), fifteen tables a week.

    With a ``bonus``, that of pairs is spread so far, and of ten tables nine are played by pairs that never part.
    """
    chance = random.Random(seed)
    strength = [chance.gauss(0, spread) for _ in range(players)]
    together = {pair: chance.gauss(0, bonus) for pair in combinations(range(players), 2)} if bonus else {}
    results = []
    for number in range(tables):
        a, b, c, d = chance.sample(range(players), 4)
        if bonus and number % 10:
            a, c = chance.sample(range(0, players, 2), 2)
            b, d = a + 1, c + 1
        lead = strength[a] + strength[b] - strength[c] - strength[d]
        lead += together.get((min(a, b), max(a, b)), 0) - together.get((min(c, d), max(c, d)), 0)
        difference = round(chance.gauss(unit * lead, noise))
        won = difference > 0
        day = DAY + dt.timedelta(days=7 * (number // 15))
        results.append(Result(day, (number,), ((a, b), (c, d)), (1, 2) if won else (2, 1), (difference, 0)))
    return compare(results)


def test_loss_of_a_table_is_minus_the_logarithm_of_the_chance_given_to_what_happened():
    comparisons = season(60, spread=0.5)

    found = losses(comparisons, PARAMS)

    expected = foresee(comparisons, params=PARAMS)
    chances = np.where(comparisons.score == 1, expected, 1 - expected)
    assert found == pytest.approx(-np.log(chances))
    assert found[:15] == pytest.approx([math.log(2)] * 15)


def test_loss_of_a_shared_table_is_the_mean_of_both_and_of_many_sides_that_of_their_pairs():
    shared = compare([Result(DAY, (1,), ((1,), (2,)), (1, 1)), Result(DAY, (2,), ((1,), (2,), (3,)), (1, 2, 3))])

    assert losses(shared, PARAMS) == pytest.approx([math.log(2)] * 2)


@pytest.mark.parametrize(
    ("spread", "start", "better"),
    [
        pytest.param(0.7, 4_000, lambda sigma: sigma > 8_000, id="players far apart, believed to be alike"),
        pytest.param(0.05, 30_000, lambda sigma: sigma < 8_000, id="players alike, believed to be far apart"),
    ],
)
def test_refit_finds_in_which_direction_the_beliefs_are_wrong(spread, start, better):
    present = Params(prior_sigma=start, least_sigma=1_000)

    found = tune(season(600, spread=spread), present=present, defaults=PARAMS)

    assert (found.tables, found.judged) == (600, 300)
    assert better(found.refit.params.prior_sigma)
    assert found.refit.loss <= min(found.present.loss, found.defaults.loss)
    assert found.refit.gain == pytest.approx(found.present.loss - found.refit.loss)
    assert found.refit.gain > found.refit.error > 0
    assert (found.present.gain, found.present.error) == (0, 0)


def test_refit_finds_the_scale_of_margins():
    present = replace(MARGIN, margin_unit=60, margin_noise=100, margin_cap=3_000)

    found = tune(season(600, spread=0.5), present=present, defaults=present)

    assert found.refit.params.margin_unit > 150
    assert found.refit.loss < found.present.loss


def test_refit_keeps_what_is_a_pools_own_choice_and_counts_the_version_on():
    present = Params(version=4, prior_mu=13_500, prior_sigma=2_500, least_sigma=1_500, novice_tables=3)

    refit = tune(season(400, spread=0.7), present=present, defaults=PARAMS).refit.params

    assert (refit.version, refit.prior_mu, refit.least_sigma, refit.novice_tables) == (5, 13_500, 1_500, 3)
    assert refit.prior_sigma > 2_500
    assert refit.counts_margin is False


def test_refit_gives_partnerships_a_bonus_where_they_are_more_than_their_players():
    found = tune(season(900, spread=0.2, bonus=2.0, players=16), present=PARAMS, defaults=PARAMS)

    refit = found.refit.params
    assert refit.rates_partnerships is True
    assert refit.bonus_sigma > 3_000
    assert (refit.bonus_drift, refit.version) == (0, 2)
    assert found.refit.gain > 0


@pytest.mark.parametrize("spread", [0.05, 0.7])
def test_refit_leaves_a_bonus_off_that_does_not_pay(spread):
    refit = tune(season(400, spread=spread), present=PARAMS, defaults=PARAMS).refit.params

    assert (refit.bonus_sigma, refit.bonus_drift) == (0, 0)


def test_refit_takes_a_bonus_away_that_gains_nothing_and_else_keeps_its_drift():
    present = Params(bonus_sigma=30_000, bonus_drift=40)
    of_nobody = compare(
        [Result(DAY + dt.timedelta(days=n // 9), (n,), ((n % 5,), (5 + n % 3,)), (1, 2)) for n in range(200)]
    )

    assert tune(of_nobody, present=present, defaults=PARAMS).refit.params.bonus_sigma == 0
    kept = tune(season(900, spread=0.2, bonus=2.0, players=16), present=present, defaults=PARAMS).refit.params
    assert kept.bonus_sigma > 3_000
    assert kept.bonus_drift == 40


def test_refit_is_the_same_every_time():
    comparisons = season(300, spread=0.4)

    assert tune(comparisons, present=PARAMS, defaults=PARAMS) == tune(comparisons, present=PARAMS, defaults=PARAMS)


@pytest.mark.parametrize("tables", [0, 2 * LEAST_JUDGED - 1])
def test_too_few_tables_are_refused_in_plain_words(tables):
    with pytest.raises(
        TooFewResults, match=f"^{tables} tables are too few to fit parameters to: there have to be 200$"
    ):
        tune(season(tables, spread=0.5), present=PARAMS, defaults=PARAMS)
