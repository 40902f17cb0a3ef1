"""One person across clubs: what they played, whether two records can be one, and who was merged."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.translation import gettext

from gameplay.errors import gettext_noop
from tournaments.actors import Actor, Right
from tournaments.errors import ThingNotFound
from tournaments.models import (
    Club,
    Entry,
    LineUp,
    Membership,
    Occupancy,
    Partnership,
    Player,
    PlayerMerge,
    Round,
    Tournament,
)
from tournaments.selectors import rights
from tournaments.selectors.names import UNKNOWN, entry_names, player_names
from tournaments.selectors.ordering import name_order

SHOWN = 5
"""How many places are named where two were seen at once."""
_SAT_BOTH = gettext_noop("Both sat in round %(number)s of %(tournament)s.")
_ENTERED_BOTH = gettext_noop("Both are entered in %(tournament)s.")
_MORE = gettext_noop("... and in %(count)s more rounds.")


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Why two records cannot be one person."""

    code: str
    template: str
    params: dict[str, Any]

    @property
    def detail(self) -> str:
        """The sentence, in the reader's language."""
        return gettext(self.template) % self.params


@dataclass(frozen=True, slots=True)
class Evening:
    """A tournament that somebody was entered in or sat in: as what, and in how many rounds."""

    tournament_id: int
    name: str
    club: str
    date: dt.date
    entry: str
    rounds: int


@dataclass(frozen=True, slots=True)
class ClubName:
    """A club and the name that it shows for somebody."""

    club_id: int
    club: str
    name: str
    joined_date: dt.date


@dataclass(frozen=True, slots=True)
class Person:
    """One record of a person."""

    player_id: int
    clubs: tuple[ClubName, ...]
    evenings: tuple[Evening, ...]
    partners: tuple[str, ...]

    @property
    def name(self) -> str:
        """The name at the first club."""
        return self.clubs[0].name if self.clubs else f"#{self.player_id}"


@dataclass(frozen=True, slots=True)
class MergeView:
    """Two records side by side, and what stands in the way of merging; ``moves`` counts the rows that would move."""

    kept: Person
    merged: Person
    obstacles: tuple[Obstacle, ...]
    entries: int
    seats: int
    rated_rounds: int
    drafts: tuple[str, ...]
    """Tournaments with a draft that has to be drawn again."""


def clubs_of(player_ids: Iterable[int]) -> list[int]:
    """Return the ids of the clubs that hold one of these players, or somebody merged into one of them."""
    wanted = set(player_ids)
    rows = Membership.objects.filter(Q(player_id__in=wanted) | Q(player__merged_into__in=wanted))
    return sorted(set(rows.values_list("club_id", flat=True)))


def require_all_clubs(actor: Actor, player_ids: Iterable[int]) -> list[int]:
    """Return the clubs of players after asking for the right to manage each; raises RightMissing, ThingNotFound."""
    clubs = clubs_of(player_ids)
    if not clubs:
        raise ThingNotFound(thing="player")
    for club_id in clubs:
        rights.require(actor, Right.MANAGE_CLUB, club_id=club_id)
    return clubs


def get_player(player_id: int) -> Player:
    """Return a player; raises ThingNotFound."""
    player = Player.objects.filter(pk=player_id).first()
    if player is None:
        raise ThingNotFound(thing="player")
    return player


def get_merge(merge_id: int) -> PlayerMerge:
    """Return a merge; raises ThingNotFound."""
    merge = PlayerMerge.objects.select_related("user").filter(pk=merge_id).first()
    if merge is None:
        raise ThingNotFound(thing="merge")
    return merge


def merges_at(club: Club) -> QuerySet[PlayerMerge]:
    """Return the merges of records that a club holds, newest first."""
    held = Membership.objects.filter(club=club).values("player_id")
    rows = PlayerMerge.objects.filter(Q(kept__in=held) | Q(merged__in=held))
    return rows.select_related("user").order_by("-pk")


@dataclass(frozen=True, slots=True)
class MergeLine:
    """A merge as a list shows it; the names are those that the club's records have."""

    id: int
    kept_id: int
    merged_id: int
    kept_name: str
    merged_name: str
    reason: str
    who: str
    made_at: dt.datetime
    undone_at: dt.datetime | None


def view_merges(merges: Iterable[PlayerMerge], club: Club) -> list[MergeLine]:
    """Return merges with the names of both records: one query, whatever their number."""
    rows = list(merges)
    wanted = {player for row in rows for player in (row.kept_id, row.merged_id)}
    found = Membership.objects.filter(player_id__in=wanted).order_by("pk")
    names: dict[int, str] = {}
    for player_id, club_id, name in found.values_list("player_id", "club_id", "display_name"):
        if club_id == club.pk or player_id not in names:
            names[player_id] = name
    return [
        MergeLine(
            id=row.pk,
            kept_id=row.kept_id,
            merged_id=row.merged_id,
            kept_name=names.get(row.kept_id, UNKNOWN),
            merged_name=names.get(row.merged_id, UNKNOWN),
            reason=row.reason,
            who="" if row.user is None else row.user.get_username(),
            made_at=row.made_at,
            undone_at=row.undone_at,
        )
        for row in rows
    ]


def view_person(player_id: int) -> Person:
    """Return one record with its clubs, evenings and partners."""
    held = Membership.objects.filter(player_id=player_id).select_related("club").order_by("joined_date", "pk")
    memberships = tuple(ClubName(row.club_id, row.club.name, row.display_name, row.joined_date) for row in held)
    return Person(player_id, memberships, tuple(_evenings(player_id)), tuple(_partners(player_id, memberships)))


def look_at_merge(kept_id: int, merged_id: int) -> MergeView:
    """Return two records side by side, what merging them would move and what stands in the way."""
    seats = Occupancy.objects.filter(player_id=merged_id)
    rounds = Round.objects.filter(pk__in=seats.values("round_id"), status=Round.Status.CLOSED)
    drafts = Round.objects.filter(tournament__in=_entered_in(merged_id), status=Round.Status.DRAFT)
    return MergeView(
        kept=view_person(kept_id),
        merged=view_person(merged_id),
        obstacles=tuple(obstacles_to(kept_id, merged_id)),
        entries=_entries_of(merged_id).count(),
        seats=seats.count(),
        rated_rounds=rounds.filter(tournament__is_rated=True).count(),
        drafts=tuple(drafts.order_by("pk").values_list("tournament__name", flat=True)),
    )


def obstacles_to(kept_id: int, merged_id: int) -> list[Obstacle]:
    """Return where two records were two people at once: in one round, or entered in one tournament."""
    found = [
        Obstacle("entered_both", _ENTERED_BOTH, {"tournament": name})
        for name in _entered_in(kept_id)
        .filter(pk__in=_entered_in(merged_id))
        .order_by("pk")
        .values_list("name", flat=True)
    ]
    sat = Occupancy.objects.filter(player_id=kept_id).values("round_id")
    both = Occupancy.objects.filter(player_id=merged_id, round__in=sat).values("round_id")
    rounds = Round.objects.filter(pk__in=both).select_related("tournament").order_by("tournament_id", "number", "pk")
    found += [
        Obstacle("sat_both", _SAT_BOTH, {"number": round_.number, "tournament": round_.tournament.name})
        for round_ in rounds[:SHOWN]
    ]
    if (more := rounds.count() - SHOWN) > 0:
        found.append(Obstacle("sat_both", _MORE, {"count": more}))
    return found


def plays_in(player_id: int) -> Tournament | None:
    """Return a tournament that is not finished and that somebody plays in, if there is one."""
    rows = LineUp.objects.filter(player_id=player_id, is_current=True, entry__status=Entry.Status.ACTIVE)
    unfinished = Tournament.objects.exclude(status=Tournament.Status.FINISHED)
    return unfinished.filter(pk__in=rows.values("entry__tournament_id")).order_by("pk").first()


def _entries_of(player_id: int) -> QuerySet[Entry]:
    """Return the entries of a player: alone, of a pair, or that they play for or have played for."""
    pairs = Partnership.objects.filter(Q(first=player_id) | Q(second=player_id)).values("pk")
    line_ups = LineUp.objects.filter(player_id=player_id).values("entry_id")
    return Entry.objects.filter(Q(player_id=player_id) | Q(partnership__in=pairs) | Q(pk__in=line_ups))


def _entered_in(player_id: int) -> QuerySet[Tournament]:
    """Return the tournaments that a player is entered in, or plays in for somebody else's entry at the moment."""
    pairs = Partnership.objects.filter(Q(first=player_id) | Q(second=player_id)).values("pk")
    now = LineUp.objects.filter(player_id=player_id, is_current=True).values("entry_id")
    entries = Entry.objects.filter(Q(player_id=player_id) | Q(partnership__in=pairs) | Q(pk__in=now))
    return Tournament.objects.filter(pk__in=entries.values("tournament_id"))


def _evenings(player_id: int) -> Iterable[Evening]:
    rows = list(
        Occupancy.objects.filter(player_id=player_id).values_list("round__tournament_id", "round_id").distinct()
    )
    entries: dict[int, list[int]] = {}
    for tournament_id, entry_id in _entries_of(player_id).order_by("number").values_list("tournament_id", "pk"):
        entries.setdefault(tournament_id, []).append(entry_id)
    ids = {tournament_id for tournament_id, _round in rows} | entries.keys()
    for tournament in Tournament.objects.filter(pk__in=ids).select_related("club").order_by("created_at", "pk"):
        names = entry_names(tournament.pk, tournament.club_id)
        yield Evening(
            tournament_id=tournament.pk,
            name=tournament.name,
            club=tournament.club.name,
            date=tournament.created_at.date(),
            entry=", ".join(names[entry] for entry in entries.get(tournament.pk, ())),
            rounds=sum(1 for tournament_id, _round in rows if tournament_id == tournament.pk),
        )


def _partners(player_id: int, memberships: Iterable[ClubName]) -> list[str]:
    pairs = Partnership.objects.filter(Q(first=player_id) | Q(second=player_id)).values_list("first_id", "second_id")
    others = {one for pair in pairs for one in pair if one != player_id}
    names: dict[int, str] = {}
    for held in memberships:
        names.update(player_names(others, held.club_id))
    return sorted(names.values(), key=name_order)
