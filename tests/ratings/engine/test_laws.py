"""Laws that hold whatever the results."""

import datetime as dt
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ratings.engine.defaults import default_params
from ratings.engine.params import Params
from ratings.engine.partnerships import partnership_key
from ratings.engine.replay import State, replay
from ratings.engine.results import Result, compare
from ratings.engine.scale import SIGMA_UNIT, widened
from ratings.engine.start import grown

DAY = dt.date(2026, 3, 5)
PARAMS = Params()
laws = settings(deadline=None, derandomize=True)
bonuses = st.tuples(st.integers(-9_000, 9_000), st.integers(2_000, 6_000), st.integers(1, 3_000))
states = st.tuples(st.integers(5_000, 30_000), st.integers(2_000, 9_400))
sides = st.sampled_from([((1, 2), (3, 4)), ((1,), (2,)), ((1, 2, 3), (4, 5, 6)), ((1,), (2,), (3,)), ((1, 2), (3,))])


MARGIN = default_params("five_hundred", by_margin=True)
NOVICES = replace(PARAMS, novice_tables=10)
BONUS = replace(PARAMS, bonus_sigma=6_000, bonus_drift=200)
modes = st.sampled_from(
    [
        PARAMS,
        MARGIN,
        NOVICES,
        replace(MARGIN, novice_tables=10, prior_sigma=9_400),
        BONUS,
        replace(MARGIN, novice_tables=10, bonus_sigma=12_000),
    ]
)
points = st.integers(-900, 900)


def rate(results, before, params=PARAMS):
    history = replay(compare(results), params=params, before=before)
    return {state.player: state for state in history.states()}


def members(side, params):
    """Return who makes up a side, by the engine's keys."""
    return [*side, partnership_key(*side)] if params.rates_partnerships and len(side) == 2 else side


def mu_of(before, one):
    return before[one].mu if one in before else 0


@st.composite
def beliefs(draw):
    drawn = draw(st.lists(states, min_size=6, max_size=6))
    ages = draw(st.lists(st.integers(1, 3_000), min_size=6, max_size=6))
    tables = draw(st.lists(st.integers(1, 20), min_size=6, max_size=6))
    players = {
        player: State(player, DAY - dt.timedelta(days=age), mu, sigma, played)
        for player, ((mu, sigma), age, played) in enumerate(zip(drawn, ages, tables, strict=True), start=1)
    }
    pairs = draw(st.dictionaries(st.sampled_from([(1, 2), (3, 4), (1, 5)]), bonuses))
    return players | {
        partnership_key(*pair): State(partnership_key(*pair), DAY - dt.timedelta(days=age), mu, sigma, 1)
        for pair, (mu, sigma, age) in pairs.items()
    }


@laws
@given(beliefs(), sides, st.sampled_from([PARAMS, NOVICES, BONUS]))
def test_a_win_never_lowers_and_a_loss_never_raises(before, seated, params):
    places = (1, *(2 for _ in seated[1:]))

    after = rate([Result(DAY, (1,), seated, places)], before, params)

    assert all(after[one].mu >= mu_of(before, one) for one in members(seated[0], params))
    if len(seated) == 2:
        assert all(after[one].mu <= mu_of(before, one) for one in members(seated[1], params))


@laws
@given(beliefs(), st.lists(st.integers(1, 2), min_size=3, max_size=3), st.sampled_from([PARAMS, BONUS]))
def test_a_win_in_the_place_of_a_loss_never_lowers(before, other_winners, params):
    tables = [((1, 2), (3, 4)), ((1, 3), (5, 6)), ((1, 5), (2, 6))]
    lost, won = (
        [
            Result(DAY, (number,), seated, (1, 2) if winner == 1 else (2, 1))
            for number, (seated, winner) in enumerate(zip(tables, (first, *other_winners[1:]), strict=True))
        ]
        for first in (2, 1)
    )

    after_loss, after_win = rate(lost, before, params), rate(won, before, params)

    assert all(after_win[one].mu >= after_loss[one].mu for one in members((1, 2), params))
    assert all(after_win[one].mu <= after_loss[one].mu for one in members((3, 4), params))


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
    if params.rates_partnerships:
        ours, theirs = after[partnership_key(1, 2)], after[partnership_key(3, 4)]
        assert abs(ours.mu + theirs.mu) <= 1
        assert ours.sigma == theirs.sigma


@laws
@given(st.integers(2_000, 9_400), st.lists(st.integers(0, 20_000), min_size=2, max_size=20))
def test_days_without_play_only_widen_and_never_past_the_newcomer(sigma, days):
    variances = widened(np.full(len(days), sigma), np.array(sorted(days)), drift=280, prior_sigma=9_400)

    assert np.all(np.diff(variances) >= 0)
    assert variances[0] >= (sigma / SIGMA_UNIT) ** 2
    assert variances[-1] <= (9_400 / SIGMA_UNIT) ** 2


@laws
@given(st.integers(1, 6_000), st.lists(st.integers(0, 20_000), min_size=2, max_size=20))
def test_days_apart_only_widen_a_bonus_and_never_past_its_beginning(sigma, days):
    apart = np.array(sorted(days))
    nobody = np.zeros(len(apart), dtype=np.bool_)

    variances = grown(np.full(len(apart), sigma), apart, is_person=nobody, params=BONUS)

    assert np.all(np.diff(variances) >= 0)
    assert variances[0] >= (sigma / SIGMA_UNIT) ** 2
    assert variances[-1] <= (6_000 / SIGMA_UNIT) ** 2
    still = grown(np.full(len(apart), sigma), apart, is_person=nobody, params=replace(BONUS, bonus_drift=0))
    assert np.all(still == (sigma / SIGMA_UNIT) ** 2)


@laws
@given(beliefs(), sides, modes)
def test_a_table_never_leaves_a_player_or_a_bonus_less_certain_than_the_wait_before_it(before, seated, params):
    after = rate([Result(DAY, (1,), seated, tuple(1 for _ in seated))], before, params)

    for one, state in after.items():
        drift, most = (params.bonus_drift, params.bonus_sigma) if one < 0 else (params.drift, params.prior_sigma)
        was = before.get(one)
        sigma, days = (most, 0) if was is None else (was.sigma, (DAY - was.period).days)
        waited = widened(np.array([sigma]), np.array([days]), drift=drift, prior_sigma=most)
        assert state.sigma <= max(round(float(np.sqrt(waited[0])) * SIGMA_UNIT) + 1, params.least_sigma)


@laws
@given(beliefs(), st.lists(st.integers(1, 2), min_size=3, max_size=3), st.integers(1, 21))
def test_rule_about_novices_leaves_a_bonus_as_it_is_without_it(before, winners, limit):
    tables = [((1, 2), (3, 4)), ((1, 5), (2, 6)), ((3,), (4,))]
    results = [
        Result(DAY, (number,), seated, (1, 2) if winner == 1 else (2, 1))
        for number, (seated, winner) in enumerate(zip(tables, winners, strict=True))
    ]

    with_rule, without = rate(results, before, replace(BONUS, novice_tables=limit)), rate(results, before, BONUS)

    pairs = {one for one in without if one < 0}
    assert pairs == {partnership_key(*pair) for pair in ((1, 2), (3, 4), (1, 5), (2, 6))}
    assert {one: with_rule[one] for one in pairs} == {one: without[one] for one in pairs}


def test_28_points_of_drift_are_reached_in_100_weeks():
    variance = widened(np.array([0]), np.array([700]), drift=280, prior_sigma=9_400)

    assert float(np.sqrt(variance[0])) * SIGMA_UNIT == pytest.approx(2_800)
