"""Who opens a page."""

from __future__ import annotations

import ipaddress

from django.http import HttpRequest

from tournaments.actors import Actor


def actor_of(request: HttpRequest) -> Actor:
    """Return the user of the session as the services know them; nobody's rights if there is none."""
    user = request.user
    return Actor(
        user_id=user.pk if user.is_authenticated else None,
        is_admin=user.is_authenticated and user.is_superuser,
        address=_address(request.META.get("REMOTE_ADDR", "")),
    )


def _address(text: str) -> str | None:
    # A server behind a socket has no address for its caller, or one that is none.
    try:
        return str(ipaddress.ip_address(text.partition("%")[0]))
    except ValueError:
        return None
