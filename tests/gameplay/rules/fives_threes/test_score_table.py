"""The bounds of a score line as data are those of the engine."""

from __future__ import annotations

import pytest

from gameplay.rules.fives_threes.kind import FIVES_THREES


def is_possible(table, before, points, out_side):
    least = [points for start, points in table["least_out"] if start is None or start <= before[out_side]][-1]
    after = [score + gain for score, gain in zip(before, points, strict=True)]
    return max(points) <= table["largest"] and max(after) < table["target"] and points[out_side] >= least


@pytest.mark.parametrize("options", [{}, {"target": 121, "players": 2}, {"out_bonus": 0}, {"hand_size": 1}], ids=str)
def test_a_round_that_somebody_went_out_of_is_possible_where_the_engine_says_so(options):
    rules = FIVES_THREES.resolve_rules(options)
    table = FIVES_THREES.score_table(rules)
    seen = set()

    for start in (0, 40, 51, 52, 53, 60):
        for gain in (*range(12), 40, 57, 60, 61, 80, 81, 82):
            record = {"game": "fives_threes", "level": 1, "opener": 0, "end": "out", "out_side": 1}
            record |= {"points": [0, gain], "scores_before": [0, start]}
            possible = is_possible(table, (0, start), (0, gain), 1)
            seen.add(possible)

            assert FIVES_THREES.check(record, rules=rules).valid == possible, record

    assert seen == {True, False}
