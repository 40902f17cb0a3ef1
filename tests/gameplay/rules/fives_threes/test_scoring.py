"""Points of a placement, what can come up at all, and exactly the target (rules B6, B8)."""

import pytest

from gameplay.rules.fives_threes.scoring import (
    END_TOTALS,
    LARGEST_PLACEMENT,
    PLACEMENT_POINTS,
    event_points,
    is_accepted,
    placement_points,
)


def test_placement_points_of_every_end_total():
    scoring = {3: 1, 5: 1, 6: 2, 9: 3, 10: 2, 12: 4, 15: 8, 18: 6, 20: 4}

    assert {total: placement_points(total) for total in END_TOTALS} == {
        total: scoring.get(total, 0) for total in (*range(19), 20, 22)
    }


def test_placement_points_are_never_five_seven_or_nine():
    assert {0, 1, 2, 3, 4, 6, 8} == PLACEMENT_POINTS
    assert LARGEST_PLACEMENT == 8


def test_points_are_whole_numbers_also_where_they_are_sent():
    assert {type(placement_points(total)) for total in END_TOTALS} == {int}


@pytest.mark.parametrize(
    ("bonus", "expected"),
    [
        pytest.param(0, {0, 1, 2, 3, 4, 6, 8}, id="in play, or where going out earns nothing"),
        pytest.param(1, {1, 2, 3, 4, 5, 7, 9}, id="going out"),
    ],
)
def test_event_points(bonus, expected):
    assert event_points(bonus) == expected


@pytest.mark.parametrize(
    ("score", "points", "target", "expected"),
    [
        pytest.param(59, 2, 61, True, id="exactly"),
        pytest.param(59, 3, 61, False, id="one too many"),
        pytest.param(61, 0, 61, True, id="nothing passes nothing"),
        pytest.param(119, 3, 121, False, id="the long board"),
    ],
)
def test_is_accepted(score, points, target, expected):
    assert is_accepted(score, points, target=target) is expected
