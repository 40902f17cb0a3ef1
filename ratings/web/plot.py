"""A player's curve as an SVG drawn by the server: the rating over time in a band of its margin."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 480, 280
LEFT, RIGHT, TOP, BOTTOM = 52, 16, 12, 34
STEPS = (5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
MOST_LINES = 6
MOST_DATES = 4


@dataclass(frozen=True, slots=True)
class PlotPoint:
    """What is to be drawn of one day, in whole points."""

    day: dt.date
    rating: int
    margin: int


@dataclass(frozen=True, slots=True)
class Dot:
    """A drawn day."""

    x: str
    y: str
    point: PlotPoint


@dataclass(frozen=True, slots=True)
class Line:
    """A horizontal line and its label."""

    y: str
    label: int


@dataclass(frozen=True, slots=True)
class DateMark:
    """A date under the plot; ``anchor`` keeps the outer ones inside."""

    x: str
    day: dt.date
    anchor: str


@dataclass(frozen=True, slots=True)
class Plot:
    """All coordinates, ready for the template. ``curve`` and ``band`` are the ``d`` of paths."""

    width: int
    height: int
    left: int
    right: int
    label_x: int
    date_y: int
    curve: str
    band: str
    dots: tuple[Dot, ...]
    lines: tuple[Line, ...]
    dates: tuple[DateMark, ...]


def draw(points: Sequence[PlotPoint]) -> Plot:
    """Draw one day or more, oldest first."""
    days = [point.day.toordinal() for point in points]
    levels = levels_around(min(p.rating - p.margin for p in points), max(p.rating + p.margin for p in points))

    def x(day: int) -> float:
        span = days[-1] - days[0]
        share = (day - days[0]) / span if span else 0.5
        return LEFT + share * (WIDTH - LEFT - RIGHT)

    def y(value: float) -> float:
        return TOP + (levels[-1] - value) / (levels[-1] - levels[0]) * (HEIGHT - TOP - BOTTOM)

    upper = [(x(day), y(point.rating + point.margin)) for day, point in zip(days, points, strict=True)]
    lower = [(x(day), y(point.rating - point.margin)) for day, point in zip(days, points, strict=True)]
    middle = [(x(day), y(point.rating)) for day, point in zip(days, points, strict=True)]
    return Plot(
        width=WIDTH,
        height=HEIGHT,
        left=LEFT,
        right=WIDTH - RIGHT,
        label_x=LEFT - 6,
        date_y=HEIGHT - 10,
        curve=_path(middle),
        band=f"{_path([*upper, *lower[::-1]])}Z",
        dots=tuple(Dot(svg_number(a), svg_number(b), point) for (a, b), point in zip(middle, points, strict=True)),
        lines=tuple(Line(svg_number(y(level)), level) for level in levels),
        dates=tuple(
            DateMark(svg_number(x(day)), dt.date.fromordinal(day), anchor) for day, anchor in _dates(days[0], days[-1])
        ),
    )


def levels_around(lowest: int, highest: int) -> list[int]:
    """Return round numbers, evenly spaced, that enclose what is drawn.

    >>> levels_around(1431, 1605)
    [1400, 1450, 1500, 1550, 1600, 1650]
    """
    for step in STEPS:
        first, last = lowest // step, -(-highest // step)
        if last - first < MOST_LINES:
            break
    return [number * step for number in range(first, max(last, first + 1) + 1)]


def _dates(first: int, last: int) -> list[tuple[int, str]]:
    """Return the days to name: the first and the last, and up to two between them.

    >>> _dates(10, 16)
    [(10, 'start'), (12, 'middle'), (14, 'middle'), (16, 'end')]
    >>> _dates(10, 10)
    [(10, 'middle')]
    """
    gaps = min(MOST_DATES - 1, last - first)
    if gaps == 0:
        return [(first, "middle")]
    days = [first + (last - first) * number // gaps for number in range(gaps + 1)]
    return [(days[0], "start"), *((day, "middle") for day in days[1:-1]), (days[-1], "end")]


def _path(corners: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{svg_number(x)} {svg_number(y)}" for x, y in corners)


def svg_number(value: float) -> str:
    """Return a coordinate as SVG wants it, whatever the language of the page.

    >>> svg_number(12.0), svg_number(3.14159)
    ('12.0', '3.1')
    """
    return f"{value:.1f}"
