"""Keeps what a bulk act makes and changes, within the transaction of the act, so that it can be undone."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Model

from tournaments.actors import Actor
from tournaments.models import BulkAct
from tournaments.selectors.bulk_acts import MODELS, name_of, plain


@dataclass(slots=True)
class Traces:
    """What an act leaves: ids of the rows it made by model, and values before and after of those it changed."""

    made: dict[str, list[int]] = field(default_factory=dict)
    changed: list[list[Any]] = field(default_factory=list)

    def make(self, rows: Iterable[Model]) -> None:
        """Remember rows that were made."""
        for row in rows:
            self.made.setdefault(name_of(row), []).append(row.pk)

    def change(self, rows: Iterable[Model], **values: Any) -> None:
        """Give rows of one model other values, and remember what stood there; rows that have them are left alone."""
        after = {name: plain(value) for name, value in values.items()}
        others: list[Model] = []
        for row in rows:
            before = {name: plain(getattr(row, name)) for name in values}
            if before != after:
                others.append(row)
                self.changed.append([name_of(row), row.pk, before, after])
            for name, value in values.items():
                setattr(row, name, value)
        if others:
            MODELS[name_of(others[0])].objects.filter(pk__in=[row.pk for row in others]).update(**values)


def keep_act(
    actor: Actor,
    kind: BulkAct.Kind,
    traces: Traces,
    *,
    count: int,
    club_id: int,
    tournament_id: int | None = None,
    table_id: int | None = None,
    now: dt.datetime,
) -> BulkAct:
    """Store an act with its traces; ``count`` says about how many of what its kind names it was."""
    return BulkAct.objects.create(
        club_id=club_id,
        tournament_id=tournament_id,
        table_id=table_id,
        kind=kind,
        count=count,
        made=traces.made,
        changed=traces.changed,
        user_id=actor.user_id,
        made_at=now,
    )
