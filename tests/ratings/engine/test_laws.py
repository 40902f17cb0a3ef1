"""Laws that hold whatever the results."""

import datetime as dt
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ratings.engine.defaults import default_params
from ratings.engine.params import Params
from ratings.engine.replay import State, replay
from ratings.engine.results import Result, compare
from ratings.engine.scale import SIGMA_UNIT, widened

DAY = dt.date(2026, 3, 5)
PARAMS = Params()
laws = settings(deadline=None, derandomize=True)
states = st.tuples(st.integers(5_000, 30_000), st.integers(2_000, 9_400))
sides = st.sampled_from([((1, 2), (3, 4)), ((1,), (2,)), ((1, 2, 3), (4, 5, 6)), ((1,), (2,), (3,)), ((1, 2), (3,))])


MARGIN = default_params("five_hundred", by_margin=True)
modes = st.sampled_from(
    [PARAMS, MARGIN, replace(PARAMS, novice_tables=10), replace(MARGIN, novice_tables=10, prior_sigma=9_400)]
)
points = st.integers(-900, 900)


def rate(results, before, params=PARAMS):
    history = replay(compare(results), params=params, before=before)
    return {state.player: state for state in history.states()}


@st.composite
def beliefs(draw):
    drawn = draw(st.lists(states, min_size=6, max_size=6))
    ages = draw(st.lists(st.integers(1, 3_000), min_size=6, max_size=6))
    tables = draw(st.lists(st.integers(1, 20), min_size=6, max_size=6))
    return {
        player: State(player, DAY - dt.timedelta(days=age), mu, sigma, played)
        for player, ((mu, sigma), age, played) in enumerate(zip(drawn, ages, tables, strict=True), start=1)
    }


@laws
@given(beliefs(), sides)
def test_a_win_never_lowers_and_a_loss_never_raises(before, seated):
    places = (1, *(2 for _ in seated[1:]))

    after = rate([Result(DAY, (1,), seated, places)], before)

    assert all(after[player].mu >= before[player].mu for player in seated[0])
    if len(seated) == 2:
        assert all(after[player].mu <= before[player].mu for player in seated[1])


@laws
@given(beliefs(), st.lists(st.integers(1, 2), min_size=3, max_size=3))
def test_a_win_in_the_place_of_a_loss_never_lowers(before, other_winners):
    tables = [((1, 2), (3, 4)), ((1, 3), (5, 6)), ((1, 5), (2, 6))]
    lost, won = (
        [
            Result(DAY, (number,), seated, (1, 2) if winner == 1 else (2, 1))
            for number, (seated, winner) in enumerate(zip(tables, (first, *other_winners[1:]), strict=True))
        ]
        for first in (2, 1)
    )

    after_loss, after_win = rate(lost, before), rate(won, before)

    assert all(after_win[player].mu >= after_loss[player].mu for player in (1, 2))
    assert all(after_win[player].mu <= after_loss[player].mu for player in (3, 4))


@laws
@given(beliefs(), sides, modes, st.lists(points, min_size=3, max_size=3))
def test_swapped_sides_give_the_same_states(before, seated, params, scored):
    places = tuple(range(1, len(seated) + 1))
    scored = tuple(scored[: len(seated)])

    assert rate([Result(DAY, (1,), seated, places, scored)], before, params) == rate(
        [Result(DAY, (1,), seated[::-1], places[::-1], scored[::-1])], before, params
    )


@laws
@given(beliefs(), sides, points, points, points)
def test_more_points_never_lower_those_who_made_them_nor_raise_the_others(before, seated, one, other, third):
    fewer, more = sorted((one, other))
    rest = (third, *(0 for _ in seated[2:]))
    places = tuple(1 for _ in seated)

    after_fewer, after_more = (
        rate([Result(DAY, (1,), seated, places, (own, *rest))], before, MARGIN) for own in (fewer, more)
    )

    assert all(after_more[player].mu >= after_fewer[player].mu for player in seated[0])
    assert all(after_more[player].mu <= after_fewer[player].mu for side in seated[1:] for player in side)
    assert all(after_more[player].sigma == after_fewer[player].sigma for player in after_more)


@laws
@given(beliefs(), st.lists(st.integers(1, 2), min_size=3, max_size=3), st.integers(1, 21))
def test_partner_of_a_novice_is_where_the_wait_left_them_and_everybody_else_is_moved_as_ever(before, winners, limit):
    tables = [((1, 2), (3, 4)), ((5,), (6,))]
    results = [
        Result(DAY, (number,), seated, (1, 2) if winner == 1 else (2, 1))
        for number, (seated, winner) in enumerate(zip(tables, winners[1:], strict=True))
    ]

    with_rule, without = rate(results, before, replace(PARAMS, novice_tables=limit)), rate(results, before)

    for player, partner in {1: 2, 2: 1, 3: 4, 4: 3}.items():
        if before[partner].tables < limit <= before[player].tables:
            assert with_rule[player].mu == before[player].mu
            assert with_rule[player].sigma >= before[player].sigma
        else:
            assert with_rule[player] == without[player]
    assert (with_rule[5], with_rule[6]) == (without[5], without[6])


@laws
@given(states, st.integers(1, 2), modes, points)
def test_mirrored_beliefs_give_mirrored_states(state, winner, params, scored):
    _, sigma = state
    lead = state[0] - 15_000
    before = {
        player: State(player, DAY - dt.timedelta(days=7), 15_000 + (lead if player < 3 else -lead), sigma, 1)
        for player in (1, 2, 3, 4)
    }

    places = (1, 2) if winner == 1 else (2, 1)
    after = rate([Result(DAY, (1,), ((1, 2), (3, 4)), places, (scored, -scored))], before, params)

    # Halves are rounded upwards on both sides, so the sum may be one unit off.
    assert abs(after[1].mu + after[3].mu - 30_000) <= 1
    assert after[1].sigma == after[3].sigma
    assert (after[1].mu, after[3].mu) == (after[2].mu, after[4].mu)


@laws
@given(st.integers(2_000, 9_400), st.lists(st.integers(0, 20_000), min_size=2, max_size=20))
def test_days_without_play_only_widen_and_never_past_the_newcomer(sigma, days):
    variances = widened(np.full(len(days), sigma), np.array(sorted(days)), drift=280, prior_sigma=9_400)

    assert np.all(np.diff(variances) >= 0)
    assert variances[0] >= (sigma / SIGMA_UNIT) ** 2
    assert variances[-1] <= (9_400 / SIGMA_UNIT) ** 2


@laws
@given(beliefs(), sides, modes)
def test_a_table_never_leaves_a_player_less_certain_than_the_wait_before_it(before, seated, params):
    after = rate([Result(DAY, (1,), seated, tuple(1 for _ in seated))], before, params)

    for player, state in after.items():
        days = np.array([(DAY - before[player].period).days])
        waited = widened(np.array([before[player].sigma]), days, drift=PARAMS.drift, prior_sigma=PARAMS.prior_sigma)
        assert state.sigma <= round(float(np.sqrt(waited[0])) * SIGMA_UNIT) + 1


def test_28_points_of_drift_are_reached_in_100_weeks():
    variance = widened(np.array([0]), np.array([700]), drift=280, prior_sigma=9_400)

    assert float(np.sqrt(variance[0])) * SIGMA_UNIT == pytest.approx(2_800)
