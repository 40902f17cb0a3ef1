"""Options under a name can be played by everybody that they are for."""

import pytest

from gameplay.rules.fives_threes.presets import PRESETS
from gameplay.rules.fives_threes.variants import options_of, resolve_rules


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_preset_resolves_for_its_players(preset):
    for players in preset.players:
        resolved = options_of(resolve_rules({"players": players, **preset.options}))

        assert resolved["players"] == players
        assert resolved.items() >= preset.options.items()


def test_presets_have_names_of_their_own():
    assert [preset.key for preset in PRESETS] == ["basic", "teesdale_singles"]
    assert resolve_rules({"players": 2, **PRESETS[1].options}) == resolve_rules(
        {"players": 2, "hand_size": 9, "target": 61, "out_bonus": 0}
    )
