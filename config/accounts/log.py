"""Second factors switched on and off stand in the log: django-allauth tells of them by signals and by nothing else."""

from __future__ import annotations

from typing import Any

from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authenticator_added, authenticator_removed
from django.contrib.auth.models import User
from django.http import HttpRequest
from django.utils import timezone

from config.accounts import second_factor
from tournaments.services import audit
from tournaments.web.actors import actor_of


def listen() -> None:
    """Begin to write what happens to second factors."""
    authenticator_added.connect(_added, dispatch_uid="second factor on")
    authenticator_removed.connect(_removed, dispatch_uid="second factor off")


def _added(request: HttpRequest, user: User, authenticator: Authenticator, **_more: Any) -> None:
    _write("account.second_factor_on", request, user, authenticator)


def _removed(request: HttpRequest, user: User, authenticator: Authenticator, **_more: Any) -> None:
    # What was found of the session holds no longer.
    request.session.pop(second_factor.CHECKED_AT, None)
    _write("account.second_factor_off", request, user, authenticator)


def _write(action: str, request: HttpRequest, user: User, authenticator: Authenticator) -> None:
    if authenticator.type == Authenticator.Type.TOTP:
        audit.record(actor_of(request), action, f"user {user.pk}", now=timezone.now())
