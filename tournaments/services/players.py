"""People at a club: added one by one or as a list, renamed, never merged."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments import locks
from tournaments.actors import Actor, Right
from tournaments.errors import LinesUnreadable, NamesakesUndecided
from tournaments.imports import NameLine
from tournaments.models import BulkAct, Club, Membership, Player
from tournaments.names import checked_name, name_key, sort_key
from tournaments.namesakes import Casting, Decision, Undecided, Wanted, cast_known, cast_new
from tournaments.selectors import rights
from tournaments.selectors.clubs import get_member, namesakes_at
from tournaments.services import audit
from tournaments.services.bulk_acts import Traces, keep_act


@dataclass(frozen=True, slots=True)
class AddedPlayers:
    """What became of a list: ``added`` are new at the club, ``known`` were there; both in the order of the list."""

    added: list[Membership]
    known: list[Membership]


@transaction.atomic(durable=True)
def add_players(
    *,
    actor: Actor,
    club_id: int,
    lines: Sequence[NameLine],
    decisions: Mapping[str, Decision] | None = None,
    now: dt.datetime,
) -> AddedPlayers:
    """Add a list of people to a club, all of them or none.

    ``decisions`` say by line whom a name means that is at the club or in the list already: ``"new"``, ``"same"`` (the
    new person earlier in the list) or a player's id. Raises NamesakesUndecided, ValueRefused, NameEmpty, NameTooLong.
    """
    club = locks.lock_club(club_id)
    rights.require(actor, Right.MANAGE_ENTRIES, club_id=club_id)
    wanted = [Wanted(str(line.line), line.line, checked_name(line.name)) for line in lines]
    casting = cast_new(wanted, namesakes_at(club_id, (person.name for person in wanted)), decisions or {})
    refuse_undecided(casting.undecided)
    added = enrol(club, casting, now=now)
    there = Membership.objects.filter(club=club, player_id__in=casting.known.values())
    known = {member.player_id: member for member in there}
    if added:
        traces = Traces()
        _trace(traces, added.values())
        act = keep_act(actor, BulkAct.Kind.PLAYERS_ADDED, traces, count=len(added), club_id=club_id, now=now)
        after = {"player_ids": [member.player_id for member in added.values()], "act": act.pk}
        audit.record(actor, "players.added", f"club {club_id}", now=now, club_id=club_id, after=after)
    return AddedPlayers(
        added=list(added.values()), known=[known[player] for player in dict.fromkeys(casting.known.values())]
    )


@transaction.atomic(durable=True)
def rename_player(
    *, actor: Actor, club_id: int, player_id: int, name: str, is_new: bool = False, now: dt.datetime
) -> Membership:
    """Change the name that a club shows for a player, everywhere and for the past too.

    Raises NamesakesUndecided if another member has the name, unless ``is_new`` says that they are two people; also
    ThingNotFound, NameEmpty, NameTooLong.
    """
    locks.lock_club(club_id)
    rights.require(actor, Right.MANAGE_ENTRIES, club_id=club_id)
    member = get_member(club_id, player_id)
    wanted = Wanted("1", 1, checked_name(name))
    others = [
        namesake
        for namesakes in namesakes_at(club_id, [wanted.name]).values()
        for namesake in namesakes
        if namesake.player_id != player_id
    ]
    if others and not is_new:
        refuse_undecided([Undecided(wanted, tuple(others), None)])
    _name(member, wanted.name)
    member.save(update_fields=["display_name", "sort_key", "name_key"])
    # Ids only: a name that was given up must not live on in the log.
    audit.record(actor, "player.renamed", f"player {player_id}", now=now, club_id=club_id)
    return member


def cast_people(
    actor: Actor,
    club: Club,
    wanted: Sequence[Wanted],
    *,
    add_unknown: bool,
    decisions: Mapping[str, Decision],
    traces: Traces,
    now: dt.datetime,
) -> dict[str, int]:
    """Find the players that a list names at a locked club, within the caller's transaction, and add those who are new.

    Those who are new leave their ``traces``. Returns their ids by the list's keys.
    Raises LinesUnreadable, NamesakesUndecided, ValueRefused.
    """
    members = namesakes_at(club.pk, (person.name for person in wanted))
    casting = cast_known(wanted, members, decisions, may_add=add_unknown)
    if casting.strangers:
        unknown = _("%(name)s is not at the club.")
        raise LinesUnreadable([(person.line, unknown % {"name": person.name}) for person in casting.strangers])
    refuse_undecided(casting.undecided)
    added = enrol(club, casting, now=now)
    _trace(traces, added.values())
    if added:
        after = {"player_ids": [member.player_id for member in added.values()]}
        audit.record(actor, "players.added", f"club {club.pk}", now=now, club_id=club.pk, after=after)
    return casting.people({key: member.player_id for key, member in added.items()})


def enrol(club: Club, casting: Casting, *, now: dt.datetime) -> dict[str, Membership]:
    """Make the newcomers of a list members of a locked club, within the caller's transaction; by the list's keys."""
    today = now.astimezone(ZoneInfo(club.time_zone)).date()
    people = Player.objects.bulk_create([Player(created_at=now) for _person in casting.newcomers])
    members = [
        _name(Membership(club=club, player=player, joined_date=today), person.name)
        for player, person in zip(people, casting.newcomers.values(), strict=True)
    ]
    Membership.objects.bulk_create(members)
    return dict(zip(casting.newcomers, members, strict=True))


def _trace(traces: Traces, members: Iterable[Membership]) -> None:
    there = list(members)
    traces.make(there)
    traces.make(member.player for member in there)


def refuse_undecided(undecided: Iterable[Undecided]) -> None:
    """Raise NamesakesUndecided if there is a name that could mean several people."""
    open_names = list(undecided)
    if not open_names:
        return
    raise NamesakesUndecided(
        names=list(dict.fromkeys(name.wanted.name for name in open_names)),
        namesakes=[
            {
                "key": name.wanted.key,
                "line": name.wanted.line,
                "name": name.wanted.name,
                "members": [
                    {
                        "player_id": member.player_id,
                        "name": member.name,
                        "joined_date": member.joined_date.isoformat(),
                    }
                    for member in name.members
                ],
                "same_as": name.same_as,
            }
            for name in open_names
        ],
    )


def _name(member: Membership, name: str) -> Membership:
    member.display_name = name
    member.sort_key = sort_key(name)
    member.name_key = name_key(name)
    return member
