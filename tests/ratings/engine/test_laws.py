"""Laws that hold whatever the results."""

import datetime as dt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ratings.engine.params import Params
from ratings.engine.replay import State, replay
from ratings.engine.results import Result, compare
from ratings.engine.scale import SIGMA_UNIT, widened

DAY = dt.date(2026, 3, 5)
PARAMS = Params()
laws = settings(deadline=None, derandomize=True)
states = st.tuples(st.integers(5_000, 30_000), st.integers(2_000, 9_400))
sides = st.sampled_from([((1, 2), (3, 4)), ((1,), (2,)), ((1, 2, 3), (4, 5, 6)), ((1,), (2,), (3,)), ((1, 2), (3,))])


def rate(results, before):
    history = replay(compare(results), params=PARAMS, before=before)
    return {state.player: state for state in history.states()}


@st.composite
def beliefs(draw):
    drawn = draw(st.lists(states, min_size=6, max_size=6))
    ages = draw(st.lists(st.integers(1, 3_000), min_size=6, max_size=6))
    return {
        player: State(player, DAY - dt.timedelta(days=age), mu, sigma, 10)
        for player, ((mu, sigma), age) in enumerate(zip(drawn, ages, strict=True), start=1)
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
@given(beliefs(), sides)
def test_swapped_sides_give_the_same_states(before, seated):
    places = tuple(range(1, len(seated) + 1))

    assert rate([Result(DAY, (1,), seated, places)], before) == rate(
        [Result(DAY, (1,), seated[::-1], places[::-1])], before
    )


@laws
@given(states, st.integers(1, 2))
def test_mirrored_beliefs_give_mirrored_states(state, winner):
    _, sigma = state
    lead = state[0] - 15_000
    before = {
        player: State(player, DAY - dt.timedelta(days=7), 15_000 + (lead if player < 3 else -lead), sigma, 1)
        for player in (1, 2, 3, 4)
    }

    after = rate([Result(DAY, (1,), ((1, 2), (3, 4)), (1, 2) if winner == 1 else (2, 1))], before)

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
@given(beliefs(), sides)
def test_a_table_never_leaves_a_player_less_certain_than_the_wait_before_it(before, seated):
    after = rate([Result(DAY, (1,), seated, tuple(1 for _ in seated))], before)

    for player, state in after.items():
        days = np.array([(DAY - before[player].period).days])
        waited = widened(np.array([before[player].sigma]), days, drift=PARAMS.drift, prior_sigma=PARAMS.prior_sigma)
        assert state.sigma <= round(float(np.sqrt(waited[0])) * SIGMA_UNIT) + 1


def test_28_points_of_drift_are_reached_in_100_weeks():
    variance = widened(np.array([0]), np.array([700]), drift=280, prior_sigma=9_400)

    assert float(np.sqrt(variance[0])) * SIGMA_UNIT == pytest.approx(2_800)
