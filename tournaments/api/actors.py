"""Who asks through the API: a user by session or token, a table link, or somebody unknown."""

from __future__ import annotations

import ipaddress
from functools import lru_cache

from django.contrib.auth.models import AnonymousUser
from django.utils import timezone
from rest_framework import HTTP_HEADER_ENCODING
from rest_framework.authentication import BaseAuthentication
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from tournaments.actors import Actor, Scope
from tournaments.errors import LinkNotValid
from tournaments.models import TableLink
from tournaments.selectors import rights

SCHEME = "TableLink"


class TableLinkAuthentication(BaseAuthentication):
    """``Authorization: TableLink <token>``, as the QR code at a table has it; opens that table and nothing else."""

    def authenticate(self, request: Request) -> tuple[AnonymousUser, TableLink] | None:
        """Return nobody with a link, or None if no link was sent; raises LinkNotValid."""
        scheme, _, token = authorization_of(request).partition(b" ")
        if scheme.lower() != SCHEME.lower().encode():
            return None
        if not token.isascii():
            raise LinkNotValid
        return AnonymousUser(), rights.find_link(token.decode("ascii").strip(), now=timezone.now())

    def authenticate_header(self, request: Request) -> str:
        """Return what a 401 asks for."""
        del request
        return SCHEME


def authorization_of(request: Request) -> bytes:
    """Return the header as it came; the framework's own function takes all other headers apart too."""
    header: str = request.META.get("HTTP_AUTHORIZATION", "")
    return header.encode(HTTP_HEADER_ENCODING)


def actor_of(request: Request) -> Actor:
    """Return the actor that a request speaks for."""
    address = address_of(request)
    if isinstance(request.auth, TableLink):
        return Actor(link_id=request.auth.pk, address=address)
    user = request.user
    if user.is_authenticated:
        scope = _scope_of(request)
        return Actor(user_id=user.pk, is_admin=user.is_superuser, address=address, scope=scope)
    return Actor(address=address)


def _scope_of(request: Request) -> Scope:
    """Return the scope of the token that a request came with; one that came before there were scopes is for all."""
    scope = Scope(getattr(request.auth, "scope", None) or Scope.ALL)
    # What a scorer reads a reader reads too; not what opens tables, such as their links.
    return Scope.ENTER if scope is Scope.READ and request.method in SAFE_METHODS else scope


def address_of(request: Request) -> str | None:
    """Return the remote address as the database holds it: as many proxies are believed as the settings say."""
    # Where nothing says that it was forwarded, the framework's own function would take all headers apart in vain.
    forwarded = "HTTP_X_FORWARDED_FOR" in request.META
    return _address(str(BaseThrottle().get_ident(request) if forwarded else request.META.get("REMOTE_ADDR")))


@lru_cache(maxsize=1024)
def _address(ident: str) -> str | None:
    try:
        return str(ipaddress.ip_address(ident.partition("%")[0]))
    except ValueError:
        return None
