"""Which form of answer a client gets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

_ANYTHING = frozenset({"", "*/*", "application/json"})


class Negotiation(DefaultContentNegotiation):
    """The framework's own, which is asked only by those who want something else than the JSON that nearly all want."""

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        """Return the renderer and the media type; raises NotAcceptable."""
        offered: Sequence[Any] = list(renderers)
        plain = not format_suffix and "format" not in request.META.get("QUERY_STRING", "")
        if plain and offered[0].media_type == "application/json" and request.META.get("HTTP_ACCEPT", "") in _ANYTHING:
            return offered[0], offered[0].media_type
        chosen: tuple[BaseRenderer, str] = super().select_renderer(request, offered, format_suffix)
        return chosen
