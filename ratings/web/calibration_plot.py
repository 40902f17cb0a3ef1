"""What was foretold against what happened, as an SVG drawn by the server: dots beside the line where both are equal."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from ratings.engine.calibration import Bin
from ratings.web.plot import BOTTOM, HEIGHT, LEFT, RIGHT, TOP, WIDTH, Line, levels_around, svg_number

LEAST_SPAN = 10
"""Hundredths that the plot shows to the right at the least."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A label under the plot, in hundredths."""

    x: str
    label: int


@dataclass(frozen=True, slots=True)
class Spot:
    """A drawn bin: what happened, with the reach of luck above and below."""

    x: str
    y: str
    high: str
    low: str
    bin: Bin


@dataclass(frozen=True, slots=True)
class CalibrationPlot:
    """All coordinates, ready for the template; ``honest`` is the ``d`` of the line of equals."""

    width: int
    height: int
    left: int
    right: int
    label_x: int
    mark_y: int
    honest: str
    spots: tuple[Spot, ...]
    lines: tuple[Line, ...]
    marks: tuple[Mark, ...]


def draw_calibration(bins: Sequence[Bin]) -> CalibrationPlot:
    """Draw one bin or more, both axes in hundredths: to the right what was foretold, upwards what happened."""
    right = max(50 + LEAST_SPAN, math.ceil(100 * max(one.high for one in bins)))
    ends = [(100 * (one.actual - one.error), 100 * (one.actual + one.error)) for one in bins]
    levels = levels_around(
        max(0, math.floor(min(50, *(low for low, _ in ends)))),
        min(100, math.ceil(max(right, *(high for _, high in ends)))),
    )

    def x(hundredths: float) -> float:
        return LEFT + (hundredths - 50) / (right - 50) * (WIDTH - LEFT - RIGHT)

    def y(hundredths: float) -> float:
        inside = min(max(hundredths, levels[0]), levels[-1])
        return TOP + (levels[-1] - inside) / (levels[-1] - levels[0]) * (HEIGHT - TOP - BOTTOM)

    return CalibrationPlot(
        width=WIDTH,
        height=HEIGHT,
        left=LEFT,
        right=WIDTH - RIGHT,
        label_x=LEFT - 6,
        mark_y=HEIGHT - 10,
        honest=f"M{svg_number(x(50))} {svg_number(y(50))}L{svg_number(x(right))} {svg_number(y(right))}",
        spots=tuple(
            Spot(
                x=svg_number(x(100 * one.expected)),
                y=svg_number(y(100 * one.actual)),
                high=svg_number(y(high)),
                low=svg_number(y(low)),
                bin=one,
            )
            for one, (low, high) in zip(bins, ends, strict=True)
        ),
        lines=tuple(Line(svg_number(y(level)), level) for level in levels),
        marks=tuple(Mark(svg_number(x(label)), label) for label in range(50, right + 1, 5 if right <= 75 else 10)),
    )
