import pytest

from ratings.engine.params import Params, ParamsRefused


def test_params_survive_their_stored_form():
    params = Params(version=3, prior_mu=14_200, prior_sigma=9_000, least_sigma=1_500, drift=190)

    assert Params.from_mapping(params.as_mapping()) == params


@pytest.mark.parametrize(
    ("change", "told"),
    [
        pytest.param({"drift": -1}, "negative", id="drift below zero"),
        pytest.param({"least_sigma": 0}, "least_sigma", id="no least deviation"),
        pytest.param({"least_sigma": 9_401}, "least_sigma", id="least above the newcomer's"),
        pytest.param({"prior_mu": 1500.5}, "prior_mu", id="a fraction"),
        pytest.param({"version": True}, "version", id="a flag"),
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
