"""Clubs, their people and their partnerships."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.contrib.auth import get_user_model
from django.db.models import Count, Q, QuerySet

from tournaments.errors import ThingNotFound
from tournaments.models import Club, ClubRole, Membership, Partnership
from tournaments.names import name_key
from tournaments.namesakes import Namesake
from tournaments.selectors.names import player_names
from tournaments.selectors.ordering import names_in_order


@dataclass(frozen=True, slots=True)
class PartnerView:
    """One of two partners, under the name that the club shows."""

    player_id: int
    name: str


@dataclass(frozen=True, slots=True)
class PartnershipView:
    """Two partners."""

    id: int
    name: str
    players: tuple[PartnerView, PartnerView]


def get_club(slug: str) -> Club:
    """Return a club; raises ThingNotFound."""
    try:
        return Club.objects.get(slug=slug)
    except Club.DoesNotExist:
        raise ThingNotFound(thing="club") from None


def clubs() -> QuerySet[Club]:
    """Return all clubs by name."""
    return Club.objects.order_by("name", "id")


def user_named(username: str) -> int:
    """Return the id of an active user; raises ThingNotFound."""
    found = get_user_model().objects.filter(username=username, is_active=True).values_list("pk", flat=True).first()
    if found is None:
        raise ThingNotFound(thing="user")
    return int(found)


def roles_of(club_id: int) -> QuerySet[ClubRole]:
    """Return who may do what in a club, by the names of the users."""
    return ClubRole.objects.filter(club_id=club_id).select_related("user").order_by("user__username", "id")


def people_of(club_id: int) -> QuerySet[ClubRole]:
    """Return who may do what in a club, each with ``has_second_factor``: whether a code is asked at their log-in."""
    codes = Count("user__authenticator", filter=Q(user__authenticator__type="totp"))
    return roles_of(club_id).annotate(has_second_factor=codes)


def organises_by_password_only(user_id: int) -> bool:
    """Return whether a user organises a club or the installation and no code is asked at their log-in."""
    organises = Q(is_superuser=True) | Q(is_staff=True) | Q(club_roles__role=ClubRole.Role.ORGANISER)
    users = get_user_model().objects.filter(pk=user_id).filter(organises)
    return users.exclude(authenticator__type="totp").exists()


def members_of(club_id: int, *, name: str = "") -> QuerySet[Membership]:
    """Return the members of a club by name, as the reader's language orders them, or those with some letters in it."""
    rows = _living().filter(club_id=club_id).order_by(*names_in_order(), "id")
    return rows.filter(name_key__contains=name_key(name)) if name else rows


def _living() -> QuerySet[Membership]:
    """Return those members who can be entered: neither merged into another record nor anonymised."""
    return Membership.objects.filter(player__merged_into=None, player__anonymised_at=None)


def get_member(club_id: int, player_id: int) -> Membership:
    """Return a member of a club; raises ThingNotFound."""
    try:
        return _living().get(club_id=club_id, player_id=player_id)
    except Membership.DoesNotExist:
        raise ThingNotFound(thing="player at this club") from None


def namesakes_at(club_id: int, names: Iterable[str]) -> dict[str, list[Namesake]]:
    """Return the members of a club with one of these names, by name key, the longest there first."""
    found: dict[str, list[Namesake]] = {}
    keys = {name_key(name) for name in names}
    for member in _living().filter(club_id=club_id, name_key__in=keys).order_by("joined_date", "id"):
        namesake = Namesake(member.player_id, member.display_name, member.joined_date)
        found.setdefault(member.name_key, []).append(namesake)
    return found


def partnerships_at(club_id: int) -> QuerySet[Partnership]:
    """Return the partnerships of two members of a club, the newest first."""
    members = _living().filter(club_id=club_id).values("player_id")
    return Partnership.objects.filter(first__in=members, second__in=members).order_by("-id")


def partnership_views(partnerships: Iterable[Partnership], club_id: int) -> list[PartnershipView]:
    """Return partnerships with the names that the club shows: one query, whatever their number."""
    pairs = list(partnerships)
    names = player_names((player for pair in pairs for player in (pair.first_id, pair.second_id)), club_id)
    return [
        PartnershipView(
            id=pair.pk,
            name=f"{names[pair.first_id]} + {names[pair.second_id]}",
            players=(
                PartnerView(pair.first_id, names[pair.first_id]),
                PartnerView(pair.second_id, names[pair.second_id]),
            ),
        )
        for pair in pairs
    ]
