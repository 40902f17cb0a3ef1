"""The set of 28 and its texts (rules B1)."""

import pytest

from gameplay.rules.fives_threes.tiles import ALL_TILES, HALVES, TEXTS, TILE_OF, WITH_PIP, is_tile, set_of, tiles_in


def test_tiles_are_the_double_six_set():
    assert len(HALVES) == len(set(HALVES)) == 28
    assert TEXTS[0] == "0-0"
    assert TEXTS[27] == "6-6"
    assert sum(low + high for low, high in HALVES) == 168


@pytest.mark.parametrize("pip", range(7))
def test_seven_tiles_have_each_number_of_pips(pip):
    texts = [TEXTS[tile] for tile in tiles_in(WITH_PIP[pip])]

    assert len(texts) == 7
    assert all(str(pip) in text for text in texts)


def test_tile_text_may_name_either_half_first():
    assert TILE_OF["4-1"] == TILE_OF["1-4"]
    assert len(TILE_OF) == 49


@pytest.mark.parametrize("value", ["", "7-1", "1-7", "14", "1-4 ", "-1-4", "1:4", "1-4-4", 14, None, ["1-4"], True])
def test_is_tile_refuses_what_names_none(value):
    assert is_tile(value) is False


def test_set_of_tiles_there_and_back():
    assert list(tiles_in(set_of(range(28)))) == list(range(28))
    assert set_of(range(28)) == ALL_TILES
    assert list(tiles_in(0)) == []
