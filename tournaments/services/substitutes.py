"""Substitutes in the middle of a table: who sat from which hand on is a fact of its own, and a wrong one is undone.

Where ratings have gone by who sat, what that moves is looked at first.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments import locks
from tournaments.actors import Actor, Right
from tournaments.errors import PlayerSeatedTwice, TableComplete, ValueRefused
from tournaments.integrity import refused_as
from tournaments.models import Leg, Occupancy, RoundChange, Seat, Table
from tournaments.round_errors import NotASubstitute, PlayerNotAtTable
from tournaments.selectors import rights
from tournaments.selectors.clubs import get_member
from tournaments.selectors.consequences import Consequences
from tournaments.selectors.names import player_names
from tournaments.selectors.progress import TableProgress, read_table
from tournaments.selectors.sitting import Hand, spell_at, spells_of, substitutions_in
from tournaments.services.changes import note_change, require_played
from tournaments.services.confirming import NOT_LOOKED, TRIED, Change, Confirmation, confirm, foresee


@transaction.atomic(durable=True)
def preview_substitution(
    *,
    actor: Actor,
    table_id: int,
    player_out_id: int,
    player_in_id: int,
    leg: int | None = None,
    hand: int | None = None,
    now: dt.datetime,
) -> Consequences:
    """Return all that ``substitute_player`` would move, and change nothing. Raises what that raises."""
    table = _lock(actor, table_id)
    who = (player_out_id, player_in_id)
    return foresee(_substituting(actor, table, who, (leg, hand), reason=TRIED, now=now), now=now)


@transaction.atomic(durable=True)
def substitute_player(
    *,
    actor: Actor,
    table_id: int,
    player_out_id: int,
    player_in_id: int,
    leg: int | None = None,
    hand: int | None = None,
    reason: str = "",
    confirmation: Confirmation = NOT_LOOKED,
    now: dt.datetime,
) -> Occupancy:
    """Let another member of the club sit for a player, from the next hand on or from the one that is named.

    The table still counts for the entry whose seat it is; who sat before keeps the hands played then.
    Raises RoundNotInPlay, PlayerNotAtTable, PlayerSeatedTwice, ThingNotFound, ValueRefused for a hand that the table
    has not come to, TableComplete if none is named and none comes, and what ``confirm`` raises.
    """
    table = _lock(actor, table_id)
    change = _substituting(actor, table, (player_out_id, player_in_id), (leg, hand), reason=reason, now=now)
    sitting: Occupancy = confirm(actor, change, confirmation, reason=reason, now=now)
    return sitting


@transaction.atomic(durable=True)
def preview_undoing(*, actor: Actor, table_id: int, occupancy_id: int, now: dt.datetime) -> Consequences:
    """Return all that ``undo_substitution`` would move, and change nothing. Raises what that raises."""
    table = _lock(actor, table_id)
    return foresee(_about(table, lambda: _undo(actor, table, occupancy_id, reason=TRIED, now=now)), now=now)


@transaction.atomic(durable=True)
def undo_substitution(
    *,
    actor: Actor,
    table_id: int,
    occupancy_id: int,
    reason: str = "",
    confirmation: Confirmation = NOT_LOOKED,
    now: dt.datetime,
) -> Occupancy:
    """Let whoever was there before have sat on, as if there had been no substitute.

    Raises RoundNotInPlay, NotASubstitute, and what ``confirm`` raises.
    """
    table = _lock(actor, table_id)
    change = _about(table, lambda: _undo(actor, table, occupancy_id, reason=reason, now=now))
    sitting: Occupancy = confirm(actor, change, confirmation, reason=reason, now=now)
    return sitting


def _lock(actor: Actor, table_id: int) -> Table:
    table = locks.lock_table_in_round(table_id)
    rights.require(actor, Right.RUN_ROUNDS, club_id=table.round.tournament.club_id)
    return table


def _about(table: Table, make: Callable[[], Occupancy]) -> Change:
    round_ = table.round
    return Change(round_.tournament, make, since=round_.number, round=round_, tables=(table.pk,))


def _substituting(
    actor: Actor,
    table: Table,
    out_and_in: tuple[int, int],
    position: tuple[int | None, int | None],
    *,
    reason: str,
    now: dt.datetime,
) -> Change:
    def make() -> Occupancy:
        require_played(table.round)
        return sit_in(actor, table, *out_and_in, since=_position(table, *position), reason=reason, now=now)

    return _about(table, make)


def _undo(actor: Actor, table: Table, occupancy_id: int, *, reason: str, now: dt.datetime) -> Occupancy:
    require_played(table.round)
    for index, spells in spells_of([table.pk])[table.pk].items():
        for change in substitutions_in(spells):
            if change.occupancy_id == occupancy_id:
                return _sit(
                    actor,
                    table,
                    RoundChange.Kind.SUBSTITUTION_UNDONE,
                    index=index,
                    player_out_id=change.player_in_id,
                    player_in_id=change.player_out_id,
                    since=change.since,
                    reason=reason,
                    now=now,
                )
    raise NotASubstitute


def sit_in(
    actor: Actor,
    table: Table,
    player_out_id: int,
    player_in_id: int,
    *,
    since: Hand | None = None,
    reason: str,
    now: dt.datetime,
) -> Occupancy:
    """Seat a substitute at a table that is locked with its round, in the caller's transaction; see above."""
    get_member(table.round.tournament.club_id, player_in_id)
    since = since or _position(table, None, None)
    seats = spells_of([table.pk])[table.pk]
    sitting = {index: spell_at(spells, since).player_id for index, spells in seats.items()}
    if player_in_id in sitting.values():
        raise _twice(table, player_in_id)
    index = next((index for index, player_id in sitting.items() if player_id == player_out_id), None)
    if index is None:
        raise PlayerNotAtTable(number=table.number)
    return _sit(
        actor,
        table,
        RoundChange.Kind.SUBSTITUTED,
        index=index,
        player_out_id=player_out_id,
        player_in_id=player_in_id,
        since=since,
        reason=reason,
        now=now,
    )


def _sit(
    actor: Actor,
    table: Table,
    kind: RoundChange.Kind,
    *,
    index: int,
    player_out_id: int,
    player_in_id: int,
    since: Hand,
    reason: str,
    now: dt.datetime,
) -> Occupancy:
    """Add a spell to a seat; it is the current one unless another begins after it."""
    spells = spells_of([table.pk])[table.pk][index]
    is_last = all(spell.begins <= since for spell in spells)
    is_current = is_last and table.status != Table.Status.RULED
    seat = Seat.objects.get(table=table, index=index)
    if is_current:
        Occupancy.objects.filter(seat=seat, is_current=True).update(is_current=False)
    with refused_as({"player_seated_once_per_round": _twice(table, player_in_id)}):
        sitting = Occupancy.objects.create(
            seat=seat,
            round=table.round,
            player_id=player_in_id,
            from_leg=since[0],
            from_hand=since[1],
            is_current=is_current,
        )
    what = {"seat": index, "leg": since[0], "hand": since[1]}
    note_change(
        actor,
        table.round,
        kind,
        table=table,
        before={**what, "player": player_out_id},
        after={**what, "player": player_in_id},
        reason=reason.strip(),
        now=now,
    )
    return sitting


def _position(table: Table, leg: int | None, hand: int | None) -> Hand:
    """Return the hand that is meant, the next one if none is named."""
    legs = list(Leg.objects.filter(table=table).select_related("game").order_by("number"))
    progress = read_table(table, legs, table.round.tournament)
    if leg is None and hand is None:
        if progress.open_leg is None or table.status != Table.Status.IN_PLAY:
            raise TableComplete(number=table.number)
        return progress.open_leg.number, progress.open_leg.game.next_number
    return _named_position(progress, 1 if leg is None else leg, 1 if hand is None else hand)


def _named_position(progress: TableProgress, leg: int, hand: int) -> Hand:
    played = next((one for one in progress.legs if one.number == leg), None)
    if played is None:
        raise ValueRefused(path="leg", reason=_("the table has not come to this leg"))
    if not 1 <= hand <= played.game.next_number:
        raise ValueRefused(path="hand", reason=_("the table has not come to this hand"))
    return leg, hand


def _twice(table: Table, player_id: int) -> PlayerSeatedTwice:
    return PlayerSeatedTwice(name=player_names([player_id], table.round.tournament.club_id)[player_id])
