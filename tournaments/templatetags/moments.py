"""Days and moments for the templates, which need not load this; a moment is in the zone that it was given."""

from __future__ import annotations

import datetime as dt

from django import template

from tournaments import moments

register = template.Library()


@register.filter(expects_localtime=True)
def day(value: dt.date | None) -> str:
    """Return 14 March 2026."""
    return moments.day(value) if value else ""


@register.filter(expects_localtime=True)
def short_day(value: dt.date | None) -> str:
    """Return 14 Mar 2026."""
    return moments.short_day(value) if value else ""


@register.filter(expects_localtime=True)
def axis_day(value: dt.date | None) -> str:
    """Return 14 Mar 26."""
    return moments.axis_day(value) if value else ""


@register.filter(expects_localtime=True)
def day_in_year(value: dt.date | None) -> str:
    """Return 14 March."""
    return moments.day_in_year(value) if value else ""


@register.filter(expects_localtime=True)
def month(value: dt.date | None) -> str:
    """Return March 2026."""
    return moments.month(value) if value else ""


@register.filter(expects_localtime=True)
def moment(value: dt.datetime | None) -> str:
    """Return 14 March 2026, 19:30."""
    return f"{moments.day(value)}, {moments.clock(value)}" if value else ""


@register.filter(expects_localtime=True)
def short_moment(value: dt.datetime | None) -> str:
    """Return 14 Mar 2026, 19:30."""
    return f"{moments.short_day(value)}, {moments.clock(value)}" if value else ""


@register.filter(expects_localtime=True)
def moment_in_year(value: dt.datetime | None) -> str:
    """Return 14 March, 19:30."""
    return f"{moments.day_in_year(value)}, {moments.clock(value)}" if value else ""


@register.filter(expects_localtime=True)
def exact_moment_in_year(value: dt.datetime | None) -> str:
    """Return 14 March, 19:30:05."""
    return f"{moments.day_in_year(value)}, {moments.clock_with_seconds(value)}" if value else ""
