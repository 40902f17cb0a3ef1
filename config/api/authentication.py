"""Tokens: kept as a hash only, found by it in one query."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from knox.auth import TokenAuthentication as KnoxAuthentication
from knox.crypto import hash_token
from knox.models import AuthToken
from rest_framework import status
from rest_framework.authentication import SessionAuthentication as DjangoSessionAuthentication
from rest_framework.exceptions import APIException, AuthenticationFailed
from rest_framework.request import Request

from config.accounts import second_factor
from config.tokens import note_use
from gameplay.rows import from_columns
from gameplay.statements import Statement
from tournaments.api.actors import authorization_of

_TOKEN = ("digest", "token_key", "user_id", "expiry", "scope", "last_used_date")
_USER = ("id", "username", "is_active", "is_staff", "is_superuser")
_WIDTH = len(_TOKEN) + len(_USER)
# Written by hand, because it stands before every request of a program; whatever else is asked for is read then.
_COLUMNS = """
    SELECT t.digest, t.token_key, t.user_id, t.expiry, m.scope, m.last_used_date,
           u.id, u.username, u.is_active, u.is_staff, u.is_superuser"""
_ROWS = """
    FROM knox_authtoken AS t JOIN auth_user AS u ON u.id = t.user_id
    LEFT JOIN config_tokenterms AS m ON m.token_id = t.digest
    WHERE t.digest = %(digest)s
"""
# As ``second_factor.lacks_second_factor``, for those who took a token before they organised or it was required.
_LACKS = """,
           (u.is_superuser OR u.is_staff OR EXISTS (
               SELECT 1 FROM tournaments_clubrole AS r WHERE r.user_id = u.id AND r.role = 'organiser'
           )) AND NOT EXISTS (SELECT 1 FROM mfa_authenticator AS a WHERE a.user_id = u.id AND a.type = 'totp')"""
_FIND = Statement(_COLUMNS + _ROWS)
_FIND_WHERE_REQUIRED = Statement(_COLUMNS + _LACKS + _ROWS)


class TokenAuthentication(KnoxAuthentication):  # type: ignore[misc]
    """``Authorization: Token <token>``; ``request.auth`` is the token, with the ``scope`` of its terms."""

    def authenticate(self, request: Request) -> tuple[Any, AuthToken] | None:
        """Return the user and the token, or None if no token was sent; raises AuthenticationFailed."""
        scheme, *words = authorization_of(request).split() or [b""]
        if scheme.lower() != b"token":
            return None
        if len(words) != 1:
            refused: tuple[Any, AuthToken] | None = super().authenticate(request)
            return refused
        return self.authenticate_credentials(words[0])

    def authenticate_credentials(self, token: bytes) -> tuple[Any, AuthToken]:
        """Return the user and the token; raises AuthenticationFailed, SecondFactorNeeded."""
        if not token.isascii():
            raise AuthenticationFailed(_("Invalid token."))
        digest = hash_token(token.decode("ascii"))
        (found, lacks), now = _token_of(digest), timezone.now()
        if found is None or (found.expiry is not None and found.expiry <= now):
            raise AuthenticationFailed(_("Invalid token."))
        if not found.user.is_active:
            raise AuthenticationFailed(_("Invalid token."))
        if lacks:
            raise SecondFactorNeeded
        today = now.date()
        if found.last_used_date != today:
            note_use(digest, today=today)
        return found.user, found


def _token_of(digest: str) -> tuple[AuthToken | None, bool]:
    """Return a token with its user, and whether the user needs a second factor here and has none."""
    statement = _FIND_WHERE_REQUIRED if settings.SECOND_FACTOR_REQUIRED else _FIND
    for row in statement.rows({"digest": digest}):
        user = from_columns(User, _USER, row[len(_TOKEN) : _WIDTH])
        return from_columns(AuthToken, _TOKEN, row[: len(_TOKEN)], user=user), len(row) > _WIDTH and bool(row[_WIDTH])
    return None, False


class SecondFactorNeeded(APIException):
    """The user needs a second factor here and has none; it is set up on the pages of the account."""

    status_code = status.HTTP_403_FORBIDDEN
    default_detail = _("Whoever organises needs a second factor. Set it up on the page of your account.")
    default_code = "auth.second_factor_needed"


class SessionAuthentication(DjangoSessionAuthentication):
    """The session of a browser, of somebody with a second factor where one is needed."""

    def authenticate(self, request: Request) -> tuple[Any, None] | None:
        """Return the user, or None; raises SecondFactorNeeded."""
        found: tuple[Any, None] | None = super().authenticate(request)
        if found is not None and second_factor.session_lacks(request._request.session, found[0]):  # noqa: SLF001
            raise SecondFactorNeeded
        return found


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How the schema describes sessions."""

    target_class = "config.api.authentication.SessionAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """Return the scheme."""
        del auto_schema
        return {"type": "apiKey", "in": "cookie", "name": "sessionid"}


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How the schema describes tokens."""

    target_class = "config.api.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """Return the scheme."""
        del auto_schema
        return {"type": "apiKey", "in": "header", "name": "Authorization", "description": "`Token <token>`"}


class TableLinkScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How the schema describes table links."""

    target_class = "tournaments.api.actors.TableLinkAuthentication"
    name = "tableLink"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """Return the scheme."""
        del auto_schema
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "`TableLink <token>`, the token of the link printed at the table",
        }
