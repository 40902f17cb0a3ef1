"""What was foretold against what happened, beside the same worked out table by table."""

import datetime as dt
import math
import random

import pytest

from ratings.engine.calibration import COIN, Calibration, calibrate
from ratings.engine.params import Params
from ratings.engine.replay import foresee
from ratings.engine.results import Result, compare

DAY = dt.date(2026, 3, 5)
PARAMS = Params(prior_sigma=30_000)


def results(tables=240, *, players=12, seed=5):
    """Play tables of two pairs, of three alone and of two, with ties, eight a week."""
    chance = random.Random(seed)
    strength = [chance.gauss(0, 0.8) for _ in range(players)]
    found = []
    for number in range(tables):
        sizes = ((2, 2), (1, 1, 1), (1, 1))[number % 3]
        seated = chance.sample(range(players), sum(sizes))
        sides = tuple(tuple(seated.pop() for _ in range(size)) for size in sizes)
        marks = [round(sum(strength[player] for player in side) + chance.gauss(0, 2)) for side in sides]
        places = tuple(1 + sum(other > mark for other in marks) for mark in marks)
        found.append(Result(DAY + dt.timedelta(weeks=number // 8), (number,), sides, places))
    return found


def seen(comparisons, params=PARAMS):
    """Return of the later half of the tables: table, chance and score of the first side, and how many pairs it has."""
    tables = comparisons.table.tolist()
    first = (tables[-1] + 1) // 2
    rows = zip(tables, foresee(comparisons, params=params).tolist(), comparisons.score.tolist(), strict=True)
    return [(table, chance, score, tables.count(table)) for table, chance, score in rows if table >= first]


def test_nothing_is_said_of_no_tables():
    assert calibrate(compare([]), params=PARAMS) == Calibration(0, 0, None, None, None, None, None, ())


def test_one_table_is_as_even_as_a_coin():
    told = calibrate(compare([Result(DAY, (1,), ((1,), (2,)), (1, 2))]), params=PARAMS)

    assert (told.tables, told.judged, told.slope, told.gain_error) == (1, 1, None, None)
    assert (told.loss, told.gain) == (pytest.approx(COIN), pytest.approx(0, abs=1e-15))
    [even] = told.bins
    assert (even.low, even.high, even.meetings, even.expected, even.actual, even.error) == (0.5, 0.55, 1, 0.5, 0.5, 0.5)


def test_loss_is_the_mean_over_the_later_half_of_the_tables():
    comparisons = compare(results())

    told = calibrate(comparisons, params=PARAMS)

    losses = {}
    for table, chance, score, _ in seen(comparisons):
        losses.setdefault(table, []).append(-score * math.log(chance) - (1 - score) * math.log(1 - chance))
    means = [sum(of_table) / len(of_table) for of_table in losses.values()]
    mean = sum(means) / len(means)
    assert (told.tables, told.judged) == (240, 120) == (240, len(means))
    assert told.loss == pytest.approx(mean, abs=1e-12)
    assert told.gain == pytest.approx(math.log(2) - mean, abs=1e-12)
    variance = sum((one - mean) ** 2 for one in means) / 119
    assert told.gain_error == pytest.approx(math.sqrt(variance / 120), abs=1e-12)


def test_bins_hold_every_meeting_once_seen_from_the_favourite():
    comparisons = compare(results())

    told = calibrate(comparisons, params=PARAMS)

    views = [
        (max(chance, 1 - chance), score if chance >= 0.5 else 1 - score, 1 / pairs)
        for _, chance, score, pairs in seen(comparisons)
    ]
    assert sum(one.meetings for one in told.bins) == len(views)
    assert len(told.bins) > 5
    for one in told.bins:
        inside = [view for view in views if one.low <= view[0] < one.high]
        total = sum(weight for _, _, weight in inside)
        assert one.meetings == len(inside) > 0
        assert one.expected == pytest.approx(sum(weight * chance for chance, _, weight in inside) / total)
        assert one.actual == pytest.approx(sum(weight * score for _, score, weight in inside) / total)
        luck = sum(weight**2 * chance * (1 - chance) for chance, _, weight in inside)
        assert one.error == pytest.approx(math.sqrt(luck) / total)


def test_slope_is_where_the_likelihood_is_highest():
    comparisons = compare(results())

    told = calibrate(comparisons, params=PARAMS)

    def fitted(chance, slope):
        return 1 / (1 + math.exp(-slope * math.log(chance / (1 - chance))))

    rows = [
        (math.log(chance / (1 - chance)), chance, score, 1 / pairs) for _, chance, score, pairs in seen(comparisons)
    ]
    pull = sum(weight * logit * (score - fitted(chance, told.slope)) for logit, chance, score, weight in rows)
    curve = sum(
        weight * logit**2 * fitted(chance, told.slope) * (1 - fitted(chance, told.slope))
        for logit, chance, _, weight in rows
    )
    assert pull == pytest.approx(0, abs=1e-9)
    assert told.slope_error == pytest.approx(1 / math.sqrt(curve))


def test_slope_falls_where_the_ratings_promise_too_much():
    comparisons = compare(results())

    bold = calibrate(comparisons, params=Params(prior_sigma=100_000))
    shy = calibrate(comparisons, params=Params(prior_sigma=3_000))

    assert bold.slope < shy.slope


def test_slope_is_not_told_where_the_favourite_always_wins():
    always = [Result(DAY + dt.timedelta(weeks=week), (1,), ((1,), (2,)), (1, 2)) for week in range(8)]

    told = calibrate(compare(always), params=PARAMS)

    assert (told.slope, told.slope_error) == (None, None)
    assert [one.actual for one in told.bins] == [1.0] * len(told.bins)


def test_nothing_hangs_on_which_side_stands_first():
    swapped = {player: 11 - player for player in range(12)}
    other = [
        Result(one.period, one.key, tuple(tuple(swapped[who] for who in side) for side in one.sides), one.places)
        for one in results()
    ]

    told, mirrored = (calibrate(compare(history), params=PARAMS) for history in (results(), other))

    assert mirrored.loss == pytest.approx(told.loss, abs=1e-9)
    assert mirrored.slope == pytest.approx(told.slope, abs=1e-6)
    assert [one.meetings for one in mirrored.bins] == [one.meetings for one in told.bins]
    assert [one.actual for one in mirrored.bins] == pytest.approx([one.actual for one in told.bins], abs=1e-9)
