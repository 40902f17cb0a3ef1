"""Pages made for paper: seating, seat slips, table sheets with their links, blank score sheets.

What a page shows is a context of its own, from which the PDF of the same paper is made too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import segno
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from tournaments.actors import Right
from tournaments.selectors.desk import get_round, get_standing_round
from tournaments.selectors.links import TableLinkView, links_of
from tournaments.selectors.seating import places_in
from tournaments.selectors.tables import TableView
from tournaments.selectors.tournaments import get_tournament
from tournaments.services import links
from tournaments.web.actors import actor_of
from tournaments.web.forms.hands import PLAYERS_WHO_CALL
from tournaments.web.parts import part_of
from tournaments.web.refusals import attempt_button, page
from tournaments.web.rights import require

SLIPS_IN_PART = 160
SHEETS_IN_PART = 40
"""So many of each are printed at a time: more would keep whoever prints waiting for longer than a second or two."""
ROWS_WITHOUT_A_NUMBER = 16
"""Rows on a blank score sheet where the rules do not say how many hands there are."""
ROWS_AT_EASE = 20
"""So many rows leave room to write in."""


@dataclass(frozen=True, slots=True)
class TableSheet:
    """A table's card: its link as an address and as a code to scan."""

    number: int
    address: str
    code: segno.QRCode

    @property
    def picture(self) -> str:
        """The code as the address of a picture."""
        return self.code.svg_data_uri(scale=8, border=2)


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """A blank sheet for one table: a row for each hand, with who starts it.

    ``figures`` head the columns that every side has.
    """

    view: TableView
    rows: tuple[tuple[int, str], ...]
    figures: tuple[str, ...]

    @property
    def has_many_sides(self) -> bool:
        """Whether the tricks of one side do not say those of the others."""
        return len(self.view.sides) > 2

    @property
    def calls_partner(self) -> bool:
        """Whether the contractor may call a partner."""
        return self.view.starter_role == "dealer" and len(self.view.seats) == PLAYERS_WHO_CALL

    @property
    def has_many_rows(self) -> bool:
        """Whether the rows must be low."""
        return len(self.rows) > ROWS_AT_EASE

    @property
    def is_wide(self) -> bool:
        """Whether the sheet lies on its side, for want of width."""
        return len(self.view.sides) > 3


def seating_context(round_id: int) -> dict[str, Any]:
    """Return the seating list of a round; raises ThingNotFound."""
    view = get_standing_round(round_id)
    return {"view": view, "tournament": view.round.tournament, "places": places_in(view.round)}


@require_GET
@page
def seating_print(request: HttpRequest, round_id: int) -> HttpResponse:
    """Show the seating list of a round for printing."""
    return render(request, "tournaments/prints/seating.html", seating_context(round_id))


def seat_slips_context(request: HttpRequest, round_id: int) -> dict[str, Any]:
    """Return a slip for each player of a round, some of them where they are very many.

    Raises ThingNotFound, RightMissing.
    """
    context = seating_context(round_id)
    require(request, Right.ENTER_HANDS, club_id=context["tournament"].club_id)
    return {**context, "part": part_of(request, context["places"], SLIPS_IN_PART)}


@require_GET
@page
def seat_slips_print(request: HttpRequest, round_id: int) -> HttpResponse:
    """Show a slip for each player of a round, to be cut apart and handed out."""
    return render(request, "tournaments/prints/seat_slips.html", seat_slips_context(request, round_id))


def table_sheets_context(request: HttpRequest, slug: str) -> dict[str, Any]:
    """Return a sheet for each table number, with the link to scan. Raises ThingNotFound, RightMissing."""
    tournament = get_tournament(slug)
    links_ = links_of(actor_of(request), tournament, now=timezone.now())
    part = part_of(request, links_, SHEETS_IN_PART)
    return {"tournament": tournament, "part": part, "sheets": [_table_sheet(request, link) for link in part]}


@require_GET
@page
def table_sheets_print(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a card for each table number, with the link to scan."""
    return render(request, "tournaments/prints/table_sheets.html", table_sheets_context(request, slug))


@require_GET
@page
def table_links(request: HttpRequest, slug: str) -> HttpResponse:
    """List the table links, to hand one out again or to renew it."""
    tournament = get_tournament(slug)
    sheets = [_table_sheet(request, link) for link in links_of(actor_of(request), tournament, now=timezone.now())]
    return render(request, "tournaments/manage/links.html", {"tournament": tournament, "sheets": sheets})


@require_POST
@page
def table_link_renew(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Make a new link for a table number; the old one opens nothing any more."""
    tournament = get_tournament(slug)
    attempt_button(
        request,
        lambda: links.renew_link(
            actor=actor_of(request), tournament_id=tournament.pk, table_number=number, now=timezone.now()
        ),
        done=_("Table %(number)s has a new link.") % {"number": number},
    )
    return redirect("table-links", slug=slug)


def score_sheets_context(request: HttpRequest, round_id: int) -> dict[str, Any]:
    """Return a blank score sheet for each table of a round. Raises ThingNotFound, RightMissing."""
    view = get_round(round_id)
    require(request, Right.ENTER_HANDS, club_id=view.round.tournament.club_id)
    part = part_of(request, view.tables, SHEETS_IN_PART)
    return {
        "tournament": view.round.tournament,
        "round": view.round,
        "part": part,
        "sheets": [_score_sheet(table) for table in part],
    }


@require_GET
@page
def score_sheets_print(request: HttpRequest, round_id: int) -> HttpResponse:
    """Show a blank score sheet for each table of a round."""
    return render(request, "tournaments/prints/score_sheets.html", score_sheets_context(request, round_id))


def _table_sheet(request: HttpRequest, link: TableLinkView) -> TableSheet:
    address = request.build_absolute_uri(link.path)
    return TableSheet(link.table_number, address, segno.make(address, error="m", micro=False))


def _score_sheet(view: TableView) -> ScoreSheet:
    game = view.progress.legs[0].game
    count = getattr(game.rules, "hands", None) or ROWS_WITHOUT_A_NUMBER
    labels = {seat.index: seat.label for seat in view.seats}
    rows = tuple((number, labels[game.starter_of(number)]) for number in range(1, count + 1))
    has_tricks = view.starter_role == "dealer" and len(view.sides) > 2
    return ScoreSheet(view, rows, (*([_("Tricks")] if has_tricks else []), _("Points"), _("Score")))
