import datetime as dt

import pytest

from ratings.engine.expecting import believed, believed_side, expected_scores, forecast
from ratings.engine.explain import explain_period
from ratings.engine.params import Params
from ratings.engine.partnerships import partnership_key
from ratings.engine.replay import State
from ratings.engine.results import Result

DAY = dt.date(2026, 3, 14)
SURE = Params(prior_sigma=1, least_sigma=1, drift=0)
TOGETHER = partnership_key(1, 2)
KNOWN = {
    1: State(1, dt.date(2026, 3, 7), 15_812, 6_102, 60),
    2: State(2, dt.date(2024, 1, 6), 14_733, 7_450, 35),
    3: State(3, dt.date(2026, 2, 28), 15_390, 5_000, 120),
    4: State(4, dt.date(2026, 3, 7), 14_001, 9_000, 4),
    TOGETHER: State(TOGETHER, dt.date(2026, 2, 14), 812, 5_900, 11),
}


def beliefs(players, params, day=DAY):
    return believed_side(players, KNOWN.get, day, params)


@pytest.mark.parametrize(
    ("sides", "places"),
    [
        pytest.param(((1,), (2,)), (1, 2), id="two alone"),
        pytest.param(((1, 2), (3, 4)), (2, 1), id="two pairs"),
        pytest.param(((4, 9), (1, 3)), (1, 1), id="with a newcomer"),
        pytest.param(((1, 2, 3), (4, 8, 9)), (1, 2), id="two sides of three"),
        pytest.param(((3,), (1,), (9,), (2,), (4,)), (1, 2, 3, 4, 5), id="five alone"),
    ],
)
@pytest.mark.parametrize(
    "params",
    [
        Params(),
        Params(margin_cap=61, margin_unit=16, margin_noise=60),
        Params(bonus_sigma=8_000, bonus_drift=300),
    ],
)
def test_expected_scores_are_those_that_the_ratings_are_moved_by(sides, places, params):
    told = {one.player: one for one in explain_period([Result(DAY, (1,), sides, places)], params=params, before=KNOWN)}

    for own in sides:
        for part in told[own[0]].parts:
            (score,) = expected_scores([(beliefs(own, params), beliefs(part.opponents, params))])
            assert score == pytest.approx(part.expected, abs=1e-12)


@pytest.mark.parametrize(
    ("lead", "score"), [(0, 0.5), (1_000, 1 / (1 + 10**-0.25)), (-2_000, 1 / (1 + 10**0.5)), (4_000, 10 / 11)]
)
@pytest.mark.parametrize("size", [1, 2, 3])
def test_a_lead_of_a_hundred_points_means_what_it_means_in_chess_if_everything_is_known(lead, score, size):
    strong = believed(State(1, DAY, 15_000 + lead, 1, 90), DAY, SURE)
    weak = believed(None, DAY, SURE)

    assert expected_scores([([strong] * size, [weak] * size)])[0] == pytest.approx(score, abs=1e-7)


def test_less_is_expected_of_a_lead_that_is_less_sure():
    params = Params()
    early, late = (expected_scores([(beliefs([1], params, day), beliefs([2], params, day))])[0] for day in _days())

    assert 0.5 < late < early


def _days():
    return DAY, DAY + dt.timedelta(weeks=200)


def test_no_meetings_have_no_scores():
    assert expected_scores([]) == []


def test_forecast_of_two_sides_is_one_meeting_seen_from_both():
    sides = [beliefs([1, 2], Params()), beliefs([3, 4], Params())]

    told = forecast(sides)

    [(one, other, score)] = told.meetings
    assert (one, other) == (0, 1)
    assert told.scores == (score, pytest.approx(1 - score, abs=1e-15))
    assert score == expected_scores([(sides[0], sides[1])])[0]


def test_forecast_of_several_sides_is_the_mean_of_each_against_each():
    sides = [beliefs([player], Params()) for player in (1, 2, 3, 4)]

    told = forecast(sides)

    assert [(one, other) for one, other, _ in told.meetings] == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    against = {(one, other): score for one, other, score in told.meetings}
    assert told.scores[1] == pytest.approx((1 - against[0, 1] + against[1, 2] + against[1, 3]) / 3, abs=1e-15)
    assert sum(told.scores) == pytest.approx(2, abs=1e-12)
    assert told.scores[0] == max(told.scores)
