"""How often somebody may try to log in."""

from __future__ import annotations

import hashlib

from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView


class LogInsFromAddress(SimpleRateThrottle):
    """Tries from one address, whoever it says it is."""

    scope = "log_in_address"

    def get_cache_key(self, request: Request, view: APIView) -> str:
        """Return the key of the address."""
        del view
        return self.cache_format % {"scope": self.scope, "ident": self.get_ident(request)}


class LogInsAsUser(SimpleRateThrottle):
    """Tries for one user from one address; elsewhere the user may still log in."""

    scope = "log_in_user"

    def get_cache_key(self, request: Request, view: APIView) -> str:
        """Return the key of the address and the name sent."""
        del view
        name = request.data.get("username") if isinstance(request.data, dict) else None
        text = f"{self.get_ident(request)} {str(name).casefold()}"
        return self.cache_format % {"scope": self.scope, "ident": hashlib.sha256(text.encode()).hexdigest()}
