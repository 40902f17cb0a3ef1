"""The picture that goes with a link to a tournament: its name, its club, and who leads."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from tournaments.models import Tournament
from tournaments.papers.typesetting import TypesetterBusy, typeset
from tournaments.selectors.standings import standings_of
from tournaments.selectors.tournaments import get_tournament
from tournaments.templatetags.hands import minus
from tournaments.web.refusals import page

FORM = 1
"""To be raised with every change of the layout."""
SHOWN = 4
KEPT_SECONDS = 24 * 60 * 60
WAIT_SECONDS = 2.0
"""Whoever asks for a picture is better served with the plain one than kept behind those who print."""


@require_GET
@page
def tournament_card(request: HttpRequest, slug: str) -> HttpResponse:
    """Send the picture of a tournament as it stands now; the plain one while the typesetter is busy."""
    data = _data(get_tournament(slug))
    digest = hashlib.sha256(json.dumps([FORM, data]).encode()).hexdigest()[:32]
    etag = quote_etag(digest)
    unchanged = get_conditional_response(request, etag=etag)
    if unchanged is not None:
        return unchanged
    key = f"card:{digest}"
    picture: bytes | None = cache.get(key)
    if picture is None:
        try:
            [picture] = typeset("card", data, form="png", wait_seconds=WAIT_SECONDS)
        except TypesetterBusy:
            return redirect(static("img/card.png"))
        cache.set(key, picture, KEPT_SECONDS)
    return HttpResponse(picture, content_type="image/png", headers={"ETag": etag, "Cache-Control": "no-cache"})


def _data(tournament: Tournament) -> dict[str, Any]:
    standings = standings_of(tournament)
    state = _("final") if tournament.status == Tournament.Status.FINISHED else _("provisional")
    shown = standings.rows[:SHOWN] if any(row.tables_played for row in standings.rows) else ()
    return {
        "tournament": tournament.name,
        "below": f"{tournament.club.name} · {state}" if shown else tournament.club.name,
        "rows": [{"rank": row.rank, "name": row.entry_name, "figure": minus(row.values[0].shown)} for row in shown],
        "figure": _(standings.columns[0][1]) if shown else "",
        "lang": (get_language() or "en").partition("-")[0],
        "words": {},
    }
