"""Who opens a page."""

from __future__ import annotations

import ipaddress
from typing import cast

from django.http import HttpRequest
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from tournaments.actors import Actor


def actor_of(request: HttpRequest) -> Actor:
    """Return the user of the session as the services know them; nobody's rights if there is none."""
    user = request.user
    return Actor(
        user_id=user.pk if user.is_authenticated else None,
        is_admin=user.is_authenticated and user.is_superuser,
        # As many proxies are believed as the settings say.
        address=_address(str(BaseThrottle().get_ident(cast(Request, request)))),
    )


def _address(text: str) -> str | None:
    # A server behind a socket has no address for its caller, or one that is none.
    try:
        return str(ipaddress.ip_address(text.partition("%")[0]))
    except ValueError:
        return None
