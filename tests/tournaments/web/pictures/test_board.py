"""Scoring events as pictures of a peg board."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from gameplay.rules.fives_threes.events import judge_events
from gameplay.rules.fives_threes.kind import FivesThrees
from gameplay.rules.fives_threes.variants import resolve_rules
from tournaments.web.pictures.board import WIDTH, board_of, board_steps, hole


def booked(before, *events, target=61):
    """Return the steps of a round of two pairs."""
    record = {"rules": {"players": 4, "target": target}, "scores_before": list(before), "events": list(events)}
    return list(board_steps(record))


def test_event_moves_the_peg_of_its_side_only():
    first, second = booked((3, 0), {"seat": 2, "points": 8, "sum": 15}, {"seat": 1, "points": 1})

    assert (first.number, first.seat, first.points, first.total, first.scores) == (1, 2, 8, 15, (11, 0))
    assert [(track.side, track.score, track.peg, track.origin) for track in first.tracks] == [
        (0, 11, hole(11, 61), hole(3, 61)),
        (1, 0, hole(0, 61), None),
    ]
    assert (second.total, second.scores, second.is_accepted) == (None, (11, 1), True)
    assert [track.origin for track in second.tracks] == [None, hole(0, 61)]


def test_event_over_the_target_leaves_all_pegs_where_they_are():
    refused, won = booked((59, 58), {"seat": 0, "points": 3, "out": False}, {"seat": 1, "points": 3})

    assert (refused.is_accepted, refused.points, refused.scores) == (False, 3, (59, 58))
    assert [track.origin for track in refused.tracks] == [None, None]
    assert (won.scores, won.tracks[1].peg) == ((59, 61), hole(61, 61))


def test_event_that_goes_out_says_so():
    [last] = booked((10, 20), {"seat": 3, "points": 9, "sum": 15, "out": True})

    assert (last.went_out, last.scores) == (True, (10, 29))


@pytest.mark.parametrize(("target", "rows"), [(61, 2), (121, 4)])
def test_board_has_every_hole_apart_and_inside(target, rows):
    board = board_of(target, sides=3)

    assert len(set(board.holes)) == target + 1
    assert len({y for _, y in board.holes}) == rows
    assert all(5 < x < WIDTH - 5 and 20 < y < board.track_height - 5 for x, y in board.holes)
    assert all(right[1] > left[1] or right[0] - left[0] >= 9 for left, right in pairwise(board.holes))
    assert board.height == 3 * board.track_height


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(3))
def test_pictures_of_any_round_tell_its_score(players, seed):
    rules = resolve_rules({"players": players})
    sides = 3 if players == 3 else 2
    before = [50] * sides
    record = FivesThrees().random_record(random.Random(seed), level=2, rules=rules, starter=0, before=before)

    steps = list(board_steps(record))

    assert judge_events(record, rules).valid
    assert len(steps) == len(record["events"]) > 0
    assert list(steps[-1].scores) == record["scores_after"]
    for step, event in zip(steps, record["events"], strict=True):
        assert (step.seat, step.points) == (event["seat"], event["points"])
        assert [track.score for track in step.tracks] == list(step.scores)
        assert [track.top for track in step.tracks] == [
            index * step.tracks[-1].top // (sides - 1) for index in range(sides)
        ]
