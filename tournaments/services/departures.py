"""What becomes of the table that an entry leaves before its end. Called inside the transactions of other services."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from enum import StrEnum

from django.utils.translation import gettext as _

from tournaments import locks
from tournaments.actors import Actor, Right
from tournaments.errors import ValueRefused
from tournaments.models import Entry, Occupancy, Table
from tournaments.round_errors import NoOpenTable, PlayerNotAtTable
from tournaments.selectors import rights
from tournaments.selectors.names import entry_names
from tournaments.selectors.rulings import open_table_of
from tournaments.services.rulings import decide
from tournaments.services.substitutes import sit_in


class Unfinished(StrEnum):
    """What becomes of the table that somebody leaves."""

    FINISH = "finish"
    FORFEIT = "forfeit"
    VOID = "void"
    SUBSTITUTE = "substitute"


def leave_table(
    actor: Actor,
    entry: Entry,
    unfinished: str,
    *,
    points: int,
    substitutes: Sequence[tuple[int, int]],
    reason: str,
    now: dt.datetime,
) -> None:
    """See to the unfinished table of an entry whose tournament is locked; who plays it out (``finish``) has none.

    ``substitutes``: who leaves and who sits in. Raises NoOpenTable, and what deciding or substituting raises.
    """
    if unfinished not in list(Unfinished):
        raise ValueRefused(path="unfinished", reason=", ".join(Unfinished))
    if (unfinished == Unfinished.SUBSTITUTE) != bool(substitutes):
        raise ValueRefused(path="substitutes", reason=_("say who sits in for whom, and for nothing else"))
    if unfinished == Unfinished.FINISH:
        return
    rights.require(actor, Right.RUN_ROUNDS, club_id=entry.tournament.club_id)
    table = _lock_open_table(entry)
    if unfinished != Unfinished.SUBSTITUTE:
        decide(actor, table, unfinished, entry_id=entry.pk, points=points, reason=reason, now=now)
        return
    rows = Occupancy.objects.filter(seat__table=table, seat__entry=entry, is_current=True)
    sitting = set(rows.values_list("player_id", flat=True))
    for player_out_id, player_in_id in substitutes:
        if player_out_id not in sitting:
            raise PlayerNotAtTable(number=table.number)
        sit_in(actor, table, player_out_id, player_in_id, reason=reason, now=now)


def _lock_open_table(entry: Entry) -> Table:
    table = open_table_of(entry)
    if table is None:
        names = entry_names(entry.tournament_id, entry.tournament.club_id)
        raise NoOpenTable(name=names[entry.pk])
    return locks.lock_table_in_round(table.pk)
