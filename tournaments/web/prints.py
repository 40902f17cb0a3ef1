"""Pages made for paper: seating, table sheets with their links, blank score sheets, standings."""

from __future__ import annotations

from dataclasses import dataclass

import segno
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from tournaments.actors import Right
from tournaments.models import Tournament
from tournaments.selectors.desk import get_round, get_standing_round
from tournaments.selectors.links import TableLinkView, links_of
from tournaments.selectors.seating import places_in
from tournaments.selectors.standings import standings_of
from tournaments.selectors.tables import TableView
from tournaments.selectors.tournaments import get_tournament
from tournaments.services import links
from tournaments.web.actors import actor_of
from tournaments.web.forms.hands import PLAYERS_WHO_CALL
from tournaments.web.policies import criteria_words, sit_out_words
from tournaments.web.refusals import attempt_button, page
from tournaments.web.rights import require

ROWS_WITHOUT_A_NUMBER = 16
"""Rows on a blank score sheet where the rules do not say how many hands there are."""
ROWS_AT_EASE = 20
"""So many rows leave room to write in."""


@dataclass(frozen=True, slots=True)
class TableSheet:
    """A table's card: its link as an address and as a picture to scan."""

    number: int
    address: str
    picture: str


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


@require_GET
@page
def seating_print(request: HttpRequest, round_id: int) -> HttpResponse:
    """Show the seating list of a round for printing."""
    view = get_standing_round(round_id)
    context = {"view": view, "tournament": view.round.tournament, "places": places_in(view.round)}
    return render(request, "tournaments/prints/seating.html", context)


@require_GET
@page
def table_sheets_print(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a card for each table number, with the link to scan."""
    tournament = get_tournament(slug)
    sheets = [_table_sheet(request, link) for link in links_of(actor_of(request), tournament, now=timezone.now())]
    return render(request, "tournaments/prints/table_sheets.html", {"tournament": tournament, "sheets": sheets})


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


@require_GET
@page
def score_sheets_print(request: HttpRequest, round_id: int) -> HttpResponse:
    """Show a blank score sheet for each table of a round."""
    view = get_round(round_id)
    require(request, Right.ENTER_HANDS, club_id=view.round.tournament.club_id)
    context = {
        "tournament": view.round.tournament,
        "round": view.round,
        "sheets": [_score_sheet(table) for table in view.tables],
    }
    return render(request, "tournaments/prints/score_sheets.html", context)


@require_GET
@page
def standings_print(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the standings for printing."""
    tournament: Tournament = get_tournament(slug)
    standings = standings_of(tournament)
    context = {
        "tournament": tournament,
        "standings": standings,
        "order": criteria_words(standings.criteria),
        "policy": sit_out_words(standings.sit_out_policy, tournament.entry_kind),
        "now": timezone.now(),
    }
    return render(request, "tournaments/prints/standings.html", context)


def _table_sheet(request: HttpRequest, link: TableLinkView) -> TableSheet:
    address = request.build_absolute_uri(link.path)
    picture = segno.make(address, error="m", micro=False).svg_data_uri(scale=8, border=2)
    return TableSheet(link.table_number, address, picture)


def _score_sheet(view: TableView) -> ScoreSheet:
    game = view.progress.legs[0].game
    count = getattr(game.rules, "hands", None) or ROWS_WITHOUT_A_NUMBER
    labels = {seat.index: seat.label for seat in view.seats}
    rows = tuple((number, labels[game.starter_of(number)]) for number in range(1, count + 1))
    has_tricks = view.starter_role == "dealer" and len(view.sides) > 2
    return ScoreSheet(view, rows, (*([_("Tricks")] if has_tricks else []), _("Points"), _("Score")))
