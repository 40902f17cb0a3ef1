"""Time called at all tables of a round at once, and that taken back as one act."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments import locks
from tournaments.actors import Actor, Right
from tournaments.errors import RoundNotInPlay
from tournaments.models import BulkAct, Leg, Round, Table
from tournaments.round_errors import NoTableInPlay
from tournaments.selectors import rights
from tournaments.selectors.acts_at_tables import tables_called
from tournaments.selectors.consequences import Consequences
from tournaments.selectors.keying import require_seeing_round
from tournaments.selectors.progress import TableProgress, read_tables
from tournaments.services import audit
from tournaments.services.bulk_acts import Traces, keep_act
from tournaments.services.calling_time import counts_at, let_go_on
from tournaments.services.confirming import NOT_LOOKED, TRIED, Change, Confirmation, confirm, foresee
from tournaments.services.hands import audit_table, settle


@transaction.atomic(durable=True)
def preview_call_time_at_all(*, actor: Actor, round_id: int, now: dt.datetime) -> Consequences:
    """Return all that ``call_time_at_all`` would move, and change nothing. Raises what that raises."""
    return foresee(_calling(actor, round_id, reason=TRIED, now=now), now=now)


@transaction.atomic(durable=True)
def call_time_at_all(
    *, actor: Actor, round_id: int, confirmation: Confirmation = NOT_LOOKED, reason: str = "", now: dt.datetime
) -> BulkAct:
    """Call time at every table of a round that is still in play, as ``calling_time.call_time`` does at one.

    Returns the act as which all of it can be undone until the round is closed. Raises RoundNotInPlay, NoTableInPlay,
    TableNotTimed where the director is to rule such tables, KeyedBlind, and what ``confirm`` raises.
    """
    why = reason.strip() or _("Time was called.")
    act: BulkAct = confirm(actor, _calling(actor, round_id, reason=why, now=now), confirmation, reason=why, now=now)
    return act


def call_at(
    actor: Actor, round_: Round, tables: Sequence[Table], *, reason: str, now: dt.datetime
) -> tuple[Traces, dict[int, TableProgress]]:
    """Call time at locked tables in play, in the caller's transaction; return what was changed, and each table then.

    A query or two for each table that is complete by it, and a few for all. Raises TableNotTimed.
    """
    traces = Traces()
    legs = {leg.table_id: leg for leg in Leg.objects.filter(table__in=tables, number=1).select_related("game")}
    for table in tables:
        counts = counts_at(legs[table.pk].game, round_.tournament)
        traces.change([table], time_called_at=now, broken_off=counts.value)
    progress = read_tables(round_.tournament, tables)
    for table in tables:
        table.round = round_
        what = {"counts": table.broken_off}
        audit_table(actor, "table.time_called", f"table {table.number}", table, now=now, after=what, reason=reason)
        progress[table.pk] = settle(table, progress[table.pk], now=now)
    return traces, progress


def take_back_act(actor: Actor, act: BulkAct, *, reason: str, now: dt.datetime) -> None:
    """Let the tables go on at which an act called time, but those where that was taken back since; all are locked."""
    assert act.tournament is not None
    for table in tables_called(act):
        table.round.tournament = act.tournament
        legs = list(Leg.objects.filter(table=table).select_related("game").order_by("number"))
        let_go_on(actor, table, legs, reason=reason, now=now)


def _calling(actor: Actor, round_id: int, *, reason: str, now: dt.datetime) -> Change:
    round_ = locks.lock_round(round_id)
    rights.require(actor, Right.RUN_ROUNDS, club_id=round_.tournament.club_id)
    tables = locks.lock_tables_of(round_.pk)
    require_seeing_round(actor, round_.pk)

    def make() -> BulkAct:
        if round_.status != Round.Status.PUBLISHED:
            raise RoundNotInPlay(number=round_.number)
        running = sorted(
            (table for table in tables if table.status == Table.Status.IN_PLAY), key=lambda one: one.number
        )
        if not running:
            raise NoTableInPlay(number=round_.number)
        traces, _progress = call_at(actor, round_, running, reason=reason, now=now)
        where = {"club_id": round_.tournament.club_id, "tournament_id": round_.tournament_id}
        act = keep_act(actor, BulkAct.Kind.TIME_CALLED, traces, count=len(running), now=now, **where)
        after = {"tables": [table.number for table in running], "act": act.pk}
        audit.record(actor, "round.time_called", f"round {round_.number}", now=now, after=after, reason=reason, **where)
        return act

    return Change(round_.tournament, make, since=round_.number, round=round_)
