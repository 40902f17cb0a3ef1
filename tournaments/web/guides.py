"""A whole event on paper: a chart for the wall, a card for each entry and one for each table."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from tournaments.actors import Right
from tournaments.selectors.chart import Chart, chart_of
from tournaments.selectors.tournaments import get_tournament
from tournaments.web.entrants import entrant_words
from tournaments.web.parts import part_of
from tournaments.web.refusals import page
from tournaments.web.rights import require

MANY_TABLES = 7
"""With more tables the chart lies on its side."""
PART = 128
"""So many tables or entries are printed at a time: more would keep the page waiting for longer than a second."""
CARD_LINES_IN_PART = 1500
"""So many lines stand on the cards of a part, one for each round, which is as long as a file takes two seconds."""


def wall_chart_context(request: HttpRequest, slug: str) -> dict[str, Any]:
    """Return every round that is known: who sits where, by number. Raises ThingNotFound, RightMissing."""
    context = _context(request, slug)
    chart: Chart = context["chart"]
    visits = chart.visits()
    part = part_of(request, chart.tables, PART)
    grid = [
        (round_, [visits[number][place][1] for number in part.object_list]) for place, round_ in enumerate(chart.rounds)
    ]
    return {**context, "part": part, "grid": grid, "is_wide": len(part.object_list) > MANY_TABLES}


@require_GET
@page
def wall_chart(request: HttpRequest, slug: str) -> HttpResponse:
    """Show every round that is known: who sits where, by number."""
    return render(request, "tournaments/prints/wall_chart.html", wall_chart_context(request, slug))


def guide_cards_context(request: HttpRequest, slug: str) -> dict[str, Any]:
    """Return for each entry where it goes in each round. Raises ThingNotFound, RightMissing."""
    context = _context(request, slug)
    chart: Chart = context["chart"]
    appointments = chart.appointments()
    part = part_of(request, chart.entries, _cards_in_part(chart))
    return {**context, "part": part, "cards": [(entry, appointments[entry.entry_id]) for entry in part.object_list]}


@require_GET
@page
def guide_cards(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a card for each entry: where it goes in each round."""
    return render(request, "tournaments/prints/guide_cards.html", guide_cards_context(request, slug))


def table_cards_context(request: HttpRequest, slug: str) -> dict[str, Any]:
    """Return for each table who sits at it in each round. Raises ThingNotFound, RightMissing."""
    context = _context(request, slug)
    chart: Chart = context["chart"]
    visits = chart.visits()
    part = part_of(request, chart.tables, _cards_in_part(chart))
    return {**context, "part": part, "cards": [(number, visits[number]) for number in part.object_list]}


@require_GET
@page
def table_cards(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a card for each table: who sits at it in each round."""
    return render(request, "tournaments/prints/table_cards.html", table_cards_context(request, slug))


def _cards_in_part(chart: Chart) -> int:
    return max(1, min(PART, CARD_LINES_IN_PART // max(1, len(chart.rounds))))


def _context(request: HttpRequest, slug: str) -> dict[str, Any]:
    tournament = get_tournament(slug)
    require(request, Right.ENTER_HANDS, club_id=tournament.club_id)
    return {"tournament": tournament, "chart": chart_of(tournament), "who": entrant_words(tournament.entry_kind)}
