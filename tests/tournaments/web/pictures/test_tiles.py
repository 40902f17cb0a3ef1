"""The line of tiles as pictures."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from gameplay.rules.fives_threes.generate import random_round
from gameplay.rules.fives_threes.scoring import placement_points
from gameplay.rules.fives_threes.variants import resolve_rules
from tournaments.web.pictures.tiles import HALF, WIDTH, line_steps

HANDS = {
    "0": ["5-5", "3-4", "0-0"],
    "1": ["0-5", "4-5", "1-1"],
}


def played(*plays):
    """Return the steps of a round of two with three tiles each; who plays goes by turns."""
    record = {
        "game": "fives_threes",
        "level": 3,
        "rules": {"players": 2, "hand_size": 3},
        "opener": 0,
        "scores_before": [0, 0],
        "hands": HANDS,
        "plays": [
            {"seat": turn % 2, "knock": True} if play is None else {"seat": turn % 2, "tile": play[0], "end": play[1]}
            for turn, play in enumerate(plays)
        ],
    }
    return list(line_steps(record))


def test_line_grows_at_the_end_that_is_named_with_tiles_turned_to_fit():
    steps = played(("5-5", "L"), ("0-5", "L"), ("0-0", "L"), ("4-5", "R"), ("3-4", "R"))

    assert [[(tile.left, tile.right) for tile in step.tiles] for step in steps] == [
        [(5, 5)],
        [(0, 5), (5, 5)],
        [(0, 0), (0, 5), (5, 5)],
        [(0, 0), (0, 5), (5, 5), (5, 4)],
        [(0, 0), (0, 5), (5, 5), (5, 4), (4, 3)],
    ]
    assert [[tile.is_new for tile in step.tiles].index(True) for step in steps] == [0, 0, 0, 3, 4]
    assert [step.ends for step in steps] == [(10,), (0, 10), (0, 10), (0, 4), (0, 3)]
    assert [step.points for step in steps] == [2, 2, 2, 0, 2]
    assert [step.went_out for step in steps] == [False, False, False, False, True]
    assert [step.scores for step in steps] == [(2, 0), (2, 2), (4, 2), (4, 2), (6, 2)]


def test_double_lies_crosswise():
    [first, second] = played(("5-5", "L"), ("0-5", "L"))

    [double] = first.tiles
    [flat, moved] = second.tiles
    assert (double.width, double.height, double.turn) == (HALF, 2 * HALF, 0)
    assert double.centres == ((16, 16), (16, 40))
    assert (flat.width, flat.height, flat.turn) == (2 * HALF, HALF, 90)
    assert flat.centres == ((16, 28), (40, 28))
    assert flat.bar == (28, 20, 28, 36)
    assert moved.x == flat.x + flat.width + 2


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(4))
def test_pictures_of_any_round_fit_and_tell_its_score(players, seed):
    record = random_round(random.Random(seed), rules=resolve_rules({"players": players}))

    steps = list(line_steps(record))

    assert len(steps) == len(record["plays"])
    assert steps[-1].scores == tuple(record["scores_after"])
    for step, play in zip(steps, record["plays"], strict=True):
        assert (step.seat, step.tile) == (play["seat"], play.get("tile", ""))
        assert all(left.right == right.left for left, right in pairwise(step.tiles))
        assert all(0 < tile.x <= WIDTH - tile.width - 4 for tile in step.tiles)
        assert step.height == max((tile.y + tile.height for tile in step.tiles), default=0) + 4
        if step.tile:
            assert step.points == placement_points(step.total) + step.went_out
            assert step.is_accepted is play["accepted"]


def test_knock_leaves_the_line_as_it_is():
    records = (random_round(random.Random(seed)) for seed in range(20))
    record = next(record for record in records if any("knock" in play for play in record["plays"][:-1]))
    steps = list(line_steps(record))
    at = next(index for index, play in enumerate(record["plays"]) if "knock" in play)

    assert (steps[at].tile, steps[at].points, steps[at].scores) == ("", 0, steps[at - 1].scores)
    assert [(tile.left, tile.right) for tile in steps[at].tiles] == [
        (tile.left, tile.right) for tile in steps[at - 1].tiles
    ]
    assert not any(tile.is_new for tile in steps[at].tiles)
