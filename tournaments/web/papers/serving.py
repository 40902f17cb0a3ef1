"""How a paper is handed out as a file: its name, its ETag, and what somebody hears who has to wait for too long."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournaments.models import Tournament
from tournaments.papers.typesetting import TypesetterBusy, typeset

FORM = 2
"""To be raised with every change of a layout."""
KEPT_SECONDS = 10 * 60
RETRY_SECONDS = 10


def pdf(
    request: HttpRequest,
    paper: str,
    tournament: Tournament,
    data: dict[str, Any],
    *,
    title: str,
    name: str,
    kept: bool = False,
) -> HttpResponse:
    """Return a paper as a file that a browser saves under the tournament's slug and ``name``.

    ``data`` is what the layout prints, its ``words`` among it. ``kept``: the file may be kept for the next reader, for
    it is one that everybody may ask for, and holds nothing that only some may see.
    """
    unknown = _("Some letters are in no font of this server. The page made for paper takes those of your own device.")
    words = {"unknown_letters": unknown, **data["words"]}
    about = {
        "title": f"{title} · {tournament.name}",
        "tournament": tournament.name,
        "lang": (get_language() or "en").partition("-")[0],
    }
    whole = {**about, **data, "words": words}
    digest = hashlib.sha256(json.dumps([FORM, paper, whole]).encode()).hexdigest()[:32]
    etag = quote_etag(digest)
    unchanged = get_conditional_response(request, etag=etag)
    if unchanged is not None:
        return unchanged
    try:
        made = _made(paper, whole, digest, kept=kept)
    except TypesetterBusy:
        return _come_back(request)
    answer = HttpResponse(made, content_type="application/pdf", headers={"ETag": etag, "Cache-Control": "no-cache"})
    part = data.get("part")
    file_name = f"{tournament.slug}-{name}" + (f"-{part}" if part else "")
    answer["Content-Disposition"] = f'attachment; filename="{file_name}.pdf"'
    return answer


def _made(paper: str, whole: dict[str, Any], digest: str, *, kept: bool) -> bytes:
    key = f"paper:{digest}"
    found: bytes | None = cache.get(key) if kept else None
    if found is None:
        [found] = typeset(paper, whole)
        if kept:
            cache.set(key, found, KEPT_SECONDS)
    return found


def _come_back(request: HttpRequest) -> HttpResponse:
    sentence = _("Other papers are being made just now. Try again in a moment, or print the page instead.")
    context = {"sentences": [sentence], "status": 503}
    answer = render(request, "errors/refused.html", context, status=503)
    answer["Retry-After"] = str(RETRY_SECONDS)
    return answer
