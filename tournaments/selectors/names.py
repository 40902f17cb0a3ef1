"""Names as the club shows them; truth keeps ids, so a renamed player is renamed everywhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from django.contrib.auth import get_user_model
from django.utils.translation import gettext as _

from tournaments import moments
from tournaments.models import Entry, Membership, Player
from tournaments.names import name_key

UNKNOWN = "—"


def player_names(player_ids: Iterable[int], club_id: int | None) -> dict[int, str]:
    """Return the display name at a club for each player; of one who was merged, that of the one who stands.

    Without a club it is the name at the club where a player was first.

    One query, and two more where somebody is not at the club under their own record.
    """
    wanted = set(player_ids)
    found = _names_at(club_id, wanted)
    if missing := wanted - found.keys():
        kept = survivors_of(missing)
        others = _names_at(club_id, kept.values())
        found.update({merged: others[player] for merged, player in kept.items() if player in others})
    return {player_id: found.get(player_id, UNKNOWN) for player_id in wanted}


def told_apart(player_ids: Iterable[int], club_id: int) -> dict[int, str]:
    """Return the names of some players as those who manage entries read them: namesakes with what tells them apart.

    That is since when they are at the club, or the number of their record where that is the same day.
    """
    wanted = set(player_ids)
    names = player_names(wanted, club_id)
    alike = Counter(name_key(name) for name in names.values())
    joined_on = dict(
        Membership.objects.filter(club_id=club_id, player_id__in=wanted).values_list("player_id", "joined_date")
    )
    days = Counter((name_key(name), joined_on.get(player)) for player, name in names.items())
    told = {}
    for player, name in names.items():
        key, day = name_key(name), joined_on.get(player)
        if alike[key] == 1:
            told[player] = name
        elif day is None or days[key, day] > 1:
            told[player] = f"{name} (#{player})"
        else:
            since = _("at the club since %(day)s") % {"day": moments.day(day)}
            told[player] = f"{name} ({since})"
    return told


def survivors_of(player_ids: Iterable[int]) -> dict[int, int]:
    """Return, of those players who were merged into others, into whom; the others are left out."""
    merged = Player.objects.filter(pk__in=set(player_ids), merged_into__isnull=False)
    return dict(merged.values_list("pk", "merged_into_id"))


def _names_at(club_id: int | None, player_ids: Iterable[int]) -> dict[int, str]:
    rows = Membership.objects.filter(player_id__in=set(player_ids), player__merged_into=None)
    # Of several clubs the first one's name comes last, and stands.
    rows = rows.order_by("-pk") if club_id is None else rows.filter(club_id=club_id)
    return dict(rows.values_list("player_id", "display_name"))


def entry_names(tournament_id: int, club_id: int) -> dict[int, str]:
    """Return the name of each entry of a tournament: its player's, or both partners', or its team's."""
    entries = list(
        Entry.objects.filter(tournament_id=tournament_id).select_related("partnership", "team").order_by("number")
    )
    members = {member for entry in entries for member in _members(entry)}
    names = player_names(members, club_id)
    return {entry.pk: entry.team.name if entry.team else joined(_members(entry), names) for entry in entries}


def joined(members: Iterable[int], names: Mapping[int, str]) -> str:
    """Return the names of those who play for an entry, as one."""
    return " + ".join(names[member] for member in members)


def user_name(user_id: int | None) -> str:
    """Return the name that a user logs in by; empty for nobody, or somebody who is gone."""
    if user_id is None:
        return ""
    return get_user_model().objects.filter(pk=user_id).values_list("username", flat=True).first() or ""


def _members(entry: Entry) -> tuple[int, ...]:
    if entry.partnership is not None:
        return (entry.partnership.first_id, entry.partnership.second_id)
    return (entry.player_id,) if entry.player_id is not None else ()
