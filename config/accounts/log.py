"""What people do to their accounts stands in the log: django-allauth tells of it by signals and by nothing else."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from allauth.account import signals
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authenticator_added, authenticator_removed
from django.contrib.auth.models import User
from django.http import HttpRequest
from django.utils import timezone

from config.accounts import second_factor
from tournaments.services import audit
from tournaments.web.actors import actor_of


def listen() -> None:
    """Begin to write what happens to second factors, passwords and addresses."""
    authenticator_added.connect(_added, dispatch_uid="second factor on")
    authenticator_removed.connect(_removed, dispatch_uid="second factor off")
    signals.password_changed.connect(_password_changed, dispatch_uid="password changed")
    signals.password_reset.connect(_password_reset, dispatch_uid="password reset")
    signals.email_added.connect(_email_added, dispatch_uid="e-mail added")
    signals.email_removed.connect(_email_removed, dispatch_uid="e-mail removed")


def _added(request: HttpRequest, user: User, authenticator: Authenticator, **_more: Any) -> None:
    if authenticator.type == Authenticator.Type.TOTP:
        _write("account.second_factor_on", request, user)


def _removed(request: HttpRequest, user: User, authenticator: Authenticator, **_more: Any) -> None:
    # What was found of the session holds no longer.
    request.session.pop(second_factor.CHECKED_AT, None)
    if authenticator.type == Authenticator.Type.TOTP:
        _write("account.second_factor_off", request, user)


def _password_changed(request: HttpRequest, user: User, **_more: Any) -> None:
    _write("account.password_changed", request, user)


def _password_reset(request: HttpRequest, user: User, **_more: Any) -> None:
    _write("account.password_reset", request, user)


# Of addresses the log says that there was one, and not which: it is never emptied.
def _email_added(request: HttpRequest, user: User, **_more: Any) -> None:
    _write("account.email_added", request, user)


def _email_removed(request: HttpRequest, user: User, **_more: Any) -> None:
    _write("account.email_removed", request, user)


def _write(action: str, request: HttpRequest, user: User) -> None:
    # By mail a password is set anew by somebody who has not logged in.
    actor = replace(actor_of(request), user_id=user.pk)
    audit.record(actor, action, f"user {user.pk}", now=timezone.now())
