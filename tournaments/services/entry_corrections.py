"""An entry under the wrong person: the right one is put into the entry and into every seat that the wrong one had.

Who sat in as a substitute stays. It is undone by correcting it back, unless the right one had played in that place
already: then nobody can tell their own rounds from those they were given.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from tournaments import locks
from tournaments.actors import Actor, Right
from tournaments.errors import EntryExists, PlayerAlreadyInEntry, PlayerNotInEntry, ThingNotFound, ValueRefused
from tournaments.models import Club, Entry, LineUp, Occupancy, Round, RoundChange, Table
from tournaments.names import checked_name
from tournaments.namesakes import NEW, Undecided, Wanted
from tournaments.round_errors import SatElsewhere
from tournaments.selectors import rights
from tournaments.selectors.clubs import get_member, namesakes_at
from tournaments.selectors.consequences import Consequences
from tournaments.selectors.names import joined, player_names
from tournaments.selectors.sitting import counting, spells_of
from tournaments.selectors.tournaments import rounds_published
from tournaments.selectors.who_is_who import members_of
from tournaments.services import audit
from tournaments.services.bulk_acts import Traces
from tournaments.services.changes import note_change, require_reason
from tournaments.services.confirming import NOT_LOOKED, TRIED, Change, Confirmation, confirm, foresee
from tournaments.services.partnerships import ensure_partnerships
from tournaments.services.players import cast_people, refuse_undecided


@dataclass(frozen=True, slots=True)
class RightPerson:
    """Who it was: a player of the club, or somebody new by their name.

    ``is_new`` says of a name that another member has that they are two people.
    """

    player_id: int | None = None
    name: str = ""
    is_new: bool = False


@transaction.atomic(durable=True)
def preview_entry_correction(
    *, actor: Actor, entry_id: int, player_out_id: int, right: RightPerson, from_round: int = 1, now: dt.datetime
) -> Consequences:
    """Return all that ``correct_entry`` would move, and change nothing. Raises what that raises."""
    club, entry = _lock(actor, entry_id)
    return foresee(_correcting(actor, club, entry, player_out_id, right, from_round, reason=TRIED, now=now), now=now)


@transaction.atomic(durable=True)
def correct_entry(
    *,
    actor: Actor,
    entry_id: int,
    player_out_id: int,
    right: RightPerson,
    from_round: int = 1,
    reason: str,
    confirmation: Confirmation = NOT_LOOKED,
    now: dt.datetime,
) -> Entry:
    """Say that somebody in an entry was another person all along, or from a round on that was published.

    The entry is under the right person then, who plays for it and has every seat in which the wrong one sat; hands and
    standings stay, ratings follow. Raises ReasonNeeded, PlayerNotInEntry, PlayerAlreadyInEntry, EntryExists,
    SatElsewhere, NamesakesUndecided, ThingNotFound, ValueRefused, NameEmpty, NameTooLong, and what ``confirm`` raises.
    """
    club, entry = _lock(actor, entry_id)
    said = require_reason(reason)
    change = _correcting(actor, club, entry, player_out_id, right, from_round, reason=said, now=now)
    confirm(actor, change, confirmation, reason=said, now=now)
    return entry


def _lock(actor: Actor, entry_id: int) -> tuple[Club, Entry]:
    """Lock the club, which may get a member or a pair, and the tournament of an entry."""
    found = Entry.objects.filter(pk=entry_id, tournament__taken_out_at=None)
    where = found.values_list("tournament__club_id", "tournament_id").first()
    if where is None:
        raise ThingNotFound(thing="entry")
    club = locks.lock_club(where[0])
    tournament = locks.lock_tournament(where[1])
    for right in (Right.MANAGE_ENTRIES, Right.RUN_ROUNDS):
        rights.require(actor, right, club_id=club.pk)
    entry = Entry.objects.select_related("partnership").get(pk=entry_id)
    entry.tournament = tournament
    return club, entry


def _correcting(
    actor: Actor,
    club: Club,
    entry: Entry,
    wrong_id: int,
    right: RightPerson,
    from_round: int,
    *,
    reason: str,
    now: dt.datetime,
) -> Change:
    def make() -> None:
        _require_round(entry, from_round)
        right_id = _find(actor, club, right, wrong_id, now=now)
        _play_for(entry, wrong_id, right_id, from_round, reason=reason)
        _enter_as(actor, entry, wrong_id, right_id, now=now)
        rounds = _seat(actor, entry, wrong_id, right_id, from_round, reason=reason, now=now)
        audit.record(
            actor,
            "entry.corrected",
            f"entry {entry.pk}",
            now=now,
            club_id=club.pk,
            tournament_id=entry.tournament_id,
            before={"entry": entry.pk, "player": wrong_id},
            after={"entry": entry.pk, "player": right_id, "from_round": from_round, "rounds": rounds},
            reason=reason,
        )

    # No draw goes by who is who, so none after the last round can follow from it.
    last = Round.objects.filter(tournament=entry.tournament).aggregate(last=Max("number"))["last"] or 0
    asked = (entry.pk, wrong_id, right.player_id, right.name.strip(), from_round)
    return Change(entry.tournament, make, since=last, entry=entry, asked=asked)


def _require_round(entry: Entry, from_round: int) -> None:
    last = max(1, rounds_published(entry.tournament_id))
    if not 1 <= from_round <= last:
        raise ValueRefused(path="from_round", reason=_("from %(least)s to %(most)s") % {"least": 1, "most": last})


def _find(actor: Actor, club: Club, right: RightPerson, wrong_id: int, *, now: dt.datetime) -> int:
    """Return the right person's id, added to the club if they are new."""
    if (right.player_id is None) == (not right.name.strip()):
        raise ValueRefused(
            path="player_in_id", reason=_("choose somebody of the club, or give the name of somebody new")
        )
    if right.player_id is not None:
        return get_member(club.pk, right.player_id).player_id
    wanted = Wanted("1", 1, checked_name(right.name))
    # That it is not the wrong one is what is being said.
    others = [one for found in namesakes_at(club.pk, [wanted.name]).values() for one in found]
    others = [one for one in others if one.player_id != wrong_id]
    if others and not right.is_new:
        refuse_undecided([Undecided(wanted, tuple(others), None)])
    added = cast_people(actor, club, [wanted], add_unknown=True, decisions={"1": NEW}, traces=Traces(), now=now)
    return added["1"]


def _play_for(entry: Entry, wrong_id: int, right_id: int, from_round: int, *, reason: str) -> None:
    """Let the right person play for the entry in the places of the wrong one, from a round on."""
    rows = list(LineUp.objects.filter(entry=entry).order_by("place", "from_round", "pk"))
    ours = {row.place: [one for one in rows if one.place == row.place] for row in rows if row.player_id == wrong_id}
    if not ours:
        raise PlayerNotInEntry
    if wrong_id == right_id or any(row.player_id == right_id and row.place not in ours for row in rows):
        raise PlayerAlreadyInEntry
    mended = [_mend_place(places, wrong_id, right_id, from_round, reason=reason) for places in ours.values()]
    if not any(mended):
        raise PlayerNotInEntry
    for place in ours:
        _join(list(LineUp.objects.filter(entry=entry, place=place).order_by("from_round", "pk")))


def _join(rows: Sequence[LineUp]) -> None:
    """Let somebody who is in a place twice without a break have it once, since the first time."""
    kept: LineUp | None = None
    for row in rows:
        if kept is None or kept.player_id != row.player_id:
            kept = row
            continue
        row.delete()
        kept.is_current = row.is_current
        kept.save(update_fields=["is_current"])


def _mend_place(rows: Sequence[LineUp], wrong_id: int, right_id: int, from_round: int, *, reason: str) -> bool:
    """Put the right person into one place, whose rows follow each other; return whether the wrong one was there."""
    found = False
    for row, later in zip(rows, [*rows[1:], None], strict=True):
        if row.player_id != wrong_id or (later is not None and row.from_round < from_round >= later.from_round):
            continue
        found = True
        if row.from_round >= from_round:
            row.player_id = right_id
            row.save(update_fields=["player"])
            continue
        was_current, row.is_current = row.is_current, False
        row.save(update_fields=["is_current"])
        LineUp.objects.create(
            entry_id=row.entry_id,
            place=row.place,
            player_id=right_id,
            from_round=from_round,
            is_current=was_current,
            reason=reason,
        )
    return found


def _enter_as(actor: Actor, entry: Entry, wrong_id: int, right_id: int, *, now: dt.datetime) -> None:
    """Let the entry be under the right person, if the wrong one is in its name."""
    members = members_of(entry)
    if wrong_id not in members:
        return
    club_id = entry.tournament.club_id
    others = Entry.objects.filter(tournament=entry.tournament).exclude(pk=entry.pk)
    if entry.player_id is not None:
        entry.player_id = right_id
        again = others.filter(player_id=right_id).exists()
    else:
        first, second = sorted(right_id if member == wrong_id else member for member in members)
        pairs = ensure_partnerships(actor, club_id, [(first, second)], traces=Traces(), now=now)
        entry.partnership = pairs[0]
        again = others.filter(partnership=pairs[0]).exists()
    if again:
        people = members_of(entry)
        raise EntryExists(name=joined(people, player_names(people, club_id)))
    entry.save(update_fields=["player", "partnership"])


def _seat(
    actor: Actor, entry: Entry, wrong_id: int, right_id: int, from_round: int, *, reason: str, now: dt.datetime
) -> list[int]:
    """Put the right person into the seats of the wrong one; return the rounds in which that makes a difference.

    A round that was taken back follows, in case it is put back.
    """
    spells = Occupancy.objects.filter(seat__entry=entry, player_id=wrong_id, round__number__gte=from_round)
    seats = {spell.seat_id: spell for spell in spells.select_related("seat__table", "round").order_by("pk")}
    tables = {spell.seat.table for spell in seats.values()}
    sat = _sat_at(tables, wrong_id)
    _require_not_elsewhere(entry, right_id, [table for table in tables if table.pk in sat], list(seats))
    numbers = []
    spells.update(player_id=right_id)
    rounds = {spell.round_id: spell.round for spell in seats.values()}
    for table in sorted(tables, key=lambda table: (rounds[table.round_id].number, table.pk)):
        round_ = rounds[table.round_id]
        if table.pk not in sat or round_.status == Round.Status.TAKEN_BACK:
            continue
        round_.tournament = entry.tournament
        numbers.append(round_.number)
        before, after = {"entry": entry.pk, "player": wrong_id}, {"entry": entry.pk, "player": right_id}
        kind = RoundChange.Kind.ENTRY_CORRECTED
        note_change(actor, round_, kind, table=table, before=before, after=after, reason=reason, now=now)
    return numbers


def _sat_at(tables: set[Table], player_id: int) -> set[int]:
    """Return those tables at which somebody sat for a hand, or would have."""
    return {
        table_id
        for table_id, seats in spells_of(table.pk for table in tables).items()
        if any(spell.player_id == player_id for spells in seats.values() for spell in counting(spells))
    }


def _require_not_elsewhere(entry: Entry, player_id: int, tables: Sequence[Table], seats: Sequence[int]) -> None:
    """Raise SatElsewhere if somebody sat in another seat in the round of one of these tables.

    Whose table was decided by the director may have sat at another one.
    """
    rounds = [table.round_id for table in tables if table.status != Table.Status.RULED]
    found = Occupancy.objects.filter(round_id__in=rounds, player_id=player_id).exclude(seat_id__in=seats)
    found = found.exclude(seat__table__status=Table.Status.RULED).select_related("seat__table", "round")
    for spell in found.order_by("round__number", "pk"):
        if spell.seat.table_id in _sat_at({spell.seat.table}, player_id):
            name = player_names([player_id], entry.tournament.club_id)[player_id]
            raise SatElsewhere(name=name, table=spell.seat.table.number, number=spell.round.number)
