"""Large papers in parts, to be printed one after another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.core.paginator import Page, Paginator
from django.http import HttpRequest


def part_of(request: HttpRequest, things: Sequence[Any], size: int) -> Page[Any]:
    """Return the part that is asked for, of so many things at most."""
    return Paginator(things, size).get_page(request.GET.get("part"))


def number_of(part: Page[Any]) -> int:
    """Return the number of a part among others; 0 where it is all there is."""
    return part.number if part.has_other_pages() else 0
