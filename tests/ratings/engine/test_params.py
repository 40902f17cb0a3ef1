import pytest

from ratings.engine.defaults import default_params
from ratings.engine.params import Params, ParamsRefused


def test_params_survive_their_stored_form():
    params = Params(version=3, prior_mu=14_200, prior_sigma=9_000, least_sigma=1_500, drift=190, bonus_sigma=4_000)

    assert Params.from_mapping(params.as_mapping()) == params


@pytest.mark.parametrize(
    ("change", "told"),
    [
        pytest.param({"drift": -1}, "drift is not from 0 to 100000: -1", id="drift below zero"),
        pytest.param({"least_sigma": 0}, "least_sigma", id="no least deviation"),
        pytest.param({"least_sigma": 9_401}, "least_sigma", id="least above the newcomer's"),
        pytest.param({"prior_mu": 1500.5}, "prior_mu", id="a fraction"),
        pytest.param({"version": True}, "version", id="a flag"),
        pytest.param({"prior_mu": 10**9}, "prior_mu", id="beyond what is stored"),
        pytest.param({"novice_tables": -1}, "novice_tables", id="fewer than no tables"),
        pytest.param({"margin_unit": 300}, "margin_unit is given with all or none", id="half a margin"),
        pytest.param({"bonus_sigma": -1}, "bonus_sigma is not from 0 to 100000: -1", id="a bonus below nothing"),
        pytest.param({"bonus_drift": 5}, "bonus_drift is given without bonus_sigma: 5", id="a drift of no bonus"),
        pytest.param({"beta": 1}, "beta", id="an unknown one"),
    ],
)
def test_params_refuse_what_makes_no_sense(change, told):
    with pytest.raises(ParamsRefused, match=told):
        Params.from_mapping(Params().as_mapping() | change)


def test_params_refuse_a_missing_one():
    stored = Params().as_mapping()
    del stored["drift"]

    with pytest.raises(ParamsRefused, match="drift"):
        Params.from_mapping(stored)


def test_params_stored_before_there_were_options_have_them_off():
    stored = {"version": 1, "prior_mu": 15_000, "prior_sigma": 9_400, "least_sigma": 2_000, "drift": 190}

    params = Params.from_mapping(stored)

    assert params == Params()
    assert (params.counts_margin, params.novice_tables, params.rates_partnerships) == (False, 0, False)


@pytest.mark.parametrize("kind", ["five_hundred", "fives_threes"])
def test_defaults_of_a_game_count_margins_only_where_they_are_asked_for(kind):
    assert default_params(kind).counts_margin is False
    assert default_params(kind, by_margin=True).counts_margin is True
