"""Hands that a table may still correct itself: entered a short while ago, with nothing following from them yet."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from django.db.models import Min

from gameplay.models import HandRecord, HandSubmission
from tournaments.models import Leg, Round, Table, Tournament

_OPEN = (HandSubmission.Outcome.CONFLICT, HandSubmission.Outcome.DISPUTED)


@dataclass(frozen=True, slots=True)
class OpenHand:
    """A hand that may be corrected at the table until ``until``."""

    leg: int
    number: int
    until: dt.datetime


def open_hands(table: Table, tournament: Tournament, *, now: dt.datetime) -> list[OpenHand]:
    """Return the hands that a table may correct, in the order of play.

    The time counts from when a hand's number was first entered, however often it was corrected since. What the director
    ruled, and what waits for the director, is no business of the table's any more.
    """
    minutes = tournament.table_correction_minutes
    is_open = table.round.status == Round.Status.PUBLISHED and table.status != Table.Status.RULED
    if not minutes or not is_open or table.time_called_at is not None:
        return []
    length = dt.timedelta(minutes=minutes)
    legs = dict(Leg.objects.filter(table=table).values_list("game_id", "number"))
    first = HandRecord.objects.filter(game__in=legs).values("game_id", "number").annotate(entered_at=Min("created_at"))
    played = HandRecord.objects.filter(game__in=legs, is_current=True, kind=HandRecord.Kind.PLAYED)
    standing = set(played.values_list("game_id", "number"))
    asked = HandSubmission.objects.filter(game__in=legs, outcome__in=_OPEN, settlement__isnull=True)
    waiting = set(asked.values_list("game_id", "number"))
    found = [
        OpenHand(legs[row["game_id"]], row["number"], row["entered_at"] + length)
        for row in first
        if row["entered_at"] + length >= now and (row["game_id"], row["number"]) in standing - waiting
    ]
    return sorted(found, key=lambda hand: (hand.leg, hand.number))
