"""Why a rating moved on a day, over HTTP."""

import datetime as dt
from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from ratings.selectors.days import LOST, TIED, WON, explain_day, read_day
from ratings.selectors.pools import get_pool


def _figure(**more: Any) -> serializers.DecimalField:
    """Return a field of a number to be counted with: as text, with just the digits that the page shows."""
    return serializers.DecimalField(max_digits=None, decimal_places=None, **more)


class PersonBeforeOutput(serializers.Serializer[Any]):
    """Somebody at a table, as believed before the day."""

    player_id = serializers.IntegerField()
    name = serializers.CharField()
    rating = _figure()
    deviation = _figure()


class BonusBeforeOutput(serializers.Serializer[Any]):
    """The bonus of two partners, as believed before the day."""

    rating = _figure()
    deviation = _figure()


class SideBeforeOutput(serializers.Serializer[Any]):
    """A side of a table: the mean of its people or, of two with a bonus, half of the sum of all three."""

    people = PersonBeforeOutput(many=True)
    bonus = BonusBeforeOutput(allow_null=True, help_text="Null where the list has no bonuses.")
    rating = _figure()


class MeetingOutput(serializers.Serializer[Any]):
    """What playing against one side came to: ``moved`` = ``weight`` × (``actual`` − ``expected``), to 0.001.

    ``expected`` = 1 ÷ (1 + 10^(−``lead`` ÷ ``divisor``)), to 0.0001; with ``by_margin`` it is in the game's points.
    """

    own = SideBeforeOutput()
    other = SideBeforeOutput()
    lead = _figure()
    divisor = _figure()
    expected = _figure()
    actual = _figure()
    outcome = serializers.CharField(help_text=f"`{WON}`, `{TIED}` or `{LOST}`.")
    weight = _figure()
    moved = _figure()
    by_margin = serializers.BooleanField()
    is_held = serializers.BooleanField(help_text="Nothing was moved, because a partner was a novice.")


class TableOfDayOutput(serializers.Serializer[Any]):
    """A table; of more than two sides it has a meeting with each other one."""

    table_id = serializers.IntegerField()
    table = serializers.IntegerField()
    round_id = serializers.IntegerField()
    round = serializers.IntegerField(source="round_number")
    tournament = serializers.CharField(help_text="Its name.")
    slug = serializers.CharField()
    had_substitute = serializers.BooleanField(help_text="It counts for those who sat there for most of its hands.")
    meetings = MeetingOutput(many=True)


class DayOutput(serializers.Serializer[Any]):
    """A player's day: ``change`` = ``total`` of the tables + ``rounding``, and ``rating_after`` − ``rating_before``.

    ``grown`` = √(``deviation_before``² + ``drift``² × ``days_without`` ÷ 7), at most ``most_deviation``.
    """

    player_id = serializers.IntegerField()
    name = serializers.CharField()
    day = serializers.DateField()
    last_day = serializers.DateField(allow_null=True, help_text="The day of play before; null for a newcomer.")
    rating_before = _figure()
    deviation_before = _figure()
    days_without = serializers.IntegerField()
    drift = _figure()
    most_deviation = _figure()
    grown = _figure(help_text="The deviation that the day began with.")
    tables = TableOfDayOutput(many=True)
    total = _figure()
    rounding = _figure()
    change = _figure()
    rating_after = _figure()
    deviation_after = _figure()


class PlayerDayView(APIView):
    """Why a player's rating moved on a day."""

    permission_classes = (AllowAny,)

    @extend_schema(
        parameters=[OpenApiParameter("day", dt.date, OpenApiParameter.PATH, description="Such as 2026-03-14.")],
        responses=DayOutput,
    )
    def get(self, request: Request, pool_id: int, player_id: int, day: str) -> Response:  # noqa: ARG002
        """Return what each table of the day added, in figures that a pocket calculator comes to as well."""
        return Response(DayOutput(explain_day(get_pool(pool_id), player_id, read_day(day))).data)
