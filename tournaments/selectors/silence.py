"""Tables from which nothing has been heard for long: somebody goes there and looks."""

from __future__ import annotations

import datetime as dt

from django.db.models import Max

from gameplay.models import HandSubmission
from tournaments.models import Round
from tournaments.selectors.desk import RoundView

SILENT_AFTER = dt.timedelta(minutes=15)
"""A hand of Five Hundred takes six minutes or so, one of Fives and Threes four, and the slowest table twice that."""


def silent_minutes(view: RoundView, *, now: dt.datetime) -> dict[int, int]:
    """Return for how many minutes each silent table of a round in play has sent nothing, by table number.

    It is counted from the last hand that came, stored or not, from the start of the round's clock, or from its
    publication, whichever is the latest. One query.
    """
    if view.round.status != Round.Status.PUBLISHED:
        return {}
    playing = {table.table.pk: table.table.number for table in view.tables if table.next_hand is not None}
    began = max(at for at in (view.round.published_at, view.round.clock_started_at) if at is not None)
    heard = (
        HandSubmission.objects.filter(game__leg__table__in=playing)
        .order_by()
        .values_list("game__leg__table")
        .annotate(last=Max("received_at"))
    )
    last = dict(heard)
    waited = {number: now - max(began, last.get(pk, began)) for pk, number in playing.items()}
    return {number: wait // dt.timedelta(minutes=1) for number, wait in waited.items() if wait >= SILENT_AFTER}
