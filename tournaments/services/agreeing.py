"""Sides that agree to what is in the books, and the director who confirms it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from gameplay.statements import Statement
from tournaments import locks
from tournaments.actors import Actor, Right
from tournaments.agreement_errors import AgreementByDirector, AgreementNotAsked, AgreementNotYet, HandsChanged
from tournaments.errors import ValueRefused
from tournaments.models import BulkAct, HandAgreement, Round, Table, Tournament
from tournaments.round_errors import RoundTakenBack, TableRuled
from tournaments.selectors import rights
from tournaments.selectors.progress import TableProgress, read_table
from tournaments.services import audit
from tournaments.services.bulk_acts import Traces, keep_act
from tournaments.services.sealing import require_unsealed

# Written by hand, because it stands on the way of every hand where sides agree hand by hand.
_AGREE = Statement("""
    INSERT INTO tournaments_handagreement (record_id, side, actor, made_at)
    VALUES (%(record)s, %(side)s, %(actor)s, %(now)s)
    ON CONFLICT DO NOTHING
""")


@transaction.atomic(durable=True)
def agree(*, actor: Actor, table_id: int, side: int, record_ids: Collection[int], now: dt.datetime) -> None:
    """Let a side agree to hands as it saw them, by their record ids; to agree again changes nothing.

    Where the whole table is agreed to at its end these are all its hands. Whoever may enter hands at the table may say
    it, for either side: a table has one link, and a phone may be handed over. Raises AgreementNotAsked,
    AgreementByDirector, AgreementNotYet, HandsChanged, ValueRefused for a side that is not there, TableRuled,
    RoundTakenBack, TournamentSealed, NotPermitted.
    """
    locked = locks.lock_table(table_id, asks=actor.user_id)
    table, tournament = locked.table, locked.table.round.tournament
    rights.require_table(actor, table, held=rights.rights_by_role(actor, locked.role), now=now)
    require_asked(tournament)
    if tournament.agreement == Tournament.Agreement.DIRECTOR:
        raise AgreementByDirector
    progress = read_table(table, locked.legs, tournament)
    require_side(side, len(progress.points))
    _require_these(table, progress, record_ids, now=now)
    _store(actor, table, side, record_ids, action="table.agreed", reason="", now=now)


@transaction.atomic(durable=True)
def confirm_hands(
    *, actor: Actor, table_id: int, record_ids: Collection[int], reason: str = "", now: dt.datetime
) -> BulkAct | None:
    """Let the director confirm hands in the place of all sides; to confirm again changes nothing.

    Returns the act as which it can be undone until the round is closed; None where all was confirmed already. Raises
    AgreementNotAsked, AgreementNotYet, HandsChanged, TableRuled, RoundTakenBack, TournamentSealed, NotPermitted.
    """
    locked = locks.lock_table(table_id, asks=actor.user_id)
    table, tournament = locked.table, locked.table.round.tournament
    rights.require(actor, Right.RUN_ROUNDS, club_id=tournament.club_id)
    require_asked(tournament)
    _require_these(table, read_table(table, locked.legs, tournament), record_ids, now=now)
    return _store(actor, table, None, record_ids, action="table.confirmed", reason=reason.strip(), now=now)


def agree_by_entering(actor: Actor, record_id: int, side: int, *, now: dt.datetime) -> None:
    """Note that the side which enters a hand agrees to it, in the caller's transaction: one statement."""
    _AGREE.rows({"record": record_id, "side": side, "actor": actor.label, "now": now})


def require_asked(tournament: Tournament) -> None:
    """Raise AgreementNotAsked where hands count as they are entered."""
    if tournament.agreement == Tournament.Agreement.NONE:
        raise AgreementNotAsked


def require_side(side: int, sides: int) -> None:
    """Raise ValueRefused for a side that a table of so many sides does not have."""
    if not 0 <= side < sides:
        raise ValueRefused(path="side", reason=_("from %(least)s to %(most)s") % {"least": 0, "most": sides - 1})


def require_standing(table: Table, *, now: dt.datetime) -> None:
    """Raise RoundTakenBack, TableRuled or TournamentSealed where nothing is left to agree to."""
    if table.round.status == Round.Status.TAKEN_BACK:
        raise RoundTakenBack(number=table.round.number)
    if table.status == Table.Status.RULED:
        raise TableRuled(number=table.number)
    require_unsealed(table.round.tournament, now=now)


def _require_these(table: Table, progress: TableProgress, record_ids: Collection[int], *, now: dt.datetime) -> None:
    require_standing(table, now=now)
    one_by_one = table.round.tournament.agreement == Tournament.Agreement.HAND
    if not one_by_one and not progress.is_complete:
        raise AgreementNotYet(number=table.number)
    current = {hand.record_id for leg in progress.legs for hand in leg.game.hands}
    meant = set(record_ids)
    if not meant or not meant <= current or (not one_by_one and meant != current):
        raise HandsChanged


def _store(
    actor: Actor,
    table: Table,
    side: int | None,
    record_ids: Collection[int],
    *,
    action: str,
    reason: str,
    now: dt.datetime,
) -> BulkAct | None:
    """Store what is new of it; return the act as which that of the director can be undone."""
    known = HandAgreement.objects.filter(record_id__in=record_ids, side=side).values_list("record_id", flat=True)
    new = sorted(set(record_ids) - set(known))
    if not new:
        return None
    made = HandAgreement.objects.bulk_create(
        HandAgreement(record_id=record_id, side=side, actor=actor.label, made_at=now) for record_id in new
    )
    where = {"club_id": table.round.tournament.club_id, "tournament_id": table.round.tournament_id}
    act = None
    what: dict[str, Any] = {"records": new}
    if side is None:
        traces = Traces()
        traces.make(made)
        kind = BulkAct.Kind.HANDS_CONFIRMED
        act = keep_act(actor, kind, traces, count=len(new), table_id=table.pk, now=now, **where)
        what["act"] = act.pk
    else:
        what["side"] = side
    audit.record(
        actor,
        action,
        f"table {table.number} of round {table.round.number}",
        now=now,
        table_id=table.pk,
        after=what,
        reason=reason,
        **where,
    )
    return act
