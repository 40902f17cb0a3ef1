"""Clubs and the roles of users in them."""

from __future__ import annotations

import datetime as dt
import zoneinfo
from functools import cache

from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils.translation import gettext as _

from tournaments import locks
from tournaments.actors import Actor, Right
from tournaments.errors import LastOrganiser, RightMissing, ThingNotFound, UnknownTimeZone, ValueRefused
from tournaments.models import Club, ClubRole
from tournaments.names import checked_name
from tournaments.selectors import rights
from tournaments.services import audit
from tournaments.services.invitations import withdraw_open
from tournaments.services.slugs import save_under_free_slug


@transaction.atomic(durable=True)
def create_club(*, actor: Actor, name: str, time_zone: str, now: dt.datetime) -> Club:
    """Found a club; the user who does so becomes its organiser.

    Raises NameEmpty, NameTooLong, UnknownTimeZone; RightMissing for somebody who has not logged in.
    """
    rights.require_scope(actor, Right.MANAGE_CLUB)
    if actor.user_id is None and not actor.is_admin:
        raise RightMissing(right="create_club")
    name = checked_name(name)
    club = Club(name=name, time_zone=checked_time_zone(time_zone), created_at=now)
    save_under_free_slug(club, name)
    if actor.user_id is not None:
        ClubRole.objects.create(club=club, user_id=actor.user_id, role=ClubRole.Role.ORGANISER)
    audit.record(
        actor,
        "club.created",
        f"club {club.pk}",
        now=now,
        club_id=club.pk,
        after={"slug": club.slug, "time_zone": time_zone},
    )
    return club


@transaction.atomic(durable=True)
def update_club(
    *, actor: Actor, club_id: int, name: str | None = None, time_zone: str | None = None, now: dt.datetime
) -> Club:
    """Change a club's name or time zone; its tournaments keep the zone that they were made in.

    Raises NameEmpty, NameTooLong, UnknownTimeZone.
    """
    club = _lock_for_organiser(actor, club_id)
    before = {"name": club.name, "time_zone": club.time_zone}
    club.name = club.name if name is None else checked_name(name)
    club.time_zone = club.time_zone if time_zone is None else checked_time_zone(time_zone)
    club.save(update_fields=["name", "time_zone"])
    after = {"name": club.name, "time_zone": club.time_zone}
    audit.record(actor, "club.changed", f"club {club_id}", now=now, club_id=club_id, before=before, after=after)
    return club


@transaction.atomic(durable=True)
def grant_role(*, actor: Actor, club_id: int, user_id: int, role: str, now: dt.datetime) -> ClubRole:
    """Give a user a role in a club, in place of the one that they have; of an organiser, as ``revoke_role`` takes it.

    Raises ValueRefused (no such role), ThingNotFound (no such user), LastOrganiser.
    """
    _lock_for_organiser(actor, club_id)
    if role not in ClubRole.Role.values:
        words = {"words": ", ".join(ClubRole.Role.values)}
        raise ValueRefused(path="role", reason=_("must be one of %(words)s") % words)
    if not get_user_model().objects.filter(pk=user_id).exists():
        raise ThingNotFound(thing="user")
    held = ClubRole.objects.filter(club_id=club_id, user_id=user_id).first()
    before = held.role if held else None
    if held is None:
        held = ClubRole(club_id=club_id, user_id=user_id)
    elif before == ClubRole.Role.ORGANISER and role != ClubRole.Role.ORGANISER:
        _require_another_organiser(club_id, user_id)
        withdraw_open(actor, club_id, now=now)
    held.role = role
    held.save()
    audit.record(actor, "role.granted", f"user {user_id}", now=now, club_id=club_id, before=before, after=role)
    return held


@transaction.atomic(durable=True)
def revoke_role(*, actor: Actor, club_id: int, user_id: int, now: dt.datetime) -> None:
    """Take a user's role in a club away; from an organiser also what would bring it back, the open invitations.

    Raises ThingNotFound, LastOrganiser.
    """
    _lock_for_organiser(actor, club_id)
    held = ClubRole.objects.filter(club_id=club_id, user_id=user_id).first()
    if held is None:
        raise ThingNotFound(thing="role")
    if held.role == ClubRole.Role.ORGANISER:
        _require_another_organiser(club_id, user_id)
        withdraw_open(actor, club_id, now=now)
    held.delete()
    audit.record(actor, "role.revoked", f"user {user_id}", now=now, club_id=club_id, before=held.role)


def _lock_for_organiser(actor: Actor, club_id: int) -> Club:
    """Lock a club, then ask for the right: whose role was taken while they waited may not act on it any more."""
    club = locks.lock_club(club_id)
    rights.require(actor, Right.MANAGE_CLUB, club_id=club_id)
    return club


def checked_time_zone(name: str) -> str:
    """Return the name of a time zone as it is; raises UnknownTimeZone."""
    if name not in _time_zones():
        raise UnknownTimeZone(time_zone=name[:64])
    return name


@cache
def _time_zones() -> frozenset[str]:
    # Two names of the database stand for no place: the server's own zone, and none.
    return frozenset(zoneinfo.available_timezones() - {"localtime", "Factory"})


def _require_another_organiser(club_id: int, user_id: int) -> None:
    # Whoever cannot log in any more organises nothing.
    organisers = ClubRole.objects.filter(club_id=club_id, role=ClubRole.Role.ORGANISER, user__is_active=True)
    if not organisers.exclude(user_id=user_id).exists():
        raise LastOrganiser
