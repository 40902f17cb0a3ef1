"""Tokens: kept as a hash only, found by it in one query."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from knox.auth import TokenAuthentication as KnoxAuthentication
from knox.crypto import hash_token
from knox.models import AuthToken
from rest_framework.exceptions import AuthenticationFailed


class TokenAuthentication(KnoxAuthentication):  # type: ignore[misc]
    """``Authorization: Token <token>``."""

    def authenticate_credentials(self, token: bytes) -> tuple[Any, AuthToken]:
        """Return the user and the token; raises AuthenticationFailed."""
        if not token.isascii():
            raise AuthenticationFailed(_("Invalid token."))
        digest = hash_token(token.decode("ascii"))
        found = AuthToken.objects.select_related("user").filter(digest=digest).first()
        if found is None or (found.expiry is not None and found.expiry <= timezone.now()):
            raise AuthenticationFailed(_("Invalid token."))
        if not found.user.is_active:
            raise AuthenticationFailed(_("Invalid token."))
        return found.user, found


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
