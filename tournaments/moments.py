"""Days and moments as people write them, in the language of whoever reads."""

from __future__ import annotations

import datetime as dt

from django.utils import translation
from django.utils.formats import date_format

DAY = {"en": "j F Y", "pl": "j E Y", "lt": r"Y \m. E j \d."}
SHORT_DAY = {"en": "j M Y", "pl": "d.m.Y", "lt": "Y-m-d"}
AXIS_DAY = {"en": "j M y", "pl": "d.m.Y", "lt": "Y-m-d"}
DAY_IN_YEAR = {"en": "j F", "pl": "j E", "lt": r"E j \d."}
MONTH = {"en": "F Y", "pl": "F Y", "lt": r"Y \m. E \m\ė\n."}
"""Formats by language; E is the month in the genitive."""


def day(date: dt.date) -> str:
    """Return a day, such as 14 March 2026."""
    return date_format(date, _in_language(DAY))


def short_day(date: dt.date) -> str:
    """Return a day for a column, such as 14 Mar 2026."""
    return date_format(date, _in_language(SHORT_DAY))


def axis_day(date: dt.date) -> str:
    """Return a day as short as can be, such as 14 Mar 26."""
    return date_format(date, _in_language(AXIS_DAY))


def day_in_year(date: dt.date) -> str:
    """Return a day where the year goes without saying, such as 14 March."""
    return date_format(date, _in_language(DAY_IN_YEAR))


def month(date: dt.date) -> str:
    """Return a month, such as March 2026."""
    told = date_format(date, _in_language(MONTH))
    # Django's Polish has the names of months as headings.
    return told.lower() if _language() == "pl" else told


def clock(moment: dt.datetime) -> str:
    """Return the time of day, such as 19:30."""
    return date_format(moment, "H:i")


def clock_with_seconds(moment: dt.datetime) -> str:
    """Return the time of day to the second, such as 19:30:05."""
    return date_format(moment, "H:i:s")


def _in_language(formats: dict[str, str]) -> str:
    return formats.get(_language(), formats["en"])


def _language() -> str:
    return (translation.get_language() or "en").partition("-")[0]
