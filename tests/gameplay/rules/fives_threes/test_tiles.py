"""The set of 28 and its texts (rules B1)."""

import pytest

from gameplay.rules.fives_threes.tiles import BIT_OF, HALVES, TEXTS, TILE_OF, is_tile, set_of, tiles_in


def test_tiles_are_the_double_six_set():
    assert len(HALVES) == len(set(HALVES)) == 28
    assert TEXTS[0] == "0-0"
    assert TEXTS[27] == "6-6"
    assert sum(low + high for low, high in HALVES) == 168


def test_tile_text_may_name_either_half_first():
    assert TILE_OF["4-1"] == TILE_OF["1-4"]
    assert len(TILE_OF) == 49
    assert {text: list(tiles_in(bit)) for text, bit in BIT_OF.items()} == {
        text: [tile] for text, tile in TILE_OF.items()
    }


@pytest.mark.parametrize("value", ["", "7-1", "1-7", "14", "1-4 ", "-1-4", "1:4", "1-4-4", 14, None, ["1-4"], True])
def test_is_tile_refuses_what_names_none(value):
    assert is_tile(value) is False


def test_set_of_tiles_there_and_back():
    assert list(tiles_in(set_of(range(28)))) == list(range(28))
    assert set_of(range(28)) == 2**28 - 1
    assert list(tiles_in(0)) == []
