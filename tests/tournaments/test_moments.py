"""Days and moments in the language of the reader and the zone of the event."""

from __future__ import annotations

import datetime as dt
import re
import zoneinfo

import pytest
from django.template import Context, Template
from django.utils import translation

from config.embedded.paths import CHECKOUT

DAY = dt.date(2026, 3, 4)
MOMENT = dt.datetime(2026, 3, 4, 22, 30, 5, tzinfo=dt.UTC)
VILNIUS = zoneinfo.ZoneInfo("Europe/Vilnius")


def shown(template, language, **values):
    with translation.override(language):
        return Template("{% load tz %}" + template).render(Context(values))


@pytest.mark.parametrize(
    ("name", "english", "polish", "lithuanian"),
    [
        ("day", "4 March 2026", "4 marca 2026", "2026 m. kovo 4 d."),
        ("short_day", "4 Mar 2026", "04.03.2026", "2026-03-04"),
        ("axis_day", "4 Mar 26", "04.03.2026", "2026-03-04"),
        ("day_in_year", "4 March", "4 marca", "kovo 4 d."),
        ("month", "March 2026", "marzec 2026", "2026 m. kovo mėn."),
    ],
)
def test_days_are_written_as_the_language_does(name, english, polish, lithuanian):
    template = "{{ value|" + name + " }}"

    for language, expected in (("en-gb", english), ("pl", polish), ("lt", lithuanian)):
        assert shown(template, language, value=DAY) == expected


@pytest.mark.parametrize(
    ("name", "english", "polish", "lithuanian"),
    [
        ("moment", "5 March 2026, 00:30", "5 marca 2026, 00:30", "2026 m. kovo 5 d., 00:30"),
        ("short_moment", "5 Mar 2026, 00:30", "05.03.2026, 00:30", "2026-03-05, 00:30"),
        ("moment_in_year", "5 March, 00:30", "5 marca, 00:30", "kovo 5 d., 00:30"),
        ("exact_moment_in_year", "5 March, 00:30:05", "5 marca, 00:30:05", "kovo 5 d., 00:30:05"),
    ],
)
def test_moments_are_those_of_the_clock_in_the_hall(name, english, polish, lithuanian):
    template = "{{ value|timezone:zone|" + name + " }}"

    for language, expected in (("en-gb", english), ("pl", polish), ("lt", lithuanian)):
        assert shown(template, language, value=MOMENT, zone=VILNIUS) == expected


@pytest.mark.parametrize(
    "name", ["day", "short_day", "axis_day", "day_in_year", "month", "moment", "short_moment", "moment_in_year"]
)
def test_a_day_that_there_is_not_is_nothing(name):
    assert shown("{{ value|" + name + " }}", "en-gb", value=None) == ""


def test_no_template_writes_a_month_in_the_order_of_one_language():
    own = [
        f"{path.name}: {found}"
        for path in (CHECKOUT / "templates").rglob("*.html")
        for found in re.findall(r'\|date:"[^"]*[FMNEb][^"]*"', path.read_text())
    ]

    assert own == []


def test_a_moment_with_a_day_is_always_in_a_zone_of_somebody():
    bare = [
        f"{path.name}: {found}"
        for path in (CHECKOUT / "templates").rglob("*.html")
        for found in re.findall(r"[\w.]+_at\|(?:date|moment|short_moment|moment_in_year)\b", path.read_text())
    ]

    assert bare == []
