"""The page that a table link opens: no account, one table, one hand after the other."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_GET

from gameplay.rules.five_hundred.bids import TRICKS_PER_HAND
from gameplay.rules.five_hundred.variants import Rules as FiveHundredRules
from tournaments.selectors.rights import find_link
from tournaments.selectors.tables import TableView, current_table, get_table
from tournaments.web.bid_grid import bid_cells
from tournaments.web.forms.hands import PLAYERS_WHO_CALL
from tournaments.web.phone_worker import KEPT
from tournaments.web.refusals import page

EVENT_POINTS = (1, 2, 3, 4, 6, 8)
"""What one tile can earn without going out (rules C6); a tap for each."""


@require_GET
@never_cache
@gzip_page
@page
def table_page(request: HttpRequest, token: str) -> HttpResponse:
    """Show the current table of a link, with the form for its next hand."""
    link = find_link(token, now=timezone.now())
    table = current_table(link.tournament, link.table_number)
    if table is None:
        return render(request, "tournaments/phone/waiting.html", {"link": link})
    view = get_table(table.pk)
    context = {"view": view, "token": token, **_form_of(view)}
    response = render(request, "tournaments/phone/table.html", context)
    response[KEPT] = "1"
    return response


def _form_of(view: TableView) -> dict[str, Any]:
    """Return what the form of a table's game offers, by the rules of the table."""
    rules = view.progress.legs[0].game.rules
    if isinstance(rules, FiveHundredRules):
        return {
            "bids": bid_cells(rules),
            "sans_kitty": rules.sans_kitty,
            "trick_numbers": range(TRICKS_PER_HAND + 1),
            "hands": rules.hands,
            "has_many_sides": len(view.sides) > 2,
            "calls_partner": len(view.seats) == PLAYERS_WHO_CALL,
        }
    return {"target": rules.target, "event_points": EVENT_POINTS}
