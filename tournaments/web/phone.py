"""The page that a table link opens: no account, one table, one hand after the other."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_GET

from gameplay.rules.five_hundred.bids import SUITS, TRICKS_PER_HAND
from gameplay.rules.five_hundred.cards import PACKS, texts_of
from gameplay.rules.five_hundred.variants import Rules as FiveHundredRules
from gameplay.rules.fives_threes.scoring import END_TOTALS, placement_points
from gameplay.rules.fives_threes.variants import Rules as FivesThreesRules
from tournaments.selectors.rights import find_link
from tournaments.selectors.tables import TableView, current_table, get_table
from tournaments.web.bid_grid import bid_cells
from tournaments.web.forms.hands import PLAYERS_WHO_CALL
from tournaments.web.phone_worker import KEPT
from tournaments.web.pictures.board import board_of
from tournaments.web.refusals import page
from tournaments.web.words import SUIT_NAMES

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
            "pack": " ".join(texts_of(PACKS[rules.players])),
            "suits": [(suit, SUIT_NAMES[suit]) for suit in SUITS],
        }
    return {"target": rules.target, "event_points": EVENT_POINTS, **_pegging_of(view, rules)}


def _pegging_of(view: TableView, rules: FivesThreesRules) -> dict[str, Any]:
    """Return the board, and what the ends can count where that scores; a last tile may score for going out alone."""
    board = board_of(rules.target, sides=len(view.sides))
    return {
        "board": board,
        "board_sides": [
            {"index": side.index, "label": side.label, "top": side.index * board.track_height} for side in view.sides
        ],
        "sums": [(total, placement_points(total)) for total in sorted(END_TOTALS) if placement_points(total)],
        "out_bonus": rules.out_bonus,
        "hand_size": rules.hand_size,
        "is_pairs": len(view.sides) < len(view.seats),
    }
