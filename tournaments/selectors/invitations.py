"""Invitations as they are shown and opened."""

from __future__ import annotations

import base64
import datetime as dt
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.crypto import constant_time_compare, salted_hmac

from tournaments.account_errors import InvitationNotValid
from tournaments.models import Invitation


@dataclass(frozen=True, slots=True)
class OpenInvitation:
    """An invitation that may still be used; ``path`` is what its link opens."""

    invitation: Invitation
    path: str


def open_invitations(club_id: int, *, now: dt.datetime) -> list[OpenInvitation]:
    """Return the invitations of a club that may still be used, the newest first."""
    return [OpenInvitation(row, path_of(row)) for row in open_rows(club_id, now=now)]


def open_rows(club_id: int, *, now: dt.datetime) -> QuerySet[Invitation]:
    """Return the rows of ``open_invitations``."""
    rows = Invitation.objects.filter(club_id=club_id, used_at=None, withdrawn_at=None, expires_at__gt=now)
    return rows.order_by("-pk")


def path_of(invitation: Invitation) -> str:
    """Return the address of an invitation, with its secret."""
    return f"/invitations/{invitation.pk}-{_signature(invitation)}/"


def find_invitation(token: str, *, now: dt.datetime) -> Invitation:
    """Return the invitation that a token opens, with its club; raises InvitationNotValid."""
    number, _, signature = token.partition("-")
    if not number.isascii() or not number.isdigit() or len(number) > 18:
        raise InvitationNotValid
    rows = Invitation.objects.select_related("club").filter(used_at=None, withdrawn_at=None, expires_at__gt=now)
    invitation = rows.filter(pk=int(number)).first()
    if invitation is None or not constant_time_compare(_signature(invitation), signature):
        raise InvitationNotValid
    return invitation


def _signature(invitation: Invitation) -> str:
    said = f"{invitation.pk}:{invitation.nonce}"
    digest = salted_hmac("tournaments.invitation", said, algorithm="sha256").digest()
    return base64.urlsafe_b64encode(digest[:18]).decode()
