import datetime as dt
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ratings.web.plot import HEIGHT, WIDTH, PlotPoint, draw

DAY = dt.date(2026, 3, 14)
points = st.dictionaries(
    st.integers(730_000, 766_000), st.tuples(st.integers(0, 3_000), st.integers(1, 94)), min_size=1, max_size=20
).map(lambda days: [PlotPoint(dt.date.fromordinal(day), *days[day]) for day in sorted(days)])


def test_draw_of_one_day_puts_the_dot_in_the_middle():
    plot = draw([PlotPoint(DAY, 1500, 90)])

    assert [(dot.x, dot.y) for dot in plot.dots] == [("258.0", "129.0")]
    assert [(mark.day, mark.anchor) for mark in plot.dates] == [(DAY, "middle")]
    assert [line.label for line in plot.lines] == [1400, 1450, 1500, 1550, 1600]


def test_draw_spaces_days_as_the_calendar_does():
    days = [PlotPoint(DAY + dt.timedelta(days=days), 1500, 50) for days in (0, 10, 40)]

    left, middle, right = (float(dot.x) for dot in draw(days).dots)

    assert (middle - left) * 4 == pytest.approx(right - left, abs=0.5)


def test_draw_puts_the_higher_rating_higher():
    low, high = draw([PlotPoint(DAY, 1450, 50), PlotPoint(DAY + dt.timedelta(days=1), 1550, 50)]).dots

    assert float(high.y) < float(low.y)


@settings(deadline=None, derandomize=True)
@given(points)
def test_draw_keeps_everything_inside_the_picture(drawn):
    plot = draw(drawn)

    corners = re.findall(r"(-?[\d.]+) (-?[\d.]+)", plot.curve + plot.band)
    assert len(corners) == 3 * len(drawn)
    assert all(0 <= float(x) <= WIDTH and 0 <= float(y) <= HEIGHT for x, y in corners)
    assert plot.lines[0].label <= min(point.rating - point.margin for point in drawn)
    assert plot.lines[-1].label >= max(point.rating + point.margin for point in drawn)
    assert len(plot.dots) == len(drawn)
