"""The usual orders: each can be read back from what is stored, and each movement has one."""

from __future__ import annotations

import pytest

from tournaments.standings.criteria import Criterion
from tournaments.standings.presets import BY_MOVEMENT, PRESETS, preset_for, preset_of
from tournaments.standings.rules import DEFAULT_CRITERIA, StandingRules, rules_from_json, rules_to_json


@pytest.mark.parametrize("preset", PRESETS.values(), ids=PRESETS)
def test_preset_is_known_again_from_what_is_stored(preset):
    stored = rules_to_json(StandingRules(criteria=preset.criteria))

    assert preset_of(rules_from_json(stored).criteria) is preset
    assert PRESETS[preset.key] is preset


@pytest.mark.parametrize(
    ("movement", "first"),
    [
        pytest.param("round_robin", ["table_points", "head_to_head", "wins"], id="round robin"),
        pytest.param("swiss", ["table_points", "buchholz_cut_1", "buchholz"], id="Swiss"),
        pytest.param("individual", ["table_points", "games_won", "points"], id="changing partners"),
        pytest.param("progressive", ["wins", "points", "head_to_head"], id="progressive"),
        pytest.param("knockout", ["rounds_survived"], id="knock-out"),
        pytest.param("a new one", ["table_points", "games_won", "points"], id="any other"),
    ],
)
def test_movement_has_an_order_that_suits_it(movement, first):
    assert [criterion.key for criterion in preset_for(movement).criteria][:3] == first


def test_usual_order_is_that_of_rules_that_name_none():
    assert preset_for("").criteria == DEFAULT_CRITERIA
    assert set(BY_MOVEMENT.values()) <= set(PRESETS)


def test_order_of_its_own_is_no_preset():
    assert preset_of((Criterion("points"),)) is None
