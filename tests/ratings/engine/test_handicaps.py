"""Starts that make a game even, against a search over all of them."""

from __future__ import annotations

import math
from fractions import Fraction
from statistics import NormalDist

import pytest

from ratings.engine.defaults import default_params
from ratings.engine.expecting import Belief
from ratings.engine.handicaps import even_start, points_per_logit, suggest_starts
from ratings.engine.params import Params
from ratings.engine.scale import POINTS_PER_LOGIT

SURE, UNSURE = 0.04, 0.3
FIVE_HUNDRED = default_params("five_hundred", by_margin=True)


def rated(points, variance=SURE):
    """What is believed of somebody who is rated so many points above a newcomer."""
    return Belief(points / POINTS_PER_LOGIT, variance)


def share(one, other, start, params):
    """The result that the first side is expected to make against the other one with a start: a lead is normal."""
    mean = params.margin_unit * sum(
        sign * 2 / len(side) * b.mean for sign, side in ((1, one), (-1, other)) for b in side
    )
    spread = sum((2 / len(side)) ** 2 * b.variance for side in (one, other) for b in side)
    return NormalDist(mean - start, math.hypot(params.margin_noise, params.margin_unit * math.sqrt(spread))).cdf(0)


@pytest.mark.parametrize("kind", ["five_hundred", "fives_threes"])
@pytest.mark.parametrize("variance", [SURE, UNSURE])
@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param((120, 60), (-30, 11), id="pairs"),
        pytest.param((97,), (-41,), id="two alone"),
        pytest.param((-130, -20), (55, 40), id="the other one is stronger"),
        pytest.param((10, 20, 30), (0, 5, 9), id="sides of three"),
        pytest.param((5, 5), (5, 5), id="equals"),
    ],
)
def test_no_other_start_is_nearer_to_one_half(kind, variance, one, other):
    params = default_params(kind, by_margin=True)
    sides = [[rated(points, variance) for points in side] for side in (one, other)]

    found = even_start(*sides, unit=params.margin_unit)

    off = {start: abs(share(*sides, start, params) - 0.5) for start in range(-400, 401)}
    assert off[found] == min(off.values())


def test_start_is_what_the_difference_of_the_ratings_is_worth():
    strong, weak = [rated(50), rated(150)], [rated(0), rated(0)]

    # 100 points of rating between two sides are 100 / 173.7 logits of 300 points each.
    assert even_start(strong, weak, unit=300) == round(100 / (400 / math.log(10)) * 300) == 173
    assert even_start(weak, strong, unit=300) == -173


def test_half_a_point_is_not_given():
    assert even_start([Belief(0.25, SURE)], [Belief(0, SURE)], unit=9) == 4
    assert even_start([Belief(0, SURE)], [Belief(0.25, SURE)], unit=9) == -4
    assert even_start([Belief(0.26, SURE)], [Belief(0, SURE)], unit=9) == 5


def test_list_that_counts_only_who_won_goes_by_the_margins_of_its_game():
    assert points_per_logit("five_hundred", Params()) == 300
    assert points_per_logit("fives_threes", Params()) == 6
    assert points_per_logit("fives_threes", Params(margin_cap=61, margin_unit=10, margin_noise=15)) == Fraction(20, 3)
    assert points_per_logit("five_hundred", Params(margin_cap=900, margin_unit=240, margin_noise=400)) == 240


@pytest.mark.parametrize("kind", ["five_hundred", "fives_threes"])
def test_one_logit_wins_as_often_by_the_margin_as_by_win_and_loss(kind):
    params = default_params(kind, by_margin=True)

    by_margin = 1 - share([Belief(0.5, 0)], [Belief(0, 0)], 0, params)

    assert by_margin == pytest.approx(1 / (1 + math.exp(-1)), abs=0.006)


def test_strongest_gives_and_has_nothing():
    sides = {1: [rated(100), rated(0)], 2: [rated(20), rated(-40)], 3: [rated(-60), rated(-60)]}

    found = suggest_starts(sides, unit=300)

    assert found == {1: 0, 2: 104, 3: 190}
    assert found[3] - found[2] == even_start(sides[2], sides[3], unit=300)


@pytest.mark.parametrize(
    ("settings", "starts"),
    [
        pytest.param({}, {1: 0, 2: 104, 3: 190}, id="full"),
        pytest.param({"percent": 80}, {1: 0, 2: 83, 3: 152}, id="80 per cent"),
        pytest.param({"most": 120}, {1: 0, 2: 104, 3: 120}, id="limited"),
        pytest.param({"percent": 80, "most": 80}, {1: 0, 2: 80, 3: 80}, id="both"),
    ],
)
def test_part_of_it_is_taken_before_the_limit(settings, starts):
    sides = {1: [rated(50)], 2: [rated(-10)], 3: [rated(-60)]}

    assert suggest_starts(sides, unit=300, **settings) == starts


def test_nobody_needs_no_start():
    assert suggest_starts({}, unit=300) == {}


def test_start_takes_the_bonus_of_partners_into_account():
    bonus = Belief(60 / POINTS_PER_LOGIT, SURE, is_bonus=True)
    pair, same = [rated(0), rated(0), bonus], [rated(30), rated(30)]

    assert even_start(pair, [rated(0), rated(0)], unit=300) == even_start(same, [rated(0), rated(0)], unit=300) == 52
