"""The papers of a round as PDF files: where everybody sits, and the sheets that lie on the tables."""

from __future__ import annotations

import io
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET

from tournaments.selectors.seating import Place
from tournaments.selectors.tables import SideView
from tournaments.web import prints, words
from tournaments.web.papers.serving import pdf
from tournaments.web.parts import number_of
from tournaments.web.refusals import page


@require_GET
@page
def seating_pdf(request: HttpRequest, round_id: int) -> HttpResponse:
    """Hand out the seating list of a round."""
    context = prints.seating_context(round_id)
    number = context["view"].round.number
    data = {
        "places": [{"name": place.player_name, "goes": _goes(place)} for place in context["places"]],
        "words": {"round": _round(number), "nobody": _("Nobody is seated yet.")},
    }
    name = f"round-{number}-seating"
    return pdf(request, "seating", context["tournament"], data, title=_("Seating"), name=name, kept=True)


@require_GET
@page
def seat_slips_pdf(request: HttpRequest, round_id: int) -> HttpResponse:
    """Hand out a slip for each player of a round."""
    context = prints.seat_slips_context(request, round_id)
    number = context["view"].round.number
    data = {
        "places": [_slip(place) for place in context["part"]],
        "part": number_of(context["part"]),
        "words": {
            "round": _round(number),
            "nobody": _("Nobody is seated yet. The slips are made when the round is published."),
        },
    }
    name = f"round-{number}-seat-slips"
    return pdf(request, "seat_slips", context["tournament"], data, title=_("Seat slips"), name=name)


@require_GET
@page
def score_sheets_pdf(request: HttpRequest, round_id: int) -> HttpResponse:
    """Hand out a blank score sheet for each table of a round."""
    context = prints.score_sheets_context(request, round_id)
    number = context["round"].number
    data = {
        "sheets": [_score_sheet(sheet) for sheet in context["sheets"]],
        "part": number_of(context["part"]),
        "words": {
            "round": _round(number),
            "agreed": _("Agreed"),
            "nobody": _("There are no tables yet. The sheets are made when the round is published."),
        },
    }
    name = f"round-{number}-score-sheets"
    return pdf(request, "score_sheets", context["tournament"], data, title=_("Score sheets"), name=name)


@require_GET
@page
def table_sheets_pdf(request: HttpRequest, slug: str) -> HttpResponse:
    """Hand out a sheet for each table number, with the link to scan."""
    context = prints.table_sheets_context(request, slug)
    data = {
        "sheets": [_table_sheet(sheet) for sheet in context["sheets"]],
        "part": number_of(context["part"]),
        "words": {
            "paper": _("Table sheets"),
            "scan": _("Scan it with your phone's camera and enter each hand as soon as it is played."),
            "no_account": _("No account is needed. The same code serves all evening."),
            "nobody": _("The links are made when the first round is published."),
        },
    }
    return pdf(request, "table_sheets", context["tournament"], data, title=_("Table sheets"), name="table-sheets")


def _round(number: int) -> str:
    return _("Round %(number)s") % {"number": number}


def _table(number: int) -> str:
    return _("Table %(number)s") % {"number": number}


def _goes(place: Place) -> str:
    if place.table is None:
        return _("bye") if place.has_bye else _("sits out")
    there = _("Table %(number)s, %(seat)s") % {"number": place.table, "seat": words.seat_name(place.seat_label)}
    return f"{there} (+{place.start})" if place.start else there


def _slip(place: Place) -> dict[str, str]:
    partners, opponents = ", ".join(place.partners), ", ".join(place.opponents)
    return {
        "name": place.player_name,
        "goes": _goes(place),
        "partners": _("with %(partners)s") % {"partners": partners} if partners else "",
        "opponents": _("against %(opponents)s") % {"opponents": opponents} if opponents else "",
    }


def _score_sheet(sheet: prints.ScoreSheet) -> dict[str, Any]:
    sides = sheet.view.sides
    return {
        "table": _table(sheet.view.table.number),
        "is_wide": sheet.is_wide,
        "seats": [{"label": seat.label, "name": seat.player_name} for seat in sheet.view.seats],
        # Three columns put the partners of three pairs one below the other.
        "columns": 5 if sheet.is_wide else 3 if sheet.has_many_sides else 2,
        "starts": [_start(side) for side in sides if side.start],
        "heads": _heads(sheet),
        "figures": list(sheet.figures),
        "sides": [side.label for side in sides],
        "rows": [[number, starter] for number, starter in sheet.rows],
        "signed": [_("Signed for %(side)s") % {"side": words.side_name(side.label)} for side in sides],
    }


def _heads(sheet: prints.ScoreSheet) -> list[str]:
    """Return what is written once for the whole table, before the figures of each side."""
    if sheet.view.starter_role != "dealer":
        return [_("No."), _("Opens"), _("Out / blocked")]
    with_partner = [_("With")] if sheet.calls_partner else []
    tricks = [] if sheet.has_many_sides else [_("Tricks")]
    return [_("No."), _("Deals"), _("Bid"), _("By"), *with_partner, *tricks]


def _start(side: SideView) -> str:
    return ngettext(
        "Start for %(who)s: %(points)s point in every game, added in the standings.",
        "Start for %(who)s: %(points)s points in every game, added in the standings.",
        side.start,
    ) % {"who": words.side_name(side.label), "points": side.start}


def _table_sheet(sheet: prints.TableSheet) -> dict[str, str]:
    drawn = io.BytesIO()
    sheet.code.save(drawn, kind="svg", border=2)
    return {"table": _table(sheet.number), "address": sheet.address, "picture": drawn.getvalue().decode()}
