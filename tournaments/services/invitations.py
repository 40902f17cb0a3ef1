"""Invitations made, withdrawn and accepted: the only way to an account, and it can be handed over without any mail."""

from __future__ import annotations

import datetime as dt
import secrets
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from tournaments import locks
from tournaments.account_errors import (
    InvitationOver,
    PasswordWeak,
    UsernameRefused,
    UsernameTaken,
)
from tournaments.actors import Actor, Right
from tournaments.errors import RightMissing, ThingNotFound, ValueRefused
from tournaments.models import ClubRole, Invitation
from tournaments.selectors import rights
from tournaments.selectors.invitations import find_invitation, open_rows
from tournaments.services import audit

LIFETIME = dt.timedelta(days=7)
LONGEST_NOTE = 80
_RANKS = {role: rank for rank, role in enumerate(ClubRole.Role.values)}


@transaction.atomic(durable=True)
def invite(*, actor: Actor, club_id: int, role: str, note: str = "", now: dt.datetime) -> Invitation:
    """Make a link to a role in a club that opens once within a week.

    ``note`` says whom it is for. Raises ValueRefused.
    """
    locks.lock_club(club_id)
    rights.require(actor, Right.MANAGE_CLUB, club_id=club_id)
    if role not in ClubRole.Role.values:
        words = {"words": ", ".join(ClubRole.Role.values)}
        raise ValueRefused(path="role", reason=_("must be one of %(words)s") % words)
    note = note.strip()
    if len(note) > LONGEST_NOTE:
        raise ValueRefused(path="note", reason=_("at most %(most)s letters") % {"most": LONGEST_NOTE})
    invitation = Invitation.objects.create(
        club_id=club_id,
        role=role,
        note=note,
        nonce=secrets.token_hex(16),
        made_by_id=actor.user_id,
        made_at=now,
        expires_at=now + LIFETIME,
    )
    audit.record(actor, "invitation.made", f"invitation {invitation.pk}", now=now, club_id=club_id, after=role)
    return invitation


@transaction.atomic(durable=True)
def withdraw_invitation(*, actor: Actor, invitation_id: int, now: dt.datetime) -> Invitation:
    """Let a link open nothing any more. Raises ThingNotFound, InvitationOver."""
    found = Invitation.objects.filter(pk=invitation_id).first()
    if found is None:
        raise ThingNotFound(thing="invitation")
    locks.lock_club(found.club_id)
    rights.require(actor, Right.MANAGE_CLUB, club_id=found.club_id)
    invitation = Invitation.objects.get(pk=invitation_id)
    if invitation.used_at is not None or invitation.withdrawn_at is not None:
        raise InvitationOver
    _withdraw(invitation, actor, now=now)
    return invitation


def withdraw_open(actor: Actor, club_id: int, *, now: dt.datetime) -> None:
    """Withdraw all invitations of a locked club: who organised there saw every link, and may have kept one."""
    for invitation in open_rows(club_id, now=now):
        _withdraw(invitation, actor, now=now)


def _withdraw(invitation: Invitation, actor: Actor, *, now: dt.datetime) -> None:
    invitation.withdrawn_at = now
    invitation.save(update_fields=["withdrawn_at"])
    what: dict[str, Any] = {"now": now, "club_id": invitation.club_id, "before": invitation.role}
    audit.record(actor, "invitation.withdrawn", f"invitation {invitation.pk}", **what)


@transaction.atomic(durable=True)
def accept_invitation(*, actor: Actor, token: str, now: dt.datetime) -> ClubRole:
    """Give the user who has logged in the role of an invitation; a higher one that they have stays.

    Raises InvitationNotValid; RightMissing for somebody who has not logged in; ScopeTooNarrow.
    """
    rights.require_scope(actor, Right.MANAGE_CLUB)
    if actor.user_id is None:
        raise RightMissing(right="accept_invitation")
    return _accept(_lock(token, now=now), actor, actor.user_id, now=now)


@transaction.atomic(durable=True)
def sign_up_by_invitation(*, token: str, username: str, password: str, address: str | None, now: dt.datetime) -> User:
    """Make an account with the role of an invitation.

    Raises InvitationNotValid, UsernameRefused, UsernameTaken, PasswordWeak.
    """
    invitation = _lock(token, now=now)
    user = User(username=User.normalize_username(username.strip()))
    try:
        User._meta.get_field("username").run_validators(user.username)  # noqa: SLF001 - Django's public Meta API
    except ValidationError as error:
        raise UsernameRefused from error
    if not user.username:
        raise UsernameRefused
    if get_user_model().objects.filter(username__iexact=user.username).exists():
        raise UsernameTaken(name=user.username)
    try:
        validate_password(password, user)
    except ValidationError as error:
        raise PasswordWeak(reason=" ".join(error.messages)) from error
    user.set_password(password)
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError as error:
        raise UsernameTaken(name=user.username) from error
    _accept(invitation, Actor(user_id=user.pk, address=address), user.pk, now=now)
    return user


def _lock(token: str, *, now: dt.datetime) -> Invitation:
    """Return an invitation that is still open once its club is locked: of two who open it at once, one is let in."""
    locks.lock_club(find_invitation(token, now=now).club_id)
    return find_invitation(token, now=now)


def _accept(invitation: Invitation, actor: Actor, user_id: int, *, now: dt.datetime) -> ClubRole:
    invitation.used_at, invitation.used_by_id = now, user_id
    invitation.save(update_fields=["used_at", "used_by"])
    held = ClubRole.objects.filter(club_id=invitation.club_id, user_id=user_id).first()
    before = held.role if held else None
    if held is None:
        held = ClubRole(club_id=invitation.club_id, user_id=user_id, role=invitation.role)
    elif _RANKS[held.role] < _RANKS[invitation.role]:
        held.role = invitation.role
    held.save()
    what: dict[str, Any] = {"now": now, "club_id": invitation.club_id, "before": before, "after": held.role}
    audit.record(actor, "invitation.accepted", f"invitation {invitation.pk}", **what)
    return held
