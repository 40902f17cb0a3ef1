"""The movements by name."""

from __future__ import annotations

import pytest

from tournaments.movements.individual import draw_individual_round
from tournaments.movements.registry import MOVEMENTS, Movement, movements_for
from tournaments.movements.schedule import Shape


def test_movements_stand_under_their_own_names() -> None:
    assert all(movement.name == name for name, movement in MOVEMENTS.items())


@pytest.mark.parametrize(
    ("kind", "shape", "usual"),
    [
        ("pairs", Shape(2, 1), "round_robin"),
        ("individual", Shape(2, 1), "round_robin"),
        ("individual", Shape(2, 2), "individual"),
        ("individual", Shape(3, 1), "individual"),
        ("pairs", Shape(3, 1), "individual"),
    ],
)
def test_movements_for_a_table_begin_with_the_usual_one(kind, shape, usual) -> None:
    suitable = movements_for(kind, shape)

    assert suitable[0].name == usual
    assert all(movement.suits(kind, shape) for movement in suitable)


def test_every_movement_plays_at_least_one_round_with_few() -> None:
    assert all(movement.length(count, Shape()) >= 1 for movement in MOVEMENTS.values() for count in range(9))


def test_options_of_a_movement_are_complete_and_checked() -> None:
    movement = Movement(
        "any", draw_individual_round, lambda _kind, _shape: True, lambda _count, _shape: 1, {"far": (1, 2)}
    )

    assert movement.options_of({}) == {"far": 1}
    assert movement.options_of({"far": 2}) == {"far": 2}
    with pytest.raises(ValueError, match="far"):
        movement.options_of({"far": 3})
    with pytest.raises(ValueError, match="far"):
        movement.options_of({"far": True})
    with pytest.raises(KeyError):
        movement.options_of({"wide": 1})
