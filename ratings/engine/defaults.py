"""What a pool is rated by unless somebody says otherwise: by game, and by whether the margin counts."""

from dataclasses import replace

from ratings.engine.params import Params

_WINNERS = {"five_hundred": Params(), "fives_threes": Params()}
_MARGINS = {
    "five_hundred": {"prior_sigma": 8_750, "margin_cap": 1_000, "margin_unit": 300, "margin_noise": 475},
    "fives_threes": {"margin_cap": 61, "margin_unit": 9, "margin_noise": 15},
}


def default_params(kind: str, *, by_margin: bool = False) -> Params:
    """Return the parameters of a game; raises KeyError for a game that is none of ours."""
    return replace(_WINNERS[kind], **_MARGINS[kind]) if by_margin else _WINNERS[kind]
