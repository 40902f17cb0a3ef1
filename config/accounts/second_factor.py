"""Who needs a second factor besides the password, and who has one.

Organisers and platform admins need one where the setting SECOND_FACTOR_REQUIRED says so.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import User
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.selectors.clubs import organises_by_password_only

CHECKED_AT = "second_factor_checked_at"
BELIEVED_SECONDS = 300
"""So long a session is believed to need no second factor that it has not; a role may be given meanwhile."""
_FREE = ("/account/", "/login/", "/logout/", "/invitations/", "/static/", "/t/", "/api/")
"""Where one logs in, out, and sets the second factor up; a table's page goes by its link; the API asks for itself."""


def has_second_factor(user: User) -> bool:
    """Whether a code is asked of a user at the log-in."""
    return bool(Authenticator.objects.filter(user=user, type=Authenticator.Type.TOTP).exists())


def lacks_second_factor(user: User) -> bool:
    """Whether a user needs a second factor here and has none."""
    return settings.SECOND_FACTOR_REQUIRED and organises_by_password_only(user.pk)


def session_lacks(session: SessionBase, user: User) -> bool:
    """Whether the user of a session needs a second factor and has none; what was found is believed for a while."""
    if not settings.SECOND_FACTOR_REQUIRED:
        return False
    now = int(time.time())
    if now - session.get(CHECKED_AT, 0) < BELIEVED_SECONDS:
        return False
    if lacks_second_factor(user):
        return True
    session[CHECKED_AT] = now
    return False


class SecondFactorMiddleware:
    """Sends whoever needs a second factor and has none to where it is set up, whatever page they ask for."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer the request."""
        if settings.SECOND_FACTOR_REQUIRED and not request.path_info.startswith(_FREE):
            user = request.user
            if isinstance(user, User) and session_lacks(request.session, user):
                messages.info(request, _("Whoever organises needs a second factor. Please set it up now."))
                return redirect("mfa_activate_totp")
        return self.get_response(request)
