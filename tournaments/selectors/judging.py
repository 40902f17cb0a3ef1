"""What a hand would be worth at a table, before it is sent. Clients never score: the server says it."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Any

from gameplay.rules.chain import Judgement, judge_next
from gameplay.selectors import Progress, read_progress
from tournaments.actors import Actor
from tournaments.errors import LegNotOpen, ThingNotFound
from tournaments.models import Leg, Table
from tournaments.selectors import rights
from tournaments.selectors.keying import require_seeing


@dataclass(frozen=True, slots=True)
class JudgedHand:
    """The judgement on a hand as number ``number`` of leg ``leg``."""

    leg: int
    number: int
    judgement: Judgement


def judge_in_place(progress: Progress, number: int, record: Any) -> Judgement:
    """Judge a record as if it had been hand ``number`` of a game in which that is entered."""
    before = progress.hands[number - 2].state if number > 1 else progress.kind.start(progress.rules)
    return judge_next(progress.kind, progress.rules, before, record, starter=progress.starter_of(number))


def judge_hand(*, actor: Actor, table_id: int, leg: int, record: Any, now: dt.datetime) -> JudgedHand:
    """Judge a record as the next hand of a leg. Raises ThingNotFound, NotPermitted, LegNotOpen, KeyedBlind."""
    table = (
        Table.objects.select_related("round__tournament__club")
        .filter(pk=table_id, round__tournament__taken_out_at=None)
        .first()
    )
    if table is None:
        raise ThingNotFound(thing="table")
    rights.require_table(actor, table, now=now)
    require_seeing(actor, table_id=table_id)
    legs = list(Leg.objects.filter(table=table).select_related("game").order_by("number"))
    wanted = next((row for row in legs if row.number == leg), None)
    if wanted is None:
        raise LegNotOpen(leg=leg, open=legs[-1].number)
    progress = read_progress(wanted.game, broken_off=table.broken_off)
    judgement = judge_next(progress.kind, progress.rules, progress.state, record, starter=progress.next_starter)
    return JudgedHand(leg, progress.next_number, judgement)
