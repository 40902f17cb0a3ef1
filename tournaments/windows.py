"""How long results may be corrected after the final standings: hours, or working days of the event's own calendar."""

from __future__ import annotations

import datetime as dt
import re
import zoneinfo

HOURS, WORKING_DAYS = "hours", "working_days"
MOST = {HOURS: 720, WORKING_DAYS: 30}
_SATURDAY = 5
_WINDOW = re.compile(r"(hours|working_days):([1-9]\d{0,3})")


def is_window(text: str) -> bool:
    """Whether a text names a window; the empty one is without an end.

    >>> [is_window(text) for text in ("", "hours:24", "working_days:2", "hours:0", "hours:721", "days:2")]
    [True, True, True, False, False, False]
    """
    found = _WINDOW.fullmatch(text)
    return not text or (found is not None and int(found[2]) <= MOST[found[1]])


def end_of_window(text: str, *, start: dt.datetime, time_zone: str) -> dt.datetime | None:
    """Return when a window ends that begins at ``start``; None for one without an end.

    Working days are Monday to Friday and count whole, from the day after; holidays are not known.

    >>> friday = dt.datetime(2026, 11, 27, 22, 30, tzinfo=dt.UTC)
    >>> end_of_window("working_days:2", start=friday, time_zone="UTC").isoformat()
    '2026-12-02T00:00:00+00:00'
    """
    found = _WINDOW.fullmatch(text)
    if found is None:
        return None
    amount = int(found[2])
    if found[1] == HOURS:
        return start + dt.timedelta(hours=amount)
    zone = zoneinfo.ZoneInfo(time_zone)
    day = start.astimezone(zone).date()
    while amount:
        day += dt.timedelta(days=1)
        amount -= day.weekday() < _SATURDAY
    return dt.datetime.combine(day + dt.timedelta(days=1), dt.time(), tzinfo=zone)
