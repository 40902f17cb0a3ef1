"""The line of tiles: the diagrams of the rules, every pair of ends, and what fits (rules B4, B5)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gameplay.rules.fives_threes.line import NO_TILES
from gameplay.rules.fives_threes.scoring import END_TOTALS
from gameplay.rules.fives_threes.tiles import HALVES, TEXTS, TILE_OF, tiles_in


def laid(text):
    """Return the line after the plays of a text such as ``1-4 1-1L 4-4R``."""
    line = NO_TILES
    for play in text.split():
        line = line.on[play[3:] or "L"][TILE_OF[play[:3]]]
    return line


@pytest.mark.parametrize(
    ("text", "contributions", "points"),
    [
        pytest.param("1-4 1-1L 4-4R", (2, 8), 2, id="diagram 1: two doubles standing at the ends"),
        pytest.param("1-4 1-1L 4-4R 3-4R", (2, 3), 1, id="diagram 2: the double four is inside now"),
        pytest.param("2-2", (4,), 0, id="diagram 3: a lone double counts both halves once"),
        pytest.param("1-4", (1, 4), 1, id="diagram 4: a lone tile"),
        pytest.param("1-4 1-1L", (2, 4), 2, id="diagram 5"),
        pytest.param("3-6 6-6R", (3, 12), 8, id="diagram 6: fifteen"),
        pytest.param("0-0", (0,), 0, id="diagram 7: nothing"),
        pytest.param("2-2 2-5R", (4, 5), 3, id="an opening double is still an end on its other side"),
        pytest.param("2-2 2-5L", (5, 4), 3, id="whichever side was taken first"),
        pytest.param("2-2 2-5R 2-6L", (6, 5), 0, id="and inside when both are taken"),
        pytest.param("5-6 6-6R 5-5L", (10, 12), 0, id="22 is the most and earns nothing"),
    ],
)
def test_line_counts_its_ends(text, contributions, points):
    line = laid(text)

    assert line.contributions() == contributions
    assert line.total() == sum(contributions)
    assert line.points == points


def test_line_before_the_first_tile():
    assert NO_TILES.is_empty
    assert NO_TILES.contributions() == ()
    assert NO_TILES.total() == 0
    assert list(tiles_in(NO_TILES.fitting)) == list(range(28))
    assert {NO_TILES.ends_for(tile) for tile in range(28)} == {("L", "R")}
    assert NO_TILES.on["L"] == NO_TILES.on["R"]


@pytest.mark.parametrize(
    ("text", "tile", "ends"),
    [
        pytest.param("1-4", "1-2", ("L",), id="left"),
        pytest.param("1-4", "4-6", ("R",), id="right"),
        pytest.param("1-4", "3-5", (), id="neither"),
        pytest.param("1-3 3-4R", "1-4", ("L", "R"), id="both"),
        pytest.param("2-2", "2-5", ("L", "R"), id="both sides of a lone double"),
        pytest.param("1-4 1-1L", "1-2", ("L",), id="on a double"),
    ],
)
def test_line_ends_for_a_tile(text, tile, ends):
    line = laid(text)

    assert line.ends_for(TILE_OF[tile]) == ends
    assert (TILE_OF[tile] in tiles_in(line.fitting)) is bool(ends)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("2-2", True, id="a lone double"),
        pytest.param("1-4 1-3L 3-4L", True, id="two open fours"),
        pytest.param("1-3 3-4R", False, id="a one and a four"),
        pytest.param("4-4 1-4R 1-3R 3-4R", False, id="a double four and an open four count differently"),
        pytest.param("0-0 0-1R 1-3R 0-3R", False, id="a double blank and a blank look different"),
    ],
)
def test_line_ends_are_alike(text, expected):
    line = laid(text)

    assert line.ends_are_alike() is expected


@pytest.mark.parametrize("pip", range(7))
def test_line_ends_in_a_number_that_seven_tiles_have(pip):
    fitting = [TEXTS[tile] for tile in tiles_in(laid(f"{pip}-{pip}").fitting)]

    assert len(fitting) == 7
    assert all(str(pip) in text for text in fitting)


@settings(deadline=None, max_examples=50)
@given(st.randoms(use_true_random=False))
def test_line_never_has_a_third_end(random):
    line = NO_TILES
    left = list(range(28))
    chain = []
    while fitting := [(tile, end) for tile in left for end in line.ends_for(tile)]:
        tile, end = random.choice(fitting)
        line = line.on[end][tile]
        left.remove(tile)
        chain = _extended(chain, HALVES[tile], end)

        assert line.contributions() == _counted(chain)
        assert line.total() in END_TOTALS
        assert line.points in {0, 1, 2, 3, 4, 6, 8}
        assert {TEXTS[tile] for tile in tiles_in(line.fitting)} == {
            text for text in TEXTS if {chain[0][0], chain[-1][1]} & set(map(int, text.split("-")))
        }


def _extended(chain, halves, end):
    """Lay a tile to a list of tiles as they lie on the table, turned so that touching halves match."""
    low, high = halves
    if not chain:
        return [halves]
    if end == "L":
        return [(high, low) if low == chain[0][0] else (low, high), *chain]
    return [*chain, (low, high) if low == chain[-1][1] else (high, low)]


def _counted(chain):
    """Count the ends from the whole list of tiles, as a player at the table does."""
    if len(chain) == 1 and chain[0][0] == chain[0][1]:
        return (2 * chain[0][0],)
    (left, second), (before_last, right) = chain[0], chain[-1]
    return (2 * left if left == second else left, 2 * right if right == before_last else right)
