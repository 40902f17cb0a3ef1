"""Tables that will not be played out: the director decides what they are worth, or takes that back."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments import locks
from tournaments.actors import Actor, Right
from tournaments.errors import PlayerSeatedTwice, TableComplete, ValueRefused
from tournaments.integrity import refused_as
from tournaments.models import Leg, Occupancy, RoundChange, Seat, Table, TableRuling
from tournaments.round_errors import EntryNotAtTable, TableNotRuled, TableRuled
from tournaments.selectors import rights
from tournaments.selectors.consequences import Consequences
from tournaments.selectors.names import entry_names, player_names
from tournaments.selectors.progress import read_table
from tournaments.selectors.sitting import spells_of
from tournaments.services.changes import note_change, require_played, require_reason
from tournaments.services.confirming import NOT_LOOKED, TRIED, Change, Confirmation, confirm, foresee
from tournaments.services.hands import settle

MOST_POINTS = 9_999


@transaction.atomic(durable=True)
def preview_ruling(
    *, actor: Actor, table_id: int, kind: str, entry_id: int | None = None, points: int = 0, now: dt.datetime
) -> Consequences:
    """Return all that ``rule_table`` would move, and change nothing. Raises what that raises."""
    table = _lock(actor, table_id)
    what: dict[str, Any] = {"entry_id": entry_id, "points": points, "reason": TRIED, "now": now}
    return foresee(_about(table, lambda: decide(actor, table, kind, **what)), now=now)


@transaction.atomic(durable=True)
def rule_table(
    *,
    actor: Actor,
    table_id: int,
    kind: str,
    entry_id: int | None = None,
    points: int = 0,
    reason: str,
    confirmation: Confirmation = NOT_LOOKED,
    now: dt.datetime,
) -> TableRuling:
    """Decide an unfinished table; its hands stay, and count for nothing.

    ``forfeit``: ``entry_id`` loses it, all others there win it with ``points`` each. ``void``: it counts for nobody,
    and all but ``entry_id``, if it is anybody's doing, get what a sit-out is worth.
    Raises TableComplete, TableRuled, EntryNotAtTable, RoundNotInPlay, ReasonNeeded, ValueRefused, and what ``confirm``
    raises.
    """
    table = _lock(actor, table_id)
    what: dict[str, Any] = {"entry_id": entry_id, "points": points, "reason": reason, "now": now}
    change = _about(table, lambda: decide(actor, table, kind, **what))
    ruling: TableRuling = confirm(actor, change, confirmation, reason=reason, now=now)
    return ruling


@transaction.atomic(durable=True)
def preview_revoking(*, actor: Actor, table_id: int, now: dt.datetime) -> Consequences:
    """Return all that ``revoke_ruling`` would move, and change nothing. Raises what that raises."""
    table = _lock(actor, table_id)
    return foresee(_about(table, lambda: _revoke(actor, table, reason=TRIED, now=now)), now=now)


@transaction.atomic(durable=True)
def revoke_ruling(
    *, actor: Actor, table_id: int, reason: str = "", confirmation: Confirmation = NOT_LOOKED, now: dt.datetime
) -> Table:
    """Take a decision back: the table goes on where its hands are.

    Raises TableNotRuled, PlayerSeatedTwice for somebody who sits elsewhere by now, and what ``confirm`` raises.
    """
    table = _lock(actor, table_id)
    change = _about(table, lambda: _revoke(actor, table, reason=reason, now=now))
    confirm(actor, change, confirmation, reason=reason, now=now)
    return table


def _lock(actor: Actor, table_id: int) -> Table:
    table = locks.lock_table_in_round(table_id)
    rights.require(actor, Right.RUN_ROUNDS, club_id=table.round.tournament.club_id)
    return table


def _about(table: Table, make: Callable[[], object]) -> Change:
    round_ = table.round
    return Change(round_.tournament, make, since=round_.number, round=round_, tables=(table.pk,))


def _revoke(actor: Actor, table: Table, *, reason: str, now: dt.datetime) -> None:
    require_played(table.round)
    ruling = TableRuling.objects.filter(table=table, revoked_at=None).first()
    if ruling is None:
        raise TableNotRuled(number=table.number)
    _sit_down_again(table)
    ruling.revoked_at = now
    ruling.save(update_fields=["revoked_at"])
    table.status, table.completed_at = Table.Status.IN_PLAY, None
    table.save(update_fields=["status", "completed_at"])
    legs = list(Leg.objects.filter(table=table).select_related("game").order_by("number"))
    settle(table, read_table(table, legs, table.round.tournament), now=now)
    what = {"ruling": ruling.pk, "kind": ruling.kind, "entry": ruling.entry_id}
    note_change(
        actor, table.round, RoundChange.Kind.RULING_REVOKED, table=table, before=what, reason=reason.strip(), now=now
    )


def decide(
    actor: Actor, table: Table, kind: str, *, entry_id: int | None, points: int, reason: str, now: dt.datetime
) -> TableRuling:
    """Store a decision on a table that is locked with its round, in the caller's transaction; see ``rule_table``."""
    require_played(table.round)
    _require_open(table)
    said = require_reason(reason)
    _check(table, kind, entry_id, points)
    ruling = TableRuling.objects.create(
        table=table, kind=kind, entry_id=entry_id, points=points, reason=said, made_at=now
    )
    table.status, table.completed_at = Table.Status.RULED, now
    table.save(update_fields=["status", "completed_at"])
    # Who is done here may sit elsewhere in this round.
    Occupancy.objects.filter(seat__table=table, is_current=True).update(is_current=False)
    what = {"ruling": ruling.pk, "kind": kind, "entry": entry_id, "points": points}
    note_change(actor, table.round, RoundChange.Kind.RULED, table=table, after=what, reason=said, now=now)
    return ruling


def _sit_down_again(table: Table) -> None:
    """Make who sat there last sit there now."""
    spells = spells_of([table.pk])[table.pk].values()
    names = player_names((spell.player_id for seat in spells for spell in seat), table.round.tournament.club_id)
    for seat in spells:
        twice = PlayerSeatedTwice(name=names[seat[-1].player_id])
        with refused_as({"player_seated_once_per_round": twice}):
            Occupancy.objects.filter(pk=seat[-1].occupancy_id).update(is_current=True)


def _require_open(table: Table) -> None:
    if table.status == Table.Status.RULED:
        raise TableRuled(number=table.number)
    if table.status == Table.Status.COMPLETE:
        raise TableComplete(number=table.number)


def _check(table: Table, kind: str, entry_id: int | None, points: int) -> None:
    if kind not in TableRuling.Kind.values:
        raise ValueRefused(path="kind", reason=_("forfeit or void"))
    if kind == TableRuling.Kind.FORFEIT and entry_id is None:
        raise ValueRefused(path="entry_id", reason=_("say who forfeits the table"))
    most = MOST_POINTS if kind == TableRuling.Kind.FORFEIT else 0
    if not 0 <= points <= most:
        raise ValueRefused(path="points", reason=_("from %(least)s to %(most)s") % {"least": 0, "most": most})
    if entry_id is not None and not Seat.objects.filter(table=table, entry_id=entry_id).exists():
        tournament = table.round.tournament
        names = entry_names(tournament.pk, tournament.club_id)
        if entry_id not in names:
            raise ValueRefused(path="entry_id", reason=_("not an entry of this tournament"))
        raise EntryNotAtTable(name=names[entry_id], number=table.number)
