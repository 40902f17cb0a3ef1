"""Long lists, by the page."""

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest

LINES_PER_PAGE = 100


def paged(request: HttpRequest, lines: Any) -> dict[str, Any]:
    """Return the lines of the page that is asked for, as the templates call them."""
    return {"lines": Paginator(lines, LINES_PER_PAGE).get_page(request.GET.get("page"))}
