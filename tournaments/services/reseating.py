"""Wrong seats mended after hands were recorded: people and entries change places, the hands stay where they are."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments import locks
from tournaments.actors import Actor, Right
from tournaments.errors import PlayerSeatedTwice, ValueRefused
from tournaments.models import Entry, LineUp, Occupancy, Round, RoundChange, RoundEntry, Seat, Table, Tournament
from tournaments.round_errors import NobodySeated, TableRuled
from tournaments.selectors import rights
from tournaments.selectors.consequences import Consequences
from tournaments.selectors.line_ups import line_ups_in
from tournaments.selectors.names import player_names
from tournaments.services.changes import note_change, require_played, require_reason
from tournaments.services.confirming import Change, Confirmation, confirm, foresee
from tournaments.services.taking_part import take_part

Pair = tuple[int, int]


@transaction.atomic(durable=True)
def preview_reseating(
    *, actor: Actor, round_id: int, entries: Sequence[Pair], players: Sequence[Pair] = (), now: dt.datetime
) -> Consequences:
    """Return all that ``reseat`` would move, and change nothing. Raises what that raises."""
    round_ = _lock(actor, round_id)
    return foresee(_reseating(actor, round_, entries, players, reason="", now=now), now=now)


@transaction.atomic(durable=True)
def reseat(
    *,
    actor: Actor,
    round_id: int,
    entries: Sequence[Pair],
    players: Sequence[Pair] = (),
    reason: str,
    confirmation: Confirmation,
    now: dt.datetime,
) -> None:
    """Let entries, then players, change places two by two, as they really sat; hands, standings and ratings follow.

    An entry may change with one that had no table: that one has played then. Players who change places are of pairs;
    it matters to the ratings only.
    Raises RoundNotInPlay, ReasonNeeded, NobodySeated, TableRuled, PlayerSeatedTwice, ValueRefused, and what
    ``confirm`` raises.
    """
    round_ = _lock(actor, round_id)
    said = require_reason(reason)
    confirm(
        actor, _reseating(actor, round_, entries, players, reason=said, now=now), confirmation, reason=said, now=now
    )


def _reseating(
    actor: Actor, round_: Round, entries: Sequence[Pair], players: Sequence[Pair], *, reason: str, now: dt.datetime
) -> Change:
    return Change(
        round_.tournament,
        lambda: _reseat(actor, round_, entries, players, reason=reason, now=now),
        since=round_.number,
        round=round_,
    )


def _lock(actor: Actor, round_id: int) -> Round:
    round_ = locks.lock_round(round_id)
    rights.require(actor, Right.RUN_ROUNDS, club_id=round_.tournament.club_id)
    require_played(round_)
    locks.lock_tables_of(round_.pk)
    return round_


def _reseat(
    actor: Actor, round_: Round, entries: Sequence[Pair], players: Sequence[Pair], *, reason: str, now: dt.datetime
) -> None:
    if not entries and not players:
        raise ValueRefused(path="entries", reason=_("say who changes places"))
    if players and round_.tournament.entry_kind == Tournament.EntryKind.PLAYER:
        raise ValueRefused(path="players", reason=_("where everybody plays for themselves, the entries change places"))
    before = _seating(round_)
    for pair in entries:
        _swap_entries(round_, *pair)
    for pair in players:
        _swap_players(round_, *pair)
    after = _seating(round_)
    note_change(
        actor,
        round_,
        RoundChange.Kind.RESEATED,
        before=[row for row in before if row not in after],
        after=[row for row in after if row not in before],
        reason=reason,
        now=now,
    )


def _seating(round_: Round) -> list[list[int]]:
    """Return who sits and sat where: table, seat, entry, player, and the leg and hand from which on."""
    rows = Occupancy.objects.filter(round=round_).order_by("seat__table__number", "seat__index", "pk")
    columns = ("seat__table__number", "seat__index", "seat__entry_id", "player_id", "from_leg", "from_hand")
    return [list(row) for row in rows.values_list(*columns)]


def _swap_entries(round_: Round, one: int, other: int) -> None:
    known = Entry.objects.filter(tournament=round_.tournament).in_bulk([one, other])
    if len(known) != 2:
        raise ValueRefused(path="entries", reason=_("two different entries of this tournament"))
    ours, theirs = _seats_of(round_, one), _seats_of(round_, other)
    if ours and theirs:
        _exchange_seats(ours, theirs)
    elif ours:
        _put_in_place(round_, ours, known[one], known[other])
    elif theirs:
        _put_in_place(round_, theirs, known[other], known[one])
    else:
        raise NobodySeated


def _seats_of(round_: Round, entry_id: int) -> list[Seat]:
    """Return the seats of an entry that count, by index; none if it has no table. Raises TableRuled."""
    seats = Seat.objects.filter(round=round_, entry_id=entry_id).select_related("table").order_by("index")
    played = [seat for seat in seats if seat.table.status != Table.Status.RULED]
    if seats and not played:
        raise TableRuled(number=seats[0].table.number)
    return played


def _exchange_seats(ours: Sequence[Seat], theirs: Sequence[Seat]) -> None:
    """Let two entries sit in each other's seats, with all who have sat for them."""
    if len(ours) != len(theirs):
        raise ValueRefused(path="entries", reason=_("these two have not as many seats"))
    one, other = ours[0].entry_id, theirs[0].entry_id
    for here, there in zip(ours, theirs, strict=True):
        Seat.objects.filter(pk=here.pk).update(entry_id=other)
        Seat.objects.filter(pk=there.pk).update(entry_id=one)
        _exchange_people(here, there)


def _exchange_people(here: Seat, there: Seat) -> None:
    """Move all spells of one seat to the other and back."""
    current = list(Occupancy.objects.filter(seat__in=(here, there), is_current=True).values_list("pk", flat=True))
    # Nobody is current while they move: the database lets no two be in a seat.
    Occupancy.objects.filter(pk__in=current).update(is_current=False)
    moving = list(Occupancy.objects.filter(seat=here).values_list("pk", flat=True))
    Occupancy.objects.filter(seat=there).update(seat=here)
    Occupancy.objects.filter(pk__in=moving).update(seat=there)
    Occupancy.objects.filter(pk__in=current).update(is_current=True)


def _put_in_place(round_: Round, seats: Sequence[Seat], seated: Entry, idle: Entry) -> None:
    """Let an entry without a table have sat in the seats of another, which is without one then."""
    was_there = RoundEntry.objects.filter(round=round_, entry=idle).exists()
    if idle.status == Entry.Status.WITHDRAWN and not was_there:
        raise ValueRefused(path="entries", reason=_("an entry that had withdrawn cannot have played"))
    people = line_ups_in([idle.pk], round_.number)[idle.pk]
    _refuse_twice(round_, people.values())
    places = dict(LineUp.objects.filter(entry=seated).values_list("player_id", "place"))
    role = take_part(round_, [idle.pk]).get(idle.pk, RoundEntry.Role.SIT_OUT.value)
    RoundEntry.objects.filter(round=round_, entry=seated).update(role=role)
    for place, seat in enumerate(seats, 1):
        Seat.objects.filter(pk=seat.pk).update(entry=idle)
        for spell in Occupancy.objects.filter(seat=seat, player_id__in=places):
            # A substitute who sat there has sat there all the same.
            spell.player_id = people[places.get(spell.player_id, place)]
            spell.save(update_fields=["player"])


def _refuse_twice(round_: Round, people: Iterable[int]) -> None:
    sitting = Occupancy.objects.filter(round=round_, is_current=True, player_id__in=people)
    twice = sitting.values_list("player_id", flat=True).first()
    if twice is not None:
        raise PlayerSeatedTwice(name=player_names([twice], round_.tournament.club_id)[twice])


def _swap_players(round_: Round, one: int, other: int) -> None:
    here, there = _seat_of(round_, one), _seat_of(round_, other)
    if here.pk == there.pk:
        raise ValueRefused(path="players", reason=_("two players in different seats"))
    _exchange_people(here, there)


def _seat_of(round_: Round, player_id: int) -> Seat:
    """Return the seat that a player sits in, or sat in last. Raises ValueRefused, TableRuled."""
    sat = Occupancy.objects.filter(round=round_, player_id=player_id).select_related("seat__table")
    latest = sat.order_by("-is_current", "-pk").first()
    if latest is None:
        raise ValueRefused(path="players", reason=_("somebody who has sat in this round"))
    if latest.seat.table.status == Table.Status.RULED:
        raise TableRuled(number=latest.seat.table.number)
    return latest.seat
