"""How stored numbers are shown: ``1523 ± 60``."""

import datetime as dt
import math
import zoneinfo
from collections.abc import Hashable, Sequence

from django.conf import settings
from django.utils import timezone

from tournaments.models import Club

MINUS = "\N{MINUS SIGN}"


def points_of(mu: int) -> int:
    """Return a stored mean in whole points, halves upwards.

    >>> points_of(15_234), points_of(15_235)
    (1523, 1524)
    """
    return (mu + 5) // 10


def margin_of(sigma: int) -> int:
    """Return a stored deviation in whole points, halves upwards.

    >>> margin_of(6_049), margin_of(6_050)
    (60, 61)
    """
    return (sigma + 50) // 100


def tenths_of(mu: int) -> str:
    """Return a stored mean as it is, to 0.1 point.

    >>> tenths_of(15_118), tenths_of(-4)
    ('1511.8', '\N{MINUS SIGN}0.4')
    """
    whole, tenth = divmod(abs(mu), 10)
    return f"{MINUS if mu < 0 else ''}{whole}.{tenth}"


def change_of(tenths: int) -> str:
    """Return a difference of means with its sign, to 0.1 point.

    >>> change_of(118), change_of(0)
    ('+11.8', '±0.0')
    """
    sign = "+" if tenths > 0 else MINUS if tenths < 0 else "±"
    return f"{sign}{tenths_of(abs(tenths))}"


def today_at(club: Club | None, now: dt.datetime) -> dt.date:
    """Return the day at the club; where there is none, at the installation."""
    return timezone.localdate(now, zoneinfo.ZoneInfo(zone_of(club)))


def zone_of(club: Club | None) -> str:
    """Return the time zone of a club; where there is none, of the installation."""
    return club.time_zone if club else settings.TIME_ZONE


def pair_points(first: int, second: int, bonus: int = 0) -> int:
    """Return what two stored means, and a bonus that is added to them, make for a pair: whole points, halves upwards.

    >>> pair_points(15_000, 15_009), pair_points(15_000, 15_010), pair_points(15_000, 15_000, 110)
    (1500, 1501, 1506)
    """
    return (first + second + bonus + 10) // 20


def pair_sigma(*sigmas: int) -> int:
    """Return the deviation of that from those of two independent beliefs and, where there is one, the bonus; rounded.

    >>> pair_sigma(6_000, 8_000), pair_sigma(6_000, 8_000, 2_400)
    (5000, 5142)
    """
    return math.floor(math.hypot(*sigmas) / 2 + 0.5)


def ranks(keys: Sequence[Hashable]) -> list[tuple[int, str]]:
    """Return the rank of each in a sorted list and its label; equal keys share the best rank and an equals sign.

    >>> ranks([9, 7, 7, 5])
    [(1, '1'), (2, '2='), (2, '2='), (4, '4')]
    """
    first: dict[Hashable, int] = {}
    count: dict[Hashable, int] = {}
    for place, key in enumerate(keys, start=1):
        first.setdefault(key, place)
        count[key] = count.get(key, 0) + 1
    return [(first[key], f"{first[key]}{'=' if count[key] > 1 else ''}") for key in keys]
