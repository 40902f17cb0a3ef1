"""The content security policy of pages."""

from __future__ import annotations

from csp.middleware import CSPMiddleware
from django.http import HttpRequest
from django.http.response import HttpResponseBase


class PagePolicyMiddleware(CSPMiddleware):
    """Sends the policy with what a browser shows; JSON loads nothing, and is most of what the phones in a hall get."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Set the header, except on JSON."""
        if "json" in response.get("Content-Type", ""):
            return response
        return super().process_response(request, response)
