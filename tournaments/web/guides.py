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
from tournaments.web.refusals import page
from tournaments.web.rights import require

MANY_TABLES = 7
"""With more tables the chart lies on its side."""


@require_GET
@page
def wall_chart(request: HttpRequest, slug: str) -> HttpResponse:
    """Show every round that is known: who sits where, by number."""
    context = _context(request, slug)
    chart: Chart = context["chart"]
    grid = [(round_, _cells(chart, place)) for place, round_ in enumerate(chart.rounds)]
    context.update(grid=grid, is_wide=len(chart.tables) > MANY_TABLES)
    return render(request, "tournaments/prints/wall_chart.html", context)


@require_GET
@page
def guide_cards(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a card for each entry: where it goes in each round."""
    context = _context(request, slug)
    chart: Chart = context["chart"]
    context["cards"] = [(entry, chart.appointments_of(entry)) for entry in chart.entries]
    return render(request, "tournaments/prints/guide_cards.html", context)


@require_GET
@page
def table_cards(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a card for each table: who sits at it in each round."""
    context = _context(request, slug)
    chart: Chart = context["chart"]
    context["cards"] = [(number, chart.visits_to(number)) for number in chart.tables]
    return render(request, "tournaments/prints/table_cards.html", context)


def _context(request: HttpRequest, slug: str) -> dict[str, Any]:
    tournament = get_tournament(slug)
    require(request, Right.ENTER_HANDS, club_id=tournament.club_id)
    return {"tournament": tournament, "chart": chart_of(tournament), "who": entrant_words(tournament.entry_kind)}


def _cells(chart: Chart, place: int) -> list[Any]:
    return [chart.visits_to(number)[place][1] for number in chart.tables]
