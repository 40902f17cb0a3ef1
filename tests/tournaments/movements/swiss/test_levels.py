"""What a meeting, or a sit-out, costs at each level."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from tournaments.movements.matching import TIE_BITS, mix, tie_of
from tournaments.movements.swiss.field import DOWN, EW, NS, UP, Contender, Field
from tournaments.movements.swiss.levels import (
    FARTHEST,
    LEVELS,
    SCORE_STEPS,
    costs_of,
    frame_of,
    lots,
    sit_out_costs,
)


def costs_between(one, other, *, again=False, pattern="adjacent", between=()):
    field = Field(3, (one, *between, other), pattern=pattern, again=again)
    frame = frame_of(field, 5)
    (cost,) = costs_of(frame, np.array([[0], [len(between) + 1]])).T.tolist()
    return {level: value for level, value in zip(LEVELS, cost, strict=True) if value and level != "lot"}


@pytest.mark.parametrize(
    ("one", "other", "costs"),
    [
        pytest.param({}, {}, {}, id="nothing against it"),
        pytest.param({"met": {2: 2}}, {"met": {1: 2}}, {"rematch": 4}, id="met twice"),
        pytest.param({"club": "A"}, {"club": "A"}, {"club": 1}, id="one club"),
        pytest.param({"club": "A"}, {"club": "B"}, {}, id="two clubs"),
        pytest.param({"score": Fraction(3)}, {}, {"score_gap": 9}, id="three points apart"),
        pytest.param({"score": Fraction(1, 2)}, {}, {"score_gap": 1}, id="half a point apart"),
        pytest.param({"balance": 1}, {"balance": 2}, {"side": 8}, id="both need EW"),
        pytest.param({"balance": -2}, {"balance": -2}, {"side": 8, "side_limit": 1}, id="both need NS badly"),
        pytest.param({"balance": 2}, {"balance": 1}, {"side": 8}, id="one of them badly"),
        pytest.param({"balance": 2}, {"balance": -1}, {}, id="one EW, the other NS"),
        pytest.param({"last_side": NS}, {"last_side": NS}, {"side": 1}, id="level, the same side last"),
        pytest.param({"last_side": NS}, {"last_side": EW}, {}, id="level, the other side last"),
        pytest.param({"last_side": NS, "balance": 1}, {"last_side": NS}, {}, id="one is not level"),
        pytest.param({"floated": DOWN}, {"floated": UP}, {}, id="floats that do not go on"),
        pytest.param(
            {"score": Fraction(1), "floated": DOWN},
            {"floated": UP},
            {"score_gap": 1, "float": 2},
            id="both float again",
        ),
        pytest.param(
            {"score": Fraction(1), "floated": UP}, {"floated": DOWN}, {"score_gap": 1}, id="each the other way"
        ),
    ],
)
def test_costs_of_a_meeting(one, other, costs):
    assert costs_between(Contender(1, **one), Contender(2, **other)) == costs


def test_costs_of_meeting_again_where_that_is_allowed():
    long_ago = Contender(1, met={2: 1}), Contender(2, met={1: 1})
    lately = Contender(1, met={2: 1}, recent=frozenset({2})), Contender(2, met={1: 1}, recent=frozenset({1}))

    assert costs_between(*long_ago, again=True) == {"met_before": 1}
    assert costs_between(*lately, again=True) == {"rematch": 1}


@pytest.mark.parametrize(
    ("pattern", "wanted"),
    [
        ("slide", {(0, 3), (1, 4), (2, 5)}),
        ("fold", {(0, 5), (1, 4), (2, 3)}),
        ("adjacent", {(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)}),
        ("random", {(one, other) for one in range(6) for other in range(one + 1, 6)}),
    ],
)
def test_pattern_costs_nothing_for_those_who_should_meet(pattern, wanted):
    frame = frame_of(Field(1, tuple(Contender(entrant) for entrant in range(6)), pattern=pattern), 5)
    ends = np.stack(np.triu_indices(6, 1))

    costs = costs_of(frame, ends)[LEVELS.index("pattern")]

    assert {tuple(pair) for pair, cost in zip(ends.T.tolist(), costs.tolist(), strict=True) if not cost} == wanted


def test_pattern_lets_the_last_go_down_and_meet_the_first():
    high = [Contender(entrant, Fraction(2)) for entrant in range(3)]
    low = [Contender(entrant, Fraction(0)) for entrant in range(3, 6)]
    frame = frame_of(Field(1, (*high, *low)), 5)

    costs = costs_of(frame, np.array([[2, 2, 1, 0], [3, 4, 4, 5]]))[LEVELS.index("pattern")]

    assert costs.tolist() == [0, 1, 4, 16]


def test_pattern_tells_far_places_apart_only_so_far():
    frame = frame_of(Field(1, tuple(Contender(entrant) for entrant in range(99)), pattern="adjacent"), 5)

    costs = costs_of(frame, np.array([[0, 0, 0], [FARTHEST, FARTHEST + 1, 98]]))[LEVELS.index("pattern")]

    assert costs.tolist() == [(FARTHEST - 1) ** 2, FARTHEST**2, FARTHEST**2]


def test_scores_far_apart_are_told_apart_in_so_many_steps_and_keep_their_order():
    scores = [Fraction(10_000), Fraction(9_999), Fraction(5_000, 3), Fraction(-7, 3), Fraction(-10_000)]
    frame = frame_of(Field(1, tuple(Contender(place, score) for place, score in enumerate(scores))), 5)

    assert frame.unit.tolist() == [SCORE_STEPS, 1023, 597, 511, 0]
    assert frame.group.tolist() == [0, 1, 2, 3, 4]


def test_lots_are_those_of_the_other_movements():
    one, other = (np.array([mix(part) for part in range(begin, begin + 50)], dtype=np.uint64) for begin in (0, 50))

    values = lots(one, other).tolist()

    assert values == [tie_of(mix(here), mix(here + 50)) for here in range(50)]
    assert all(0 <= value < 1 << TIE_BITS for value in values)


def test_sit_out_costs_more_the_higher_somebody_stands_and_most_for_who_has_just_come():
    contenders = (Contender(1, Fraction(4)), Contender(2, Fraction(2)), Contender(3, fresh=True))
    frame = frame_of(Field(2, contenders), 5)

    costs = sit_out_costs(frame, np.arange(3))

    assert costs[LEVELS.index("sit_out")].tolist() == [2, 1, 3]
    assert costs[: LEVELS.index("sit_out")].any() == np.False_


def test_forbidden_meetings_are_barred_and_so_is_oneself():
    field = Field(1, (Contender(7), Contender(8), Contender(9)), forbidden=frozenset({frozenset({9, 7})}))

    assert frame_of(field, 5).barred.tolist() == [[True, False, True], [False, True, False], [True, False, True]]
