"""Results made for paper: the standings as they are now or as they were published, and who has won what.

What a page shows is a context of its own, from which the PDF of the same paper is made too.
"""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET

from tournaments.actors import Right
from tournaments.selectors.home import overview_of
from tournaments.selectors.prizes import prize_places
from tournaments.selectors.publications import get_publication, is_overtaken, reads_otherwise
from tournaments.selectors.standings import standings_of
from tournaments.selectors.tournaments import get_tournament
from tournaments.web.parts import part_of
from tournaments.web.policies import criteria_words, worth_of_sit_out
from tournaments.web.refusals import page
from tournaments.web.rights import require

LINES_IN_PART = 400
"""So many lines are printed at a time: more would keep whoever prints waiting for longer than a second or two."""
PLACES = (3, 5, 10, 20)
"""To how many places there may be prizes; the first is what is shown unless somebody asks for another."""
FIGURES_READ_OUT = 3


def standings_context(request: HttpRequest, slug: str) -> dict[str, Any]:
    """Return the standings as they are now; raises ThingNotFound."""
    overview = overview_of(get_tournament(slug))
    tournament = overview.tournament
    standings = standings_of(tournament)
    return {
        "tournament": tournament,
        "standings": standings,
        "part": part_of(request, standings.rows, LINES_IN_PART),
        "order": criteria_words(standings.criteria),
        "policy": worth_of_sit_out(overview, standings.sit_out_policy),
        "is_corrected": is_overtaken(tournament),
        "now": timezone.now(),
    }


@require_GET
@page
def standings_print(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the standings for printing."""
    return render(request, "tournaments/prints/standings.html", standings_context(request, slug))


def publication_context(request: HttpRequest, slug: str, number: int) -> dict[str, Any]:
    """Return standings as they were published; raises ThingNotFound."""
    overview = overview_of(get_tournament(slug))
    tournament = overview.tournament
    published = get_publication(tournament, number)
    return {
        "tournament": tournament,
        "published": published,
        "part": part_of(request, published.rows, LINES_IN_PART),
        "order": criteria_words(published.criteria),
        "policy": worth_of_sit_out(overview, published.publication.snapshot["sit_out_policy"]),
        "is_corrected": published.is_latest and reads_otherwise(tournament, published.publication),
    }


@require_GET
@page
def publication_print(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show standings as they were published, for printing."""
    return render(request, "tournaments/prints/publication.html", publication_context(request, slug, number))


def prizes_context(request: HttpRequest, slug: str) -> dict[str, Any]:
    """Return the places that are read out, the winner last, each row with its figures by name.

    Raises ThingNotFound, RightMissing.
    """
    tournament = get_tournament(slug)
    require(request, Right.ENTER_HANDS, club_id=tournament.club_id)
    standings = standings_of(tournament)
    most = {str(count): count for count in PLACES}.get(request.GET.get("places", ""), PLACES[0])
    labels = [label for _key, label in standings.columns][:FIGURES_READ_OUT]
    places = [
        (place, [(row, list(zip(labels, row.values, strict=False))) for row in place.rows])
        for place in reversed(prize_places(standings, most))
    ]
    return {
        "tournament": tournament,
        "standings": standings,
        "places": places,
        "most": most,
        "choices": PLACES,
        "is_corrected": is_overtaken(tournament),
        "now": timezone.now(),
    }


@require_GET
@page
def prizes_print(request: HttpRequest, slug: str) -> HttpResponse:
    """Show who has won, to be read out when the prizes are given."""
    return render(request, "tournaments/prints/prizes.html", prizes_context(request, slug))
