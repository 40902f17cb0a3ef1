"""Windows of correction end when the club's own calendar says so."""

import datetime as dt

import pytest

from tournaments.windows import end_of_window

VILNIUS = "Europe/Vilnius"


@pytest.mark.parametrize(
    ("start", "window", "end"),
    [
        pytest.param("2026-11-25T21:00", "working_days:1", "2026-11-27T00:00+02:00", id="from a Wednesday"),
        pytest.param("2026-11-27T21:00", "working_days:1", "2026-12-01T00:00+02:00", id="over a weekend"),
        pytest.param("2026-11-28T12:00", "working_days:2", "2026-12-02T00:00+02:00", id="from a Saturday"),
        pytest.param("2026-03-27T20:00", "working_days:1", "2026-03-31T00:00+03:00", id="when the clocks change"),
        pytest.param("2026-03-28T22:00", "hours:24", "2026-03-30T01:00+03:00", id="hours are hours all the same"),
    ],
)
def test_end_of_window_is_in_the_time_of_the_event(start, window, end):
    began = dt.datetime.fromisoformat(f"{start}+00:00")

    found = end_of_window(window, start=began, time_zone=VILNIUS)

    assert found == dt.datetime.fromisoformat(end)


def test_end_of_window_without_a_window_is_never():
    assert end_of_window("", start=dt.datetime(2026, 1, 1, tzinfo=dt.UTC), time_zone="UTC") is None
