"""The papers of a whole event as PDF files: the chart for the wall, a card for each entry, one for each table."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from tournaments.selectors.chart import Appointment, Chart, ChartEntry, ChartRound, ChartTable
from tournaments.web import guides, words
from tournaments.web.papers.serving import pdf
from tournaments.web.parts import number_of
from tournaments.web.refusals import page


@require_GET
@page
def wall_chart_pdf(request: HttpRequest, slug: str) -> HttpResponse:
    """Hand out the chart for the wall."""
    context = guides.wall_chart_context(request, slug)
    chart: Chart = context["chart"]
    is_first = not context["part"].has_previous()
    data = {
        "is_wide": context["is_wide"],
        "tables": [_("Table %(number)s") % {"number": number} for number in context["part"]],
        "rounds": [
            {"name": _number(round_), "cells": [_cell(table) for table in tables], "out": _numbers(round_.out)}
            for round_, tables in context["grid"]
        ],
        "entries": [{"number": str(entry.number), "name": entry.name} for entry in chart.entries] if is_first else [],
        "part": number_of(context["part"]),
        "words": {
            "paper": _("Wall chart"),
            "round": _("Round"),
            "out": _("Bye") if chart.has_byes else _("Sits out"),
            "known": _known(chart),
            "legend": _("The first named sit North and South. * planned: it may change if somebody comes or goes."),
            "moves": _moves(chart) if is_first else "",
        },
    }
    return pdf(request, "wall_chart", context["tournament"], data, title=_("Wall chart"), name="wall-chart")


@require_GET
@page
def guide_cards_pdf(request: HttpRequest, slug: str) -> HttpResponse:
    """Hand out a card for each entry: where it goes in each round."""
    context = guides.guide_cards_context(request, slug)
    chart: Chart = context["chart"]
    data = {
        "cards": [
            {
                "number": f"{context['who'].one} {entry.number}",
                "name": entry.name,
                "rounds": [_appointment(at) for at in appointments],
            }
            for entry, appointments in context["cards"]
        ],
        "part": number_of(context["part"]),
        "words": {
            "round": _("Round"),
            "table": _("Table"),
            "side": _("Side"),
            "against": _("Against"),
            "out": _("bye") if chart.has_byes else _("sits out"),
            "known": _known(chart),
        },
    }
    return pdf(request, "guide_cards", context["tournament"], data, title=_("Guide cards"), name="guide-cards")


@require_GET
@page
def table_cards_pdf(request: HttpRequest, slug: str) -> HttpResponse:
    """Hand out a card for each table: who sits at it in each round."""
    context = guides.table_cards_context(request, slug)
    data = {
        "cards": [
            {
                "table": _("Table %(number)s") % {"number": number},
                "visits": [_visit(round_, table) for round_, table in visits],
            }
            for number, visits in context["cards"]
        ],
        "part": number_of(context["part"]),
        "words": {"free": _("free"), "known": _known(context["chart"])},
    }
    return pdf(request, "table_cards", context["tournament"], data, title=_("Table cards"), name="table-cards")


def _known(chart: Chart) -> str:
    """Return how much of the event is known, where that is not all."""
    if not chart.rounds:
        return _(
            "Nothing is known yet. Enter those who play first; a movement that follows the results is known one round"
            " at a time."
        )
    if len(chart.rounds) < chart.rounds_planned:
        numbers = {"known": len(chart.rounds), "planned": chart.rounds_planned}
        return _("%(known)s of %(planned)s rounds are known so far.") % numbers
    return ""


def _moves(chart: Chart) -> str:
    if not chart.moves:
        return ""
    moves = (_("%(one)s after %(other)s") % {"one": one.number, "other": other.number} for one, other in chart.moves)
    return _("After each round go to where another was:") + f" {', '.join(moves)}."


def _number(round_: ChartRound) -> str:
    return f"{round_.number}*" if round_.is_planned else str(round_.number)


def _numbers(entries: tuple[ChartEntry, ...]) -> str:
    return ", ".join(str(entry.number) for entry in entries)


def _cell(table: ChartTable | None) -> str:
    return "" if table is None else " – ".join(_numbers(side) for _label, side in table.sides)  # noqa: RUF001


def _appointment(at: Appointment) -> dict[str, Any]:
    partners, opponents = _numbers(at.partners), _numbers(at.opponents)
    return {
        "name": f"{at.round}*" if at.is_planned else str(at.round),
        "table": "" if at.table is None else str(at.table),
        "side": words.side_name(at.side) if at.side else "",
        "against": f"{_('with')} {partners}; {opponents}" if partners else opponents,
    }


def _visit(round_: ChartRound, table: ChartTable | None) -> dict[str, Any]:
    name = _("Round %(number)s") % {"number": round_.number}
    sides = () if table is None else table.sides
    return {
        "round": f"{name}*" if round_.is_planned else name,
        "sides": [
            {
                "label": words.side_name(label),
                "entries": [{"number": str(entry.number), "name": entry.name} for entry in side],
            }
            for label, side in sides
        ],
    }
